// Exceptions of the support services (HLA 1.3 clause 10).
#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

EXCEPTIONS(OfNames) {
  auto& f = federate();
  const auto vehicle = f.object_class("Vehicle");
  const auto report = f.interaction_class("Report");
  const auto sky = f->getRoutingSpaceHandle("Sky");
  RAISES(NameNotFound, f, getObjectClassHandle, "no name");
  RAISES(NameNotFound, f, getAttributeHandle, "no name", vehicle);
  RAISES(NameNotFound, f, getInteractionClassHandle, "no name");
  RAISES(NameNotFound, f, getParameterHandle, "no name", report);
  RAISES(NameNotFound, f, getRoutingSpaceHandle, "no name");
  RAISES(NameNotFound, f, getDimensionHandle, "no name", sky);
  RAISES(NameNotFound, f, getTransportationHandle, "no name");
  RAISES(NameNotFound, f, getOrderingHandle, "no name");
  RAISES(ObjectNotKnown, f, getObjectInstanceHandle, "no name");
}

EXCEPTIONS(OfHandles) {
  auto& f = federate();
  const auto vehicle = f.object_class("Vehicle");
  const auto report = f.interaction_class("Report");
  const auto sky = f->getRoutingSpaceHandle("Sky");
  RAISES(ObjectClassNotDefined, f, getObjectClassName, kNoHandle);
  RAISES(ObjectClassNotDefined, f, getAttributeHandle, "Speed", kNoHandle);
  RAISES(ObjectClassNotDefined, f, getAttributeName, 1, kNoHandle);
  RAISES(AttributeNotDefined, f, getAttributeName, kNoHandle, vehicle);
  RAISES(ObjectClassNotDefined, f, getAttributeRoutingSpaceHandle, 1, kNoHandle);
  RAISES(AttributeNotDefined, f, getAttributeRoutingSpaceHandle, kNoHandle, vehicle);
  RAISES(InteractionClassNotDefined, f, getInteractionClassName, kNoHandle);
  RAISES(InteractionClassNotDefined, f, getParameterHandle, "Text", kNoHandle);
  RAISES(InteractionClassNotDefined, f, getParameterName, 1, kNoHandle);
  RAISES(InteractionParameterNotDefined, f, getParameterName, kNoHandle, report);
  RAISES(InteractionClassNotDefined, f, getInteractionRoutingSpaceHandle, kNoHandle);
  RAISES(ObjectNotKnown, f, getObjectInstanceName, kNoObject);
  RAISES(ObjectNotKnown, f, getObjectClass, kNoObject);
  RAISES(SpaceNotDefined, f, getRoutingSpaceName, kNoSpace);
  RAISES(SpaceNotDefined, f, getDimensionHandle, "Height", kNoSpace);
  RAISES(SpaceNotDefined, f, getDimensionName, 1, kNoSpace);
  RAISES(DimensionNotDefined, f, getDimensionName, kNoHandle, sky);
  RAISES(InvalidTransportationHandle, f, getTransportationName, kNoHandle);
  RAISES(InvalidOrderingHandle, f, getOrderingName, kNoHandle);
}

}  // namespace
}  // namespace triad::scenario
