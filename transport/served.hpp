// What an event loop knows of each that it serves.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "transport/event_loop.hpp"

namespace triad::transport {

struct Served {
  LinkKey key{};
  std::unique_ptr<Waitable> waitable;
  Link* link = nullptr;                              // the same, if it is a link
  LinkHandler* handler = nullptr;                    // of a link
  std::function<std::size_t(std::size_t)> serve_it;  // of something else
  bool is_hot = false;
  bool is_dirty = false;      // sent to and not flushed
  bool is_late = false;       // so, by send_later() alone
  bool polls_output = false;  // epoll knows that it wants to write
  bool is_paused = false;     // nothing is taken from it
  bool polls_second = false;  // epoll has its second descriptor
  unsigned vain_looks = 0;
};

// Hands the frames of one link to its handler, with its key.
class Delivery final : public FrameSink {
 public:
  explicit Delivery(Served& served) : served_(served) {}
  void on_frame(Bytes frame) override { served_.handler->on_frame(served_.key, frame); }

 private:
  Served& served_;
};

// Of those who have come to a listener of the loop, so many at once.
inline void accept_some(Listener& listener,
                        const std::function<void(std::unique_ptr<Link>)>& on_accept,
                        const std::function<void(const Error&)>& on_error) {
  constexpr int kAcceptsPerTurn = 64;
  for (int i = 0; i < kAcceptsPerTurn; ++i) {
    Result<std::unique_ptr<Link>> link = listener.accept();
    if (!link) {
      on_error(link.error());
    } else if (*link == nullptr) {
      return;
    } else {
      on_accept(std::move(*link));
    }
  }
}

}  // namespace triad::transport
