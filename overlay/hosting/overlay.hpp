// A router's part in an overlay (docs/mesh.md, "Overlay across sites"): the only header of
// this folder for router programs. A program that was built without overlays
// (TRIAD_WITH_OVERLAY=OFF) has the same function; it returns an error.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "router/best_effort_relays.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::overlay {

class RouterOverlay {
 public:
  // Interval at which process_timers() must be called.
  static constexpr std::chrono::milliseconds kTick{100};

  virtual ~RouterOverlay() = default;
  // Returns the router's best effort; lives as long as this object.
  virtual router::BestEffortRelays& relays() = 0;
  virtual void start() = 0;
  virtual void record_link_state(router::PeerIndex peer, bool is_up) = 0;
  // Handles a peer's record of the overlay. Returns the fault of a wrong record.
  virtual router::Fault receive_record(router::PeerIndex from, const wire::Record& record) = 0;
  virtual void process_timers() = 0;
  virtual wire::OverlayInfo info() const = 0;
};

using SendToPeer = std::function<void(router::PeerIndex peer, wire::Bytes record)>;

// Makes the part of a router of an overlay (`mesh.overlay` is set). A `key_file` that is not empty
// overrides the mesh's private key file. The log must outlive the result. Returns an error with
// text if the key or the registry's file cannot be read.
wire::Result<std::unique_ptr<RouterOverlay>> join_overlay(const router::MeshPlace& mesh,
                                                          const std::string& key_file,
                                                          SendToPeer send, router::Log& log);

}  // namespace triad::overlay
