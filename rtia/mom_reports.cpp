// Request interactions of the MOM in the RTIA. Each is answered by Report interactions to all
// subscribers.
#include <map>

#include "core/mom_text.hpp"
#include "rtia/management_object_model.hpp"

namespace triad::rtia {

namespace mom = core::mom;
using mom::Interaction;

void ManagementObjectModel::answer_request(Interaction which, const wire::ValueList& values) {
  const MessageCounts& counts = objects_.counts();
  switch (which) {
    case Interaction::RequestPublications:
      return report_publications();
    case Interaction::RequestSubscriptions:
      return report_subscriptions();
    case Interaction::RequestObjectsOwned:
      return report_objects_owned();
    case Interaction::RequestObjectsUpdated:
      return report_objects(Interaction::ReportObjectsUpdated, counts.updates);
    case Interaction::RequestObjectsReflected:
      return report_objects(Interaction::ReportObjectsReflected, counts.reflections);
    case Interaction::RequestUpdatesSent:
      return report_traffic(Interaction::ReportUpdatesSent, "UpdateCounts", counts.updates, false);
    case Interaction::RequestReflectionsReceived:
      return report_traffic(Interaction::ReportReflectionsReceived, "ReflectCounts",
                            counts.reflections, false);
    case Interaction::RequestInteractionsSent:
      return report_traffic(Interaction::ReportInteractionsSent, "InteractionCounts", counts.sent,
                            true);
    case Interaction::RequestInteractionsReceived:
      return report_traffic(Interaction::ReportInteractionsReceived, "InteractionCounts",
                            counts.received, true);
    case Interaction::RequestObjectInformation:
      return report_object_information(values);
    default:
      break;
  }
}

// Sends one report for each class, or one empty report if there is no class.
void ManagementObjectModel::report_publications() {
  constexpr Interaction kOfClass = Interaction::ReportObjectPublication;
  constexpr Interaction kInteractions = Interaction::ReportInteractionPublication;
  std::string list;
  for (const auto interaction_class : declared().published_interaction_classes) {
    if (!list.empty()) list += ',';
    list += std::to_string(interaction_class.value);
  }
  mom::Values interactions = begin_report(kInteractions);
  add(interactions, kInteractions, "InteractionClassList", list);
  send_report(kInteractions, interactions);

  const auto& classes = declared().published_object_classes;
  const auto send = [&](std::string_view object_class, std::string_view attributes) {
    mom::Values values = begin_report(kOfClass);
    add(values, kOfClass, "NumberOfClasses", std::to_string(classes.size()));
    add(values, kOfClass, "ObjectClass", object_class);
    add(values, kOfClass, "AttributeList", attributes);
    send_report(kOfClass, values);
  };
  for (const auto& [object_class, attributes] : classes) {
    send(std::to_string(object_class.value), mom::text(attributes));
  }
  if (classes.empty()) send("", "");
}

void ManagementObjectModel::report_subscriptions() {
  constexpr Interaction kOfClass = Interaction::ReportObjectSubscription;
  constexpr Interaction kInteractions = Interaction::ReportInteractionSubscription;
  // Subscriptions with regions count as well. A class is active if one of its subscriptions is.
  std::map<InteractionClassHandle, bool> interaction_classes =
      declared().subscribed_interaction_classes;
  for (const auto& [interaction_class, regions] : declared().interaction_class_regions) {
    bool& is_active = interaction_classes[interaction_class];
    for (const auto& [region, active] : regions) is_active = is_active || active;
  }
  std::string list;
  for (const auto& [interaction_class, active] : interaction_classes) {
    mom::add_pair(list, interaction_class.value, active ? "active" : "passive");
  }
  mom::Values interactions = begin_report(kInteractions);
  add(interactions, kInteractions, "InteractionClassList", list);
  send_report(kInteractions, interactions);

  struct Subscribed {
    AttributeSet active;
    AttributeSet passive;
  };
  std::map<ObjectClassHandle, Subscribed> classes;
  const auto note = [&](ObjectClassHandle object_class,
                        const core::ObjectClassSubscription& subscription) {
    Subscribed& subscribed = classes[object_class];
    (subscription.active ? subscribed.active : subscribed.passive) |= subscription.attributes;
  };
  for (const auto& [object_class, subscription] : declared().subscribed_object_classes) {
    note(object_class, subscription);
  }
  for (const auto& [object_class, regions] : declared().object_class_regions) {
    for (const auto& [region, subscription] : regions.by_region) note(object_class, subscription);
  }
  const auto send = [&](std::string_view object_class, std::string_view active,
                        std::string_view attributes) {
    mom::Values values = begin_report(kOfClass);
    add(values, kOfClass, "NumberOfClasses", std::to_string(classes.size()));
    add(values, kOfClass, "ObjectClass", object_class);
    add(values, kOfClass, "Active", active);
    add(values, kOfClass, "AttributeList", attributes);
    send_report(kOfClass, values);
  };
  for (const auto& [object_class, subscribed] : classes) {
    const std::string handle = std::to_string(object_class.value);
    if (!subscribed.active.empty()) send(handle, mom::text(true), mom::text(subscribed.active));
    if (!subscribed.passive.empty()) send(handle, mom::text(false), mom::text(subscribed.passive));
  }
  if (classes.empty()) send("", "", "");
}

void ManagementObjectModel::report_objects_owned() {
  std::map<ObjectClassHandle, std::uint64_t> counts;
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    const bool its_own = !instance.deleted &&
                         known_.owned(object, instance).contains(federation_.privilege_to_delete());
    if (its_own) ++counts[instance.object_class];
  }
  std::string list;
  for (const auto& [object_class, count] : counts) {
    mom::add_pair(list, object_class.value, std::to_string(count));
  }
  mom::Values values = begin_report(Interaction::ReportObjectsOwned);
  add(values, Interaction::ReportObjectsOwned, "ObjectCounts", list);
  send_report(Interaction::ReportObjectsOwned, values);
}

void ManagementObjectModel::report_objects(Interaction which, const Traffic& traffic) {
  std::string list;
  for (std::uint32_t i = 0; i < traffic.size(); ++i) {
    if (traffic[i].objects == 0 || management().is_management(ObjectClassHandle(i))) continue;
    mom::add_pair(list, i, std::to_string(traffic[i].objects));
  }
  mom::Values values = begin_report(which);
  add(values, which, "ObjectCounts", list);
  send_report(which, values);
}

// Sends one report for each transportation type.
void ManagementObjectModel::report_traffic(Interaction which, std::string_view counts,
                                           const Traffic& traffic, bool interactions) {
  for (const auto transportation : {Transportation::reliable, Transportation::best_effort}) {
    std::string list;
    for (std::uint32_t i = 0; i < traffic.size(); ++i) {
      const bool of_mom = interactions ? management().is_management(InteractionClassHandle(i))
                                       : management().is_management(ObjectClassHandle(i));
      const std::uint64_t count = traffic[i].of(transportation);
      if (count != 0 && !of_mom) mom::add_pair(list, i, std::to_string(count));
    }
    mom::Values values = begin_report(which);
    add(values, which, "TransportationType", mom::enum_text(transportation));
    add(values, which, counts, list);
    send_report(which, values);
  }
}

// For an instance that the federate does not know, only the name is returned.
void ManagementObjectModel::report_object_information(const wire::ValueList& values) {
  constexpr Interaction kReport = Interaction::ReportObjectInformation;
  const auto parameter =
      management().parameter(Interaction::RequestObjectInformation, "ObjectInstance");
  const auto given = mom::find_text(values, parameter);
  if (!given) {
    return send_alert("RTI exception", "RequestObjectInformation: " +
                                           mom::missing_text("ObjectInstance", parameter));
  }
  const ObjectHandle object = find_instance(*given);
  const auto known = known_.named(object);
  mom::Values report = begin_report(kReport);
  add(report, kReport, "ObjectInstance", known ? federation_.objects().name(object) : *given);
  add(report, kReport, "OwnedAttributeList",
      known ? mom::text(known_.owned(*known)) : std::string());
  add(report, kReport, "RegisteredClass",
      known ? std::to_string(known->instance->object_class.value) : std::string());
  add(report, kReport, "KnownClass",
      known ? std::to_string(known->known->known_class.value) : std::string());
  send_report(kReport, report);
}

}  // namespace triad::rtia
