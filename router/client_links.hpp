// Interface to the clients of a program, for the RTIG and for router::Relay: clients with a link to
// the program, clients that share its memory, and clients of routers below. The program, called the
// host, implements it (router/program/program_host.hpp). It must not call back.
#pragma once

#include <string_view>

#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "router/notice.hpp"
#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/handles.hpp"

namespace triad::router {

class ClientLinks {
 public:
  virtual ~ClientLinks() = default;

  // Sends one complete record, valid during the call. Never refuses: the host queues the bytes that
  // the link cannot take.
  virtual void send_record(LinkId client, wire::Bytes record) = 0;
  // Flushes the records sent before, then ends the link, without a call of Sink::remove_client().
  // The reason is a text for users.
  virtual void disconnect(LinkId client, std::string_view reason) = 0;
  // Handles a notice, and passes it on to the routers below that it concerns.
  virtual void notify(const Notice&) {}
  // Returns the router below that has the client's link, or none. That router forwards data between
  // its clients itself (RecordClass::local_data).
  virtual LinkId router_of(LinkId) const { return {}; }
  // Sends a complete record (`word`) for a router below itself, not for its members. It is valid
  // during the call and follows all earlier records on the link. Returns false if the link has
  // ended.
  virtual bool send_to_router(LinkId /*router*/, wire::Bytes /*word*/) { return false; }
  // Returns the number of best-effort records dropped on the way to and from the client.
  virtual wire::BestEffortLosses best_effort_losses(LinkId) { return {}; }

  // --- Shared memory of a federation's members on this machine. Each reads the records of all
  // others and of the host.

  // Adds a member. Returns false if the member offers no memory or cannot be added; the log has the
  // reason.
  virtual bool add_to_fabric(FabricId, std::string_view /*federation*/, LinkId,
                             wire::FederateHandle) {
    return false;
  }
  // Removes a member. Does nothing if the member was removed before.
  virtual void remove_from_fabric(FabricId, wire::FederateHandle) {}
  // Removes all members.
  virtual void end_fabric(FabricId) {}
  // Writes one complete record for all members of the fabric and wakes `to`, or all members if `to`
  // is empty. The record is valid during the call. Never refuses.
  virtual void publish(FabricId, wire::FederateHandle /*to*/, wire::Bytes /*record*/) {}

  // Writes a warning to the log.
  virtual void log_warning(std::string_view line) = 0;
};

}  // namespace triad::router
