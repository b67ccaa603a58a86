// The cost of single steps of waiting and waking when no process waits. A sender pays it for each
// message unless it checks first.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>

#include "benchmarks/limits/futex.hpp"
#include "benchmarks/limits/singles.hpp"

namespace triad::limits {

namespace {

template <class Step>
double microseconds_each(std::size_t count, Step step) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < count; ++i) step();
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / static_cast<double>(count);
}

}  // namespace

void add_costs(std::vector<Single>& singles) {
  singles.push_back({"system-call", Unit::microseconds, [](std::size_t count) {
                       return microseconds_each(count, [] { ::syscall(SYS_getppid); });
                     }});
  singles.push_back({"wake-nobody", Unit::microseconds, [](std::size_t count) {
                       std::atomic<std::uint32_t> word{0};
                       return microseconds_each(count, [&] { futex_wake(word, 1); });
                     }});
  // As in a sender: the data is stored before the check.
  singles.push_back({"ask-asleep", Unit::microseconds, [](std::size_t count) {
                       std::atomic<std::uint32_t> word{0};
                       std::atomic<std::uint32_t> tail{0};
                       std::uint32_t written = 0;
                       return microseconds_each(count, [&] {
                         tail.store(++written, std::memory_order_seq_cst);
                         if (word.load(std::memory_order_seq_cst) != 0) futex_wake(word, 1);
                       });
                     }});
}

}  // namespace triad::limits
