// The limit for messages that pass relays: a gateway (two hops), or a process beside each end and a
// gateway between them (four hops). A relay only forwards. Each place and direction has one
// process, so that each sleeps on one descriptor. Messages travel in one direction at a time.
#include <algorithm>

#include "benchmarks/limits/route.hpp"

namespace triad::limits {

namespace {

class ChainRoute final : public Route {
 public:
  ChainRoute(const RouteKind& kind, std::size_t hops, std::size_t message_bytes) {
    for (std::size_t i = 0; i < hops; ++i) hops_.push_back(kind.make(message_bytes));
  }
  std::unique_ptr<Channel> parent_end() override { return hops_.front()->parent_end(); }
  std::unique_ptr<Channel> child_end() override { return hops_.back()->child_end(); }
  std::vector<std::function<void()>> relays() override {
    std::vector<std::function<void()>> all;
    for (std::size_t i = 0; i + 1 < hops_.size(); ++i) {
      Route& left = *hops_[i];
      Route& right = *hops_[i + 1];
      all.emplace_back([&] { relay(*left.child_end(), *right.parent_end()); });
      all.emplace_back([&] { relay(*right.parent_end(), *left.child_end()); });
    }
    return all;
  }

 private:
  [[noreturn]] static void relay(Channel& from, Channel& to) {
    while (true) {
      for (std::size_t messages = from.receive(); messages > 0; --messages) to.send();
      to.flush();
    }
  }

  std::vector<std::unique_ptr<Route>> hops_;
};

}  // namespace

void add_chains(std::vector<RouteKind>& kinds) {
  struct Chain {
    const char* of;
    std::size_t hops;
  };
  static constexpr Chain kChains[] = {{"tcp", 2},  {"tcp-16K", 2}, {"ring-futex", 4},
                                      {"unix", 4}, {"tcp", 3},     {"tcp", 4}};
  for (const Chain& chain : kChains) {
    const auto hop = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const RouteKind& kind) { return kind.name == chain.of; });
    RouteKind kind = *hop;
    kind.name += "-" + std::to_string(chain.hops) + "hops";
    kind.make = [hop = *hop, hops = chain.hops](std::size_t message_bytes) {
      return std::make_unique<ChainRoute>(hop, hops, message_bytes);
    };
    kinds.push_back(std::move(kind));
  }
}

}  // namespace triad::limits
