// Judge of time management in a run with lost links (recovery_run.hpp): the clocks of the
// federates, and their messages in time-stamp order. The run records its calls and shows the
// callbacks. fault() has the first one of these: a grant that no request asks for or that passes
// the promise of another federate, a message that comes twice, late, out of order or not at all, a
// retraction that is lost, and an LBTS that falls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rtia/callback.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::test {

class RecoveryClocks {
 public:
  using Federate = std::size_t;

  enum class Mode { off, pending, on };
  struct PendingAdvance {
    wire::Advance kind;
    double to = 0;
  };
  struct Clock {
    Mode regulation = Mode::off;
    Mode constraint = Mode::off;
    double time = 0;
    double lookahead = 0;
    std::optional<double> next_lookahead = {};  // from the grant on
    std::optional<PendingAdvance> advance = {};
    // Lower bound of the stamps that the federate may still send. Not known while it waits for an
    // event or a flush.
    double least_stamp = 0;
    bool is_strict = false;  // no message at `time` may come any more
    std::optional<double> last_stamp = {};
    std::uint64_t constrained_since = 0;
    double lbts = 0;
    std::uint64_t regulations_at_lbts = 0;
    bool is_managed() const { return regulation != Mode::off || constraint != Mode::off; }
    bool is_enabling() const { return regulation == Mode::pending || constraint == Mode::pending; }
  };
  struct Message {
    Federate sender = 0;
    double stamp = 0;
    std::uint64_t step = 0;  // order of sending
    wire::Retraction retraction = {};
    bool is_retracted = false;
    std::map<Federate, int> receipts = {};
    std::set<Federate> retracted_at = {};
  };

  explicit RecoveryClocks(std::size_t federates) : clocks_(federates) {}

  const Clock& of(Federate federate) const { return clocks_[federate]; }
  const std::string& fault() const { return fault_; }
  double latest() const { return latest_; }
  // Returns the federate's roles, time and request, for a fault.
  std::string text(Federate federate) const;

  // --- Successful calls
  void record_regulation_request(Federate federate, double lookahead);
  void record_regulation_end(Federate federate);
  void record_constraint_request(Federate federate) {
    clocks_[federate].constraint = Mode::pending;
  }
  void record_advance(Federate federate, wire::Advance kind, double to);
  void record_lookahead(Federate federate, double lookahead);
  void record_lbts(Federate federate, double lbts);
  void record_sent(Federate federate, std::string tag, double stamp, wire::Retraction retraction);
  void record_retracted(const std::string& tag) { messages_.at(tag).is_retracted = true; }
  // Returns the tags of the federate's messages that are not retracted.
  std::vector<std::string> tags_of(Federate federate) const;
  wire::Retraction retraction_of(const std::string& tag) const {
    return messages_.at(tag).retraction;
  }

  // Returns true if the callback concerns time or a message in time-stamp order.
  bool receive_callback(Federate federate, const rtia::Callback& callback);
  // Judges when nothing is in transit and all federates have passed all stamps.
  void judge_end();

 private:
  void receive_message(Federate federate, Message& message, const std::string& tag);
  void receive_grant(Federate federate, double time);
  void receive_regulation(Federate federate, double time);
  void receive_retraction(Federate federate, const wire::Retraction& retraction);
  void raise_least_stamp(Clock& clock);
  void add_fault(Federate federate, const std::string& text);

  std::vector<Clock> clocks_;
  std::map<std::string, Message> messages_;  // by tag
  std::string fault_;
  double latest_ = 0;  // time or stamp
  std::uint64_t step_ = 0;
  std::uint64_t regulations_ = 0;
};

}  // namespace triad::test
