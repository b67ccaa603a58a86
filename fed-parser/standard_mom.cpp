#include "fed-parser/standard_mom.hpp"

#include <iterator>
#include <string>
#include <string_view>

namespace triad::fed {

namespace {

struct StandardClass {
  std::string_view parent;  // Path below the root.
  std::string_view name;
  std::string_view members;  // Attributes or parameters, separated by blanks.
};

// Names and order of members as in the FED files of HLA 1.3. Parents precede their children.
constexpr StandardClass kObjectClasses[] = {
    {"", "RTIprivate", ""},
    {"", "Manager", ""},
    {"Manager", "Federation",
     "FederationName FederatesInFederation RTIversion FEDid LastSaveName LastSaveTime NextSaveName "
     "NextSaveTime"},
    {"Manager", "Federate",
     "FederateHandle FederateType FederateHost RTIversion FEDid TimeConstrained TimeRegulating "
     "AsynchronousDelivery FederateState TimeManagerState FederateTime Lookahead LBTS "
     "MinNextEventTime ROlength TSOlength ReflectionsReceived UpdatesSent InteractionsReceived "
     "InteractionsSent ObjectsOwned ObjectsUpdated ObjectsReflected"},
};

constexpr StandardClass kInteractionClasses[] = {
    {"", "RTIprivate", ""},
    {"", "Manager", ""},
    {"Manager", "Federate", "Federate"},
    {"Manager.Federate", "Adjust", ""},
    {"Manager.Federate", "Request", ""},
    {"Manager.Federate", "Report", ""},
    {"Manager.Federate", "Service", ""},

    {"Manager.Federate.Adjust", "SetTiming", "ReportPeriod"},
    {"Manager.Federate.Adjust", "ModifyAttributeState", "ObjectInstance Attribute AttributeState"},
    {"Manager.Federate.Adjust", "SetServiceReporting", "ReportingState"},
    {"Manager.Federate.Adjust", "SetExceptionLogging", "LoggingState"},

    {"Manager.Federate.Request", "RequestPublications", ""},
    {"Manager.Federate.Request", "RequestSubscriptions", ""},
    {"Manager.Federate.Request", "RequestObjectsOwned", ""},
    {"Manager.Federate.Request", "RequestObjectsUpdated", ""},
    {"Manager.Federate.Request", "RequestObjectsReflected", ""},
    {"Manager.Federate.Request", "RequestUpdatesSent", ""},
    {"Manager.Federate.Request", "RequestInteractionsSent", ""},
    {"Manager.Federate.Request", "RequestReflectionsReceived", ""},
    {"Manager.Federate.Request", "RequestInteractionsReceived", ""},
    {"Manager.Federate.Request", "RequestObjectInformation", "ObjectInstance"},

    {"Manager.Federate.Report", "ReportObjectPublication",
     "NumberOfClasses ObjectClass AttributeList"},
    {"Manager.Federate.Report", "ReportObjectSubscription",
     "NumberOfClasses ObjectClass Active AttributeList"},
    {"Manager.Federate.Report", "ReportInteractionPublication", "InteractionClassList"},
    {"Manager.Federate.Report", "ReportInteractionSubscription", "InteractionClassList"},
    {"Manager.Federate.Report", "ReportObjectsOwned", "ObjectCounts"},
    {"Manager.Federate.Report", "ReportObjectsUpdated", "ObjectCounts"},
    {"Manager.Federate.Report", "ReportObjectsReflected", "ObjectCounts"},
    {"Manager.Federate.Report", "ReportUpdatesSent", "TransportationType UpdateCounts"},
    {"Manager.Federate.Report", "ReportReflectionsReceived", "TransportationType ReflectCounts"},
    {"Manager.Federate.Report", "ReportInteractionsSent", "TransportationType InteractionCounts"},
    {"Manager.Federate.Report", "ReportInteractionsReceived",
     "TransportationType InteractionCounts"},
    {"Manager.Federate.Report", "ReportObjectInformation",
     "ObjectInstance OwnedAttributeList RegisteredClass KnownClass"},
    {"Manager.Federate.Report", "Alert", "AlertSeverity AlertDescription AlertID"},
    {"Manager.Federate.Report", "ReportServiceInvocation",
     "Service Initiator SuccessIndicator SuppliedArgument1 SuppliedArgument2 SuppliedArgument3 "
     "SuppliedArgument4 SuppliedArgument5 ReturnedArgument ExceptionDescription ExceptionID"},

    {"Manager.Federate.Service", "ResignFederationExecution", "ResignAction"},
    {"Manager.Federate.Service", "SynchronizationPointAchieved", "Label"},
    {"Manager.Federate.Service", "FederateSaveBegun", ""},
    {"Manager.Federate.Service", "FederateSaveComplete", "SuccessIndicator"},
    {"Manager.Federate.Service", "FederateRestoreComplete", "SuccessIndicator"},
    {"Manager.Federate.Service", "PublishObjectClass", "ObjectClass AttributeList"},
    {"Manager.Federate.Service", "UnpublishObjectClass", "ObjectClass"},
    {"Manager.Federate.Service", "PublishInteractionClass", "InteractionClass"},
    {"Manager.Federate.Service", "UnpublishInteractionClass", "InteractionClass"},
    {"Manager.Federate.Service", "SubscribeObjectClassAttributes",
     "ObjectClass AttributeList Active"},
    {"Manager.Federate.Service", "UnsubscribeObjectClass", "ObjectClass"},
    {"Manager.Federate.Service", "SubscribeInteractionClass", "InteractionClass Active"},
    {"Manager.Federate.Service", "UnsubscribeInteractionClass", "InteractionClass"},
    {"Manager.Federate.Service", "DeleteObjectInstance", "ObjectInstance Tag FederationTime"},
    {"Manager.Federate.Service", "LocalDeleteObjectInstance", "ObjectInstance"},
    {"Manager.Federate.Service", "ChangeAttributeTransportationType",
     "ObjectInstance AttributeList TransportationType"},
    {"Manager.Federate.Service", "ChangeInteractionTransportationType",
     "InteractionClass TransportationType"},
    {"Manager.Federate.Service", "UnconditionalAttributeOwnershipDivestiture",
     "ObjectInstance AttributeList"},
    {"Manager.Federate.Service", "EnableTimeRegulation", "FederationTime Lookahead"},
    {"Manager.Federate.Service", "DisableTimeRegulation", ""},
    {"Manager.Federate.Service", "EnableTimeConstrained", ""},
    {"Manager.Federate.Service", "DisableTimeConstrained", ""},
    {"Manager.Federate.Service", "TimeAdvanceRequest", "FederationTime"},
    {"Manager.Federate.Service", "TimeAdvanceRequestAvailable", "FederationTime"},
    {"Manager.Federate.Service", "NextEventRequest", "FederationTime"},
    {"Manager.Federate.Service", "NextEventRequestAvailable", "FederationTime"},
    {"Manager.Federate.Service", "FlushQueueRequest", "FederationTime"},
    {"Manager.Federate.Service", "EnableAsynchronousDelivery", ""},
    {"Manager.Federate.Service", "DisableAsynchronousDelivery", ""},
    {"Manager.Federate.Service", "ModifyLookahead", "Lookahead"},
    {"Manager.Federate.Service", "ChangeAttributeOrderType",
     "ObjectInstance AttributeList OrderingType"},
    {"Manager.Federate.Service", "ChangeInteractionOrderType", "InteractionClass OrderingType"},
};

static_assert(std::size(kObjectClasses) == kStandardObjectClasses);
static_assert(std::size(kInteractionClasses) == kStandardInteractionClasses);

// Calls `visit` for each word of a list separated by blanks.
template <class Visit>
void for_each_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    visit(words.substr(0, end));
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
}

std::string path_of(const StandardClass& standard) {
  std::string path(standard.parent);
  if (!path.empty()) path += '.';
  return path.append(standard.name);
}

template <class Handle>
Handle last_handle(std::size_t count) {
  return Handle(static_cast<std::uint32_t>(count));
}

void add_object_class(core::ObjectModel& model, const StandardClass& standard) {
  if (model.object_class(path_of(standard))) return;
  core::ObjectClass made;
  made.name = standard.name;
  made.parent =
      standard.parent.empty() ? core::ObjectClassHandle(1) : model.object_class(standard.parent);
  made.attributes = model.find(made.parent)->attributes;
  made.inherited_attributes = static_cast<std::uint32_t>(made.attributes.size());
  model.object_classes.push_back(std::move(made));
  const auto handle = last_handle<core::ObjectClassHandle>(model.object_classes.size());
  for_each_word(standard.members, [&](std::string_view name) {
    // The file may declare an attribute with this name in a superclass.
    if (model.attribute(handle, name)) return;
    model.object_classes.back().attributes.push_back(
        {std::string(name), core::Transportation::reliable, core::Ordering::receive, {}});
  });
}

void add_interaction_class(core::ObjectModel& model, const StandardClass& standard) {
  if (model.interaction_class(path_of(standard))) return;
  core::InteractionClass made;
  made.name = standard.name;
  made.parent = standard.parent.empty() ? core::InteractionClassHandle(1)
                                        : model.interaction_class(standard.parent);
  made.parameters = model.find(made.parent)->parameters;
  made.inherited_parameters = static_cast<std::uint32_t>(made.parameters.size());
  model.interaction_classes.push_back(std::move(made));
  const auto handle = last_handle<core::InteractionClassHandle>(model.interaction_classes.size());
  for_each_word(standard.members, [&](std::string_view name) {
    if (model.parameter(handle, name)) return;
    model.interaction_classes.back().parameters.emplace_back(name);
  });
}

}  // namespace

void add_standard_classes(core::ObjectModel& model) {
  for (const StandardClass& standard : kObjectClasses) add_object_class(model, standard);
  for (const StandardClass& standard : kInteractionClasses) add_interaction_class(model, standard);
}

}  // namespace triad::fed
