// Exceptions of object management (HLA 1.3 clause 6), and of the order types of clause 8.
#include <fedtime.hh>

#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

const RTIfedTime kPast(-1.0);

// One federate owns a car and regulates, so a time stamp may be too early. The other knows the car
// and owns nothing.
struct CarOfAnother {
  explicit CarOfAnother(Scenario& scenario)
      : owner(scenario.federate("owner")), observer(scenario.federate("observer")) {
    observer.subscribe("Vehicle", {"Speed"});
    owner.publish("Vehicle", {"Speed"});
    owner.register_object("Vehicle", "Car");
    owner.time().regulate(0, 1);
    scenario.wait_until_quiet();
  }
  Federate& owner;
  Federate& observer;
};

EXCEPTIONS(OfRegistrations) {
  auto& f = federate();
  const auto vehicle = f.object_class("Vehicle");
  RAISES(ObjectClassNotDefined, f, registerObjectInstance, kNoHandle);
  RAISES(ObjectClassNotDefined, f, registerObjectInstance, kNoHandle, "Car");
  RAISES(ObjectClassNotPublished, f, registerObjectInstance, vehicle);
  RAISES(ObjectClassNotPublished, f, registerObjectInstance, vehicle, "Car");
  f.publish("Vehicle", {"Speed"});
  f.register_object("Vehicle", "Car");
  RAISES(ObjectAlreadyRegistered, f, registerObjectInstance, vehicle, "Car");
}

EXCEPTIONS(OfUpdates) {
  CarOfAnother s(*this);
  Federate& f = s.owner;
  Federate& observer = s.observer;
  const RTIfedTime later(5.0);
  const auto car = f.object("Car");
  const auto speed = f.values("Vehicle", {{"Speed", "1"}});
  const auto crew = f.values("Vehicle.Tank.Leopard", {{"Crew", "4"}});
  RAISES(ObjectNotKnown, f, updateAttributeValues, kNoObject, *speed, "");
  RAISES(ObjectNotKnown, f, updateAttributeValues, kNoObject, *speed, later, "");
  RAISES(AttributeNotDefined, f, updateAttributeValues, car, *crew, "");
  RAISES(AttributeNotDefined, f, updateAttributeValues, car, *crew, later, "");
  RAISES(AttributeNotOwned, observer, updateAttributeValues, car, *speed, "");
  RAISES(AttributeNotOwned, observer, updateAttributeValues, car, *speed, later, "");
  RAISES(InvalidFederationTime, f, updateAttributeValues, car, *speed, kPast, "");
}

EXCEPTIONS(OfInteractions) {
  auto& f = federate();
  const RTIfedTime later(5.0);
  const auto report = f.interaction_class("Report");
  const auto text = f.parameters("Report", {{"Text", "x"}});
  const auto deadline = f.parameters("Report.Contact.Urgent", {{"Deadline", "1"}});
  RAISES(InteractionClassNotDefined, f, sendInteraction, kNoHandle, *text, "");
  RAISES(InteractionClassNotDefined, f, sendInteraction, kNoHandle, *text, later, "");
  RAISES(InteractionClassNotPublished, f, sendInteraction, report, *text, "");
  RAISES(InteractionClassNotPublished, f, sendInteraction, report, *text, later, "");
  f.publish_interaction("Report");
  f.time().regulate(0, 1);
  RAISES(InteractionParameterNotDefined, f, sendInteraction, report, *deadline, "");
  RAISES(InteractionParameterNotDefined, f, sendInteraction, report, *deadline, later, "");
  RAISES(InvalidFederationTime, f, sendInteraction, report, *text, kPast, "");
}

EXCEPTIONS(OfDeletions) {
  CarOfAnother s(*this);
  Federate& f = s.owner;
  Federate& observer = s.observer;
  const RTIfedTime later(5.0);
  const auto car = f.object("Car");
  RAISES(ObjectNotKnown, f, deleteObjectInstance, kNoObject, "");
  RAISES(ObjectNotKnown, f, deleteObjectInstance, kNoObject, later, "");
  RAISES(DeletePrivilegeNotHeld, observer, deleteObjectInstance, car, "");
  RAISES(DeletePrivilegeNotHeld, observer, deleteObjectInstance, car, later, "");
  RAISES(InvalidFederationTime, f, deleteObjectInstance, car, kPast, "");
  RAISES(ObjectNotKnown, f, localDeleteObjectInstance, kNoObject);
  RAISES(FederateOwnsAttributes, f, localDeleteObjectInstance, car);
}

EXCEPTIONS(OfTransportationAndOrder) {
  CarOfAnother s(*this);
  Federate& f = s.owner;
  Federate& observer = s.observer;
  const auto car = f.object("Car");
  const auto speed = f.attributes("Vehicle", {"Speed"});
  const auto crew = f.attributes("Vehicle.Tank.Leopard", {"Crew"});
  const auto reliable = f->getTransportationHandle("reliable");
  const auto receive = f->getOrderingHandle("receive");
  RAISES(ObjectNotKnown, f, changeAttributeTransportationType, kNoObject, *speed, reliable);
  RAISES(AttributeNotDefined, f, changeAttributeTransportationType, car, *crew, reliable);
  RAISES(AttributeNotOwned, observer, changeAttributeTransportationType, car, *speed, reliable);
  RAISES(InvalidTransportationHandle, f, changeAttributeTransportationType, car, *speed, kNoHandle);
  RAISES(ObjectNotKnown, f, changeAttributeOrderType, kNoObject, *speed, receive);
  RAISES(AttributeNotDefined, f, changeAttributeOrderType, car, *crew, receive);
  RAISES(AttributeNotOwned, observer, changeAttributeOrderType, car, *speed, receive);
  RAISES(InvalidOrderingHandle, f, changeAttributeOrderType, car, *speed, kNoHandle);

  const auto report = f.interaction_class("Report");
  RAISES(InteractionClassNotDefined, f, changeInteractionTransportationType, kNoHandle, reliable);
  RAISES(InteractionClassNotDefined, f, changeInteractionOrderType, kNoHandle, receive);
  RAISES(InteractionClassNotPublished, f, changeInteractionTransportationType, report, reliable);
  RAISES(InteractionClassNotPublished, f, changeInteractionOrderType, report, receive);
  f.publish_interaction("Report");
  RAISES(InvalidTransportationHandle, f, changeInteractionTransportationType, report, kNoHandle);
  RAISES(InvalidOrderingHandle, f, changeInteractionOrderType, report, kNoHandle);
}

EXCEPTIONS(OfRequestsForUpdates) {
  CarOfAnother s(*this);
  Federate& f = s.observer;
  const auto car = f.object("Car");
  const auto vehicle = f.object_class("Vehicle");
  const auto speed = f.attributes("Vehicle", {"Speed"});
  const auto crew = f.attributes("Vehicle.Tank.Leopard", {"Crew"});
  RAISES(ObjectNotKnown, f, requestObjectAttributeValueUpdate, kNoObject, *speed);
  RAISES(AttributeNotDefined, f, requestObjectAttributeValueUpdate, car, *crew);
  RAISES(ObjectClassNotDefined, f, requestClassAttributeValueUpdate, kNoHandle, *speed);
  RAISES(AttributeNotDefined, f, requestClassAttributeValueUpdate, vehicle, *crew);
}

}  // namespace
}  // namespace triad::scenario
