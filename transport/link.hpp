// A link moves frames (byte strings, nothing of HLA) to and from one peer: ordered, each exactly
// once, or the link is closed with a reason. Backends: tcp, shm, memory (connect.hpp makes them,
// event_loop.hpp serves many, wait.hpp waits on one).
//
// A link belongs to the process that made it: a forked child closes its copies of the descriptors
// at once, and neither uses nor destroys the link.
//
// Rules for all calls: only the thread that owns the link makes them; none of them blocks; none
// throws. Different links may belong to different threads, also the two ends of a memory link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "transport/link_capabilities.hpp"
#include "transport/priority.hpp"
#include "transport/transport_error.hpp"
#include "transport/waitable.hpp"

namespace triad::transport {

// One frame, or one part of a frame that is still being put together.
using Bytes = std::span<const std::byte>;

// Takes received frames. Called from inside receive() only.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  // The view is valid during the call only. May call send(), flush() and close() of any link, also
  // of this one (after close() no further frame is delivered); must not call receive() of this link
  // and must not destroy it.
  virtual void on_frame(Bytes frame) = 0;
};

class Link : public Waitable {
 public:
  // Destroying a link closes it.

  // Appends one frame: the parts one behind the other (header, payload...). The parts may be reused
  // when the call returns. Never fails for want of room: what the peer's socket or ring cannot take
  // stays in this link's own queue, and it is the caller who bounds it by looking at
  // queued_bytes(). The peer may see the frame at once and sees it after flush() at the latest, as
  // far as there is room. A frame beyond frame_bytes_max() closes the link. Without
  // effect once the link is closed.
  virtual void send(std::span<const Bytes> parts) = 0;
  void send(Bytes frame) { send(std::span<const Bytes>(&frame, 1)); }

  // Sends one frame that may be lost, in order with send(): by the datagram channel if there is one
  // (which see for the key), else by the link's queue, where limit_unreliable() lets it be dropped.
  void send_unreliable(std::span<const Bytes> parts, Priority priority = kUsualPriority,
                       Shared shared = {}) {
    if (capabilities_.datagrams != nullptr) {
      capabilities_.datagrams->send(parts, priority, shared);
    } else {
      send_droppable(parts, priority);
    }
  }
  void send_unreliable(Bytes frame, Priority priority = kUsualPriority, Shared shared = {}) {
    send_unreliable(std::span<const Bytes>(&frame, 1), priority, shared);
  }
  // Sends it by the link's own queue in any case.
  void send_droppable(std::span<const Bytes> parts, Priority priority) {
    if (capabilities_.dropping != nullptr) {
      capabilities_.dropping->send_droppable(parts, priority);
    } else {
      send(parts);
    }
  }
  void limit_unreliable(const UnreliableLimits& limits) {
    if (capabilities_.dropping != nullptr) capabilities_.dropping->limit_unreliable(limits);
  }
  [[nodiscard]] LossCounts losses() const {
    return capabilities_.dropping == nullptr ? LossCounts{} : capabilities_.dropping->losses();
  }

  // Delivers at most `frames_max` frames that have arrived, and returns how many. The work of one
  // call is bounded. A link whose peer is gone first delivers what had arrived, then closes; so
  // look at is_open() after a call.
  virtual std::size_t receive(FrameSink& sink, std::size_t frames_max) = 0;
  // Whether the last look left nothing that had come by then but what receive() has not delivered
  // for its limit. False: perhaps not.
  [[nodiscard]] virtual bool is_drained() const { return false; }
  // As receive(), but delivers every frame that had arrived when it was called, those included that
  // the kernel or the ring still holds. What comes meanwhile does not prolong it.
  virtual std::size_t receive_arrived(FrameSink& sink) {
    return receive(sink, std::numeric_limits<std::size_t>::max());
  }

  // False from close(), or from the receive(), send() or flush() that found the link broken. A link
  // that is closed has input and no descriptor.
  [[nodiscard]] bool is_open() const { return close_reason().code == Error::Code::none; }
  // Why the link is closed, e.g. "tcp 127.0.0.1:51234: the peer closed the connection". Code::none
  // while it is open.
  [[nodiscard]] virtual const Error& close_reason() const = 0;
  // Flushes once, then closes. Frames that are still queued after that are dropped, and a peer that
  // goes on sending may lose the frames before them. To make all frames arrive, wait for
  // has_delivered() first.
  virtual void close() = 0;
  // Whether the peer's machine has received all bytes of the frames sent so far. No descriptor
  // becomes ready when this changes.
  [[nodiscard]] virtual bool has_delivered() const { return queued_bytes() == 0; }

  // From now on, for what the peer may send and for what send() takes: both begin as
  // LinkOptions::frame_bytes_max.
  virtual void limit_frames(std::size_t received_max, std::size_t sent_max) = 0;
  // The longest frame that send() takes.
  [[nodiscard]] virtual std::size_t frame_bytes_max() const = 0;
  // A frame that has begun to come and is not complete: which one, counted from 1 (0: there is
  // none), and how much of it is here.
  struct BegunFrame {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  [[nodiscard]] virtual BegunFrame begun_frame() const = 0;
  // The memory that its buffers take in both directions.
  [[nodiscard]] virtual std::size_t held_bytes() const = 0;

  // What this link can do besides.
  [[nodiscard]] const LinkCapabilities& capabilities() const { return capabilities_; }

  // The peer for people: "tcp 127.0.0.1:51234", "shm pid 4711", "memory NAME".
  [[nodiscard]] virtual const std::string& peer() const = 0;

 protected:
  LinkCapabilities capabilities_;
};

}  // namespace triad::transport
