// See event_loop.hpp. A link is in one of two states. Idle: prepared, watched by epoll, not looked
// at. Hot: it had something to do recently, so each turn looks at it, without a system call if the
// backend allows that. Hot links become idle before the loop sleeps.
#include "transport/event_loop.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <unordered_map>
#include <utility>
#include <vector>

#include "transport/delayed_flush.hpp"
#include "transport/posix/poll.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/served.hpp"
#include "transport/spin_policy.hpp"
#include "transport/timer_queue.hpp"
#include "transport/yield_policy.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kEventsPerTurn = 256;
// Thresholds of gather_input(): at least kGatherLinks links to write to, at most kGatherFoundMax
// frames found in this turn, at most kGatherRoundsMax rounds.
constexpr std::size_t kGatherLinks = 3;
constexpr std::size_t kGatherFoundMax = 16;
constexpr int kGatherRoundsMax = 8;
// Turns without input after which a hot link becomes idle, even if the loop does not sleep.
constexpr unsigned kIdleTurnsMax = 64;

// epoll's 64 bits: a descriptor with this tag, or a LinkKey (slot in the low half).
constexpr std::uint64_t kDescriptorTag = std::uint64_t{1} << 63;
constexpr unsigned kGenerationShift = 32;

std::uint32_t slot_of(LinkKey key) {
  return static_cast<std::uint32_t>(key);
}

}  // namespace

class EventLoop::Impl {
 public:
  Impl(UniqueFd epoll, const EventLoopOptions& options)
      : options_(options),
        epoll_(std::move(epoll)),
        deferred_flush_(options.later_per_link, options.later_max) {}

  LinkKey add(std::unique_ptr<Link> link, LinkHandler& handler);
  LinkKey add(std::unique_ptr<Waitable> waitable, std::function<std::size_t(std::size_t)> serve);
  std::unique_ptr<Link> remove(LinkKey key);
  void close(LinkKey key);
  void set_paused(LinkKey key, bool paused);
  void serve_in_next_turn(LinkKey key);
  Served* find(LinkKey key);
  [[nodiscard]] std::size_t link_count() const { return link_count_; }

  void send(LinkKey key, std::span<const Bytes> parts);
  void send_later(LinkKey key, Bytes frame);
  void send_unreliable(LinkKey key, std::span<const Bytes> parts, Priority priority, Shared shared);
  void flush();

  void add_listener(std::unique_ptr<Listener> listener,
                    std::function<void(std::unique_ptr<Link>)> on_accept,
                    std::function<void(const Error&)> on_error);
  void add_descriptor(int descriptor, std::function<void()> on_readable);
  void remove_descriptor(int descriptor);

  TimerQueue& timers() { return timers_; }
  void set_turn_end_callback(std::function<void()> call) { turn_end_ = std::move(call); }
  std::size_t run_once(std::optional<Duration> timeout);

 private:
  Served& make_served(std::unique_ptr<Waitable> waitable);
  bool add_to_epoll(const Served& served, int descriptor);
  std::size_t serve_hot();
  std::size_t serve(Served& served);
  std::size_t receive_input(Served& served);
  bool make_idle(Served& served);
  void make_hot(Served& served);
  bool make_all_idle();
  std::size_t wait(Duration limit);
  std::size_t gather_input(std::size_t found);
  std::size_t count_costly_writes();
  std::size_t serve_events(Duration timeout);
  std::size_t serve_event(const epoll_event& event);
  void update_output_interest(Served& served);
  void update_epoll(const Served& served);
  void service_datagrams(Served& served);
  void mark_due_links_dirty();
  void make_dirty(Served& served);
  void retire(Served& served);

  const EventLoopOptions options_;
  const UniqueFd epoll_;
  SpinPolicy spin_policy_;
  SpinPolicy gather_policy_;
  YieldPolicy yield_policy_;
  bool is_last_served_costly_ = false;  // looks at the link served last cost system calls

  std::vector<std::unique_ptr<Served>> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> generations_;  // uses of each slot, so that keys are never reused
  std::vector<LinkKey> hot_;
  std::vector<LinkKey> dirty_;
  DelayedFlush deferred_flush_;  // links that have is_late set, now or earlier
  std::optional<TimerKey> deferred_timer_;
  std::vector<LinkKey> turn_;                     // working list of serve_hot()
  std::vector<std::unique_ptr<Served>> retired_;  // may be on the call stack until the turn ends
  std::size_t link_count_ = 0;

  std::vector<std::unique_ptr<Listener>> listeners_;
  std::unordered_map<int, std::shared_ptr<std::function<void()>>> descriptors_;
  TimerQueue timers_;
  std::function<void()> turn_end_ = [] {};
};

std::size_t EventLoop::Impl::run_once(std::optional<Duration> timeout) {
  flush();
  std::size_t work = serve_hot();
  const Duration limit = work > 0 ? Duration::zero() : timers_.limit_wait(timeout);
  if (limit > Duration::zero() && make_all_idle()) {
    work += wait(limit);
  } else {
    work += serve_events(Duration::zero());
  }
  turn_end_();
  work += gather_input(work);
  work += timers_.run_due();
  turn_end_();
  flush();
  retired_.clear();
  return work;
}

// --- links -------------------------------------------------------------------------------------

LinkKey EventLoop::Impl::add(std::unique_ptr<Link> link, LinkHandler& handler) {
  Link& added = *link;
  Served& served = make_served(std::move(link));
  served.link = &added;
  served.handler = &handler;
  ++link_count_;
  // A link that is already closed has no descriptor. A link that cannot be polled is closed here.
  // Both report their end when they are served.
  if (!add_to_epoll(served, added.descriptor())) added.close();
  const int second = added.second_descriptor();
  served.polls_second = second >= 0 && add_to_epoll(served, second);
  make_hot(served);
  return served.key;
}

LinkKey EventLoop::Impl::add(std::unique_ptr<Waitable> waitable,
                             std::function<std::size_t(std::size_t)> serve) {
  Served& served = make_served(std::move(waitable));
  served.serve = std::move(serve);
  static_cast<void>(add_to_epoll(served, served.waitable->descriptor()));
  make_hot(served);
  return served.key;
}

Served& EventLoop::Impl::make_served(std::unique_ptr<Waitable> waitable) {
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    generations_.push_back(0);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  const std::uint64_t generation = ++generations_[slot];
  slots_[slot] = std::make_unique<Served>();
  Served& served = *slots_[slot];
  served.key = LinkKey{(generation << kGenerationShift) | slot};
  served.waitable = std::move(waitable);
  return served;
}

bool EventLoop::Impl::add_to_epoll(const Served& served, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = static_cast<std::uint64_t>(served.key);
  return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

Served* EventLoop::Impl::find(LinkKey key) {
  const std::uint32_t slot = slot_of(key);
  if (slot >= slots_.size() || slots_[slot] == nullptr || slots_[slot]->key != key) return nullptr;
  return slots_[slot].get();
}

std::unique_ptr<Link> EventLoop::Impl::remove(LinkKey key) {
  Served* const served = find(key);
  if (served == nullptr || served->link == nullptr) return nullptr;
  if (served->link->is_open()) {
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, served->link->descriptor(), nullptr);
    if (served->polls_second) {
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, served->link->second_descriptor(), nullptr);
    }
    served->link->finish_wait();
  }
  static_cast<void>(served->waitable.release());
  std::unique_ptr<Link> link(served->link);
  retire(*served);
  return link;
}

void EventLoop::Impl::close(LinkKey key) {
  Served* const served = find(key);
  if (served == nullptr) return;
  if (served->link != nullptr) {
    served->link->close();
  } else {
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, served->waitable->descriptor(), nullptr);
  }
  retire(*served);
}

// The link may be in the middle of receive(), so it is destroyed at the end of the turn.
void EventLoop::Impl::retire(Served& served) {
  const std::uint32_t slot = slot_of(served.key);
  retired_.push_back(std::move(slots_[slot]));
  free_slots_.push_back(slot);
  if (served.link != nullptr) --link_count_;
}

void EventLoop::Impl::send(LinkKey key, std::span<const Bytes> parts) {
  Served* const served = find(key);
  if (served == nullptr || served->link == nullptr) return;
  served->link->send(parts);
  make_dirty(*served);
}

void EventLoop::Impl::send_later(LinkKey key, Bytes frame) {
  Served* const served = find(key);
  if (served == nullptr || served->link == nullptr) return;
  served->link->send(frame);
  if (served->is_dirty || served->is_deferred) return;
  served->is_deferred = true;
  deferred_flush_.add(key);
}

// Makes the links of send_later() dirty like any others, as soon as they may be flushed.
void EventLoop::Impl::mark_due_links_dirty() {
  if (deferred_flush_.empty()) return;
  const Clock::time_point now = Clock::now();
  if (const Duration wait = deferred_flush_.time_until_due(now); wait > Duration::zero()) {
    if (!deferred_timer_) deferred_timer_ = timers_.add(wait, [this] { deferred_timer_.reset(); });
    return;
  }
  for (const LinkKey key : deferred_flush_.take_links(now)) {
    Served* const served = find(key);
    if (served != nullptr && served->is_deferred) make_dirty(*served);
  }
}

void EventLoop::Impl::send_unreliable(LinkKey key, std::span<const Bytes> parts, Priority priority,
                                      Shared shared) {
  Served* const served = find(key);
  if (served == nullptr || served->link == nullptr) return;
  served->link->send_unreliable(parts, priority, shared);
  make_dirty(*served);
  service_datagrams(*served);
}

void EventLoop::Impl::make_dirty(Served& served) {
  if (served.is_dirty) return;
  served.is_dirty = true;
  dirty_.push_back(served.key);
}

void EventLoop::Impl::service_datagrams(Served& served) {
  if (DatagramChannel* const channel = served.link->capabilities().datagrams) {
    while (const auto note = channel->next_note()) {
      served.handler->send_datagram_note(served.key, *note);
    }
  }
  const int second = served.link->second_descriptor();
  if (!served.polls_second && second >= 0) served.polls_second = add_to_epoll(served, second);
}

void EventLoop::Impl::flush() {
  mark_due_links_dirty();
  for (const LinkKey key : dirty_) {
    Served* const served = find(key);
    if (served == nullptr) continue;
    served->is_dirty = served->is_deferred = false;
    served->waitable->flush();
    update_output_interest(*served);
  }
  dirty_.clear();
}

// Also finds a link that broke while frames were sent to it. The next turn reports its end, because
// the caller's send() must not call back.
void EventLoop::Impl::update_output_interest(Served& served) {
  if (served.link != nullptr && !served.link->is_open()) return make_hot(served);
  const bool polls_output = served.waitable->wants_write();
  if (polls_output == served.polls_output) return;
  served.polls_output = polls_output;
  update_epoll(served);
}

void EventLoop::Impl::update_epoll(const Served& served) {
  epoll_event event{};
  if (!served.is_paused) event.events |= EPOLLIN;
  if (served.polls_output) event.events |= EPOLLOUT;
  event.data.u64 = static_cast<std::uint64_t>(served.key);
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, served.waitable->descriptor(), &event);
}

void EventLoop::Impl::set_paused(LinkKey key, bool paused) {
  Served* const served = find(key);
  if (served == nullptr || served->is_paused == paused) return;
  served->is_paused = paused;
  update_epoll(*served);
  if (!paused) make_hot(*served);
}

void EventLoop::Impl::serve_in_next_turn(LinkKey key) {
  Served* const served = find(key);
  if (served == nullptr || served->is_hot) return;
  served->idle_turns = 0;
  served->is_hot = true;
  hot_.push_back(key);
}

// --- hot and idle ------------------------------------------------------------------------------

void EventLoop::Impl::make_hot(Served& served) {
  served.idle_turns = 0;
  if (served.is_hot) return;
  served.is_hot = true;
  served.waitable->finish_wait();
  hot_.push_back(served.key);
}

// The caller removes it from hot_.
bool EventLoop::Impl::make_idle(Served& served) {
  if (!served.is_paused && !served.waitable->prepare_wait()) return false;
  served.is_hot = false;
  return true;
}

std::size_t EventLoop::Impl::serve_hot() {
  std::size_t work = 0;
  turn_.swap(hot_);  // links that become hot meanwhile come next turn
  for (const LinkKey key : turn_) {
    Served* served = find(key);
    if (served == nullptr) continue;
    const bool has_work = !served->is_paused && served->waitable->has_input();
    const std::size_t done = has_work ? serve(*served) : 0;
    work += done;
    served = find(key);
    if (served == nullptr) continue;
    if (done > 0) {
      served->idle_turns = 0;
    } else {
      ++served->idle_turns;
    }
    const bool stays_hot = !served->is_paused && served->waitable->is_poll_cheap() &&
                           served->idle_turns < kIdleTurnsMax;
    if (stays_hot || !make_idle(*served)) hot_.push_back(key);
  }
  turn_.clear();
  return work;
}

// Returns false if one of them has something to do after all.
bool EventLoop::Impl::make_all_idle() {
  const auto idle = [this](LinkKey key) {
    Served* const served = find(key);
    return served == nullptr || make_idle(*served);
  };
  hot_.erase(std::remove_if(hot_.begin(), hot_.end(), idle), hot_.end());
  return hot_.empty();
}

// Spins like Waiter, but with all links prepared. Otherwise the many frames in shared memory that
// do not concern this process would keep it awake. It does not spin after frames from shared
// memory: those peers do not wait for it and would have a core less.
std::size_t EventLoop::Impl::wait(Duration limit) {
  const Duration spin = std::min(limit, options_.spin);
  if (spin > Duration::zero() && is_last_served_costly_ && spin_policy_.should_spin() &&
      yield_policy_.should_yield()) {
    for (Duration left = spin; left > Duration::zero(); left -= kPollAndYieldCost) {
      const bool was_short = yield_policy_.yield();
      const std::size_t work = serve_events(Duration::zero());
      if (work > 0) {
        spin_policy_.record_success();
        yield_policy_.record_success();
        return work;
      }
      if (!hot_.empty()) return 0;  // a link that was woken for nothing is not prepared
      if (!was_short) break;
    }
    spin_policy_.record_failure();
  }
  return serve_events(limit);
}

// Yields before the loop writes to many links, because each write costs a system call and a
// wake-up. If many peers are about to send (such as eight federates that request the next time
// step), one write per link replaces eight. With a core to spare yielding costs no time. It is
// omitted for a while if it gains nothing or takes long.
std::size_t EventLoop::Impl::gather_input(std::size_t found) {
  if (found > kGatherFoundMax || count_costly_writes() < kGatherLinks) return 0;
  if (!gather_policy_.should_spin() || !yield_policy_.should_yield()) return 0;
  std::size_t work = 0;
  bool was_short = true;
  for (int round = 0; round < kGatherRoundsMax && was_short; ++round) {
    was_short = yield_policy_.yield();
    const std::size_t more = serve_events(Duration::zero());
    if (more == 0) break;
    work += more;
  }
  if (work > 0) {
    gather_policy_.record_success();
    yield_policy_.record_success();
  } else {
    gather_policy_.record_failure();
  }
  return work;
}

// Returns the number of dirty links that a flush writes to by a system call.
std::size_t EventLoop::Impl::count_costly_writes() {
  return static_cast<std::size_t>(std::ranges::count_if(dirty_, [this](LinkKey key) {
    const Served* const served = find(key);
    return served != nullptr && !served->waitable->is_poll_cheap();
  }));
}

std::size_t EventLoop::Impl::serve(Served& served) {
  const LinkKey key = served.key;
  const bool is_costly = !served.waitable->is_poll_cheap();
  const std::size_t work = receive_input(served);
  if (work > 0) is_last_served_costly_ = is_costly && served.link != nullptr;
  if (find(key) == nullptr) return work;  // closed by its handler
  if (served.waitable->queued_bytes() > 0) served.waitable->flush();
  if (served.link == nullptr) return work;
  if (served.link->is_open()) {
    service_datagrams(served);
    update_output_interest(served);
    return work;
  }
  served.handler->process_closed_link(key, served.link->close_reason());
  if (find(key) != nullptr) retire(served);
  return work + 1;
}

std::size_t EventLoop::Impl::receive_input(Served& served) {
  if (served.link == nullptr) return served.serve(options_.frames_per_turn);
  if (served.is_paused) return 0;
  Delivery delivery(served);
  return served.link->receive(delivery, options_.frames_per_turn);
}

// --- epoll -------------------------------------------------------------------------------------

std::size_t EventLoop::Impl::serve_events(Duration timeout) {
  std::array<epoll_event, kEventsPerTurn> events;
  const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()),
                                 poll_milliseconds(timeout));
  std::size_t work = 0;
  for (int i = 0; i < count; ++i) work += serve_event(events[static_cast<std::size_t>(i)]);
  return work;
}

std::size_t EventLoop::Impl::serve_event(const epoll_event& event) {
  if ((event.data.u64 & kDescriptorTag) != 0) {
    const auto entry = descriptors_.find(static_cast<int>(event.data.u64 & ~kDescriptorTag));
    if (entry == descriptors_.end()) return 0;
    const std::shared_ptr<std::function<void()>> callback = entry->second;  // may remove itself
    (*callback)();
    return 1;
  }
  const LinkKey key{event.data.u64};
  Served* served = find(key);
  if (served == nullptr) return 0;
  // A paused link without a peer is read to its end. Otherwise epoll reports it in every turn.
  if ((event.events & (EPOLLHUP | EPOLLERR)) != 0) set_paused(key, false);
  make_hot(*served);
  const std::size_t work = serve(*served);
  served = find(key);
  // If a look costs a system call, epoll looks instead of the loop.
  if (served != nullptr && !served->waitable->is_poll_cheap() && make_idle(*served)) {
    hot_.erase(std::find(hot_.rbegin(), hot_.rend(), key).base() - 1);
  }
  return work;
}

void EventLoop::Impl::add_listener(std::unique_ptr<Listener> listener,
                                   std::function<void(std::unique_ptr<Link>)> on_accept,
                                   std::function<void(const Error&)> on_error) {
  Listener* const accepting = listener.get();
  listeners_.push_back(std::move(listener));
  add_descriptor(accepting->descriptor(),
                 [accepting, on_accept = std::move(on_accept), on_error = std::move(on_error)] {
                   accept_pending(*accepting, on_accept, on_error);
                 });
}

void EventLoop::Impl::add_descriptor(int descriptor, std::function<void()> on_readable) {
  descriptors_[descriptor] = std::make_shared<std::function<void()>>(std::move(on_readable));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kDescriptorTag | static_cast<std::uint64_t>(descriptor);
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

void EventLoop::Impl::remove_descriptor(int descriptor) {
  if (descriptors_.erase(descriptor) == 0) return;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

// --- public functions --------------------------------------------------------------------------

Result<std::unique_ptr<EventLoop>> EventLoop::create(const EventLoopOptions& options) {
  UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll.valid()) return system_error("no epoll descriptor for the event loop", errno);
  return std::unique_ptr<EventLoop>(
      new EventLoop(std::make_unique<Impl>(std::move(epoll), options)));
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EventLoop::~EventLoop() = default;

LinkKey EventLoop::add(std::unique_ptr<Link> link, LinkHandler& handler) {
  return impl_->add(std::move(link), handler);
}
LinkKey EventLoop::add(std::unique_ptr<Waitable> waitable,
                       std::function<std::size_t(std::size_t)> serve) {
  return impl_->add(std::move(waitable), std::move(serve));
}
std::unique_ptr<Link> EventLoop::remove(LinkKey link) {
  return impl_->remove(link);
}
void EventLoop::close(LinkKey link) {
  impl_->close(link);
}
void EventLoop::set_paused(LinkKey link, bool paused) {
  impl_->set_paused(link, paused);
}
void EventLoop::serve_in_next_turn(LinkKey link) {
  impl_->serve_in_next_turn(link);
}
Link* EventLoop::find(LinkKey link) {
  Served* const served = impl_->find(link);
  return served == nullptr ? nullptr : served->link;
}
std::size_t EventLoop::link_count() const {
  return impl_->link_count();
}
void EventLoop::send(LinkKey link, std::span<const Bytes> parts) {
  impl_->send(link, parts);
}
void EventLoop::send_later(LinkKey link, Bytes frame) {
  impl_->send_later(link, frame);
}
void EventLoop::send_unreliable(LinkKey link, std::span<const Bytes> parts, Priority priority,
                                Shared shared) {
  impl_->send_unreliable(link, parts, priority, shared);
}
void EventLoop::flush() {
  impl_->flush();
}
void EventLoop::add_listener(std::unique_ptr<Listener> listener,
                             std::function<void(std::unique_ptr<Link>)> on_accept,
                             std::function<void(const Error&)> on_error) {
  impl_->add_listener(std::move(listener), std::move(on_accept), std::move(on_error));
}
void EventLoop::add_descriptor(int descriptor, std::function<void()> on_readable) {
  impl_->add_descriptor(descriptor, std::move(on_readable));
}
void EventLoop::remove_descriptor(int descriptor) {
  impl_->remove_descriptor(descriptor);
}
TimerKey EventLoop::add_timer(Duration after, std::function<void()> on_due) {
  return impl_->timers().add(after, std::move(on_due));
}
TimerKey EventLoop::add_periodic_timer(Duration period, std::function<void()> on_due) {
  return impl_->timers().add_periodic(period, std::move(on_due));
}
void EventLoop::cancel_timer(TimerKey timer) {
  impl_->timers().cancel(timer);
}
void EventLoop::set_turn_end_callback(std::function<void()> call) {
  impl_->set_turn_end_callback(std::move(call));
}
std::size_t EventLoop::run_once(std::optional<Duration> timeout) {
  return impl_->run_once(timeout);
}

}  // namespace triad::transport
