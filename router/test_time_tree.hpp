// For tests: a tree of routers and many federates that advance their time in it, in rounds. In a
// round each router that has its turn takes all that has come and ends its turn; what it sends
// comes at the next one. The federates ask for times and events, send messages in time-stamp order
// by the RTIG's router, and check that none comes that is earlier than what they were granted.
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
#include "router/member_times.hpp"
#include "router/router.hpp"
#include "wire/random.hpp"

namespace triad::router {

// Whole numbers, four bytes each.
class TimeTreeOrder final : public BoundOrder {
 public:
  TimeTreeOrder() : BoundOrder(true) {}
  bool valid(const wire::TimeBound& bound) const override { return bound.time.size() == 4; }
  int compare(const TimeBound& a, const TimeBound& b) const override;
};

struct TimeTreeOptions {
  std::size_t routers = 0;
  std::size_t fan_out = 2;  // routers below each, at most
  std::size_t federates = 0;
  std::int32_t lookahead_max = 5;  // each has its own up to there, from 0 on
  std::int32_t end = 100;
  unsigned events_percent = 50;    // who ask for the next event, and not for a time
  unsigned messages_percent = 50;  // grants after which a message is sent
  unsigned turns_percent = 100;    // routers that have their turn in a round
  // All ask for the end at once, as the next event, and messages are for later.
  bool all_jump = false;
};

class TimeTree final : private Outlets {
 public:
  TimeTree(const TimeTreeOptions& options, std::uint64_t seed);
  ~TimeTree() override;

  // Until all federates are at the end, or for so many rounds. The rounds that it took.
  std::size_t run(std::size_t rounds_max);
  bool all_at_end() const;
  // What was wrong: a message that came too late, or what a router found so.
  const std::vector<std::string>& faults() const { return faults_; }

  // By one link in one turn, the most in either direction.
  std::size_t statements_at_once() const { return statements_at_once_; }
  std::size_t answers_at_once() const { return answers_at_once_; }
  // By the links of the RTIG's router.
  std::uint64_t statements_at_root() const { return statements_at_root_; }
  std::uint64_t answers_at_root() const { return answers_at_root_; }
  std::uint64_t grants() const { return grants_; }
  std::uint64_t messages() const { return messages_; }
  std::size_t depth() const { return depth_; }

 private:
  // On a link: a word of routers, or a message for these.
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

  // --- Outlets: the RTIG's router.
  void send(LinkId to, wire::Bytes record) override;
  void publish(FederateHandle, wire::Bytes) override {}
  void wake(FederateHandle) override {}
  bool send_to_router(LinkId router, wire::Bytes word) override;
  std::uint64_t new_number() override { return ++sessions_; }
  std::string_view federation() const override { return "X"; }
  std::chrono::milliseconds now() const override { return {}; }

  void take_at_root(std::size_t child, const Item& item);
  void forward(std::int32_t stamp, const std::vector<FederateHandle>& to);
  void note_round();
  void let_act(Federate& federate);
  void advance(Federate& federate);
  void report(Federate& federate);
  void ask(Federate& federate, const Wait& wait);
  template <class Message>
  void say(Federate& federate, const Message& message);
  bool is_granted(const Federate& federate) const;
  void grant(Federate& federate);
  void find_fault(const std::string& what) { faults_.push_back(what); }

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
