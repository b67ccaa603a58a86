// Link: an ordered, reliable connection to one peer. It carries frames, which are byte strings
// without any meaning here. Each frame arrives exactly once and in order, or the link closes with a
// reason. connect.hpp makes links (tcp, tls, shm, memory), event_loop.hpp serves many, wait.hpp
// waits for one.
//
// A link belongs to the process that made it. A forked child closes its copies of the descriptors
// at once and neither uses nor destroys the link.
//
// All calls: only the thread that owns the link makes them; none blocks; none throws. Different
// links may belong to different threads, even the two ends of a memory link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "policy/principal.hpp"
#include "transport/link_capabilities.hpp"
#include "transport/priority.hpp"
#include "transport/transport_error.hpp"
#include "transport/waitable.hpp"

namespace triad::transport {

// The bytes of a frame, or of a part of one.
using Bytes = std::span<const std::byte>;

// Receiver of frames. Called only from inside Link::receive().
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  // Handles one frame. The view is valid during the call only. May call send(), flush() and close()
  // of any link, including this one; after close() no further frame is delivered. Must not call
  // receive() of this link and must not destroy it.
  virtual void receive_frame(Bytes frame) = 0;
};

class Link : public Waitable {
 public:
  // Destroying a link closes it.

  // Appends one frame: the parts in sequence (header, payload...). The caller may reuse the parts
  // when the call returns. Never fails for lack of room: the rest stays in the link's own queue,
  // which the caller bounds (queued_bytes()). The peer may see the frame at once, and sees it after
  // flush() at the latest if there is room. A frame longer than frame_bytes_max() closes the link.
  // Has no effect on a closed link.
  virtual void send(std::span<const Bytes> parts) = 0;
  void send(Bytes frame) { send(std::span<const Bytes>(&frame, 1)); }

  // Sends one frame that may be lost, in order with send(). Uses the datagram channel if there is
  // one (DatagramChannel::send explains `shared`). Otherwise the frame enters the link's queue,
  // where limit_unreliable() allows the link to drop it.
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
  // Sends one frame that may be lost through the link's own queue, never as a datagram.
  void send_droppable(std::span<const Bytes> parts, Priority priority) {
    if (capabilities_.dropping != nullptr) {
      capabilities_.dropping->send_droppable(parts, priority);
    } else {
      send(parts);
    }
  }
  // Limits the link's queue (DroppingQueue). Without effect if the link cannot drop frames.
  void limit_unreliable(const UnreliableLimits& limits) {
    if (capabilities_.dropping != nullptr) capabilities_.dropping->limit_unreliable(limits);
  }
  // Returns the number of frames that this end has dropped, by priority.
  [[nodiscard]] LossCounts losses() const {
    return capabilities_.dropping == nullptr ? LossCounts{} : capabilities_.dropping->losses();
  }

  // Delivers at most `frames_max` frames that have arrived, and returns their number. The work of
  // one call is bounded. If the peer has closed the link, the calls first deliver all frames that
  // arrived before the end; then the link closes. So the caller checks is_open() after each call.
  virtual std::size_t receive(FrameSink& sink, std::size_t frames_max) = 0;
  // Returns true if the last receive() or has_input() took all arrived bytes. receive_arrived()
  // does not change it. Frames that receive() left because of its limit do not count as unread.
  // False means unknown.
  [[nodiscard]] virtual bool is_drained() const { return false; }
  // Delivers every frame that had arrived when the call began, including frames that the kernel or
  // the ring still holds. Frames that arrive during the call do not prolong it.
  virtual std::size_t receive_arrived(FrameSink& sink) {
    return receive(sink, std::numeric_limits<std::size_t>::max());
  }

  // Returns false after close(), or after the receive(), send() or flush() that found the link
  // broken. A closed link has input and no descriptor.
  [[nodiscard]] bool is_open() const { return close_reason().code == Error::Code::none; }
  // Returns why the link is closed, such as "tcp 127.0.0.1:51234: the peer closed the connection".
  // The code is Code::none while the link is open.
  [[nodiscard]] virtual const Error& close_reason() const = 0;
  // Flushes once, then closes. Frames still queued after that are dropped. If the peer is still
  // sending, it may also lose frames that were sent earlier. To make all frames arrive, wait for
  // has_delivered() first.
  virtual void close() = 0;
  // Returns whether the peer's machine has received all bytes of the frames sent so far. No
  // descriptor becomes ready when this changes.
  [[nodiscard]] virtual bool has_delivered() const { return queued_bytes() == 0; }

  // Sets the longest frames that the peer may send and that send() takes, from now on. Both limits
  // begin as LinkOptions::frame_bytes_max.
  virtual void limit_frames(std::size_t received_max, std::size_t sent_max) = 0;
  // Returns the length of the longest frame that send() takes.
  [[nodiscard]] virtual std::size_t frame_bytes_max() const = 0;
  // An incomplete frame: its number, counted from 1 (0: there is none), and the bytes of it that
  // have arrived.
  struct IncompleteFrame {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  [[nodiscard]] virtual IncompleteFrame incomplete_frame() const = 0;
  // Returns the bytes of memory that the link's buffers take in both directions.
  [[nodiscard]] virtual std::size_t held_bytes() const = 0;

  // Returns the optional capabilities of this link.
  [[nodiscard]] const LinkCapabilities& capabilities() const { return capabilities_; }

  // Returns a readable name of the peer: "tcp 127.0.0.1:51234",
  // "tls 127.0.0.1:51234", "shm pid 4711", "memory NAME".
  [[nodiscard]] virtual const std::string& peer() const = 0;
  // Returns the identity that the peer has proved. Ends that connect over shm know none.
  [[nodiscard]] const policy::Principal& principal() const { return principal_; }
  // Sets the identity that the peer has proved. Called once by the maker of the link.
  void set_principal(policy::Principal principal) { principal_ = std::move(principal); }
  // Returns the peer and its identity, for people: "tls 127.0.0.1:51234 as user anna".
  [[nodiscard]] std::string description() const {
    return principal().is_anonymous() ? peer() : peer() + " as " + principal().text();
  }

 protected:
  LinkCapabilities capabilities_;

 private:
  policy::Principal principal_;
};

}  // namespace triad::transport
