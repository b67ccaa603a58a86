#include "rtig/data_distribution_authority.hpp"

namespace triad::rtig {

namespace {

template <class Message>
std::string does_not_fit(const Message&) {
  return "a " + std::string(name_of(wire::kind_of<Message>)) +
         " that does not match the federation";
}

}  // namespace

// `applied`: the federation's state has accepted the message.
template <class Message>
Fault DataDistributionAuthority::log_region(const Record& record, const Message& m, bool applied) {
  if (!applied) return does_not_fit(m);
  writer_.append_log(record.header, m);
  return {};
}

Fault DataDistributionAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                     const wire::CreateRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                     const wire::NotifyAboutRegionModification& m) {
  return log_region(record, m, federation_.apply(by, m).has_value());
}

Fault DataDistributionAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                     const wire::DeleteRegion& m) {
  if (federation_.is_region_in_use(m.region)) {
    writer_.refuse(by, record, wire::ErrorCode::RegionInUse,
                   "a subscription or an object instance has the region");
    return {};
  }
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                     const wire::AssociateRegionForUpdates& m) {
  if (!federation_.apply(by, m)) return does_not_fit(m);
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  // If the instance has been deleted, only the caller waits for the record.
  writer_.append_log(record.header, m,
                     instance == nullptr ? wire::ObjectClassHandle() : instance->object_class,
                     Audience::interested_and_cause);
  return {};
}

Fault DataDistributionAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::SubscribeObjectClassAttributesWithRegion& m) {
  if (auto fault = context_.check_passes(by, m.object_class)) return fault;
  const bool defined = federation_.model().find(m.object_class) != nullptr;
  const auto lacking = defined ? supply_.uncovered_classes(by, m.object_class)
                               : std::vector<wire::ObjectClassHandle>();
  if (auto fault = log_region(record, m, federation_.apply(by, m))) return fault;
  if (!m.attributes.empty()) {
    return supply_.begin_supply(by, record.header, lacking, m.object_class, m.attributes);
  }
  return {};
}

Fault DataDistributionAuthority::receive_from_member(
    FederateHandle by, const Record& record, const wire::UnsubscribeObjectClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::receive_from_member(
    FederateHandle by, const Record& record, const wire::SubscribeInteractionClassWithRegion& m) {
  if (auto fault = context_.check_passes(by, m.interaction_class)) return fault;
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::receive_from_member(
    FederateHandle by, const Record& record, const wire::UnsubscribeInteractionClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

}  // namespace triad::rtig
