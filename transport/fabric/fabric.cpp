// See fabric.hpp.
#include "transport/fabric/fabric.hpp"

namespace triad::transport {

template class Ringer<Outbox, Doorbell, BellPage>;
template class LogSet<Outbox, Doorbell, BellPage>;
template class Looks<Outbox, Doorbell, BellPage>;
template class BasicFabric<Outbox, Doorbell, BellPage>;

Result<std::unique_ptr<Fabric>> Fabric::create(const FabricOptions& options) {
  FabricEndpoint endpoint;
  auto outbox = Outbox::create(options.outbox_bytes, endpoint.memory);
  if (!outbox) return outbox.error();
  auto doorbell = OwnDoorbell::create();
  if (!doorbell) return doorbell.error();
  endpoint.memory.close_in_children();
  endpoint.doorbell = std::move(doorbell->sender_end());
  return std::unique_ptr<Fabric>(new Fabric(std::move(*outbox), options.message_bytes_max,
                                            std::move(endpoint), std::move(*doorbell)));
}

Result<void> Fabric::attach(ParticipantId id, Slot slot, FabricEndpoint endpoint,
                            std::uint64_t read_from, std::uint64_t they_read_from) {
  auto doorbell = Doorbell::open(std::move(endpoint.doorbell));
  if (!doorbell) return doorbell.error();
  auto outbox = Outbox::open(endpoint.memory, first_pages_.get());
  if (!outbox) return outbox.error();
  return BasicFabric::attach(id, slot, std::move(*doorbell), std::move(*outbox), read_from,
                             they_read_from);
}

Result<UniqueFd> Fabric::make_bells() {
  UniqueFd memory;
  if (!BellPage::is_possible()) return memory;
  auto made = BellPage::create(memory);
  if (!made) return made.error();
  memory.close_in_children();
  set_bells(std::move(*made));
  return memory;
}

Result<void> Fabric::open_bells(const UniqueFd& memory) {
  auto opened = BellPage::open(memory);
  if (!opened) return opened.error();
  set_bells(std::move(*opened));
  return {};
}

}  // namespace triad::transport
