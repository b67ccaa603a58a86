// What one federate of the traffic tests has from every other, and the checks: each flow numbered
// without gaps and doubles, every byte as it was sent, time stamps in order, and at each grant
// everything that was sent up to then. What does not hold it says ("failed: ..."), and ends the
// process. Knows nothing of the RTI.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace traffic {

enum Flow { value, word, tso_value, tso_word, best_effort };
inline constexpr int kFlows = 5;
inline constexpr std::uint64_t kPerStep = 2;  // of each flow

// A check did not hold: from wherever it is, a callback of the RTI's perhaps.
[[noreturn]] void stop(const std::string& what);

// Real time, alike in all processes of this machine.
using Instant = std::uint64_t;
Instant instant_now();

// What is sent as number `number` of a flow at `sent`: its sender, number and instant, and so many
// bytes as follow from these.
std::string text_of(const std::string& sender, Flow flow, std::uint64_t number, Instant sent);

class Ledger {
 public:
  // Whatever is sent from now on has to come. Of what was sent before there may be some, as the
  // senders knew of this receiver by then or wrote it for others, who have departed since.
  void subscribed(Instant now) { subscribed_ = now; }
  // A federate whose first time stamp is `base`. Fresh: nothing of it can have been sent before
  // this one could receive it.
  void discover(const std::string& sender, std::uint64_t base, bool fresh);
  // Its object is removed. What is said of it for all others to compare.
  std::string remove(const std::string& sender);
  void receive(const std::string& text);
  void receive_tso(const std::string& text, std::uint64_t time, std::uint64_t asked_for);
  // Time is `now`: what was sent in time-stamp order up to then is here, and what was sent in
  // receive order before its sender asked for it.
  void check_grant(std::uint64_t now);
  // What a federate had sent last in receive order before its router got lost may be lost, although
  // others have been granted by then what it asked for after it. So what lacks at a grant may lack,
  // if it never comes and its sender is removed within some steps.
  void expect_lost_routers() { routers_get_lost_ = true; }
  std::string summary() const;
  std::size_t senders() const { return senders_.size(); }

 private:
  struct Stream {
    std::optional<std::uint64_t> next;
    bool whole = false;      // from `next` on all have to come
    unsigned short_for = 0;  // grants at which some lacked
  };
  struct Sender {
    std::uint64_t base = 0;
    bool removed = false;
    std::array<Stream, kFlows> streams{};
  };
  struct Message {
    std::string sender;
    Flow flow = value;
    std::uint64_t number = 0;
    Instant sent = 0;
  };
  static Message read(const std::string& text);

  std::map<std::string, Sender> senders_;
  void note_short(const std::string& what, Flow flow, Stream& stream) const;

  Instant subscribed_ = 0;
  bool routers_get_lost_ = false;
  std::uint64_t last_stamp_ = 0;
  std::uint64_t best_effort_received_ = 0;
};

}  // namespace traffic
