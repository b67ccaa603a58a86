// Fabric: one participant's end of a shared-memory fabric. It has its own outbox, which all others
// read, and reads the outboxes of all others. Its owner adds and removes the other participants
// (attach, detach). The owner also decides which programs may take part, and in which order
// messages of different participants are handled.
//
// One thread uses it. No call blocks or throws. basic_fabric.hpp and its parts explain the
// functions.
#pragma once

#include <memory>
#include <utility>

#include "transport/fabric/basic_fabric.hpp"
#include "transport/fabric/bell_page.hpp"
#include "transport/fabric/doorbell.hpp"
#include "transport/fabric/outbox.hpp"
#include "transport/fabric/process_room.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

struct FabricOptions {
  std::size_t outbox_bytes = std::size_t{1} << 20;
  std::size_t message_bytes_max = std::size_t{64} << 20;
};

// Descriptors that others need to reach a participant: its outbox and its doorbell.
struct FabricEndpoint {
  UniqueFd memory;
  UniqueFd doorbell;
};

extern template class Ringer<Outbox, Doorbell, BellPage>;
extern template class LogSet<Outbox, Doorbell, BellPage>;
extern template class Looks<Outbox, Doorbell, BellPage>;
extern template class BasicFabric<Outbox, Doorbell, BellPage>;

// Number of other participants above which selective scans are cheaper than scans of all of them
// (docs/performance.md, "Optional parts").
inline constexpr std::size_t kFullScanMax = 64;

class Fabric final : public BasicFabric<Outbox, Doorbell, BellPage> {
 public:
  static Result<std::unique_ptr<Fabric>> create(const FabricOptions& options);

  // Set up the bell page of the fabric (set_bells()), before attach(). The coordinator makes it and
  // passes the returned descriptor to each newcomer, which opens it. The descriptor is invalid if
  // this kernel has no futex_waitv.
  Result<UniqueFd> make_bells();
  Result<void> open_bells(const UniqueFd& memory);

  // Returns the endpoint to pass to the others.
  const FabricEndpoint& endpoint() const { return own_endpoint_; }

  Result<void> attach(ParticipantId id, Slot slot, FabricEndpoint endpoint, std::uint64_t read_from,
                      std::uint64_t they_read_from);

  // Returns the descriptor to sleep on between prepare_wait() and finish_wait().
  int descriptor() const { return own_doorbell_.descriptor(); }
  // Ends a sleep. `is_rung`: the descriptor is readable, or has not been polled.
  void finish_wait(bool is_rung = true) { BasicFabric::finish_wait(is_rung, drainer()); }
  bool prepare_brief_wait() { return BasicFabric::prepare_brief_wait(drainer()); }
  void finish_brief_wait() { BasicFabric::finish_brief_wait(drainer()); }
  void apply_rings() { BasicFabric::apply_rings(drainer()); }
  // Returns whether another participant has shut down this one's doorbell, which a timer rings
  // since then.
  bool is_doorbell_shut() const { return own_doorbell_.is_shut(); }

 private:
  Fabric(std::unique_ptr<Outbox> own, std::size_t message_bytes_max, FabricEndpoint own_endpoint,
         OwnDoorbell own_doorbell)
      : BasicFabric(std::move(own), message_bytes_max),
        own_endpoint_(std::move(own_endpoint)),
        own_doorbell_(std::move(own_doorbell)),
        first_pages_(FirstPages::create(kSlots)) {}

  struct Drainer {
    OwnDoorbell& doorbell;
    Ringers operator()() const { return doorbell.drain(); }
  };
  Drainer drainer() { return {own_doorbell_}; }

  const FabricInUse in_use_;
  FabricEndpoint own_endpoint_;
  OwnDoorbell own_doorbell_;
  const std::shared_ptr<FirstPages> first_pages_;  // null: no addresses were left
};

}  // namespace triad::transport
