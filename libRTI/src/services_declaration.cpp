// Declaration management (HLA 1.3 clause 5) and the advisory switches (clause 10.23 to 10.30).
#include "libRTI/src/session.hpp"
#include "wire/messages/declaration_messages.hpp"

using triad::api::is_true;
using triad::api::to_wire;
namespace wire = triad::wire;

void RTI::RTIambassador::publishObjectClass(ObjectClassHandle theClass,
                                            const AttributeHandleSet& attributeList) {
  privateRefs->session->call("publishObjectClass", [&] {
    return wire::PublishObjectClass{to_wire<wire::ObjectClassHandle>(theClass),
                                    to_wire(attributeList)};
  });
}

void RTI::RTIambassador::unpublishObjectClass(ObjectClassHandle theClass) {
  privateRefs->session->call("unpublishObjectClass", [&] {
    return wire::UnpublishObjectClass{to_wire<wire::ObjectClassHandle>(theClass)};
  });
}

void RTI::RTIambassador::publishInteractionClass(InteractionClassHandle theInteraction) {
  privateRefs->session->call("publishInteractionClass", [&] {
    return wire::PublishInteractionClass{to_wire<wire::InteractionClassHandle>(theInteraction)};
  });
}

void RTI::RTIambassador::unpublishInteractionClass(InteractionClassHandle theInteraction) {
  privateRefs->session->call("unpublishInteractionClass", [&] {
    return wire::UnpublishInteractionClass{to_wire<wire::InteractionClassHandle>(theInteraction)};
  });
}

void RTI::RTIambassador::subscribeObjectClassAttributes(ObjectClassHandle theClass,
                                                        const AttributeHandleSet& attributeList,
                                                        Boolean active) {
  privateRefs->session->call("subscribeObjectClassAttributes", [&] {
    return wire::SubscribeObjectClassAttributes{to_wire<wire::ObjectClassHandle>(theClass),
                                                to_wire(attributeList), is_true(active)};
  });
}

void RTI::RTIambassador::unsubscribeObjectClass(ObjectClassHandle theClass) {
  privateRefs->session->call("unsubscribeObjectClass", [&] {
    return wire::UnsubscribeObjectClass{to_wire<wire::ObjectClassHandle>(theClass)};
  });
}

void RTI::RTIambassador::subscribeInteractionClass(InteractionClassHandle theClass,
                                                   Boolean active) {
  privateRefs->session->call("subscribeInteractionClass", [&] {
    return wire::SubscribeInteractionClass{to_wire<wire::InteractionClassHandle>(theClass),
                                           is_true(active)};
  });
}

void RTI::RTIambassador::unsubscribeInteractionClass(InteractionClassHandle theClass) {
  privateRefs->session->call("unsubscribeInteractionClass", [&] {
    return wire::UnsubscribeInteractionClass{to_wire<wire::InteractionClassHandle>(theClass)};
  });
}

namespace {

void set_switch(triad::api::Session& session, const char* service, wire::AdvisorySwitch which,
                bool enabled) {
  session.call(service, [&] { return wire::SetAdvisorySwitch{which, enabled}; });
}

}  // namespace

void RTI::RTIambassador::enableClassRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "enableClassRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::class_relevance, true);
}

void RTI::RTIambassador::disableClassRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "disableClassRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::class_relevance, false);
}

void RTI::RTIambassador::enableAttributeRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "enableAttributeRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::attribute_relevance, true);
}

void RTI::RTIambassador::disableAttributeRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "disableAttributeRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::attribute_relevance, false);
}

void RTI::RTIambassador::enableAttributeScopeAdvisorySwitch() {
  set_switch(*privateRefs->session, "enableAttributeScopeAdvisorySwitch",
             wire::AdvisorySwitch::attribute_scope, true);
}

void RTI::RTIambassador::disableAttributeScopeAdvisorySwitch() {
  set_switch(*privateRefs->session, "disableAttributeScopeAdvisorySwitch",
             wire::AdvisorySwitch::attribute_scope, false);
}

void RTI::RTIambassador::enableInteractionRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "enableInteractionRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::interaction_relevance, true);
}

void RTI::RTIambassador::disableInteractionRelevanceAdvisorySwitch() {
  set_switch(*privateRefs->session, "disableInteractionRelevanceAdvisorySwitch",
             wire::AdvisorySwitch::interaction_relevance, false);
}
