// Many pairs of processes that exchange messages on few cores: how much a process that waits costs
// the others. A waiting process spins for long before it sleeps, spins briefly and yields, or
// sleeps at once.
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>

#include "benchmarks/limits/futex.hpp"
#include "benchmarks/limits/processes.hpp"
#include "benchmarks/limits/shared_memory.hpp"
#include "benchmarks/limits/singles.hpp"

namespace triad::limits {

namespace {

using Clock = std::chrono::steady_clock;

enum class Waiting { spin_long, spin_and_yield, sleep };

constexpr auto kLong = std::chrono::microseconds(50);
constexpr auto kLittle = std::chrono::microseconds(2);
constexpr int kYields = 8;
constexpr std::uint32_t kPairsMax = 16;

struct Pair {
  // Even: turn of the first; odd: turn of the second.
  alignas(64) std::atomic<std::uint32_t> turns{0};
  // One for each process, which only that process sets.
  alignas(64) std::atomic<std::uint32_t> asleep[2] = {0, 0};
  double round_trip_us = 0;
};

struct Pairs {
  Pair pairs[kPairsMax];
};

bool spin(const Pair& pair, std::uint32_t turn, std::chrono::microseconds how_long) {
  const Clock::time_point end = Clock::now() + how_long;
  do {
    for (int i = 0; i < 32; ++i) {
      if (pair.turns.load(std::memory_order_acquire) == turn) return true;
      pause_spinning();
    }
  } while (Clock::now() < end);
  return false;
}

void wait_for(Pair& pair, std::uint32_t turn, Waiting waiting) {
  if (waiting == Waiting::spin_long && spin(pair, turn, kLong)) return;
  if (waiting == Waiting::spin_and_yield) {
    if (spin(pair, turn, kLittle)) return;
    for (int i = 0; i < kYields; ++i) {
      ::sched_yield();
      if (pair.turns.load(std::memory_order_acquire) == turn) return;
    }
  }
  std::atomic<std::uint32_t>& asleep = pair.asleep[turn % 2];
  asleep.store(1, std::memory_order_seq_cst);
  while (pair.turns.load(std::memory_order_seq_cst) != turn) futex_wait(pair.turns, turn - 1);
  asleep.store(0, std::memory_order_seq_cst);
}

void pass_on(Pair& pair, std::uint32_t next) {
  pair.turns.store(next, std::memory_order_seq_cst);
  if (pair.asleep[next % 2].load(std::memory_order_seq_cst) != 0) futex_wake(pair.turns, 1);
}

void play(Pair& pair, bool first, std::uint32_t rounds, Waiting waiting) {
  const Clock::time_point begin = Clock::now();
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t turn = 2 * round + (first ? 0 : 1);
    wait_for(pair, turn, waiting);
    pass_on(pair, turn + 1);
  }
  const std::chrono::duration<double, std::micro> taken = Clock::now() - begin;
  if (first) pair.round_trip_us = taken.count() / rounds;
}

// Returns the mean over the pairs.
double round_trip_us(std::uint32_t pairs, Waiting waiting, std::size_t rounds) {
  const Memory<Pairs> memory;
  Children players;
  for (std::uint32_t i = 0; i < 2 * pairs; ++i) {
    players.start([&] {
      play(memory->pairs[i / 2], i % 2 == 0, static_cast<std::uint32_t>(rounds), waiting);
    });
  }
  players.join();
  double sum = 0;
  for (std::uint32_t i = 0; i < pairs; ++i) sum += memory->pairs[i].round_trip_us;
  return sum / pairs;
}

}  // namespace

void add_pairs(std::vector<Single>& singles) {
  for (const std::uint32_t pairs : {1U, kPairsMax}) {
    const auto add = [&](const char* how, Waiting waiting) {
      // Many spinning pairs are slow, so they make fewer rounds.
      singles.push_back(
          {"pairs-" + std::to_string(pairs) + how, Unit::microseconds,
           [=](std::size_t rounds) { return round_trip_us(pairs, waiting, rounds / pairs + 1); }});
    };
    add("-spin", Waiting::spin_long);
    add("-yield", Waiting::spin_and_yield);
    add("-sleep", Waiting::sleep);
  }
}

}  // namespace triad::limits
