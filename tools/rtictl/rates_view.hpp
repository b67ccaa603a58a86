// What `rtictl list --watch` shows: of each federate its time, what passes in a second, what waits
// and what was dropped. Pure but for what it remembers: the counts of the look before.
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
  // One look at all: the list, and how time stands in each of its federations, in the same order.
  // `now` is from any beginning.
  struct Look {
    std::chrono::milliseconds now{0};
    const wire::FederationList& list;
    const std::vector<wire::FederationTimeStatus>& statuses;
  };
  // One paragraph per federation.
  std::string as_text(const Look& look);
  // One object on one line, and a newline.
  std::string as_json(const Look& look);

 private:
  // In a second; nothing where there is no earlier look to compare with.
  struct Rates {
    std::optional<double> updates, reflections, sent, received, bytes_out, bytes_in, callbacks;
  };
  struct Counted {
    std::int64_t at_ms = 0;
    wire::FederateTraffic traffic;
    Rates rates;
  };
  struct Row {
    const wire::FederateInfo& info;
    const wire::FederateTimeStatus* status = nullptr;  // null: it has come or gone since
    Rates rates;
    bool has_answered() const { return status != nullptr && status->known; }
  };

  std::vector<Row> rows_of(const Look& look, std::size_t federation);
  Rates count(const std::string& federation, std::chrono::milliseconds now,
              const wire::FederateTimeStatus& status);
  static std::string table_of(const std::vector<Row>& rows);

  std::map<std::pair<std::string, wire::FederateHandle>, Counted> counted_;
};

}  // namespace triad::rtictl
