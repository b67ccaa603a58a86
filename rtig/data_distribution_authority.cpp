#include "rtig/data_distribution_authority.hpp"

namespace triad::rtig {

// `applied`: it made sense.
template <class Message>
Fault DataDistributionAuthority::log_region(const Record& record, const Message& m, bool applied) {
  if (!applied) return "a " + std::string(name_of(wire::kind_of<Message>)) + " that does not fit";
  context_.append_log(record.header, m);
  return {};
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::CreateRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::NotifyAboutRegionModification& m) {
  return log_region(record, m, federation_.apply(by, m).has_value());
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::DeleteRegion& m) {
  if (federation_.region_in_use(m.region)) {
    context_.refuse(by, record, wire::ErrorCode::RegionInUse,
                    "a subscription or an object instance has the region");
    return {};
  }
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::AssociateRegionForUpdates& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::SubscribeObjectClassAttributesWithRegion& m) {
  Fault fault = log_region(record, m, federation_.apply(by, m));
  if (!fault) mom_.provide(by, m.object_class, m.attributes);
  return fault;
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::UnsubscribeObjectClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::SubscribeInteractionClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

Fault DataDistributionAuthority::on(FederateHandle by, const Record& record,
                                    const wire::UnsubscribeInteractionClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

}  // namespace triad::rtig
