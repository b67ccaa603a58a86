// BmSwitch for a group: six fully linked routers, including the RTIG's, in one thread. Updates of
// 128 bytes go from a member at one router to 1, 4 or 16 members at four others. Each passes two
// routers, and goes to at most four peers. The time includes making the update, storing it for a
// link between routers, and its inspection by a member. So the result is a lower bound for a
// router.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "benchmarks/growth/curves.hpp"
#include "benchmarks/growth/stand_in.hpp"

namespace triad::growth {
namespace {

constexpr std::size_t kRouters = 6;
constexpr std::size_t kReached = 4;  // Routers with members that subscribe.
constexpr std::size_t kTogether = 64;
constexpr wire::ObjectClassHandle kMoves{kFirstClass};

void BM_Group(benchmark::State& state) {
  const auto fan = static_cast<std::size_t>(state.range(0));
  GrownMesh mesh(topology_of({rtimesh::Shape::mesh, kRouters}), model_of(1));
  std::vector<RouterIndex> others;
  for (RouterIndex at = 0; at < kRouters; ++at) {
    if (at != mesh.topology().rtig) others.push_back(at);
  }
  StandIn sender(mesh, others.back(), true);
  std::vector<std::unique_ptr<StandIn>> receivers;
  for (std::size_t i = 0; i < fan; ++i) {
    receivers.push_back(std::make_unique<StandIn>(mesh, others[i % kReached]));
    receivers.back()->add_interest({wire::interest_key(kMoves)});
  }
  for (auto _ : state) {
    for (std::size_t i = 0; i < kTogether; ++i) sender.update(kMoves, wire::ObjectHandle(1));
    mesh.settle();
  }
  std::uint64_t delivered = 0;
  for (const auto& receiver : receivers) delivered += receiver->updates_received();
  const auto sent = static_cast<std::uint64_t>(state.iterations()) * kTogether;
  if (delivered != sent * fan || !mesh.faults().empty()) state.SkipWithError("updates missing");
  const auto per_second = [](std::uint64_t count) {
    return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
  };
  state.counters["in/s"] = per_second(sent);
  state.counters["out/s"] = per_second(delivered);
  // Forwarded by the first router to others, and by these to their members.
  state.counters["forwards/s"] = per_second(delivered + sent * std::min(fan, kReached));
}

BENCHMARK(BM_Group)->Arg(1)->Arg(4)->Arg(16);

}  // namespace
}  // namespace triad::growth
