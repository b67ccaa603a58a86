// Who is connected to whom, as a table for people. Pure but for what it remembers: the counts of
// the look before, for rates. Called by `rtimesh up` and `rtimesh status`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tools/rtimesh/status_query.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// A link, from the end that is farther from the RTIG; between peers from that which connects.
struct LinkRow {
  enum class State { up, down, unknown };

  std::string from;
  std::string to;
  State state = State::unknown;
  std::string reason = {};  // of one that is not up
  std::uint32_t clients = 0;
  // As the router `told_by` counts them, at that time.
  std::string told_by = {};
  transport::Clock::time_point at = {};
  Traffic forth = {};  // from `from` to `to`
  Traffic back = {};
  // Of those behind `from`, which were not sent by it: nobody at the other end wants them.
  std::uint64_t records_kept = 0;
  // Of best effort, at each end that tells of it.
  wire::BestEffortLosses dropped_forth = {};
  wire::BestEffortLosses dropped_back = {};
  // By `told_by`: how often it sent several frames that had waited for each other, and how many.
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};

// One row for each link of which one of the routers tells, and for each towards the RTIG of which
// one should: the word of the end `from` counts for more. In the order of the file.
std::vector<LinkRow> rows_of(const topology::Topology& topology,
                             const std::vector<Answer>& answers);

// Every router has answered, and every link is up.
bool is_whole(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);

// "beta -> alpha  down  nobody listens there", for messages.
std::string text_of(const LinkRow& row);

class StatusTable {
 public:
  // Of what passes by a link: how much a second, or how much since it came up.
  enum class Figures { rates, totals };

  explicit StatusTable(Figures figures) : figures_(figures) {}

  // One line a link, with rates where an earlier look allows it or with totals, and one for each
  // router that has not answered.
  std::string text(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);

 private:
  struct Counted {
    transport::Clock::time_point at;
    Traffic forth;
    Traffic back;
  };

  std::string figures_of(const LinkRow& row);
  // Empty where there is nothing to compare with.
  std::string rates_of(const LinkRow& row);

  const Figures figures_;
  std::map<std::tuple<std::string, std::string, std::string>, Counted> counted_;
};

}  // namespace triad::rtimesh
