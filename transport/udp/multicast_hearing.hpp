// Which multicast groups one client of a router hears: those in which something is sent to it,
// which it has been asked to join, and of which it has answered a probe of late. Whoever does not
// answer is sent to by itself. So a network that carries no multicast, or ceases to, costs nobody
// more than some best effort. A state machine: time is told, I/O is MulticastSender's.
//
//   idle    nothing goes to it there (any more)
//   asked   it is to join, and has answered no probe yet
//   hears   it has answered
//   deaf    it has not answered for too long; it is probed still, though rarely
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
  using Time = std::chrono::milliseconds;  // from any beginning

  // How long one that was asked, or that hears, may give no answer.
  static constexpr Time kSilenceMax{3'000};
  // It leaves a group in which nothing has been sent to it for so long.
  static constexpr Time kUnusedMax{60'000};
  // Between two probes of a group: while one of its clients is asked; while one hears; while all
  // are deaf.
  static constexpr Time kProbeAsked{250};
  static constexpr Time kProbeHears{1'000};
  static constexpr Time kProbeDeaf{30'000};

  explicit MulticastHearing(std::uint16_t groups) : groups_(groups) {}

  // Something of this group is to go to the client. True: it hears it there.
  [[nodiscard]] bool use(std::uint16_t group) {
    Group& used = groups_[group];
    used.is_used = true;
    if (used.state == State::idle) ask(group);
    return used.state == State::hears;
  }
  // It has answered a probe of late.
  void on_answer(std::uint16_t group, Time now);
  // Time has passed.
  void tick(Time now);

  // For the client, in their order.
  struct Word {
    bool join = false;  // else it is to leave
    std::uint16_t group = 0;
    bool operator==(const Word&) const = default;
  };
  [[nodiscard]] std::optional<Word> next_word();
  // How often the group is to be probed for its sake; none: not at all.
  [[nodiscard]] std::optional<Time> probe_every(std::uint16_t group) const;
  [[nodiscard]] bool hears_any() const;

  // For people, each once: it has not come to hear a group; it has ceased to.
  [[nodiscard]] bool take_never_heard() { return told_once(never_heard_); }
  [[nodiscard]] bool take_fell_silent() { return told_once(fell_silent_); }

 private:
  enum class State : std::uint8_t { idle, asked, hears, deaf };
  struct Group {
    State state = State::idle;
    bool is_used = false;              // since the last tick
    std::optional<Time> since = {};    // asked, or answered last; none: by the next tick
    std::optional<Time> used_at = {};  // by the last tick that saw it
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
