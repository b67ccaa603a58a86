// The descriptor of RTIextensions::callbackDescriptor, which is readable when tick may have work.
// It is an epoll descriptor over the link's descriptors (input) and an eventfd (queued callbacks).
// It costs nothing until a federate asks for it. Used by Session.
#pragma once

#include "transport/posix/unique_fd.hpp"

namespace triad::api {

class CallbackSignal {
 public:
  CallbackSignal() = default;
  CallbackSignal(const CallbackSignal&) = delete;
  CallbackSignal& operator=(const CallbackSignal&) = delete;

  bool in_use() const { return epoll_.valid(); }
  // Returns the descriptor, and creates it if necessary. Returns -1 with errno set if that fails.
  int descriptor();

  // Drops the descriptors in a forked child, where they are closed. The next descriptor() creates
  // new ones.
  void drop_descriptors();

  // Watches these descriptors of the link in place of the previous ones; -1: none.
  void watch(int link, int second);
  // Sets whether callbacks are queued. Makes a system call only if that has changed.
  void set_has_callbacks(bool waiting);

 private:
  transport::UniqueFd epoll_;
  transport::UniqueFd event_;
  void replace(int& watched, int by);

  int link_ = -1;
  int second_ = -1;
  bool is_set_ = false;
};

}  // namespace triad::api
