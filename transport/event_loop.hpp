// Serves many links, listeners and timers, and whatever else can be waited for, from one thread:
// the loop of rtig and of other programs with more than one peer. epoll, level-triggered; a link
// that is idle costs nothing per turn, whatever its backend: it stays prepared (link.hpp) until its
// peer rings.
//
// All calls come from the thread that calls run_once(), also from inside its callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/timer_queue.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Names a link (or what else is served) of one loop; never used again for another, never zero.
enum class LinkKey : std::uint64_t {};

// Takes what the links of a loop bring. One handler may serve all links.
class LinkHandler {
 public:
  virtual ~LinkHandler() = default;
  // The view is valid during the call only.
  virtual void on_frame(LinkKey link, Bytes frame) = 0;
  // The link has ended by itself (not by remove()); after this call its key means nothing. All
  // frames that had arrived have been delivered before.
  virtual void on_closed(LinkKey link, const Error& reason) = 0;
  // The peer is to be told this of the link's datagram channel (DatagramChannel::next_note).
  virtual void on_datagram_note(LinkKey, const DatagramNote&) {}
};

struct EventLoopOptions {
  std::size_t frames_per_turn = 256;  // of one link, before the next one has its turn
  // Look again for so long of this process's own time before sleeping, giving way to others between
  // two looks, as long as that pays; see sensible_spin() in wait.hpp.
  Duration spin{0};
  // send_later() waits so long for each link that it sends by, and no longer than this.
  Duration later_per_link = std::chrono::microseconds(100);
  Duration later_max = std::chrono::milliseconds(100);
};

class EventLoop {
 public:
  static Result<std::unique_ptr<EventLoop>> create(const EventLoopOptions& options = {});
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop();

  // Serves the link from now on. The handler must outlive the link's stay here.
  LinkKey add(std::unique_ptr<Link> link, LinkHandler& handler);
  // Serves something else: `serve` does what there is to do, at most so much of it (it counts as
  // frames do), and returns how much. It never ends by itself; close() takes it out, also from
  // inside `serve`.
  LinkKey add(std::unique_ptr<Waitable> waitable, std::function<std::size_t(std::size_t)> serve);
  // Takes the link out again, without a call of on_closed. Null when there is none (any more). From
  // inside on_frame() of this very link use close() instead.
  std::unique_ptr<Link> remove(LinkKey link);
  // Closes the link (Link::close) and forgets it, without a call of on_closed. Allowed anywhere.
  // What is no link is destroyed when the turn is over.
  void close(LinkKey link);

  // Nothing is taken from the link while it is paused, so that its peer has to wait; what is sent
  // to it goes out. One whose peer is gone is heard to its end.
  void pause(LinkKey link, bool paused);

  // The next turn looks whether the link has something: its peer wakes this process otherwise
  // (Bell::leave_to_others).
  void look_at(LinkKey link);

  // Null when there is none (any more). To look (queued_bytes, peer); to send use send() below.
  [[nodiscard]] Link* find(LinkKey link);
  [[nodiscard]] std::size_t link_count() const;

  // Link::send, and the flush comes with the next flush() or run_once(). No effect on unknown keys.
  void send(LinkKey link, std::span<const Bytes> parts);
  void send(LinkKey link, Bytes frame) { send(link, std::span<const Bytes>(&frame, 1)); }
  // As send(), for what nobody waits for: it stays in its place in the link's queue until something
  // else is sent by the link, or for the time that the options say since the last were flushed. So
  // what is often sent to very many costs a bounded part of the time.
  void send_later(LinkKey link, Bytes frame);
  void send_unreliable(LinkKey link, std::span<const Bytes> parts, Priority priority,
                       Shared shared = {});
  void send_unreliable(LinkKey link, Bytes frame, Priority priority = kUsualPriority,
                       Shared shared = {}) {
    send_unreliable(link, std::span<const Bytes>(&frame, 1), priority, shared);
  }
  // Flushes every link that was sent to.
  void flush();

  // Gives each accepted link to `on_accept`, and each failure to `on_error`.
  void add_listener(std::unique_ptr<Listener> listener,
                    std::function<void(std::unique_ptr<Link>)> on_accept,
                    std::function<void(const Error&)> on_error);

  // Calls back while the descriptor is readable (level-triggered). It stays the caller's.
  void add_descriptor(int descriptor, std::function<void()> on_readable);
  void remove_descriptor(int descriptor);

  // Calls back once, `after` from now (steady clock) and not earlier.
  TimerKey add_timer(Duration after, std::function<void()> on_due);
  // Again and again, so long after the call before.
  TimerKey every(Duration period, std::function<void()> on_due);
  void cancel_timer(TimerKey timer);

  // Called in each turn when what there was to do has been done, perhaps several times, before what
  // was sent is flushed.
  void on_turn_end(std::function<void()> call);

  // One turn: flushes, waits for something to do, at most `timeout` (none: without limit; zero:
  // not at all), does it, flushes. Returns how many frames and callbacks it delivered: zero means
  // that the time ran out or a signal came.
  std::size_t run_once(std::optional<Duration> timeout);

 private:
  class Impl;
  explicit EventLoop(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace triad::transport
