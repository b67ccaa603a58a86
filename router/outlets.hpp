// Host of a Router, of one federation. Called only from within calls of the Router. Must not call
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

  // Sends one complete record by a link; the bytes are valid during the call. Never refuses: the
  // host queues bytes that the link cannot take, and reports them by Router::record_backlog().
  virtual void send_record(LinkId to, wire::Bytes record) = 0;
  // Sends a record that is not urgent, as send_record() does. It may stay in the link's queue, in
  // order. It leaves with the next record sent by the link, or after a fraction of a second.
  virtual void send_later(LinkId to, wire::Bytes record) { send_record(to, record); }
  // Reports a log record for which this link needs no copy. The member's router has a copy and
  // distributes it.
  virtual void record_copy(LinkId /*to*/, wire::Bytes /*record*/) {}
  // Writes one complete record for all members that share memory, and wakes only `wakes`, or all
  // members if `wakes` is zero. The record is valid during the call. Never refuses.
  virtual void publish(wire::FederateHandle wakes, wire::Bytes record) = 0;
  // Wakes a member that shares memory, because published records concern it as well.
  virtual void wake(wire::FederateHandle member) = 0;
  // Wakes a member that shares memory so that it reads all records of others, also those that it
  // may have missed while it slept. kRtig: this process itself looks at all streams.
  virtual void wake_to_read_all(wire::FederateHandle member) { wake(member); }
  // Sends a complete record for a router below itself (`word`), not for its members. It is valid
  // during the call, and goes after all that was sent by the link. Returns false if the link has
  // ended.
  virtual bool send_to_router(LinkId /*router*/, wire::Bytes /*word*/) { return false; }
  // Returns a number higher than all returned before. It identifies a statement that a router below
  // answers.
  virtual std::uint64_t new_number() { return 0; }
  // Returns the name by which routers below know the federation.
  virtual std::string_view federation() const { return {}; }
  // Returns the time since any fixed moment.
  virtual std::chrono::milliseconds now() const = 0;
};

}  // namespace triad::router
