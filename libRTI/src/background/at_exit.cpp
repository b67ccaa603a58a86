#include "libRTI/src/background/at_exit.hpp"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace triad::api {
namespace {

// Trivially destructible, so they remain valid during the exit.
std::atomic<std::uint32_t> g_at_work{0};
std::atomic<bool> g_exiting{false};
thread_local bool t_is_at_work = false;

void wait_for_the_threads() {
  g_exiting.store(true, std::memory_order_seq_cst);
  // A libFedTime has called exit() on a background thread, which must not wait for itself.
  if (t_is_at_work) return;
  for (auto left = g_at_work.load(); left != 0; left = g_at_work.load()) g_at_work.wait(left);
}

// A forked child has none of the parent's threads.
void forget_the_parents_threads() {
  g_at_work.store(0);
}

}  // namespace

void prepare_for_exit() {
  static const bool prepared = [] {
    ::pthread_atfork(nullptr, nullptr, forget_the_parents_threads);
    std::atexit(wait_for_the_threads);
    return true;
  }();
  (void)prepared;
}

WorkBeforeExit::WorkBeforeExit() {
  g_at_work.fetch_add(1, std::memory_order_seq_cst);
  t_is_at_work = true;
  allowed_ = !g_exiting.load(std::memory_order_seq_cst);
}

WorkBeforeExit::~WorkBeforeExit() {
  t_is_at_work = false;
  if (g_at_work.fetch_sub(1, std::memory_order_seq_cst) == 1) g_at_work.notify_all();
}

}  // namespace triad::api
