// Record of all that one federate of the traffic tests has received from each other federate, with
// checks: each flow is numbered without gaps and duplicates, every byte is as sent, time stamps are
// in order, and at each grant everything sent up to that time is there. A failed check prints
// "failed: ..." and ends the process. It does not use the RTI.
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
inline constexpr std::uint64_t kPerStep = 2;  // number of messages of each flow

// Ends the process because a check failed. May be called anywhere, also in a callback.
[[noreturn]] void fail_check(const std::string& error);

// Real time, on the same clock in all processes of this machine.
using Instant = std::uint64_t;
Instant instant_now();

// Returns the text of message `number` of a flow: sender, number, instant `sent`, and as many
// further bytes as these determine.
std::string text_of(const std::string& sender, Flow flow, std::uint64_t number, Instant sent);

class Ledger {
 public:
  // From now on all messages must come. Some earlier ones may come as well, if their senders
  // already knew of this receiver or wrote them for others that have departed since.
  void record_subscription(Instant now) { subscribed_at_ = now; }
  // Adds a federate with the first time stamp `base`. `fresh`: it can have sent nothing before this
  // federate could receive it.
  void discover(const std::string& sender, std::uint64_t base, bool fresh);
  // Marks a federate as removed. Returns a summary of its messages, which must be equal at all
  // receivers.
  std::string remove(const std::string& sender);
  void receive(const std::string& text);
  void receive_tso(const std::string& text, std::uint64_t time, std::uint64_t requested_time);
  // Checks at a grant to `now`: all messages in time-stamp order up to then have come, and those in
  // receive order that their senders sent before they requested that time.
  void check_grant(std::uint64_t now);
  // Allows for lost routers. The last messages that a federate sent in receive order before its
  // router was lost may be lost, although others may have been granted the time that it requested
  // after them. So messages may be missing at a grant if they never come and their sender is
  // removed within some steps.
  void expect_lost_routers() { routers_get_lost_ = true; }
  std::string summary() const;
  std::size_t senders() const { return senders_.size(); }

 private:
  struct Stream {
    std::optional<std::uint64_t> next_number;
    bool is_complete = false;        // all messages from `next` on must come
    unsigned incomplete_grants = 0;  // number of grants at which messages were missing
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
  static Message parse_message(const std::string& text);

  std::map<std::string, Sender> senders_;
  void record_incomplete(const std::string& error, Flow flow, Stream& stream) const;

  Instant subscribed_at_ = 0;
  bool routers_get_lost_ = false;
  std::uint64_t last_stamp_ = 0;
  std::uint64_t best_effort_received_ = 0;
};

}  // namespace traffic
