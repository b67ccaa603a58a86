// MulticastHearing: which multicast groups one client of a router receives. The router asks the
// client to join a group when frames for it go there. The client counts as a receiver after it has
// answered a recent probe; otherwise it gets its frames separately. So a network that does not
// carry multicast, or stops doing so, costs only some best effort. A pure state machine;
// MulticastSender does the I/O.
//
//   idle    no frames for the client in this group (any more)
//   asked   asked to join; has answered no probe yet
//   hears   has answered
//   deaf    has not answered for too long; still probed, but rarely
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace triad::transport {

class MulticastHearing {
 public:
  using Time = std::chrono::milliseconds;  // since any epoch

  // Longest time without an answer, for a group in state asked or hears.
  static constexpr Time kSilenceMax{3'000};
  // Time without a frame after which the client leaves a group.
  static constexpr Time kUnusedMax{60'000};
  // Interval of probes of a group while a client is asked, while one hears, and while all are deaf.
  static constexpr Time kProbeAsked{250};
  static constexpr Time kProbeHears{1'000};
  static constexpr Time kProbeDeaf{30'000};

  explicit MulticastHearing(std::uint16_t groups) : groups_(groups) {}

  // Records that a frame of this group goes to the client. Returns whether the client receives the
  // group; otherwise send the frame separately.
  [[nodiscard]] bool use(std::uint16_t group) {
    Group& used = groups_[group];
    used.is_used = true;
    if (used.state == State::idle) ask(group);
    return used.state == State::hears;
  }
  // Records an answer to a recent probe.
  void on_answer(std::uint16_t group, Time now);
  // Advances the states. Called regularly.
  void tick(Time now);

  // A request to join a group or to leave it.
  struct Word {
    bool join = false;  // otherwise leave
    std::uint16_t group = 0;
    bool operator==(const Word&) const = default;
  };
  // Returns the next request for the client, in order.
  [[nodiscard]] std::optional<Word> next_word();
  // Returns the interval at which this client needs probes of the group; nullopt if it needs none.
  [[nodiscard]] std::optional<Time> probe_every(std::uint16_t group) const;
  [[nodiscard]] bool hears_any() const;

  // Return true once each, for a log line: the client never received a group; it no longer receives
  // one.
  [[nodiscard]] bool take_never_heard() { return told_once(never_heard_); }
  [[nodiscard]] bool take_fell_silent() { return told_once(fell_silent_); }

 private:
  enum class State : std::uint8_t { idle, asked, hears, deaf };
  struct Group {
    State state = State::idle;
    bool is_used = false;  // since the last tick
    // When asked, or when the last answer came; none: set by the next tick.
    std::optional<Time> since = {};
    std::optional<Time> used_at = {};  // last tick that found it used
  };
  enum class Told : std::uint8_t { not_so, to_tell, told };
  static bool told_once(Told& told) {
    if (told != Told::to_tell) return false;
    told = Told::told;
    return true;
  }
  void ask(std::uint16_t group);

  std::vector<Group> groups_;
  std::deque<Word> words_;
  Told never_heard_ = Told::not_so;
  Told fell_silent_ = Told::not_so;
};

}  // namespace triad::transport
