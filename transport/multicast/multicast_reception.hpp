// MulticastReception: which multicast groups one client of a router receives. The router asks the
// client to join a group when frames for it go there. The client counts as a receiver after it has
// answered a recent probe; otherwise it gets its frames separately. So a network that does not
// carry multicast, or stops doing so, costs only some best effort. A pure state machine;
// MulticastSender does the I/O.
//
//   idle         no frames for the client in this group (any more)
//   requested    asked to join; has answered no probe yet
//   receiving    has answered
//   unreachable  has not answered for too long; still probed, but rarely
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace triad::transport {

class MulticastReception {
 public:
  using Time = std::chrono::milliseconds;  // since any epoch

  // Longest time without an answer, for a group in state requested or receiving.
  static constexpr Time kSilenceMax{3'000};
  // Time without a frame after which the client leaves a group.
  static constexpr Time kUnusedMax{60'000};
  // Interval of probes of a group while a client is requested, while one receives, and while all
  // are unreachable.
  static constexpr Time kProbeRequested{250};
  static constexpr Time kProbeReceiving{1'000};
  static constexpr Time kProbeUnreachable{30'000};

  explicit MulticastReception(std::uint16_t groups) : groups_(groups) {}

  // Records that a frame of this group goes to the client. Returns whether the client receives the
  // group; otherwise send the frame separately.
  [[nodiscard]] bool record_use(std::uint16_t group) {
    Group& used = groups_[group];
    used.is_used = true;
    if (used.state == State::idle) request_join(group);
    return used.state == State::receiving;
  }
  // Records an answer to a recent probe.
  void receive_probe_answer(std::uint16_t group, Time now);
  // Advances the states. Called regularly.
  void tick(Time now);

  // A request to join a group or to leave it.
  struct GroupRequest {
    bool join = false;  // otherwise leave
    std::uint16_t group = 0;
    bool operator==(const GroupRequest&) const = default;
  };
  // Returns the next request for the client, in order.
  [[nodiscard]] std::optional<GroupRequest> next_request();
  // Returns the interval at which this client needs probes of the group; nullopt if it needs none.
  [[nodiscard]] std::optional<Time> probe_every(std::uint16_t group) const;
  [[nodiscard]] bool receives_any() const;

  // Return true at most once each, for a log line. take_never_reached(): the client did not answer
  // after a request to join. take_contact_lost(): a client that received a group stopped answering.
  [[nodiscard]] bool take_never_reached() { return take_report(never_reached_); }
  [[nodiscard]] bool take_contact_lost() { return take_report(contact_lost_); }

 private:
  enum class State : std::uint8_t { idle, requested, receiving, unreachable };
  struct Group {
    State state = State::idle;
    bool is_used = false;  // since the last tick
    // When asked, or when the last answer came; none: set by the next tick.
    std::optional<Time> since = {};
    std::optional<Time> used_at = {};  // last tick that found it used
  };
  enum class Report : std::uint8_t { none, pending, reported };
  static bool take_report(Report& report) {
    if (report != Report::pending) return false;
    report = Report::reported;
    return true;
  }
  void request_join(std::uint16_t group);

  std::vector<Group> groups_;
  std::deque<GroupRequest> requests_;
  Report never_reached_ = Report::none;
  Report contact_lost_ = Report::none;
};

}  // namespace triad::transport
