// Interface to the program of a router below the RTIG's: links to clients and lower routers, the
// link to the router above, and links to peers. router::Relay and router::Switch call it.
#pragma once

#include <cstdint>
#include <string_view>

#include "router/client_links.hpp"
#include "router/fabric_id.hpp"
#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "router/neighbour_router.hpp"
#include "wire/record.hpp"

namespace triad::router {

// Called from within calls of a Relay only. Must not call back, except from read_segment().
class RelayHost : public ClientLinks {
 public:
  // Sends a frame in two parts to the router nearer to the RTIG; valid during the call.
  virtual void send_to_upper(wire::Bytes prefix, wire::Bytes record) = 0;
  // Records that the way up leads to the RTIG, or that the router above has lost its own.
  virtual void record_way(bool /*leads_to_rtig*/) {}
  // Records that the peer is cut off, for this reason, until Relay::readmit() is called.
  virtual void record_peer_cut_off(PeerIndex, std::string_view /*why*/) {}
  // Sends a frame in two parts to a peer with a link that is up; valid during the call.
  virtual void send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) = 0;
  // Handles a peer's word of the overlay. Returns the fault of a wrong word.
  virtual Fault receive_overlay_record(PeerIndex, const wire::Record&) {
    return "a record of an overlay that this router does not belong to";
  }
  // Calls Relay::receive_from_segment() for each record that members have written there so far.
  virtual void read_segment(FabricId) {}
};

}  // namespace triad::router
