// One participant's end of a shared-memory fabric: its own outbox, which all others read, and all
// others' outboxes, which it reads. Whoever takes part is told to it (attach, detach); who may, and
// in which order messages of different participants are taken, is for its owner to know.
//
// One thread uses it. No call blocks or throws. basic_fabric.hpp has the operations.
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

// What others need of a participant: its outbox, and what wakes it.
struct FabricEndpoint {
  UniqueFd memory;
  UniqueFd doorbell;
};

extern template class BasicFabric<Outbox, Doorbell, BellPage>;

// Where there are more others than this, looks at all of them cost more than rings by name: who may
// looks selectively.
inline constexpr std::size_t kLooksAtAllMax = 12;

class Fabric final : public BasicFabric<Outbox, Doorbell, BellPage> {
 public:
  static Result<std::unique_ptr<Fabric>> create(const FabricOptions& options);

  // The words by which all of one fabric wake each other (ring_by): made by the coordinator, who
  // passes what is returned to each newcomer; invalid where this machine has no such words. Before
  // anything is attached.
  Result<UniqueFd> make_bells();
  Result<void> open_bells(const UniqueFd& memory);

  // To be passed to the others.
  const FabricEndpoint& endpoint() const { return own_endpoint_; }

  Result<void> attach(ParticipantId id, Slot slot, FabricEndpoint endpoint, std::uint64_t read_from,
                      std::uint64_t they_read_from);

  // What to sleep on between prepare_wait() and finish_wait().
  int descriptor() const { return own_doorbell_.descriptor(); }
  // `is_rung`: the descriptor is readable, or nobody has looked.
  void finish_wait(bool is_rung = true) { BasicFabric::finish_wait(is_rung, silence()); }
  bool prepare_short_wait() { return BasicFabric::prepare_short_wait(silence()); }
  void finish_short_wait() { BasicFabric::finish_short_wait(silence()); }
  void heed_rings() { BasicFabric::heed_rings(silence()); }
  // Somebody who takes part has shut this one's doorbell down; it looks by the clock since then.
  bool is_doorbell_shut() const { return own_doorbell_.is_shut(); }

 private:
  Fabric(std::unique_ptr<Outbox> own, std::size_t message_bytes_max, FabricEndpoint own_endpoint,
         OwnDoorbell own_doorbell)
      : BasicFabric(std::move(own), message_bytes_max),
        own_endpoint_(std::move(own_endpoint)),
        own_doorbell_(std::move(own_doorbell)),
        first_pages_(FirstPages::create(kSlots)) {}

  struct Silence {
    OwnDoorbell& doorbell;
    RungBy operator()() const { return doorbell.silence(); }
  };
  Silence silence() { return {own_doorbell_}; }

  const FabricInUse in_use_;
  FabricEndpoint own_endpoint_;
  OwnDoorbell own_doorbell_;
  const std::shared_ptr<FirstPages> first_pages_;  // null: there are none
};

}  // namespace triad::transport
