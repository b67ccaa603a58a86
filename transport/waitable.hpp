// Waitable: an object that a thread can wait for (wait.hpp, event_loop.hpp). It may have input, and
// it may hold output that has found no room yet. Links and the ends of a fabric are waitables. A
// peer "rings" when it makes the descriptor of a sleeping object readable.
//
// All calls: only the thread that owns the object makes them; none throws; none blocks, except
// wait_shortly().
#pragma once

#include <cstddef>
#include <optional>

#include "transport/link_options.hpp"

namespace triad::transport {

class Waitable {
 public:
  Waitable() = default;
  Waitable(const Waitable&) = delete;
  Waitable& operator=(const Waitable&) = delete;
  virtual ~Waitable() = default;

  // Returns whether there is something to do. Cheap, for spinning. May read from the socket into
  // the object's own buffer.
  [[nodiscard]] virtual bool has_input() = 0;
  // Returns whether has_input() makes no system call. Then a loop may look in every turn instead of
  // sleeping.
  [[nodiscard]] virtual bool is_poll_cheap() const = 0;
  // Returns the number of processes that send to this object and are awake. If cores are few, the
  // owner yields while it spins, because it would take a core from them. kUnknownCount: the object
  // cannot see how many processes its peer waits for.
  [[nodiscard]] virtual std::size_t awake_others_count() const { return 0; }
  static constexpr std::size_t kUnknownCount = 1U << 16;

  // Hands over everything written so far. Bytes that find no room stay queued; the caller calls
  // again when the descriptor is ready.
  virtual void flush() = 0;
  // Returns the bytes in the object's own queue, which the kernel or the shared memory has not
  // accepted yet.
  [[nodiscard]] virtual std::size_t queued_bytes() const = 0;

  // Returns a descriptor for epoll or poll. It is readable when there is something to do or when
  // flush() would make progress, provided that prepare_wait() has returned true. The object owns
  // it; the number stays the same while the object is open, and is -1 afterwards. Callers neither
  // read nor write it.
  [[nodiscard]] virtual int descriptor() const = 0;
  // Returns another descriptor to poll for reading, or -1 if there is none (yet): the UDP socket or
  // the timer of a TCP link, or the doorbell of a fabric. It may appear with any frame that is sent
  // or received; its number then stays the same.
  [[nodiscard]] virtual int second_descriptor() const { return -1; }
  // Returns whether to poll descriptor() for writability too: there is a queue, and the descriptor
  // signals new room that way.
  [[nodiscard]] virtual bool wants_write() const = 0;

  // Prepares for a sleep on descriptor(). Returns false if there is already input, or room for
  // queued bytes: then do not sleep. True: the peers ring from now on, so no later input is missed.
  // The object may stay prepared as long as its owner does not look at it.
  [[nodiscard]] virtual bool prepare_wait() = 0;
  // Stops the peers from ringing, after a sleep or before the owner looks again. Harmless if not
  // prepared.
  virtual void finish_wait() = 0;
  // Sleeps briefly in a cheaper way, during which some events (such as the end of a link) are not
  // noticed. Prepares, sleeps and finishes in one call. Returns nullopt if there is no such way, or
  // not now; false if `until` has passed; true if a peer has woken it.
  [[nodiscard]] virtual std::optional<bool> wait_shortly(Clock::time_point /*until*/) {
    return std::nullopt;
  }
  // Ends a sleep that has shown which of the two descriptors were ready. An object with two parts,
  // one for each descriptor, may leave a part prepared that was not ready.
  virtual void finish_wait(bool /*first_ready*/, bool /*second_ready*/) { finish_wait(); }
};

}  // namespace triad::transport
