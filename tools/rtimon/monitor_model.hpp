// The model of rtimon: answers of an rtig in, a snapshot and events out. Keeps the
// last counts and states of each federate, for rates and to notice changes. Pure: time is
// an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/rtimon/snapshot.hpp"
#include "wire/message_list.hpp"

namespace triad::rtimon {

// The answers of one interval.
struct Poll {
  WallTime at = 0;
  const wire::RtigFigures& rtig;
  const wire::FederationList& list;
  // One for each federation of the list, in the same order. Empty: the federation has ended since.
  const std::vector<wire::FederationTimeStatus>& statuses;
};

struct Update {
  Snapshot snapshot;
  std::vector<Event> events;  // new ones, in their order
};

class MonitorModel {
 public:
  // Begins without figures. `url` names the rtig in the snapshot. A federate is late if it owes an
  // answer, and its last one is older than two intervals. `position`: place in the rtig's events up
  // to which an earlier run has read.
  MonitorModel(std::string url, std::chrono::milliseconds interval, EventPosition position = {})
      : url_(std::move(url)), interval_(interval), position_(std::move(position)) {}

  // Takes the answers of one interval. Returns the snapshot, and the events since the last call.
  Update receive_poll(const Poll& poll);
  // Records that the rtig does not answer. The snapshot has its last federations without figures.
  Update record_fault(WallTime at, std::string_view fault);
  // Returns the last event of the rtig, for the next question and for the history.
  const EventPosition& position() const { return position_; }

 private:
  // Time for which lost federates stay in the snapshot, and their greatest number.
  static constexpr std::chrono::minutes kLostShown{10};
  static constexpr std::size_t kLostMax = 256;

  // Counts of a process or of a host at a time, for rates.
  struct Counts {
    WallTime at = 0;
    std::uint64_t user_ms = 0;
    std::uint64_t system_ms = 0;
    std::uint64_t idle_ms = 0;
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_out = 0;
  };
  struct TrafficCounts {
    WallTime at = 0;
    wire::FederateTraffic traffic;
  };
  // Rates stay as they were until there are newer counts.
  struct Known {
    std::optional<Counts> counts;
    std::optional<TrafficCounts> traffic;
    FigureValues rates;
    FederateState state = FederateState::runs;
    WallTime since = 0;
    WallTime first_seen = 0;
  };
  using Key = std::pair<std::string, std::uint32_t>;  // federation and federate
  struct Lost {
    std::string federation;
    FederateEntry entry;
  };

  void receive_events(const wire::RtigFigures& rtig, WallTime at, std::vector<Event>& events);
  void record_loss(const Event& event);
  RtigEntry rtig_entry(const Poll& poll);
  std::vector<HostState> host_states(const Poll& poll);
  HostState host_state(std::string_view name, const wire::HostFigures& host, WallTime at);
  FederationEntry federation_entry(const Poll& poll, std::size_t place, std::vector<Event>& events);
  FederateEntry federate_entry(const Key& key, const wire::FederateInfo& info,
                               const wire::FederateTimeStatus* status, WallTime at);
  void add_answer(FederateEntry& entry, Known& known, const wire::FederateTimeStatus& status,
                  WallTime at) const;
  // Computes rates of messages since the last counts.
  static void add_traffic(Known& known, const wire::FederateTraffic& traffic, WallTime told_at);
  bool is_late(const Known& known, const wire::FederateTimeStatus* status, WallTime at) const;
  // Chooses the state, and makes events of changes to and from `late`.
  void decide_state(const Key& key, FederateEntry& entry, const wire::FederateInfo& info,
                    const wire::FederateTimeStatus* status, WallTime at,
                    std::vector<Event>& events);
  void add_lost(std::vector<FederationEntry>& federations) const;
  void forget_departed(const Snapshot& snapshot, WallTime at);
  // Computes percentages of processor time since the last counts.
  static void add_processor_time(FigureValues& figures, std::optional<Counts>& last,
                                 const Counts& now);

  const std::string url_;
  const std::chrono::milliseconds interval_;
  std::map<Key, Known> known_;
  std::map<std::string, std::pair<std::optional<Counts>, FigureValues>> hosts_;
  std::optional<Counts> rtig_counts_;
  FigureValues rtig_rates_;
  std::deque<Lost> lost_;
  EventPosition position_;
  bool is_connected_ = false;
  bool has_polled_ = false;
  Snapshot last_;
};

}  // namespace triad::rtimon
