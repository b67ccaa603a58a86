// The descriptor of RTIextensions: readable when a tick may have something to do. It is an epoll
// descriptor over the link's own descriptor (something came) and an eventfd (callbacks are waiting
// already). Costs nothing until a federate asks for it. Used by Session only.
#pragma once

#include "transport/posix/unique_fd.hpp"

namespace triad::api {

class CallbackSignal {
 public:
  CallbackSignal() = default;
  CallbackSignal(const CallbackSignal&) = delete;
  CallbackSignal& operator=(const CallbackSignal&) = delete;

  bool in_use() const { return epoll_.valid(); }
  // The descriptor, made if need be; -1 (and errno) if the system refuses.
  int descriptor();

  // In a forked child, which has closed its copies: the next descriptor() makes new ones.
  void forget();

  // Watches the link's descriptors from now on, in place of those before; -1: none.
  void watch(int link, int second);
  // Whether callbacks are waiting. A system call only when that changed.
  void set(bool waiting);

 private:
  transport::UniqueFd epoll_;
  transport::UniqueFd event_;
  void replace(int& watched, int by);

  int link_ = -1;
  int second_ = -1;
  bool set_ = false;
};

}  // namespace triad::api
