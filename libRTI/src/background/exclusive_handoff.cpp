#include "libRTI/src/background/exclusive_handoff.hpp"

#include <linux/membarrier.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "transport/posix/cancellation.hpp"

namespace triad::api {
namespace {

long membarrier(int command) {
  return ::syscall(SYS_membarrier, command, 0, 0);
}

}  // namespace

ExclusiveHandoff::Fence ExclusiveHandoff::best_fence() {
  return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 ? Fence::by_kernel
                                                                    : Fence::by_processor;
}

bool ExclusiveHandoff::make_bell() {
  if (bell_.valid()) return true;
  bell_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (bell_.valid()) bell_.close_in_children();
  return bell_.valid();
}

void ExclusiveHandoff::ring() const {
  const transport::CancellationGuard held;
  ::eventfd_write(bell_.get(), 1);
}

void ExclusiveHandoff::silence() const {
  eventfd_t rings = 0;
  ::eventfd_read(bell_.get(), &rings);
}

bool ExclusiveHandoff::take_slowly() {
  const std::lock_guard lock(mutex_);
  const Holder was = holder_.load(std::memory_order_relaxed);
  if (was == Holder::idle) return false;
  holder_.store(Holder::idle, std::memory_order_release);
  ring();
  return was == Holder::watching;
}

// The only other possible value is that of a claim about to withdraw: while the federate is inside,
// the thread either awaits give_back() or is idle.
void ExclusiveHandoff::give_back_slowly() {
  const std::lock_guard lock(mutex_);
  if (holder_.load(std::memory_order_relaxed) != Holder::awaiting) return;
  holder_.store(Holder::idle, std::memory_order_release);
  ring();
}

// Stores `holder`, executes the fence, and checks that the number is unchanged. If it has changed,
// resets `holder_` and returns false.
bool ExclusiveHandoff::announce(Holder holder, std::uint64_t number) {
  holder_.exchange(holder, std::memory_order_seq_cst);
  if (fence_ == Fence::by_kernel && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0) {
    can_claim_ = false;
  }
  if (can_claim_ && number_.load(std::memory_order_seq_cst) == number) return true;
  holder_.store(Holder::idle, std::memory_order_release);
  return false;
}

bool ExclusiveHandoff::claim(std::uint64_t number) {
  mutex_.lock();
  if (announce(Holder::thread, number)) return true;
  mutex_.unlock();
  return false;
}

void ExclusiveHandoff::watch() {
  holder_.store(Holder::watching, std::memory_order_release);
  mutex_.unlock();
}

bool ExclusiveHandoff::resume() {
  mutex_.lock();
  if (holder_.load(std::memory_order_relaxed) == Holder::watching) {
    holder_.store(Holder::thread, std::memory_order_relaxed);
    return true;
  }
  mutex_.unlock();
  return false;
}

void ExclusiveHandoff::release() {
  holder_.store(Holder::idle, std::memory_order_release);
  mutex_.unlock();
}

bool ExclusiveHandoff::await_give_back(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  return announce(Holder::awaiting, number);
}

void ExclusiveHandoff::end_await_give_back() {
  const std::lock_guard lock(mutex_);
  holder_.store(Holder::idle, std::memory_order_release);
}

}  // namespace triad::api
