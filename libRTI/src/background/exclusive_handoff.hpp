// Who has the embedded RTI ambassador at the moment: the federate's thread, which takes it for each
// service and gives it back when user code goes on (also inside a callback), or the background
// thread (background_thread.hpp), which takes it over when the federate has been away for a while.
// The federate pays one store and one load for each, without a fence and without a bus lock.
//
// The protocol. `number_` is the federate's alone: it counts up at each take() and each
// give_back(), so that it is odd while the federate is inside, and no value comes twice. `holder_`
// says what the background thread is about:
//
//   nobody     nothing; the federate comes and goes as it likes
//   thread     it has the ambassador, or is about to see whether it may; it has mutex_, too
//   watching   it sleeps on the link, which is prepared to ring it
//   awaiting   it sleeps until the federate gives back, which is inside for long
//
// 1. Never both. The thread enters by claim(): it stores `thread`, then fences, then looks whether
//    number_ is still the even number that it saw before. The federate enters by storing an odd
//    number, then looking at holder_. Of two threads that each store and then look, with a fence
//    between, at least one sees the other's store: either the thread sees a new number and
//    withdraws, or the federate sees that holder_ is not `nobody` and takes the way by mutex_,
//    where it waits until the thread is done. From then on until it stores `nobody`, the thread
//    enters by mutex_ (resume()), and so does the federate, who stores `nobody` there: a thread
//    that finds holder_ unchanged under mutex_ knows that the federate has not been inside.
// 2. No bell is lost. Before it sleeps without a time limit the thread stores `watching` or
//    `awaiting`. The federate that comes back sees by 1 that holder_ is not `nobody`, and rings.
//    `awaiting` is stored, then fenced, then number_ looked at: if it has changed the thread does
//    not sleep, and if not, the give_back() to come sees `awaiting`, by the argument of 1, and
//    rings.
// 3. What comes over the link while the thread watches rings it by the link's own means; the
//    federate that comes back stops that (take() tells it to), and by 2 the thread learns of it.
//
// The fence of the federate's side is the kernel's: membarrier(2), called by the thread, makes
// every core that runs this process pass a full barrier, so whichever of the federate's two
// accesses comes first, the fence stands between them as far as the thread can tell. Where the
// kernel lacks that, both sides use sequentially consistent exchanges.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "transport/posix/unique_fd.hpp"

namespace triad::api {

class ExclusiveHandoff {
 public:
  enum class Fence { by_kernel, by_processor };
  // by_kernel where the kernel can, and registers the process for it.
  static Fence best_fence();

  explicit ExclusiveHandoff(Fence fence = best_fence()) : fence_(fence) {}
  ExclusiveHandoff(const ExclusiveHandoff&) = delete;
  ExclusiveHandoff& operator=(const ExclusiveHandoff&) = delete;

  // --- The federate's thread. True: the link was prepared to ring the background thread, and must
  // be told otherwise.
  [[nodiscard]] bool take() {
    count_up();
    return holder_.load(std::memory_order_seq_cst) != Holder::nobody && take_slowly();
  }
  void give_back() {
    count_up();
    if (holder_.load(std::memory_order_seq_cst) != Holder::nobody) give_back_slowly();
  }

  // --- The background thread; any thread may ring.
  // The bell: an eventfd, made before the thread starts. False: the system refuses.
  [[nodiscard]] bool make_bell();
  [[nodiscard]] int bell() const { return bell_.get(); }
  void ring() const;
  void silence() const;

  [[nodiscard]] std::uint64_t number() const { return number_.load(std::memory_order_acquire); }
  [[nodiscard]] static bool is_inside(std::uint64_t number) { return number % 2 != 0; }
  // The federate is about to take, or has taken.
  [[nodiscard]] bool is_wanted() const { return is_inside(number()); }

  // Takes the ambassador if the federate has not touched it since it was seen outside with
  // `number`.
  [[nodiscard]] bool claim(std::uint64_t number);
  // After claim() or resume(): lets the federate in, and goes to sleep on the link and the bell...
  void watch();
  // ...and is back. False: the federate has been there, so this is over.
  [[nodiscard]] bool resume();
  // After claim() or resume(): it is over.
  void release();

  // The federate is inside with `number`, for long. True: the bell rings when it gives back.
  [[nodiscard]] bool await_give_back(std::uint64_t number);
  void await_no_more();

  // False: the kernel refuses the fence that it granted before (a sandbox that was entered
  // meanwhile), so the thread must never enter again.
  [[nodiscard]] bool can_claim() const { return can_claim_; }

 private:
  enum class Holder : std::uint32_t { nobody, thread, watching, awaiting };

  void count_up() {
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
  std::atomic<Holder> holder_{Holder::nobody};
  std::mutex mutex_;
  bool can_claim_ = true;  // the background thread's
  transport::UniqueFd bell_;
};

}  // namespace triad::api
