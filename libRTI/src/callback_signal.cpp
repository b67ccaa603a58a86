#include "libRTI/src/callback_signal.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>

namespace triad::api {
namespace {

bool add(int epoll, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

}  // namespace

int CallbackSignal::descriptor() {
  if (in_use()) return epoll_.get();
  epoll_.reset(epoll_create1(EPOLL_CLOEXEC));
  event_.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!epoll_.valid() || !event_.valid() || !add(epoll_.get(), event_.get())) {
    epoll_.reset();
    event_.reset();
  }
  // Closed in forked children, because they would keep the link's descriptors open there.
  epoll_.close_in_children();
  event_.close_in_children();
  return epoll_.get();
}

void CallbackSignal::drop_descriptors() {
  epoll_.reset();
  event_.reset();
  link_ = second_ = -1;
  is_set_ = false;
}

void CallbackSignal::watch(int link, int second) {
  if (!in_use()) return;
  replace(link_, link);
  replace(second_, second);
}

void CallbackSignal::replace(int& watched, int by) {
  if (watched == by) return;
  // Fails if the old descriptor is closed, because closing it has already removed it.
  if (watched >= 0) epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, watched, nullptr);
  watched = by >= 0 && add(epoll_.get(), by) ? by : -1;
}

void CallbackSignal::set_has_callbacks(bool waiting) {
  if (!in_use() || waiting == is_set_) return;
  eventfd_t count = 0;
  if (waiting ? eventfd_write(event_.get(), 1) == 0 : eventfd_read(event_.get(), &count) == 0)
    is_set_ = waiting;
}

}  // namespace triad::api
