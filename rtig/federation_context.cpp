#include "rtig/federation_context.hpp"

#include "core/double_time.hpp"
#include "core/object_model_wire.hpp"
#include "core/saved_federation.hpp"

namespace triad::rtig {

FederationContext::FederationContext(Rtig& rtig, FabricId fabric, std::string name, FedSource fed,
                                     core::ObjectModel model)
    : rtig_(rtig),
      name_(std::move(name)),
      fed_(std::move(fed)),
      federation_(std::move(model)),
      delivery_(rtig.downlinks_, fabric) {
  core::encode(federation_.model(), encoded_model_);
}

void FederationContext::set_time_type(std::string_view type) {
  time_type_ = type;
  times_compare_ = type == core::DoubleTime::kName;
}

bool FederationContext::fits(const wire::TimeBound& bound) const {
  if (bound.time.size() > wire::kTimeBytesMax) return false;
  return !times_compare_ || core::DoubleTime().valid(bound.time);
}

std::uint64_t FederationContext::model_fingerprint() const {
  return core::fingerprint(encoded_model_);
}

const Rtig::Peer& FederationContext::peer(FederateHandle federate) const {
  return rtig_.peers_.at(sessions_.at(federate).link);
}

void FederationContext::note_losses(const core::ObjectInstance& instance) {
  for (const core::Ownership& owner : instance.owners) {
    if (is_member(owner.federate)) note_loss(owner.federate);
  }
}

core::Lease FederationContext::next_handles(std::uint32_t count) {
  const core::Lease leased{given_.next_object, given_.next_object + count};
  given_.next_object = leased.end;
  return leased;
}

std::string FederationContext::named(FederateHandle federate) const {
  return "federate " + std::to_string(federate.value) + " '" +
         federation_.member(federate)->federate_type + "'";
}

}  // namespace triad::rtig
