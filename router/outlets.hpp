// What the host of a Router does for it. Called only from within calls of the Router; must not call
// back.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/handles.hpp"

namespace triad::router {

class Outlets {
 public:
  virtual ~Outlets() = default;

  // One complete record for one link; the bytes are valid during the call. Never refuses: what the
  // link cannot take at once the host queues, and says so by Router::on_backlog().
  virtual void send(LinkId to, wire::Bytes record) = 0;
  // As send(), for what nobody waits for there: it may stay in the link's queue, in its place,
  // until something else is sent by it, or a fraction of a second has passed.
  virtual void send_later(LinkId to, wire::Bytes record) { send(to, record); }
  // One complete record for all members that share memory, of whom `wakes` alone is woken (nobody
  // in particular: all are); valid during the call. Never refuses.
  virtual void publish(wire::FederateHandle wakes, wire::Bytes record) = 0;
  // Wakes one that shares memory, for what was published concerns it, too.
  virtual void wake(wire::FederateHandle member) = 0;
  // So that it reads all that others have written there, too, over which it may have slept.
  virtual void wake_to_read_all(wire::FederateHandle member) { wake(member); }
  // A complete record for a router below itself, behind all that was sent by its link; valid during
  // the call. False: the link has ended.
  virtual bool send_to_router(LinkId /*router*/, wire::Bytes /*word*/) { return false; }
  // A higher number than all before it, for what a router below answers.
  virtual std::uint64_t new_number() { return 0; }
  // By which routers below know the federation.
  virtual std::string_view federation() const { return {}; }
  // What time it is, from any beginning.
  virtual std::chrono::milliseconds now() const = 0;
};

}  // namespace triad::router
