// The limit for shared memory: one producer, one consumer and a ring. Each message is copied in,
// published by moving the tail, and copied out. The receiver spins, or sleeps on a futex or an
// eventfd; the sender wakes it only if it sleeps. This is not Triad's ring, but the reference for
// it.
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "benchmarks/limits/futex.hpp"
#include "benchmarks/limits/route.hpp"
#include "benchmarks/limits/shared_memory.hpp"

namespace triad::limits {

namespace {

enum class Sleep { never, futex, eventfd };

constexpr std::size_t kRingBytes = std::size_t{1} << 20;
constexpr std::size_t kPublishAfterBytes = std::size_t{16} << 10;

struct SharedRing {
  alignas(64) std::atomic<std::uint64_t> tail{0};
  alignas(64) std::atomic<std::uint64_t> head{0};
  alignas(64) std::atomic<std::uint32_t> asleep{0};
  alignas(64) std::byte data[kRingBytes];
};

// One direction.
struct Direction {
  SharedRing* shared = nullptr;
  int event = -1;
  std::size_t message_bytes = 0;
  std::size_t slot_bytes = 0;
  std::size_t slots = 0;
};

class RingChannel final : public Channel {
 public:
  RingChannel(const Direction& out, const Direction& in, Sleep sleep)
      : out_(out), in_(in), sleep_(sleep), message_(in.message_bytes) {}

  void send() override {
    while (tail_ - seen_head_ == out_.slots) {
      flush();
      // Routes that sleep may share a core: with a relay, or with the other process.
      if (sleep_ != Sleep::never) ::sched_yield();
      seen_head_ = out_.shared->head.load(std::memory_order_acquire);
    }
    std::memcpy(out_.shared->data + (tail_ % out_.slots) * out_.slot_bytes, message_.data(),
                message_.size());
    ++tail_;
    if ((tail_ - published_) * out_.slot_bytes >= kPublishAfterBytes) flush();
  }

  void flush() override {
    if (published_ == tail_) return;
    published_ = tail_;
    out_.shared->tail.store(tail_, std::memory_order_seq_cst);
    if (sleep_ == Sleep::never) return;
    if (out_.shared->asleep.load(std::memory_order_seq_cst) == 0) return;
    if (out_.shared->asleep.exchange(0, std::memory_order_seq_cst) == 0) return;
    if (sleep_ == Sleep::futex) futex_wake(out_.shared->asleep, 1);
    if (sleep_ == Sleep::eventfd) ::eventfd_write(out_.event, 1);
  }

  std::size_t receive() override {
    while (in_.shared->tail.load(std::memory_order_acquire) == head_) wait();
    const std::uint64_t tail = in_.shared->tail.load(std::memory_order_acquire);
    const std::size_t count = static_cast<std::size_t>(tail - head_);
    for (; head_ != tail; ++head_) {
      std::memcpy(message_.data(), in_.shared->data + (head_ % in_.slots) * in_.slot_bytes,
                  message_.size());
    }
    in_.shared->head.store(head_, std::memory_order_release);
    return count;
  }

 private:
  void wait() {
    if (sleep_ == Sleep::never) {
      pause_spinning();
      return;
    }
    in_.shared->asleep.store(1, std::memory_order_seq_cst);
    if (in_.shared->tail.load(std::memory_order_seq_cst) == head_) {
      eventfd_t rings = 0;
      if (sleep_ == Sleep::futex) futex_wait(in_.shared->asleep, 1);
      if (sleep_ == Sleep::eventfd) ::eventfd_read(in_.event, &rings);
    }
    in_.shared->asleep.store(0, std::memory_order_relaxed);
  }

  const Direction out_;
  const Direction in_;
  const Sleep sleep_;
  std::vector<std::byte> message_;
  std::uint64_t tail_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t seen_head_ = 0;
  std::uint64_t head_ = 0;
};

class RingRoute final : public Route {
 public:
  RingRoute(std::size_t message_bytes, Sleep sleep) : sleep_(sleep) {
    for (Direction* const direction : {&forth_, &back_}) {
      direction->shared = &*(direction == &forth_ ? forth_memory_ : back_memory_);
      direction->event = ::eventfd(0, EFD_CLOEXEC);
      direction->message_bytes = message_bytes;
      direction->slot_bytes = (message_bytes + 7) / 8 * 8;
      direction->slots = std::bit_floor(kRingBytes / direction->slot_bytes);
      if (direction->slots == 0)
        exit_with_error("messages for the bare ring must be smaller than 1 MiB");
    }
  }
  ~RingRoute() override {
    for (const Direction& direction : {forth_, back_}) ::close(direction.event);
  }
  std::unique_ptr<Channel> parent_end() override {
    return std::make_unique<RingChannel>(forth_, back_, sleep_);
  }
  std::unique_ptr<Channel> child_end() override {
    return std::make_unique<RingChannel>(back_, forth_, sleep_);
  }

 private:
  const Sleep sleep_;
  const Memory<SharedRing> forth_memory_;
  const Memory<SharedRing> back_memory_;
  Direction forth_;
  Direction back_;
};

template <Sleep kSleep>
std::unique_ptr<Route> make_ring(std::size_t message_bytes) {
  return std::make_unique<RingRoute>(message_bytes, kSleep);
}

}  // namespace

void add_bare_rings(std::vector<RouteKind>& kinds) {
  kinds.push_back({"ring-spin", true, false, make_ring<Sleep::never>});
  kinds.push_back({"ring-futex", false, false, make_ring<Sleep::futex>});
  kinds.push_back({"ring-eventfd", false, false, make_ring<Sleep::eventfd>});
}

}  // namespace triad::limits
