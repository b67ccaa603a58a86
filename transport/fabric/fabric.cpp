// See fabric.hpp.
#include "transport/fabric/fabric.hpp"

namespace triad::transport {

template class BasicFabric<Outbox, Doorbell>;

Result<std::unique_ptr<Fabric>> Fabric::create(const FabricOptions& options) {
  FabricEndpoint endpoint;
  auto outbox = Outbox::create(options.outbox_bytes, endpoint.memory);
  if (!outbox) return outbox.error();
  auto doorbell = OwnDoorbell::create();
  if (!doorbell) return doorbell.error();
  endpoint.memory.close_in_children();
  endpoint.doorbell = std::move(doorbell->for_others());
  return std::unique_ptr<Fabric>(new Fabric(std::move(*outbox), options.message_bytes_max,
                                            std::move(endpoint), std::move(*doorbell)));
}

Result<void> Fabric::attach(ParticipantId id, Slot slot, FabricEndpoint endpoint,
                            std::uint64_t read_from, std::uint64_t they_read_from) {
  auto doorbell = Doorbell::open(std::move(endpoint.doorbell));
  if (!doorbell) return doorbell.error();
  auto outbox = Outbox::open(endpoint.memory);
  if (!outbox) return outbox.error();
  return BasicFabric::attach(id, slot, std::move(*doorbell), std::move(*outbox), read_from,
                             they_read_from);
}

void Fabric::finish_wait(bool is_rung) {
  prepared_ = false;
  BasicFabric::finish_wait(is_rung ? own_doorbell_.silence() : RungBy());
  has_heeded_ = true;
}

void Fabric::heed_rings() {
  if (prepared_ || !looks_selectively() || std::exchange(has_heeded_, false)) return;
  heed(own_doorbell_.silence());
}

}  // namespace triad::transport
