// Runs the gates of two peer routers under random schedules. The model has members behind both
// routers and the RTIG above them; each channel is a FIFO with random delays. The oracle checks at
// each member the order of records per sender, effects after causes, and at the end that no record
// is still held. Planted faults of the model show that the oracle finds each kind of violation.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "router/order_gate.hpp"
#include "router/up_gate.hpp"
#include "wire/random.hpp"

namespace triad::router {
namespace {

using wire::Position;

enum class Plant { none, ignores_stamps, ignores_requests, asks_before_peers_have_received };

class Model {
 public:
  Model(std::uint64_t seed, Plant plant) : random_(seed), plant_(plant) {}

  // Returns the first violation.
  std::optional<std::string> run() {
    for (int step = 0; step < 400 && !fault_; ++step) {
      if (random_.one_in(3)) {
        member_sends(random_.below(kMembers));
      } else {
        take_a_step();
      }
    }
    while (!fault_ && take_a_step()) {
    }
    judge_rest();
    return fault_;
  }

 private:
  static constexpr std::size_t kRouters = 2;
  static constexpr std::size_t kMembers = 5;
  static constexpr std::uint64_t kSession = 1;

  struct Data {
    std::size_t sender = 0;
    Position position = 0;
    Position stamp = 0;
    Position behind = 0;       // last request of the sender before it
    std::uint64_t number = 0;  // in the sequence to the peer
  };
  struct LogRecord {
    Position position = 0;
    std::size_t cause = 0;
    Position cause_position = 0;
  };
  struct Member {
    Position position = 0;
    Position applied = 0;
    std::vector<Position> data;                    // positions of the data it has sent
    std::array<std::size_t, kMembers> received{};  // number of data of each sender
    Position awaited = 0;                          // at its router: last request
  };
  struct Router {
    ForwardedLog log;
    OrderGate own{log};
    OrderGate of_peer{log};
    UpGate up;
    std::array<OrderGate::Lane, kMembers> lanes;
    std::uint64_t sent = 0;  // to the peer
    std::uint64_t received = 0;
    std::uint64_t received_there = 0;
  };
  // Events in order of delivery.
  using Channel = std::deque<std::function<void()>>;

  static std::size_t home(std::size_t member) { return member % kRouters; }
  OrderGate& gate_for(Router& at, std::size_t sender) {
    return &at == &routers_[home(sender)] ? at.own : at.of_peer;
  }

  bool take_a_step() {
    std::vector<Channel*> waiting;
    const auto add = [&](auto& channels) {
      for (Channel& channel : channels) {
        if (!channel.empty()) waiting.push_back(&channel);
      }
    };
    add(to_router_);
    add(to_member_);
    add(up_);
    add(down_);
    add(to_peer_);
    add(receipts_);
    if (waiting.empty()) return false;
    Channel& channel = *waiting[random_.below(waiting.size())];
    const auto event = std::move(channel.front());
    channel.pop_front();
    event();
    return true;
  }

  // --- Members

  void member_sends(std::size_t member) {
    Member& by = members_[member];
    const Position position = ++by.position;
    if (random_.one_in(4)) {
      to_router_[member].push_back([this, member, position] { route_request(member, position); });
      return;
    }
    by.data.push_back(position);
    const Data data{member, position, by.applied};
    to_router_[member].push_back([this, data] { route(data); });
  }

  void take_data(std::size_t member, const Data& data) {
    Member& to = members_[member];
    const Member& sender = members_[data.sender];
    const std::size_t next = to.received[data.sender]++;
    if (next >= sender.data.size() || sender.data[next] != data.position) {
      return find("not the next of its sender");
    }
    if (to.applied < data.stamp) find("data before its stamp");
  }

  void take_log(std::size_t member, const LogRecord& record) {
    Member& to = members_[member];
    to.applied = record.position;
    if (record.cause == member) return;
    const std::size_t received = to.received[record.cause];
    const auto earlier = static_cast<std::size_t>(
        std::ranges::count_if(members_[record.cause].data,
                              [&](Position position) { return position < record.cause_position; }));
    if (received < earlier) find("a request before earlier data");
    if (received > earlier) find("data before an earlier request");
  }

  // --- Routers

  void route(Data data) {
    Router& at = routers_[home(data.sender)];
    data.behind = plant_ == Plant::ignores_requests ? 0 : members_[data.sender].awaited;
    pass_or_hold(home(data.sender), data);
    data.number = ++at.sent;
    const std::size_t peer = 1 - home(data.sender);
    to_peer_[peer].push_back([this, peer, data] {
      routers_[peer].received = data.number;
      pass_or_hold(peer, data);
      receipts_[1 - peer].push_back([this, peer, number = data.number] {
        Router& sender = routers_[1 - peer];
        sender.received_there = number;
        release_up(1 - peer);
      });
    });
  }

  void pass_or_hold(std::size_t router, const Data& data) {
    Router& at = routers_[router];
    OrderGate& gate = gate_for(at, data.sender);
    OrderGate::Lane& lane = at.lanes[data.sender];
    const Position stamp = plant_ == Plant::ignores_stamps ? 0 : data.stamp;
    if (gate.may_pass(lane, stamp, data.behind)) return deliver(router, data);
    wire::Buffer bytes(sizeof data);
    std::memcpy(bytes.data(), &data, sizeof data);
    gate.hold(lane, bytes, {}, stamp, data.behind);
  }

  void release(std::size_t router, std::size_t sender) {
    Router& at = routers_[router];
    gate_for(at, sender).release(at.lanes[sender], [&](const OrderGate::Held& held) {
      Data data;
      std::memcpy(&data, held.record.data(), sizeof data);
      deliver(router, data);
    });
  }
  void release_all(std::size_t router) {
    for (std::size_t sender = 0; sender < kMembers; ++sender) release(router, sender);
  }

  void deliver(std::size_t router, const Data& data) {
    for (std::size_t member = 0; member < kMembers; ++member) {
      if (home(member) != router || member == data.sender) continue;
      to_member_[member].push_back([this, member, data] { take_data(member, data); });
    }
  }

  void route_request(std::size_t member, Position position) {
    Router& at = routers_[home(member)];
    members_[member].awaited = position;
    UpGate::Marks behind;
    if (at.received_there < at.sent && plant_ != Plant::asks_before_peers_have_received) {
      behind.emplace_back(kSession, at.sent);
    }
    if (at.up.may_pass(behind)) return send_up(home(member), member, position);
    const std::array<std::uint64_t, 2> request{member, position};
    at.up.hold(LinkId{member + 1}, {}, std::as_bytes(std::span(request)), std::move(behind));
  }

  void release_up(std::size_t router) {
    Router& at = routers_[router];
    at.up.release(
        [&](const UpGate::Marks& marks) {
          return std::ranges::all_of(
              marks, [&](const auto& mark) { return at.received_there >= mark.second; });
        },
        [&](const UpGate::Held& held) {
          std::array<std::uint64_t, 2> request{};
          std::memcpy(request.data(), held.record.data(), sizeof request);
          send_up(router, request[0], request[1]);
        });
  }

  void send_up(std::size_t router, std::size_t member, Position position) {
    up_[router].push_back([this, member, position] { decide(member, position); });
  }

  // --- The RTIG, and the router above

  void decide(std::size_t member, Position request) {
    if (!random_.one_in(3)) {
      const LogRecord record{++log_, member, request};
      tell([this, record](std::size_t router) {
        if (routers_[router].log.advance(record.position - 1)) release_all(router);
        for (std::size_t to = 0; to < kMembers; ++to) {
          if (home(to) != router) continue;
          to_member_[to].push_back([this, to, record] { take_log(to, record); });
        }
      });
    }
    tell([this, member, request](std::size_t router) {
      routers_[router].lanes[member].record_handled(request);
      release(router, member);
    });
    tell([this, passed = log_](std::size_t router) {
      routers_[router].log.record_forwarded(passed);
      release_all(router);
    });
  }

  void tell(const std::function<void(std::size_t router)>& word) {
    for (std::size_t router = 0; router < kRouters; ++router) {
      down_[router].push_back([word, router] { word(router); });
    }
  }

  // --- The oracle

  void find(const std::string& what) {
    if (!fault_) fault_ = what;
  }

  // Called when all channels are empty.
  void judge_rest() {
    for (const Router& router : routers_) {
      if (!router.own.empty() || !router.of_peer.empty() || router.up.bytes() > 0) {
        find("a record is held for ever");
      }
    }
    for (std::size_t to = 0; to < kMembers; ++to) {
      for (std::size_t sender = 0; sender < kMembers; ++sender) {
        const std::size_t sent = to == sender ? 0 : members_[sender].data.size();
        if (members_[to].received[sender] != sent) find("a record was lost");
      }
    }
  }

  wire::Random random_;
  const Plant plant_;
  std::optional<std::string> fault_;
  std::array<Member, kMembers> members_;
  std::array<Router, kRouters> routers_;
  Position log_ = 0;
  std::array<Channel, kMembers> to_router_;
  std::array<Channel, kMembers> to_member_;
  std::array<Channel, kRouters> up_;
  std::array<Channel, kRouters> down_;
  std::array<Channel, kRouters> to_peer_;
  std::array<Channel, kRouters> receipts_;
};

TEST(GateProperty, KeepsOrderAndHoldsNothingForEver) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const auto fault = Model(seed, Plant::none).run();
    ASSERT_EQ(fault, std::nullopt) << "seed " << seed;
  }
}

// Returns the number of seeds, of 200, that find this violation.
int count_of(Plant plant, const std::string& what) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) found += Model(seed, plant).run() == what;
  return found;
}

TEST(GateProperty, FindsPlantedFaults) {
  EXPECT_GT(count_of(Plant::ignores_stamps, "data before its stamp"), 0);
  EXPECT_GT(count_of(Plant::ignores_requests, "data before an earlier request"), 0);
  EXPECT_GT(count_of(Plant::asks_before_peers_have_received, "a request before earlier data"), 0);
}

}  // namespace
}  // namespace triad::router
