// Declaration management in the RTIG (HLA 1.3 clause 5): each declaration becomes a record of the
// log, by which the declaring RTIA learns that it holds everywhere. The RTIA has checked it for its
// federate; what does not hold here is a broken peer.
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

template <class Declaration>
FederationExecution::Fault FederationExecution::declare(FederateHandle by, const Record& record,
                                                        const Declaration& declaration,
                                                        bool valid) {
  if (!valid) return "a declaration of what the object model does not define";
  sessions_.at(by).lost = delivery_.log_position() + 1;  // it may be an unpublication
  if constexpr (requires { federation_.apply(by, declaration).released; }) {
    const core::InstanceChanges changes = federation_.apply(by, declaration);
    delivery_.append_log(record.header, declaration);
    transfer_released(changes);
  } else {
    federation_.apply(by, declaration);
    delivery_.append_log(record.header, declaration);
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::PublishObjectClass& m) {
  return declare(by, record, m, federation_.attributes_fit(m.object_class, m.attributes));
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::UnpublishObjectClass& m) {
  return declare(by, record, m, federation_.model().find(m.object_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::PublishInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::UnpublishInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::SubscribeObjectClassAttributes& m) {
  Fault fault = declare(by, record, m, federation_.attributes_fit(m.object_class, m.attributes));
  // What it discovers of the MOM it is told the values of.
  if (!fault) provide_management(by, m.object_class, m.attributes);
  return fault;
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::UnsubscribeObjectClass& m) {
  return declare(by, record, m, federation_.model().find(m.object_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::SubscribeInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::UnsubscribeInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::SetAdvisorySwitch& m) {
  return declare(by, record, m, true);
}

}  // namespace triad::rtig
