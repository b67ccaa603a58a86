#include "transport/event_loop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>

namespace triad::transport {

namespace {
constexpr EventLoop::Key kStopKey = 0;
constexpr int kEventsAtOnce = 256;
}  // namespace

EventLoop::EventLoop()
    : epoll_(::epoll_create1(EPOLL_CLOEXEC)), stop_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kStopKey;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, stop_, &event);
}

EventLoop::~EventLoop() {
  ::close(epoll_);
  ::close(stop_);
}

void EventLoop::arm(Key key, Entry& entry, int operation) {
  entry.armed_for_write = entry.link != nullptr && entry.link->wants_write();
  epoll_event event{};
  event.events = EPOLLIN | (entry.armed_for_write ? EPOLLOUT : 0u);
  event.data.u64 = key;
  ::epoll_ctl(epoll_, operation, entry.descriptor, &event);
}

EventLoop::Key EventLoop::add(Link& link, Callback ready) {
  const Key key = ++last_key_;
  auto entry = std::make_shared<Entry>();
  entry->link = &link;
  entry->descriptor = link.descriptor();
  entry->ready = std::move(ready);
  arm(key, *entry, EPOLL_CTL_ADD);
  if (link.rings_sleepers_only()) doorbell_links_.push_back(key);
  entries_.emplace(key, std::move(entry));
  ready_.push_back(key);  // it may have frames already
  return key;
}

EventLoop::Key EventLoop::add_descriptor(int descriptor, Callback ready) {
  const Key key = ++last_key_;
  auto entry = std::make_shared<Entry>();
  entry->descriptor = descriptor;
  entry->ready = std::move(ready);
  arm(key, *entry, EPOLL_CTL_ADD);
  entries_.emplace(key, std::move(entry));
  return key;
}

void EventLoop::remove(Key key) {
  const auto at = entries_.find(key);
  if (at == entries_.end()) return;
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, at->second->descriptor, nullptr);
  entries_.erase(at);
  std::erase(doorbell_links_, key);
}

void EventLoop::update(Key key) {
  const auto at = entries_.find(key);
  if (at == entries_.end()) return;
  Entry& entry = *at->second;
  if (entry.armed_for_write != entry.link->wants_write()) arm(key, entry, EPOLL_CTL_MOD);
}

// Arms all doorbells. False: a link has something to do already; it is in ready_.
bool EventLoop::prepare() {
  for (const Key key : doorbell_links_) {
    if (!entries_.at(key)->link->prepare_wait()) ready_.push_back(key);
  }
  return ready_.empty();
}

void EventLoop::finish() {
  for (const Key key : doorbell_links_) entries_.at(key)->link->finish_wait();
}

void EventLoop::call(Key key) {
  const auto at = entries_.find(key);
  if (at == entries_.end()) return;  // removed by an earlier callback of this turn
  const std::shared_ptr<Entry> entry = at->second;  // stays while its own callback removes it
  entry->ready();
  if (entry->link == nullptr || !entries_.contains(key)) return;
  // Frames that were read but not taken make no descriptor readable again.
  if (entry->link->is_open() && entry->link->frames_wait()) ready_.push_back(key);
  update(key);
}

bool EventLoop::run_once(std::optional<Duration> timeout) {
  const bool idle = prepare();
  int wait_ms = -1;
  if (timeout) {
    wait_ms = static_cast<int>(std::clamp<std::int64_t>(
        std::chrono::ceil<std::chrono::milliseconds>(*timeout).count(), 0, 1'000'000));
  }
  std::array<epoll_event, kEventsAtOnce> events;
  const int count = ::epoll_wait(epoll_, events.data(), kEventsAtOnce, idle ? wait_ms : 0);
  finish();
  std::vector<Key> due = std::move(ready_);
  ready_.clear();
  for (int i = 0; i < count; ++i) {
    const Key key = events[static_cast<std::size_t>(i)].data.u64;
    if (key == kStopKey) {
      stopped_ = true;
    } else if (std::ranges::find(due, key) == due.end()) {
      due.push_back(key);
    }
  }
  for (const Key key : due) call(key);
  return !stopped_;
}

void EventLoop::stop() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_, &one, sizeof one);
}

}  // namespace triad::transport
