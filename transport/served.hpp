// Served: the state that EventLoop keeps for each link or other waitable.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "transport/event_loop.hpp"

namespace triad::transport {

// A hot link is looked at in every turn; an idle one is prepared and waits in epoll.
struct Served {
  LinkKey key{};
  std::unique_ptr<Waitable> waitable;
  Link* link = nullptr;                           // the waitable, if it is a link
  LinkHandler* handler = nullptr;                 // null if it is not a link
  std::function<std::size_t(std::size_t)> serve;  // empty for a link
  bool is_hot = false;
  bool is_dirty = false;      // has frames that are not flushed
  bool is_deferred = false;   // all of those frames came from send_later()
  bool polls_output = false;  // epoll watches for writability
  bool is_paused = false;     // no frame is read from it
  bool polls_second = false;  // epoll watches its second descriptor
  unsigned idle_turns = 0;    // consecutive turns in which a look found nothing
};

// Passes the frames of one link to its handler, with the link's key.
class Delivery final : public FrameSink {
 public:
  explicit Delivery(Served& served) : served_(served) {}
  void receive_frame(Bytes frame) override { served_.handler->receive_frame(served_.key, frame); }

 private:
  Served& served_;
};

// Accepts pending peers of a listener, up to a limit in each turn.
inline void accept_pending(Listener& listener,
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
