// EventLoop: serves many links, listeners, timers and other waitables in one thread. rtig and all
// other programs with more than one peer use it. It is built on epoll, level-triggered. An idle
// link of any backend costs nothing per turn: it stays prepared (waitable.hpp) until its peer
// rings.
//
// All calls come from the thread that calls run_once(), which includes calls from its callbacks.
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

// Identifies a link or another waitable within one loop. Never zero, and never reused.
enum class LinkKey : std::uint64_t {};

// Receiver of the events of a loop's links. One handler may serve all links.
class LinkHandler {
 public:
  virtual ~LinkHandler() = default;
  // Handles one frame. The view is valid during the call only.
  virtual void receive_frame(LinkKey link, Bytes frame) = 0;
  // Reports that the link has ended, other than by remove() or close() of the loop. All frames that
  // arrived before the end have been delivered. The key is invalid after the call.
  virtual void process_closed_link(LinkKey link, const Error& reason) = 0;
  // Sends this note to the peer, in a reliable message of the owner's own protocol. By such notes
  // the two ends of a link negotiate its datagram channel (datagram_channel.hpp).
  virtual void send_datagram_note(LinkKey, const DatagramNote&) {}
};

struct EventLoopOptions {
  std::size_t frames_per_turn = 256;  // frames of one link, before the next link is served
  // Time that the loop looks for input before it sleeps, counted in this process's own time.
  // Between two looks it yields the processor. It leaves this out while it does not pay
  // (SpinPolicy, YieldPolicy). sensible_spin() in wait.hpp gives a value.
  Duration spin{0};
  // Longest delay of a frame of send_later(): later_per_link times the number of links that the
  // last flush for such frames served, at most later_max.
  Duration later_per_link = std::chrono::microseconds(100);
  Duration later_max = std::chrono::milliseconds(100);
};

class EventLoop {
 public:
  static Result<std::unique_ptr<EventLoop>> create(const EventLoopOptions& options = {});
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  // Ends the links without a callback and without a flush.
  ~EventLoop();

  // Serves the link from now on. The handler must stay alive until the link is removed or closed.
  LinkKey add(std::unique_ptr<Link> link, LinkHandler& handler);
  // Serves a waitable that is not a link. `serve` handles at most the given number of items (they
  // count as frames) and returns the number handled. The waitable never ends by itself: close()
  // removes it, even from inside `serve`.
  LinkKey add(std::unique_ptr<Waitable> waitable, std::function<std::size_t(std::size_t)> serve);
  // Removes the link from the loop and returns it, without a call of process_closed_link(). Returns
  // null for an unknown key. Inside receive_frame() of this link call close() instead.
  std::unique_ptr<Link> remove(LinkKey link);
  // Closes the link (Link::close) and forgets it, without a call of process_closed_link(). Allowed
  // anywhere. A waitable that is not a link is destroyed at the end of the turn.
  void close(LinkKey link);

  // Pauses or resumes reading from the link. A paused link still sends its queued frames; its peer
  // has to wait. If the peer is gone, the link is read to its end even while paused.
  void set_paused(LinkKey link, bool paused);

  // Looks at the link in the next turn, even if its descriptor is not ready. Called for a link with
  // a peer that wakes this process by other means than the link's bell (LinkBell::set_muted).
  void serve_in_next_turn(LinkKey link);

  // Returns the link, or null for an unknown key. For queries only (queued_bytes, peer); to send,
  // use send() below.
  [[nodiscard]] Link* find(LinkKey link);
  // Returns the number of links, without other waitables.
  [[nodiscard]] std::size_t link_count() const;

  // Sends a frame (Link::send). The link is flushed by the next flush() or run_once(). Ignores
  // unknown keys.
  void send(LinkKey link, std::span<const Bytes> parts);
  void send(LinkKey link, Bytes frame) { send(link, std::span<const Bytes>(&frame, 1)); }
  // Sends a frame that is not urgent, in order with send(). It leaves with the next frame that
  // send() puts on the link, or after the delay in the options. So frequent frames to very many
  // links cost a bounded share of the time.
  void send_later(LinkKey link, Bytes frame);
  // Sends a frame that may be lost (Link::send_unreliable). The lowest priority is dropped first.
  // With a key in `shared`, one multicast datagram may carry the frame to several links.
  void send_unreliable(LinkKey link, std::span<const Bytes> parts, Priority priority,
                       Shared shared = {});
  void send_unreliable(LinkKey link, Bytes frame, Priority priority = kUsualPriority,
                       Shared shared = {}) {
    send_unreliable(link, std::span<const Bytes>(&frame, 1), priority, shared);
  }
  // Flushes every link to which frames were sent, except for links with frames of send_later()
  // alone that may still wait.
  void flush();

  // Passes each accepted link to `on_accept` and each failure to `on_error`.
  void add_listener(std::unique_ptr<Listener> listener,
                    std::function<void(std::unique_ptr<Link>)> on_accept,
                    std::function<void(const Error&)> on_error);

  // Calls `on_readable` while the descriptor is readable (level-triggered). The caller keeps the
  // ownership of the descriptor.
  void add_descriptor(int descriptor, std::function<void()> on_readable);
  void remove_descriptor(int descriptor);

  // Calls `on_due` once, no earlier than `after` from now (steady clock).
  TimerKey add_timer(Duration after, std::function<void()> on_due);
  // Calls `on_due` repeatedly, each time `period` after the previous call.
  TimerKey add_periodic_timer(Duration period, std::function<void()> on_due);
  // Ignores a timer that has ended.
  void cancel_timer(TimerKey timer);

  // Sets a function that each turn calls after the work and before the flush, perhaps more than
  // once.
  void set_turn_end_callback(std::function<void()> call);

  // Runs one turn: flushes, waits for something to do for at most `timeout` (none: without limit;
  // zero: not at all), does it, flushes. Returns the number of frames and callbacks delivered. Zero
  // means that the time has passed or that a signal has arrived.
  std::size_t run_once(std::optional<Duration> timeout);

 private:
  class Impl;
  explicit EventLoop(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace triad::transport
