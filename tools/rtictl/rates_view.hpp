// Output of `rtictl list --watch`: time, rates, queued bytes and losses of each federate. Keeps the
// counts of the previous poll; otherwise pure.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wire/message_list.hpp"

namespace triad::rtictl {

class RatesView {
 public:
  // One poll: the list, and the time status of each of its federations in the same order. `now`
  // counts from an arbitrary origin.
  struct Poll {
    std::chrono::milliseconds now{0};
    const wire::FederationList& list;
    const std::vector<wire::FederationTimeStatus>& statuses;
  };
  // Returns a paragraph for each federation.
  std::string as_text(const Poll& poll);
  // Returns one object on one line, and a newline.
  std::string as_json(const Poll& poll);

 private:
  // Rates per second; empty if there is no earlier poll for comparison.
  struct Rates {
    std::optional<double> updates, reflections, sent, received, bytes_out, bytes_in, callbacks;
  };
  struct Counters {
    std::int64_t at_ms = 0;
    wire::FederateTraffic traffic;
    Rates rates;
  };
  struct Row {
    const wire::FederateInfo& info;
    // Null if the federate joined or left between the two answers.
    const wire::FederateTimeStatus* status = nullptr;
    Rates rates;
    bool has_answered() const { return status != nullptr && status->known; }
  };

  std::vector<Row> rows_of(const Poll& poll, std::size_t federation);
  Rates update_rates(const std::string& federation, std::chrono::milliseconds now,
                     const wire::FederateTimeStatus& status);
  // Forgets federates that are not in the list, so that a long watch does not grow.
  void forget_departed(const wire::FederationList& list);
  static std::string table_of(const std::vector<Row>& rows);

  std::map<std::pair<std::string, wire::FederateHandle>, Counters> counters_;
};

}  // namespace triad::rtictl
