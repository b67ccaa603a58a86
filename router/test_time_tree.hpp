// For tests: a tree of routers in which many federates advance their time, in rounds. In a round
// each router that has a turn handles all its input and ends the turn; its output arrives in the
// next round. Federates request times and events, send time-stamp-ordered messages through the
// RTIG's router, and check that no message arrives earlier than the time granted to them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "records/bound_order.hpp"
#include "router/router.hpp"
#include "router/time_exchange.hpp"
#include "wire/random.hpp"

namespace triad::router {

// Times are integers of four bytes.
class TimeTreeOrder final : public BoundOrder {
 public:
  TimeTreeOrder() : BoundOrder(true) {}
  bool is_valid(const wire::TimeBound& bound) const override { return bound.time.size() == 4; }
  int compare(const TimeBound& a, const TimeBound& b) const override;
};

struct TimeTreeOptions {
  std::size_t routers = 0;
  std::size_t fan_out = 2;  // routers below each, at most
  std::size_t federates = 0;
  std::int32_t lookahead_max = 5;  // each federate has one from 0 to this
  std::int32_t end = 100;
  unsigned events_percent = 50;    // federates that ask for the next event
  unsigned messages_percent = 50;  // grants after which a message is sent
  unsigned turns_percent = 100;    // routers with a turn in each round
  // All federates ask for `end` as their next event, and messages have later time stamps.
  bool all_jump = false;
};

class TimeTree final : private Outlets {
 public:
  TimeTree(const TimeTreeOptions& options, std::uint64_t seed);
  ~TimeTree() override;

  // Runs until all federates are at the end, or for `rounds_max` rounds. Returns the number of
  // rounds.
  std::size_t run(std::size_t rounds_max);
  bool all_at_end() const;
  // Messages that came too late, and faults that routers found.
  const std::vector<std::string>& faults() const { return faults_; }

  // Greatest numbers of words on one link in one turn, up and down.
  std::size_t statements_at_once() const { return statements_at_once_; }
  std::size_t answers_at_once() const { return answers_at_once_; }
  // Numbers of words on the links of the RTIG's router.
  std::uint64_t statements_at_root() const { return statements_at_root_; }
  std::uint64_t answers_at_root() const { return answers_at_root_; }
  std::uint64_t grants() const { return grants_; }
  std::uint64_t messages() const { return messages_; }
  std::size_t depth() const { return depth_; }

 private:
  // An item on a link: a word of a router, or a message for the federates in `to`.
  struct Item {
    wire::Buffer word;
    std::int32_t stamp = 0;
    std::vector<FederateHandle> to;
  };
  struct Federate;
  struct Wait {
    std::optional<TimeBound> bound;
    bool each_rise = false;
  };
  struct Node;

  // --- Outlets of the RTIG's router
  void send_record(LinkId to, wire::Bytes record) override;
  void publish(FederateHandle, wire::Bytes) override {}
  void wake(FederateHandle) override {}
  bool send_to_router(LinkId router, wire::Bytes word) override;
  std::uint64_t new_number() override { return ++sessions_; }
  std::string_view federation() const override { return "X"; }
  std::chrono::milliseconds now() const override { return {}; }

  void receive_at_root(std::size_t child, const Item& item);
  void forward(std::int32_t stamp, const std::vector<FederateHandle>& to);
  void record_round_counts();
  void step_federate(Federate& federate);
  void advance(Federate& federate);
  void report(Federate& federate);
  void request_wait(Federate& federate, const Wait& wait);
  template <class Message>
  void send_message(Federate& federate, const Message& message);
  bool is_granted(const Federate& federate) const;
  void grant(Federate& federate);
  void record_fault(const std::string& text) { faults_.push_back(text); }

  const TimeTreeOptions options_;
  wire::Random random_;
  const TimeTreeOrder order_;
  Router root_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Federate> federates_;
  std::vector<std::string> faults_;
  std::uint64_t sessions_ = 0;
  std::size_t depth_ = 0;
  std::size_t statements_at_once_ = 0;
  std::size_t answers_at_once_ = 0;
  std::uint64_t statements_at_root_ = 0;
  std::uint64_t answers_at_root_ = 0;
  std::uint64_t grants_ = 0;
  std::uint64_t messages_ = 0;
};

}  // namespace triad::router
