#include "router/test_time_tree.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace triad::router {

namespace {

records::Time encoded(std::int32_t time) {
  return records::Time(std::as_bytes(std::span(&time, 1)));
}
std::int32_t decoded(const TimeBound& bound) {
  std::int32_t time = 0;
  std::memcpy(&time, bound.time.bytes().data(), sizeof time);
  return time;
}
TimeBound inclusive(std::int32_t time) {
  return {encoded(time), false};
}
LinkId link_of(std::size_t node) {
  return LinkId{static_cast<std::uint32_t>(node + 1)};
}
std::size_t node_at(LinkId link) {
  return link.value - 1;
}

}  // namespace

int TimeTreeOrder::compare(const TimeBound& a, const TimeBound& b) const {
  const auto place = [](const TimeBound& bound) { return 2 * decoded(bound) + bound.exclusive; };
  return static_cast<int>(place(a) > place(b)) - static_cast<int>(place(a) < place(b));
}

// State of a federate, as far as its RTIA would keep it for this test.
struct TimeTree::Federate {
  FederateHandle handle;
  std::size_t node = 0;
  std::int32_t lookahead = 0;
  std::int32_t time = 0;
  std::int32_t request = 0;
  bool events = false;  // requests the next event
  std::multiset<std::int32_t> queued;
  std::deque<Item> inbox;
  std::uint64_t received = 0;
  std::optional<TimeBound> lbts;
  wire::Position position = 1;
  struct Report {
    TimeBound promise;
    std::optional<TimeBound> conditional;
    std::uint64_t received = 0;
    wire::Position position = 0;
  };
  std::optional<Report> last;
  bool covered = false;
  std::optional<Wait> asked;  // last stated wait
  bool goes_on = true;        // acts even without input

  // Without lookahead, federates use the services that may be granted a time at which more messages
  // come.
  bool strict() const { return lookahead > 0; }
  std::int32_t event_wanted() const {
    return queued.empty() ? request : std::min(request, *queued.begin());
  }
};

struct TimeTree::Node final : TimeExchange::Host {
  Node(TimeTree& its_tree, std::size_t its_index, std::optional<std::size_t> its_parent)
      : tree(its_tree), index(its_index), parent(its_parent) {}

  std::string_view federation() const override { return "X"; }
  std::uint64_t new_number() override { return ++sessions; }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    tree.nodes_[node_at(router)]->receive_from_above(word);
    return true;
  }
  void send_time_statement(const wire::TimeStated& stated) override {
    Item item;
    wire::encode_record({}, stated, item.word);
    ++statements;
    goes_up.push_back(std::move(item));
  }
  void send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                 wire::Position log) override {
    wire::RecordHeader header;
    header.position = log;
    Item item;
    wire::encode_record(header, told, item.word);
    for (const FederateHandle member : to) tree.federates_[member.value - 1].inbox.push_back(item);
  }
  void receive_from_above(wire::Bytes word) {
    const auto record = wire::parse_record(word);
    if (record->header.message_kind() == wire::Kind::TimeTold) ++answers;
    comes_down.push_back({{word.begin(), word.end()}, 0, {}});
  }
  LinkId via(FederateHandle member) const { return routes.at(member); }

  void take_from_above(const Item& item);
  void take_from_below(std::size_t child, const Item& item);

  TimeTree& tree;
  const std::size_t index;
  const std::optional<std::size_t> parent;
  std::vector<std::size_t> children;
  std::map<FederateHandle, LinkId> routes;
  TimeExchange time{*this, TimeExchange::Place::below_root, tree.order_};
  // The link to the router above. `goes_up` has the words sent in this round.
  std::deque<Item> goes_up;
  std::deque<Item> comes_up;
  std::deque<Item> comes_down;
  std::size_t statements = 0;
  std::size_t answers = 0;
  std::uint64_t sessions = 0;
};

// --- Routers

void TimeTree::Node::take_from_above(const Item& item) {
  if (item.word.empty()) {
    std::map<std::size_t, std::vector<FederateHandle>> below;
    time.record_tso_from_upper();
    for (const FederateHandle to : item.to) {
      if (via(to) != LinkId{}) {
        below[node_at(via(to))].push_back(to);
      } else {
        time.record_tso_forwarded(to);
        tree.federates_[to.value - 1].inbox.push_back(item);
      }
    }
    for (const auto& [child, to] : below) time.record_tso_forwarded(to.front());
    for (auto& [child, to] : below) tree.nodes_[child]->comes_down.push_back({{}, item.stamp, to});
    return;
  }
  const auto record = wire::parse_record(item.word);
  Fault fault;
  if (record->header.message_kind() == wire::Kind::TimeBegins) {
    const std::vector<TimeExchange::MemberPlace> members(routes.begin(), routes.end());
    time.receive_from_upper(*wire::decode<wire::TimeBegins>(record->payload), members);
  } else if (record->header.message_kind() == wire::Kind::MemberTimeChanged) {
    time.receive_from_upper(*wire::decode<wire::MemberTimeChanged>(record->payload));
  } else {
    fault = time.receive_from_upper(*wire::decode<wire::TimeTold>(record->payload));
  }
  if (fault) tree.record_fault(*fault);
}

void TimeTree::Node::take_from_below(std::size_t child, const Item& item) {
  if (item.word.empty()) return goes_up.push_back(item);
  const auto stated = wire::decode<wire::TimeStated>(wire::parse_record(item.word)->payload);
  if (const Fault fault = time.receive_statement(link_of(child), *stated))
    tree.record_fault(*fault);
}

void TimeTree::send_record(LinkId to, wire::Bytes) {
  record_fault("the RTIG's router sends something to federate " + std::to_string(to.value) +
               " that is for its router");
}

bool TimeTree::send_to_router(LinkId router, wire::Bytes word) {
  // The tree carries only records of time.
  if (wire::peek_kind(word) == wire::Kind::OutsideInterest) return true;
  Node& node = *nodes_[node_at(router)];
  const std::size_t before = node.answers;
  node.receive_from_above(word);
  answers_at_root_ += node.answers - before;
  return true;
}

void TimeTree::receive_at_root(std::size_t child, const Item& item) {
  if (item.word.empty()) return forward(item.stamp, item.to);
  const auto stated = wire::decode<wire::TimeStated>(wire::parse_record(item.word)->payload);
  ++statements_at_root_;
  if (const Fault fault = root_.time().receive_statement(link_of(child), *stated))
    record_fault(*fault);
}

void TimeTree::forward(std::int32_t stamp, const std::vector<FederateHandle>& to) {
  std::map<LinkId, std::vector<FederateHandle>> below;
  for (const FederateHandle member : to) below[root_.paths().find(member)->via].push_back(member);
  for (auto& [via, members] : below) {
    root_.time().record_tso_forwarded(members.front());
    nodes_[node_at(via)]->comes_down.push_back({{}, stamp, members});
  }
}

// --- The tree

TimeTree::TimeTree(const TimeTreeOptions& options, std::uint64_t seed)
    : options_(options), random_(seed), root_(*this, order_, {}) {
  std::vector<std::size_t> depths;
  for (std::size_t i = 0; i < options.routers; ++i) {
    std::optional<std::size_t> parent;
    if (i >= options.fan_out) parent = i / options.fan_out - 1;
    nodes_.push_back(std::make_unique<Node>(*this, i, parent));
    depths.push_back(parent ? depths[*parent] + 1 : 1);
    depth_ = std::max(depth_, depths.back());
    if (parent) nodes_[*parent]->children.push_back(i);
  }
  for (std::size_t i = 0; i < options.federates; ++i) {
    Federate& federate = federates_.emplace_back();
    federate.handle = FederateHandle(static_cast<std::uint32_t>(i + 1));
    federate.node = i % options.routers;
    federate.lookahead = static_cast<std::int32_t>(
        random_.below(static_cast<std::uint64_t>(options.lookahead_max) + 1));
    std::size_t at = federate.node;
    nodes_[at]->routes[federate.handle] = {};
    while (nodes_[at]->parent) {
      const std::size_t parent = *nodes_[at]->parent;
      nodes_[parent]->routes[federate.handle] = link_of(at);
      at = parent;
    }
    root_.attach(federate.handle,
                 {.link = LinkId{1'000'000 + federate.handle.value}, .via = link_of(at)});
  }
  for (const Federate& federate : federates_) {
    root_.time().change_role(federate.handle, wire::MemberTimeChange::regulation_begins, 0);
    root_.time().change_role(federate.handle, wire::MemberTimeChange::constrained_begins, 0);
  }
  // No federate sends anything before it knows that it is a member. Nodes above come first.
  for (const auto& node : nodes_) {
    for (const Item& item : std::exchange(node->comes_down, {})) node->take_from_above(item);
    node->answers = 0;
  }
  answers_at_root_ = 0;
}

TimeTree::~TimeTree() = default;

bool TimeTree::all_at_end() const {
  return std::ranges::all_of(
      federates_, [&](const Federate& federate) { return federate.time >= options_.end; });
}

std::size_t TimeTree::run(std::size_t rounds_max) {
  std::size_t rounds = 0;
  for (; rounds < rounds_max && !all_at_end() && faults_.empty(); ++rounds) {
    for (const auto& node : nodes_)
      std::ranges::move(std::exchange(node->goes_up, {}), std::back_inserter(node->comes_up));
    std::vector<std::pair<Node*, std::deque<Item>>> turns;
    for (const auto& node : nodes_) {
      if (random_.below(100) < options_.turns_percent) {
        turns.emplace_back(node.get(), std::exchange(node->comes_down, {}));
        node->statements = node->answers = 0;
      }
    }
    if (random_.below(100) < options_.turns_percent) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i]->parent) continue;
        for (const Item& item : std::exchange(nodes_[i]->comes_up, {})) receive_at_root(i, item);
      }
      root_.end_turn();
    }
    for (auto& [node, down] : turns) {
      for (const Item& item : down) node->take_from_above(item);
      for (const std::size_t child : node->children) {
        for (const Item& item : std::exchange(nodes_[child]->comes_up, {})) {
          node->take_from_below(child, item);
        }
      }
      node->time.end_turn();
    }
    record_round_counts();
    for (Federate& federate : federates_) {
      if (federate.goes_on || !federate.inbox.empty()) step_federate(federate);
    }
  }
  return rounds;
}

void TimeTree::record_round_counts() {
  for (const auto& node : nodes_) {
    statements_at_once_ = std::max(statements_at_once_, node->statements);
    if (options_.turns_percent == 100) {
      answers_at_once_ = std::max(answers_at_once_, node->answers);
    }
  }
}

// --- Federates

void TimeTree::step_federate(Federate& federate) {
  for (const Item& item : std::exchange(federate.inbox, {})) {
    if (item.word.empty()) {
      ++federate.received;
      const bool late =
          federate.strict() ? item.stamp <= federate.time : item.stamp < federate.time;
      if (late) {
        record_fault("federate " + std::to_string(federate.handle.value) + " at " +
                     std::to_string(federate.time) + " receives " + std::to_string(item.stamp));
      }
      federate.queued.insert(item.stamp);
      continue;
    }
    const auto told = wire::decode<wire::LbtsTold>(wire::parse_record(item.word)->payload);
    if (!told->known) continue;
    const auto learn = [&](const std::optional<wire::TimeBound>& bound) {
      if (bound &&
          (!federate.lbts || order_.compare(TimeBound::from(*bound), *federate.lbts) > 0)) {
        federate.lbts = TimeBound::from(*bound);
      }
    };
    learn(told->least);
    federate.covered =
        told->together && federate.last && told->own_report == federate.last->position;
    if (federate.covered) learn(told->together);
    if (told->together && !federate.covered) federate.asked.reset();
  }
  advance(federate);
}

void TimeTree::advance(Federate& federate) {
  federate.goes_on = false;
  if (federate.time >= options_.end && federate.request == options_.end) {
    federate.request = options_.end + 1000;
    federate.events = false;
    report(federate);
    return;
  }
  if (federate.request == 0 || is_granted(federate)) {
    grant(federate);
    federate.goes_on = true;
  }
  report(federate);
}

bool TimeTree::is_granted(const Federate& federate) const {
  const std::int32_t next = federate.events ? federate.event_wanted() : federate.request;
  return federate.lbts && order_.compare({encoded(next), federate.strict()}, *federate.lbts) <= 0;
}

void TimeTree::grant(Federate& federate) {
  if (federate.request != 0) {
    ++grants_;
    federate.time = federate.events ? federate.event_wanted() : federate.request;
    while (!federate.queued.empty() && *federate.queued.begin() <= federate.time) {
      federate.queued.erase(federate.queued.begin());
    }
  }
  if (random_.below(100) < options_.messages_percent) {
    Item item;
    item.stamp = (options_.all_jump ? options_.end : federate.time) +
                 std::max(federate.lookahead, 1) + static_cast<std::int32_t>(random_.below(10));
    for (std::uint64_t left = 1 + random_.below(3); left > 0; --left) {
      const FederateHandle to(static_cast<std::uint32_t>(1 + random_.below(federates_.size())));
      if (to != federate.handle) item.to.push_back(to);
    }
    ++messages_;
    if (!item.to.empty()) nodes_[federate.node]->goes_up.push_back(item);
  }
  federate.events = options_.all_jump || random_.below(100) < options_.events_percent;
  federate.request = options_.end;
  if (!options_.all_jump) {
    const auto step = static_cast<std::int32_t>(1 + random_.below(20));
    federate.request = std::min(federate.time + step, options_.end);
  }
}

void TimeTree::report(Federate& federate) {
  const auto ahead = [&](std::int32_t time) { return inclusive(time + federate.lookahead); };
  const auto less = [&](const TimeBound& a, const TimeBound& b) {
    return order_.compare(a, b) < 0;
  };
  Federate::Report now{ahead(federate.request), std::nullopt, federate.received, 0};
  if (federate.events) {
    std::int32_t next = federate.event_wanted();
    now.conditional = ahead(next);
    next = federate.lbts ? std::min(next, decoded(*federate.lbts)) : federate.time;
    now.promise = ahead(std::max(next, federate.time));
  }
  Wait wait{federate.lbts, true};
  if (!federate.events) wait = {TimeBound{encoded(federate.request), federate.strict()}, false};
  if (federate.last && less(now.promise, federate.last->promise)) {
    now.promise = federate.last->promise;
  }
  if (now.conditional && less(*now.conditional, now.promise)) now.conditional = now.promise;
  if (now.conditional && order_.compare(*now.conditional, now.promise) == 0) {
    now.conditional.reset();
  }
  if (federate.last) {
    const Federate::Report& last = *federate.last;
    const bool rose = less(last.promise, now.promise);
    const bool same = last.conditional && now.conditional && last.received == now.received &&
                      order_.compare(*last.conditional, *now.conditional) == 0;
    const bool news = now.conditional ? !same || (rose && !federate.covered)
                                      : rose || last.conditional.has_value();
    if (!news) return request_wait(federate, wait);
  }
  now.position = ++federate.position;
  wire::TimeReport said{now.promise.to_wire(), {}, now.received, {}, federate.events};
  if (now.conditional) said.conditional = now.conditional->to_wire();
  said.waits_for = to_wire(wait.bound);
  federate.last = now;
  federate.covered = false;
  federate.asked = wait;
  send_message(federate, said);
}

// States a wait that the last report did not include.
void TimeTree::request_wait(Federate& federate, const Wait& wait) {
  const auto same = [&](const Wait& asked) {
    if (asked.each_rise || wait.each_rise) return asked.each_rise == wait.each_rise;
    return order_.compare(*asked.bound, *wait.bound) == 0;
  };
  if (federate.asked && same(*federate.asked)) return;
  ++federate.position;
  federate.asked = wait;
  send_message(federate, wire::TimeWait{to_wire(wait.bound), wait.each_rise});
}

template <class Message>
void TimeTree::send_message(Federate& federate, const Message& message) {
  wire::RecordHeader header;
  header.sender = federate.handle.value;
  header.position = federate.position;
  wire::Buffer bytes;
  wire::encode_record(header, message, bytes);
  TimeExchange& time = nodes_[federate.node]->time;
  if (const Fault fault = time.receive_from_member(federate.handle, *wire::parse_record(bytes))) {
    record_fault(*fault);
  }
}

}  // namespace triad::router
