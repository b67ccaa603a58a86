// Exceptions of ownership management (HLA 1.3 clause 7).
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

// A tank of the first federate. The second federate knows it and could own some attributes.
struct TankToOwn {
  explicit TankToOwn(Scenario& scenario)
      : owner(scenario.federate("owner")), other(scenario.federate("other")) {
    for (Federate* federate : {&owner, &other}) {
      federate->publish("Vehicle.Tank", {"Speed", "Fuel"});
      federate->subscribe("Vehicle.Tank", {"Speed", "Fuel"});
    }
    tank = owner.register_object("Vehicle.Tank", "Tank1");
    scenario.wait_until_quiet();
  }
  Federate& owner;
  Federate& other;
  RTI::ObjectHandle tank = 0;
  AttributeHandles speed = owner.attributes("Vehicle.Tank", {"Speed"});
  AttributeHandles crew = owner.attributes("Vehicle.Tank.Leopard", {"Crew"});  // no tank has it
};

EXCEPTIONS(OfDivestitures) {
  TankToOwn s(*this);
  Federate& f = s.owner;
  Federate& other = s.other;
  const auto& speed = *s.speed;
  const auto& crew = *s.crew;
  RAISES(ObjectNotKnown, f, unconditionalAttributeOwnershipDivestiture, kNoObject, speed);
  RAISES(AttributeNotDefined, f, unconditionalAttributeOwnershipDivestiture, s.tank, crew);
  RAISES(AttributeNotOwned, other, unconditionalAttributeOwnershipDivestiture, s.tank, speed);
  RAISES(ObjectNotKnown, f, negotiatedAttributeOwnershipDivestiture, kNoObject, speed, "");
  RAISES(AttributeNotDefined, f, negotiatedAttributeOwnershipDivestiture, s.tank, crew, "");
  RAISES(AttributeNotOwned, other, negotiatedAttributeOwnershipDivestiture, s.tank, speed, "");
  RAISES(ObjectNotKnown, f, cancelNegotiatedAttributeOwnershipDivestiture, kNoObject, speed);
  RAISES(AttributeNotDefined, f, cancelNegotiatedAttributeOwnershipDivestiture, s.tank, crew);
  RAISES(AttributeNotOwned, other, cancelNegotiatedAttributeOwnershipDivestiture, s.tank, speed);
  RAISES(AttributeDivestitureWasNotRequested, f, cancelNegotiatedAttributeOwnershipDivestiture,
         s.tank, speed);
  f->negotiatedAttributeOwnershipDivestiture(s.tank, speed, "");
  RAISES(AttributeAlreadyBeingDivested, f, negotiatedAttributeOwnershipDivestiture, s.tank, speed,
         "");
}

EXCEPTIONS(OfReleases) {
  TankToOwn s(*this);
  Federate& f = s.owner;
  Federate& other = s.other;
  const auto& speed = *s.speed;
  RAISES(ObjectNotKnown, f, attributeOwnershipReleaseResponse, kNoObject, speed);
  RAISES(AttributeNotDefined, f, attributeOwnershipReleaseResponse, s.tank, *s.crew);
  RAISES(AttributeNotOwned, other, attributeOwnershipReleaseResponse, s.tank, speed);
  RAISES(FederateWasNotAskedToReleaseAttribute, f, attributeOwnershipReleaseResponse, s.tank,
         speed);
}

EXCEPTIONS(OfAcquisitions) {
  TankToOwn s(*this);
  Federate& f = s.other;
  Federate& owner = s.owner;
  const auto& speed = *s.speed;
  const auto& crew = *s.crew;
  const auto damage = f.attributes("Vehicle.Tank", {"Damage"});
  RAISES(ObjectNotKnown, f, attributeOwnershipAcquisition, kNoObject, speed, "");
  RAISES(ObjectNotKnown, f, attributeOwnershipAcquisitionIfAvailable, kNoObject, speed);
  RAISES(AttributeNotDefined, f, attributeOwnershipAcquisition, s.tank, crew, "");
  RAISES(AttributeNotDefined, f, attributeOwnershipAcquisitionIfAvailable, s.tank, crew);
  RAISES(AttributeNotPublished, f, attributeOwnershipAcquisition, s.tank, *damage, "");
  RAISES(AttributeNotPublished, f, attributeOwnershipAcquisitionIfAvailable, s.tank, *damage);
  RAISES(FederateOwnsAttributes, owner, attributeOwnershipAcquisition, s.tank, speed, "");
  RAISES(FederateOwnsAttributes, owner, attributeOwnershipAcquisitionIfAvailable, s.tank, speed);
  RAISES(ObjectNotKnown, f, cancelAttributeOwnershipAcquisition, kNoObject, speed);
  RAISES(AttributeNotDefined, f, cancelAttributeOwnershipAcquisition, s.tank, crew);
  RAISES(AttributeAlreadyOwned, owner, cancelAttributeOwnershipAcquisition, s.tank, speed);
  RAISES(AttributeAcquisitionWasNotRequested, f, cancelAttributeOwnershipAcquisition, s.tank,
         speed);
  f->attributeOwnershipAcquisition(s.tank, speed, "");
  RAISES(AttributeAlreadyBeingAcquired, f, attributeOwnershipAcquisitionIfAvailable, s.tank, speed);
}

EXCEPTIONS(OfAcquisitionsByWhoPublishesNothing) {
  TankToOwn s(*this);
  Federate& f = s.other;
  f.unpublish("Vehicle.Tank");
  RAISES(ObjectClassNotPublished, f, attributeOwnershipAcquisition, s.tank, *s.speed, "");
  RAISES(ObjectClassNotPublished, f, attributeOwnershipAcquisitionIfAvailable, s.tank, *s.speed);
}

EXCEPTIONS(OfQuestionsAboutOwnership) {
  TankToOwn s(*this);
  Federate& f = s.owner;
  const auto speed = s.speed->getHandle(0);
  const auto crew = s.crew->getHandle(0);
  RAISES(ObjectNotKnown, f, queryAttributeOwnership, kNoObject, speed);
  RAISES(AttributeNotDefined, f, queryAttributeOwnership, s.tank, crew);
  RAISES(ObjectNotKnown, f, isAttributeOwnedByFederate, kNoObject, speed);
  RAISES(AttributeNotDefined, f, isAttributeOwnedByFederate, s.tank, crew);
}

}  // namespace
}  // namespace triad::scenario
