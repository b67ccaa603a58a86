// Data distribution management (HLA 1.3 clause 9) and region tokens.
#include "libRTI/src/regions.hpp"
#include "libRTI/src/session.hpp"
#include "wire/messages/ddm_messages.hpp"
#include "wire/messages/object_messages.hpp"

using triad::api::Entry;
using triad::api::is_true;
using triad::api::text_of;
using triad::api::to_wire;
using triad::api::to_wire_space;
using triad::wire::ErrorCode;
using triad::wire::Result;
namespace wire = triad::wire;

namespace {

wire::RegisterObjectInstanceWithRegion registration(
    triad::api::Session& session, RTI::ObjectClassHandle object_class, const char* name,
    const RTI::AttributeHandle attributes[], RTI::Region* const regions[], RTI::ULong count) {
  wire::RegisterObjectInstanceWithRegion request;
  request.object_class = to_wire<wire::ObjectClassHandle>(object_class);
  request.name = text_of(name);
  for (RTI::ULong i = 0; attributes != nullptr && regions != nullptr && i < count; ++i) {
    request.regions.push_back(
        {to_wire<wire::AttributeHandle>(attributes[i]), session.regions().handle(regions[i])});
  }
  return request;
}

wire::SendInteraction interaction(triad::api::Session& session, RTI::InteractionClassHandle sent,
                                  const RTI::ParameterHandleValuePairSet& values, wire::Bytes time,
                                  const char* tag, const RTI::Region& region) {
  const auto pairs = triad::api::encoded_pairs(values, session.scratch());
  wire::SendInteraction request;
  request.interaction_class = to_wire<wire::InteractionClassHandle>(sent);
  request.time = time;
  request.tag = text_of(tag);
  request.values = {pairs.count, pairs.bytes};
  request.region = session.regions().handle(&region);
  return request;
}

wire::Error not_known() {
  return wire::error(ErrorCode::RegionNotKnown,
                     "the region was not created by this federate, or has been deleted since");
}

}  // namespace

RTI::Region* RTI::RTIambassador::createRegion(SpaceHandle theSpace, ULong numberOfExtents) {
  auto& session = *privateRefs->session;
  return session.service("createRegion", Entry::anywhere, [&]() -> Result<Region*> {
    auto described = session.call_rtia(wire::DescribeSpace{to_wire_space(theSpace)});
    if (!described) {
      // The MOM reports CreateRegion, which is refused for the same reason, and no DescribeSpace.
      const auto refused =
          session.call_rtia(wire::CreateRegion{to_wire_space(theSpace), numberOfExtents, {}});
      return refused ? described.error() : refused.error();
    }
    const auto created =
        session.call_rtia(wire::CreateRegion{described->space, numberOfExtents, {}});
    if (!created) return created.error();
    described->region = *created;
    described->extents = static_cast<std::uint32_t>(numberOfExtents);
    return session.regions().add(*described);
  });
}

void RTI::RTIambassador::notifyAboutRegionModification(Region& theRegion) {
  auto& session = *privateRefs->session;
  session.service("notifyAboutRegionModification", Entry::anywhere, [&]() -> Result<void> {
    const auto view = session.regions().find(&theRegion);
    wire::NotifyAboutRegionModification request;
    request.region = session.regions().handle(&theRegion);
    if (view != nullptr) request.ranges = view->set;
    auto result = session.call_rtia(request);
    if (result) view->notified = request.ranges;
    return result;
  });
}

void RTI::RTIambassador::deleteRegion(Region* theRegion) {
  auto& session = *privateRefs->session;
  session.service("deleteRegion", Entry::anywhere, [&]() -> Result<void> {
    const auto token = session.regions().handle(theRegion);
    auto result = session.call_rtia(wire::DeleteRegion{token});
    if (result) session.regions().retire(token);
    return result;
  });
}

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstanceWithRegion(
    ObjectClassHandle theClass, const char* theObject, AttributeHandle theAttributes[],
    Region* theRegions[], ULong theNumberOfHandles) {
  auto& session = *privateRefs->session;
  return session.call("registerObjectInstanceWithRegion", [&] {
    return registration(session, theClass, theObject, theAttributes, theRegions,
                        theNumberOfHandles);
  });
}

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstanceWithRegion(
    ObjectClassHandle theClass, AttributeHandle theAttributes[], Region* theRegions[],
    ULong theNumberOfHandles) {
  return registerObjectInstanceWithRegion(theClass, nullptr, theAttributes, theRegions,
                                          theNumberOfHandles);
}

void RTI::RTIambassador::associateRegionForUpdates(Region& theRegion, ObjectHandle theObject,
                                                   const AttributeHandleSet& theAttributes) {
  auto& session = *privateRefs->session;
  session.call("associateRegionForUpdates", [&] {
    return wire::AssociateRegionForUpdates{session.regions().handle(&theRegion),
                                           to_wire<wire::ObjectHandle>(theObject),
                                           to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::unassociateRegionForUpdates(Region& theRegion, ObjectHandle theObject) {
  auto& session = *privateRefs->session;
  session.call("unassociateRegionForUpdates", [&] {
    return wire::UnassociateRegionForUpdates{session.regions().handle(&theRegion),
                                             to_wire<wire::ObjectHandle>(theObject)};
  });
}

void RTI::RTIambassador::subscribeObjectClassAttributesWithRegion(
    ObjectClassHandle theClass, Region& theRegion, const AttributeHandleSet& attributeList,
    Boolean active) {
  auto& session = *privateRefs->session;
  session.call("subscribeObjectClassAttributesWithRegion", [&] {
    return wire::SubscribeObjectClassAttributesWithRegion{
        to_wire<wire::ObjectClassHandle>(theClass), session.regions().handle(&theRegion),
        to_wire(attributeList), is_true(active)};
  });
}

void RTI::RTIambassador::unsubscribeObjectClassWithRegion(ObjectClassHandle theClass,
                                                          Region& theRegion) {
  auto& session = *privateRefs->session;
  session.call("unsubscribeObjectClassWithRegion", [&] {
    return wire::UnsubscribeObjectClassWithRegion{to_wire<wire::ObjectClassHandle>(theClass),
                                                  session.regions().handle(&theRegion)};
  });
}

void RTI::RTIambassador::subscribeInteractionClassWithRegion(InteractionClassHandle theClass,
                                                             Region& theRegion, Boolean active) {
  auto& session = *privateRefs->session;
  session.call("subscribeInteractionClassWithRegion", [&] {
    return wire::SubscribeInteractionClassWithRegion{
        to_wire<wire::InteractionClassHandle>(theClass), session.regions().handle(&theRegion),
        is_true(active)};
  });
}

void RTI::RTIambassador::unsubscribeInteractionClassWithRegion(InteractionClassHandle theClass,
                                                               Region& theRegion) {
  auto& session = *privateRefs->session;
  session.call("unsubscribeInteractionClassWithRegion", [&] {
    return wire::UnsubscribeInteractionClassWithRegion{
        to_wire<wire::InteractionClassHandle>(theClass), session.regions().handle(&theRegion)};
  });
}

RTI::EventRetractionHandle RTI::RTIambassador::sendInteractionWithRegion(
    InteractionClassHandle theInteraction, const ParameterHandleValuePairSet& theParameters,
    const FedTime& theTime, const char* theTag, const Region& theRegion) {
  auto& session = *privateRefs->session;
  return session.call("sendInteractionWithRegion", [&] {
    return interaction(session, theInteraction, theParameters, session.encoded(theTime), theTag,
                       theRegion);
  });
}

void RTI::RTIambassador::sendInteractionWithRegion(InteractionClassHandle theInteraction,
                                                   const ParameterHandleValuePairSet& theParameters,
                                                   const char* theTag, const Region& theRegion) {
  auto& session = *privateRefs->session;
  session.call("sendInteractionWithRegion", [&] {
    return interaction(session, theInteraction, theParameters, {}, theTag, theRegion);
  });
}

void RTI::RTIambassador::requestClassAttributeValueUpdateWithRegion(
    ObjectClassHandle theClass, const AttributeHandleSet& theAttributes, const Region& theRegion) {
  auto& session = *privateRefs->session;
  session.call("requestClassAttributeValueUpdateWithRegion", [&] {
    return wire::RequestClassAttributeValueUpdate{to_wire<wire::ObjectClassHandle>(theClass),
                                                  to_wire(theAttributes),
                                                  session.regions().handle(&theRegion)};
  });
}

RTI::RegionToken RTI::RTIambassador::getRegionToken(Region* theRegion) {
  auto& session = *privateRefs->session;
  return session.service("getRegionToken", Entry::anywhere, [&]() -> Result<wire::RegionHandle> {
    if (!session.is_member()) return session.not_member_error();
    const auto view = session.regions().find(theRegion);
    if (view == nullptr) return not_known();
    return view->handle;
  });
}

RTI::Region* RTI::RTIambassador::getRegion(RegionToken theToken) {
  auto& session = *privateRefs->session;
  return session.service("getRegion", Entry::anywhere, [&]() -> Result<Region*> {
    if (!session.is_member()) return session.not_member_error();
    const auto token = to_wire<wire::RegionHandle>(theToken);
    if (Region* const region = session.regions().object_for(token)) return region;
    // The region may be from a save.
    const auto described = session.call_rtia(wire::DescribeRegion{token});
    if (!described) return described.error();
    return session.regions().add(*described);
  });
}
