// Exclusive access to the embedded RTI ambassador, for the federate's thread and the background
// thread (background_thread.hpp). The federate's thread takes the ambassador for each service and
// gives it back when user code runs, also in a callback. The background thread takes it when the
// federate has been outside for a while. Each operation costs the federate one store and one load,
// without a fence or a locked instruction.
//
// The protocol. Only the federate writes `number_`, and increments it at each take_over() and each
// give_back(). So the number is odd while the federate is inside, and no value repeats. `holder_`
// is the state of the background thread:
//
//   idle       The thread is idle. The federate enters and leaves freely.
//   thread     The thread has the ambassador, or checks whether it may take it. It holds mutex_.
//   watching   The thread sleeps on the link, which is prepared to ring it.
//   awaiting   The federate stays inside. The thread sleeps until give_back().
//
// 1. Mutual exclusion. The thread enters by claim(): it stores `thread`, executes a fence, and then
//    checks that number_ is still the even number that it saw before. The federate enters by
//    storing an odd number and then loading holder_. If two threads each store and then load, with
//    a fence between, at least one of them sees the other's store. So either the thread sees a new
//    number and withdraws, or the federate sees that the thread is not idle. In that case the
//    federate locks mutex_, and thus waits until the thread has finished. From a successful claim()
//    until the thread is idle again, both enter under mutex_: the thread by resume(), and the
//    federate by take_over(), which resets holder_. If the thread finds holder_ unchanged under
//    mutex_, the federate has not been inside.
// 2. No lost wakeup. Before the thread sleeps without a timeout, it stores `watching` or
//    `awaiting`. A federate that enters sees by 1 that the thread is not idle, and rings. For
//    `awaiting` the thread stores it, executes a fence, and loads number_. If the number has
//    changed, the thread does not sleep. If not, the next give_back() sees `awaiting`, by the
//    argument of 1, and rings.
// 3. Input. While the thread watches, input on the link rings it by the link's own means. A
//    federate that enters ends that, because take_over() returns true, and by 2 the thread is rung.
//
// The kernel executes the fence on the federate's side: the thread calls membarrier(2), which makes
// every core that runs this process execute a full barrier. Whichever of the federate's two
// accesses comes first, the barrier is between them from the thread's view. If the kernel has no
// membarrier, both sides use sequentially consistent exchanges.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "transport/posix/unique_fd.hpp"

namespace triad::api {

class ExclusiveHandoff {
 public:
  enum class Fence { by_kernel, by_processor };
  // Returns by_kernel if the kernel supports it, and registers the process for it.
  static Fence best_fence();

  explicit ExclusiveHandoff(Fence fence = best_fence()) : fence_(fence) {}
  ExclusiveHandoff(const ExclusiveHandoff&) = delete;
  ExclusiveHandoff& operator=(const ExclusiveHandoff&) = delete;

  // --- Called by the federate's thread. take_over() returns true if the link was prepared to ring
  // the background thread; the caller must then end that.
  [[nodiscard]] bool take_over() {
    increment_number();
    return holder_.load(std::memory_order_seq_cst) != Holder::idle && take_slowly();
  }
  void give_back() {
    increment_number();
    if (holder_.load(std::memory_order_seq_cst) != Holder::idle) give_back_slowly();
  }

  // --- Called by the background thread; ring() may be called by any thread.
  //
  // The bell is an eventfd. make_bell() must succeed before the thread starts; it returns false if
  // no descriptor is left.
  [[nodiscard]] bool make_bell();
  [[nodiscard]] int bell() const { return bell_.get(); }
  // Ring the bell, and clear its rings.
  void ring() const;
  void silence() const;

  // Returns the current number; odd while the federate is inside.
  [[nodiscard]] std::uint64_t number() const { return number_.load(std::memory_order_acquire); }
  [[nodiscard]] static bool is_inside(std::uint64_t number) { return number % 2 != 0; }
  // Returns whether the federate is inside or about to enter.
  [[nodiscard]] bool is_wanted() const { return is_inside(number()); }

  // Takes the ambassador if the federate has not entered since number() returned `number`, an even
  // number.
  [[nodiscard]] bool claim(std::uint64_t number);
  // Lets the federate in, before the thread sleeps on the link and the bell. Called after claim()
  // or resume().
  void watch();
  // Takes the ambassador again after watch(). Returns false if the federate has entered since; the
  // thread's access has then ended.
  [[nodiscard]] bool resume();
  // Ends the access. Called after claim() or resume().
  void release();

  // Prepares to wait for a federate that stays inside with `number`. If it returns true, the bell
  // rings when the federate gives back, and the thread must call end_await_give_back() afterwards.
  [[nodiscard]] bool await_give_back(std::uint64_t number);
  // Ends a wait after await_give_back().
  void end_await_give_back();

  // Returns false after the kernel has refused a fence that it supported before, for example in a
  // sandbox. The thread must then not enter again.
  [[nodiscard]] bool can_claim() const { return can_claim_; }

 private:
  enum class Holder : std::uint32_t { idle, thread, watching, awaiting };

  void increment_number() {
    const std::uint64_t next = number_.load(std::memory_order_relaxed) + 1;
    if (fence_ == Fence::by_kernel) {
      number_.store(next, std::memory_order_release);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      number_.exchange(next, std::memory_order_seq_cst);
    }
  }
  bool take_slowly();
  void give_back_slowly();
  [[nodiscard]] bool announce(Holder holder, std::uint64_t number);

  const Fence fence_;
  std::atomic<std::uint64_t> number_{0};
  std::atomic<Holder> holder_{Holder::idle};
  std::mutex mutex_;
  bool can_claim_ = true;  // Used by the background thread alone.
  transport::UniqueFd bell_;
};

}  // namespace triad::api
