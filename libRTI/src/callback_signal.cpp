#include "libRTI/src/callback_signal.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace triad::api {
namespace {

bool add(int epoll, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

}  // namespace

CallbackSignal::~CallbackSignal() {
  release();
}

void CallbackSignal::release() {
  if (epoll_ >= 0) close(epoll_);
  if (event_ >= 0) close(event_);
  epoll_ = event_ = link_ = -1;
}

int CallbackSignal::descriptor() {
  if (in_use()) return epoll_;
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  event_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (epoll_ < 0 || event_ < 0 || !add(epoll_, event_)) release();
  return epoll_;
}

void CallbackSignal::watch(int link) {
  if (!in_use() || link == link_) return;
  // Fails when the old link is closed already, which has taken it out by itself.
  if (link_ >= 0) epoll_ctl(epoll_, EPOLL_CTL_DEL, link_, nullptr);
  link_ = link >= 0 && add(epoll_, link) ? link : -1;
}

void CallbackSignal::set(bool waiting) {
  if (!in_use() || waiting == set_) return;
  eventfd_t count = 0;
  if (waiting ? eventfd_write(event_, 1) == 0 : eventfd_read(event_, &count) == 0) set_ = waiting;
}

}  // namespace triad::api
