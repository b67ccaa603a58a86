// What a thread can wait for (wait.hpp, event_loop.hpp): it may have something to do, and it may
// hold bytes that have found no room yet. Links are waited for, and so are the two ends of a
// fabric.
//
// Rules for all calls: only the thread that owns the object makes them; none of them blocks; none
// throws.
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

  // One cheap look, for spinning: true when there is something to do. May read from the socket into
  // a buffer of its own.
  [[nodiscard]] virtual bool has_input() = 0;
  // has_input() makes no system call, so that a loop may look at every turn instead of sleeping.
  [[nodiscard]] virtual bool look_is_cheap() const = 0;
  // How many of those whom this one hears are awake just now, as far as it can see: where cores are
  // short a spin would keep them from theirs.
  [[nodiscard]] virtual std::size_t others_awake() const { return 0; }

  // Hands over everything written so far. What finds no room stays queued; call again when the
  // descriptor is ready.
  virtual void flush() = 0;
  // Bytes of the own queue, not yet accepted by the kernel or the shared memory.
  [[nodiscard]] virtual std::size_t queued_bytes() const = 0;

  // For epoll or poll: readable when there is something to do or flush() would get on, provided
  // that prepare_wait() was called and returned true. Owned by this object, the same number as long
  // as it is open, -1 afterwards. Not to be read or written by others.
  [[nodiscard]] virtual int descriptor() const = 0;
  // To be polled for reading beside descriptor(); -1: none (yet). It may come with anything that is
  // sent or received, and then stays the same number.
  [[nodiscard]] virtual int second_descriptor() const { return -1; }
  // Poll descriptor() for writability, too: there is a queue, and new room is told that way.
  [[nodiscard]] virtual bool wants_write() const = 0;

  // Before sleeping on descriptor(). False: there is input already (or room for what is queued), do
  // not sleep. True: the peers have been told to ring, so nothing that comes from now on is
  // overlooked. May stay so prepared as long as its owner does not look at it.
  [[nodiscard]] virtual bool prepare_wait() = 0;
  // After sleeping, or when it is to be polled instead: stop ringing. Harmless when not prepared.
  virtual void finish_wait() = 0;
  // A cheaper way to sleep, for so short a time that nobody minds what it does not hear: prepares,
  // sleeps and finishes, all in one. Empty: there is none, or not now. False: the time has come.
  [[nodiscard]] virtual std::optional<bool> wait_shortly(Clock::time_point /*until*/) {
    return std::nullopt;
  }
  // After a sleep that has shown which of its descriptors were ready. What was not may stay
  // prepared.
  virtual void finish_wait(bool /*first_ready*/, bool /*second_ready*/) { finish_wait(); }
};

}  // namespace triad::transport
