// The limit for time advances: processes that all wait for all in shared memory, round after round.
// The last to arrive starts the next round; the others spin, or sleep on a futex.
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>

#include "benchmarks/limits/futex.hpp"
#include "benchmarks/limits/processes.hpp"
#include "benchmarks/limits/shared_memory.hpp"
#include "benchmarks/limits/singles.hpp"

namespace triad::limits {

namespace {

using Clock = std::chrono::steady_clock;

enum class Waiting { spinning, sleeping };

struct Barrier {
  alignas(64) std::atomic<std::uint32_t> arrived{0};
  alignas(64) std::atomic<std::uint32_t> round{0};
  alignas(64) std::atomic<std::uint32_t> sleepers{0};
};

void wait_for_next(Barrier& barrier, std::uint32_t round, Waiting waiting) {
  while (barrier.round.load(std::memory_order_seq_cst) == round) {
    if (waiting == Waiting::spinning) {
      pause_spinning();
      continue;
    }
    barrier.sleepers.fetch_add(1, std::memory_order_seq_cst);
    futex_wait(barrier.round, round);
    barrier.sleepers.fetch_sub(1, std::memory_order_seq_cst);
  }
}

void pass(Barrier& barrier, std::uint32_t processes, Waiting waiting) {
  const std::uint32_t round = barrier.round.load(std::memory_order_relaxed);
  if (barrier.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < processes) {
    wait_for_next(barrier, round, waiting);
    return;
  }
  barrier.arrived.store(0, std::memory_order_relaxed);
  barrier.round.store(round + 1, std::memory_order_seq_cst);
  if (barrier.sleepers.load(std::memory_order_seq_cst) > 0) futex_wake(barrier.round, INT_MAX);
}

double rounds_per_second(std::uint32_t processes, Waiting waiting, std::size_t rounds) {
  const Memory<Barrier> memory;
  const std::size_t warm_up = rounds / 10 + 1;
  Children others;
  for (std::uint32_t i = 1; i < processes; ++i) {
    others.start([&] {
      for (std::size_t round = 0; round < warm_up + rounds; ++round) {
        pass(*memory, processes, waiting);
      }
    });
  }
  for (std::size_t round = 0; round < warm_up; ++round) pass(*memory, processes, waiting);
  const Clock::time_point begin = Clock::now();
  for (std::size_t round = 0; round < rounds; ++round) pass(*memory, processes, waiting);
  const std::chrono::duration<double> taken = Clock::now() - begin;
  others.join();
  return static_cast<double>(rounds) / taken.count();
}

}  // namespace

void add_barriers(std::vector<Single>& singles) {
  const auto add = [&](const char* name, std::uint32_t processes, Waiting waiting) {
    singles.push_back(
        {name + std::to_string(processes), Unit::rounds_per_s,
         [=](std::size_t rounds) { return rounds_per_second(processes, waiting, rounds); }});
  };
  add("barrier-spin-", 2, Waiting::spinning);
  for (const std::uint32_t processes : {2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
    add("barrier-futex-", processes, Waiting::sleeping);
  }
}

}  // namespace triad::limits
