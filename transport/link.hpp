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
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "transport/error.hpp"
#include "transport/lane.hpp"

namespace triad::transport {

class DescriptorPort;

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

class Link {
 public:
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  // Closes.
  virtual ~Link() = default;

  // Appends one frame: the parts one behind the other (header, payload...). The parts may be reused
  // when the call returns. Never fails for want of room: what the peer's socket or ring cannot take
  // stays in this link's own queue, and it is the caller who bounds it by looking at
  // queued_bytes(). The peer may see the frame at once and sees it after flush() at the latest, as
  // far as there is room. A frame beyond frame_bytes_max() closes the link. Without
  // effect once the link is closed.
  virtual void send(std::span<const Bytes> parts) = 0;
  void send(Bytes frame) { send(std::span<const Bytes>(&frame, 1)); }

  // As send(), and in order with it, but the frame may be lost: on the way, or because something
  // sent later has overtaken it. Where the backend has a lane for that (lane.hpp), once the peer
  // agrees.
  virtual void send_loose(std::span<const Bytes> parts) { send(parts); }
  void send_loose(Bytes frame) { send_loose(std::span<const Bytes>(&frame, 1)); }
  // What the peer is to be told of lanes; to be asked for after send_loose() and receive(), until
  // there is none. And what the peer told.
  [[nodiscard]] virtual std::optional<LaneNote> next_lane_note() { return std::nullopt; }
  virtual void on_lane_note(const LaneNote&) {}
  // To be polled for reading beside descriptor(); -1: none (yet). Asked again after receive().
  [[nodiscard]] virtual int loose_descriptor() const { return -1; }
  // How many loose frames were lost here, as far as this end knows.
  [[nodiscard]] virtual std::uint64_t loose_dropped() const { return 0; }
  // Once: a line for people, of a lane that does not come about.
  [[nodiscard]] virtual std::optional<std::string> lane_trouble() { return std::nullopt; }

  // Hands over everything sent so far: one system call (tcp), or one look at the peer's asleep flag
  // (shm, memory). What finds no room stays queued; call again when the descriptor is ready.
  virtual void flush() = 0;

  // Bytes of the own queue, not yet accepted by the kernel or the ring.
  [[nodiscard]] virtual std::size_t queued_bytes() const = 0;

  // Delivers at most `frames_max` frames that have arrived, and returns how many. The work of one
  // call is bounded. A link whose peer is gone first delivers what had arrived, then closes; so
  // look at is_open() after a call.
  virtual std::size_t receive(FrameSink& sink, std::size_t frames_max) = 0;
  // As receive(), but delivers every frame that had arrived when it was called, those included that
  // the kernel or the ring still holds. What comes meanwhile does not prolong it.
  virtual std::size_t receive_arrived(FrameSink& sink) {
    return receive(sink, std::numeric_limits<std::size_t>::max());
  }

  // One cheap look, for spinning: true when receive() has something to do, that is to deliver a
  // frame or to report the end. May read from the socket into the link's own buffer.
  [[nodiscard]] virtual bool has_input() = 0;

  // has_input() makes no system call, so that a loop may look at every turn instead of sleeping.
  [[nodiscard]] virtual bool look_is_cheap() const = 0;
  // How many of those whom this one hears are awake just now, as far as it can see: where cores are
  // short a spin would keep them from theirs.
  [[nodiscard]] virtual std::size_t others_awake() const { return 0; }

  // False from close(), or from the receive(), send() or flush() that found the link broken.
  [[nodiscard]] virtual bool is_open() const = 0;
  // Why the link is closed, e.g. "tcp 127.0.0.1:51234: the peer closed the connection". Code::none
  // while it is open.
  [[nodiscard]] virtual const Error& close_reason() const = 0;
  // Flushes once, then closes. What was still queued after that is dropped: whoever wants all of it
  // to arrive waits for queued_bytes() == 0 first. The peer receives all that was handed over.
  virtual void close() = 0;

  // From now on, for what the peer may send and for what send() takes: both begin as
  // LinkOptions::frame_bytes_max.
  virtual void limit_frames(std::size_t /*received_max*/, std::size_t /*sent_max*/) {}
  // The longest frame that send() takes.
  [[nodiscard]] virtual std::size_t frame_bytes_max() const { return SIZE_MAX; }
  // A frame that has begun to come and is not complete: which one, counted from 1 (0: there is
  // none), and how much of it is here.
  struct BegunFrame {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  [[nodiscard]] virtual BegunFrame begun_frame() const { return {}; }
  // The memory that its buffers take in both directions.
  [[nodiscard]] virtual std::size_t held_bytes() const { return queued_bytes(); }

  // For epoll or poll: readable when receive() or flush() has something to do, provided that
  // prepare_wait() was called and returned true; also ready when the peer is gone. Owned by the
  // link, the same number until it closes, -1 afterwards. Not to be read or written by others.
  [[nodiscard]] virtual int descriptor() const = 0;
  // Poll for writability, too: there is a queue, and this backend learns of new room that way.
  [[nodiscard]] virtual bool wants_write() const = 0;

  // Before sleeping on descriptor(). False: there is input already (or room for what is queued), do
  // not sleep. True: the peer has been told to ring, so nothing that comes from now on is
  // overlooked. A link may stay so prepared as long as its owner does not look at it.
  [[nodiscard]] virtual bool prepare_wait() = 0;
  // After sleeping, or when a prepared link is to be polled instead: stop ringing. Harmless when
  // not prepared.
  virtual void finish_wait() = 0;

  // For descriptors; null where none can be passed. As long as the link lives.
  [[nodiscard]] virtual DescriptorPort* descriptor_port() { return nullptr; }

  // The peer for people: "tcp 127.0.0.1:51234", "shm pid 4711", "memory NAME".
  [[nodiscard]] virtual const std::string& peer() const = 0;
};

}  // namespace triad::transport
