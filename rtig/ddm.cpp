// Data distribution management in the RTIG (HLA 1.3 clause 9): what a federate does with its
// regions becomes a record of the log. The RTIA has checked it for its federate; what does not hold
// here is a broken peer.
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

// `applied`: it made sense.
template <class Message>
FederationExecution::Fault FederationExecution::log_region(const Record& record, const Message& m,
                                                           bool applied) {
  if (!applied) return "a " + std::string(name_of(wire::kind_of<Message>)) + " that does not fit";
  delivery_.append_log(record.header, m);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::CreateRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::NotifyAboutRegionModification& m) {
  return log_region(record, m, federation_.apply(by, m).has_value());
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DeleteRegion& m) {
  if (federation_.region_in_use(m.region)) {
    delivery_.send_to(by, record.header,
                      wire::Refused{wire::ErrorCode::RegionInUse,
                                    "a subscription or an object instance has the region"});
    return {};
  }
  return log_region(record, m, federation_.apply(by, m));
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AssociateRegionForUpdates& m) {
  return log_region(record, m, federation_.apply(by, m));
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::SubscribeObjectClassAttributesWithRegion& m) {
  Fault fault = log_region(record, m, federation_.apply(by, m));
  if (!fault) provide_management(by, m.object_class, m.attributes);
  return fault;
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::UnsubscribeObjectClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::SubscribeInteractionClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::UnsubscribeInteractionClassWithRegion& m) {
  return log_region(record, m, federation_.apply(by, m));
}

}  // namespace triad::rtig
