// The links of a mesh as a table. Keeps the counts of the previous poll, for rates; otherwise pure.
// Called by `rtimesh up` and `rtimesh status`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tools/rtimesh/status_query.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// A link. `from` is the end farther from the RTIG; between peers, the end that connects.
struct LinkRow {
  enum class State { up, down, unknown };

  std::string from;
  std::string to;
  State state = State::unknown;
  std::string reason = {};  // Reason of a link that is not up.
  std::uint32_t clients = 0;
  // Router that reported these counts, and the time of its answer.
  std::string reported_by = {};
  transport::Clock::time_point at = {};
  Traffic forth = {};  // Traffic from `from` to `to`; `back` is the other direction.
  Traffic back = {};
  // Records from behind `from` that it has not sent, because nothing beyond it subscribes to them.
  std::uint64_t records_kept = 0;
  // Losses of best effort, as each end reports them.
  wire::BestEffortLosses dropped_forth = {};
  wire::BestEffortLosses dropped_back = {};
  // Bundles sent by `reported_by`, and the frames in them.
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};

// Returns a row for each link that a router has reported, and for each link towards the RTIG that a
// router should have reported. If both ends report a link, the report of `from` counts. In the
// order of the file.
std::vector<LinkRow> rows_of(const topology::Topology& topology,
                             const std::vector<Answer>& answers);

// Returns whether every router has answered and every link is up.
bool is_fully_connected(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);

// Returns "beta -> alpha  down  REASON", for messages.
std::string text_of(const LinkRow& row);

class StatusTable {
 public:
  // Traffic to show: per second, or the total since the link came up.
  enum class Figures { rates, totals };

  explicit StatusTable(Figures figures) : figures_(figures) {}

  // Returns one line for each link, and one for each router that has not answered. Rates need an
  // earlier poll.
  std::string text(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers);

 private:
  struct Counters {
    transport::Clock::time_point at;
    Traffic forth;
    Traffic back;
  };

  std::string figures_of(const LinkRow& row);
  // Returns an empty text if there is no earlier poll for comparison.
  std::string rates_of(const LinkRow& row);

  const Figures figures_;
  std::map<std::tuple<std::string, std::string, std::string>, Counters> counters_;
};

}  // namespace triad::rtimesh
