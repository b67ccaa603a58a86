// Classes of the Management Object Model (MOM), bound to the handles that a federation's FED file
// gives them. A FED file may declare only part of the MOM; the rest has handle zero and is not
// served. Constant after construction. core/mom_text.hpp formats the values.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/mom_text.hpp"
#include "core/object_model.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::core::mom {

// Attributes, with the names of the FED file.
enum class FederationAttribute : std::uint8_t {
  FederationName,
  FederatesInFederation,
  RTIversion,
  FEDid,
  LastSaveName,
  LastSaveTime,
  NextSaveName,
  NextSaveTime,
};
BOOST_DESCRIBE_ENUM(FederationAttribute, FederationName, FederatesInFederation, RTIversion, FEDid,
                    LastSaveName, LastSaveTime, NextSaveName, NextSaveTime)

enum class FederateAttribute : std::uint8_t {
  FederateHandle,
  FederateType,
  FederateHost,
  RTIversion,
  FEDid,
  TimeConstrained,
  TimeRegulating,
  AsynchronousDelivery,
  FederateState,
  TimeManagerState,
  FederateTime,
  Lookahead,
  LBTS,
  MinNextEventTime,
  ROlength,
  TSOlength,
  ReflectionsReceived,
  UpdatesSent,
  InteractionsReceived,
  InteractionsSent,
  ObjectsOwned,
  ObjectsUpdated,
  ObjectsReflected,
};
BOOST_DESCRIBE_ENUM(FederateAttribute, FederateHandle, FederateType, FederateHost, RTIversion,
                    FEDid, TimeConstrained, TimeRegulating, AsynchronousDelivery, FederateState,
                    TimeManagerState, FederateTime, Lookahead, LBTS, MinNextEventTime, ROlength,
                    TSOlength, ReflectionsReceived, UpdatesSent, InteractionsReceived,
                    InteractionsSent, ObjectsOwned, ObjectsUpdated, ObjectsReflected)

// Leaf classes below InteractionRoot.Manager.Federate.<group>.
#define TRIAD_MOM_ADJUST(X) \
  X(SetTiming) X(ModifyAttributeState) X(SetServiceReporting) X(SetExceptionLogging)
#define TRIAD_MOM_REQUEST(X)    \
  X(RequestPublications)        \
  X(RequestSubscriptions)       \
  X(RequestObjectsOwned)        \
  X(RequestObjectsUpdated)      \
  X(RequestObjectsReflected)    \
  X(RequestUpdatesSent)         \
  X(RequestInteractionsSent)    \
  X(RequestReflectionsReceived) \
  X(RequestInteractionsReceived) X(RequestObjectInformation)
#define TRIAD_MOM_REPORT(X)        \
  X(ReportObjectPublication)       \
  X(ReportObjectSubscription)      \
  X(ReportInteractionPublication)  \
  X(ReportInteractionSubscription) \
  X(ReportObjectsOwned)            \
  X(ReportObjectsUpdated)          \
  X(ReportObjectsReflected)        \
  X(ReportUpdatesSent)             \
  X(ReportReflectionsReceived)     \
  X(ReportInteractionsSent)        \
  X(ReportInteractionsReceived)    \
  X(ReportObjectInformation)       \
  X(Alert) X(ReportServiceInvocation)
#define TRIAD_MOM_SERVICE(X)                    \
  X(ResignFederationExecution)                  \
  X(SynchronizationPointAchieved)               \
  X(FederateSaveBegun)                          \
  X(FederateSaveComplete)                       \
  X(FederateRestoreComplete)                    \
  X(PublishObjectClass)                         \
  X(UnpublishObjectClass)                       \
  X(PublishInteractionClass)                    \
  X(UnpublishInteractionClass)                  \
  X(SubscribeObjectClassAttributes)             \
  X(UnsubscribeObjectClass)                     \
  X(SubscribeInteractionClass)                  \
  X(UnsubscribeInteractionClass)                \
  X(DeleteObjectInstance)                       \
  X(LocalDeleteObjectInstance)                  \
  X(ChangeAttributeTransportationType)          \
  X(ChangeInteractionTransportationType)        \
  X(UnconditionalAttributeOwnershipDivestiture) \
  X(EnableTimeRegulation)                       \
  X(DisableTimeRegulation)                      \
  X(EnableTimeConstrained)                      \
  X(DisableTimeConstrained)                     \
  X(TimeAdvanceRequest)                         \
  X(TimeAdvanceRequestAvailable)                \
  X(NextEventRequest)                           \
  X(NextEventRequestAvailable)                  \
  X(FlushQueueRequest)                          \
  X(EnableAsynchronousDelivery)                 \
  X(DisableAsynchronousDelivery)                \
  X(ModifyLookahead)                            \
  X(ChangeAttributeOrderType)                   \
  X(ChangeInteractionOrderType)

#define TRIAD_MOM_ENUMERATOR(name) name,
enum class Interaction : std::uint8_t {
  none,
  TRIAD_MOM_ADJUST(TRIAD_MOM_ENUMERATOR) TRIAD_MOM_REQUEST(TRIAD_MOM_ENUMERATOR)
      TRIAD_MOM_REPORT(TRIAD_MOM_ENUMERATOR) TRIAD_MOM_SERVICE(TRIAD_MOM_ENUMERATOR)
};
#undef TRIAD_MOM_ENUMERATOR

#define TRIAD_MOM_COUNT(name) +1
inline constexpr std::size_t kInteractions =
    1 TRIAD_MOM_ADJUST(TRIAD_MOM_COUNT) TRIAD_MOM_REQUEST(TRIAD_MOM_COUNT)
        TRIAD_MOM_REPORT(TRIAD_MOM_COUNT) TRIAD_MOM_SERVICE(TRIAD_MOM_COUNT);
#undef TRIAD_MOM_COUNT

std::string_view name_of(Interaction interaction);  // without the path; "" for none

// Returns true for interactions on which the RTI acts, whether or not a federate subscribes to
// them. The others are reports, which the RTI sends.
constexpr bool is_command(Interaction interaction) {
  return interaction != Interaction::none && (interaction < Interaction::ReportObjectPublication ||
                                              interaction > Interaction::ReportServiceInvocation);
}
// Returns true for interactions that the RTI sends.
constexpr bool is_report(Interaction interaction) {
  return interaction != Interaction::none && !is_command(interaction);
}

// Returns true for attributes that the RTIG has; the federate's RTIA has the others.
constexpr bool is_known_to_rtig(FederateAttribute attribute) {
  return attribute <= FederateAttribute::FEDid;
}

// Returns true for attributes that are updated every ReportPeriod, if it is set. The others are
// updated when they change.
constexpr bool is_periodic(FederateAttribute attribute) {
  return attribute >= FederateAttribute::FederateTime;
}

class Handles {
 public:
  explicit Handles(const ObjectModel& model);

  // Returns zero if the FED file does not declare the class.
  ObjectClassHandle federation() const { return federation_; }
  ObjectClassHandle federate() const { return federate_; }
  InteractionClassHandle handle_of(Interaction interaction) const {
    return interactions_[static_cast<std::size_t>(interaction)];
  }
  // Returns the MOM interaction of a class, or none.
  Interaction interaction_of(InteractionClassHandle interaction_class) const {
    return interaction_class.value < interactions_by_class_.size()
               ? interactions_by_class_[interaction_class.value]
               : Interaction::none;
  }
  // Returns true for Manager.Federation, Manager.Federate and all classes below Manager.
  bool is_management(ObjectClassHandle object_class) const {
    return object_class.value < management_.size() && management_[object_class.value] != 0;
  }
  bool is_management(InteractionClassHandle interaction_class) const {
    return interaction_class.value < management_interactions_.size() &&
           management_interactions_[interaction_class.value] != 0;
  }

  // Returns zero if the class lacks the attribute or parameter.
  AttributeHandle handle_of(FederationAttribute attribute) const {
    return federation_attributes_[static_cast<std::size_t>(attribute)];
  }
  AttributeHandle handle_of(FederateAttribute attribute) const {
    return federate_attributes_[static_cast<std::size_t>(attribute)];
  }
  ParameterHandle parameter(Interaction interaction, std::string_view name) const;

  // Returns all attributes of the class, including attributes that the RTI does not know: it owns
  // them, too.
  wire::AttributeSet all_attributes_of(ObjectClassHandle object_class) const;
  // Returns the registration record of a Manager.Federate object.
  wire::ObjectInstanceRegistered registration_of_manager(wire::ObjectHandle manager) const {
    return {manager, federate_, {}, all_attributes_of(federate_)};
  }

 private:
  const ObjectModel& model_;
  ObjectClassHandle federation_;
  ObjectClassHandle federate_;
  std::array<InteractionClassHandle, kInteractions> interactions_{};
  std::vector<Interaction> interactions_by_class_;  // index: class handle
  std::vector<char> management_;                    // index: class handle
  std::vector<char> management_interactions_;
  std::array<AttributeHandle, 8> federation_attributes_{};
  std::array<AttributeHandle, 23> federate_attributes_{};
};

// Returns the text of a parameter, or nothing if it is missing.
std::optional<std::string_view> find_text(const wire::ValueList& values, ParameterHandle parameter);
// Returns the unchanged bytes of a parameter, or nothing if it is missing.
std::optional<wire::Bytes> find_bytes(const wire::ValueList& values, ParameterHandle parameter);
// Returns the error text for a missing parameter. The handle is zero if the FED file does not
// declare it.
std::string missing_text(std::string_view name, ParameterHandle parameter);

// Tag of all updates and interactions that the RTI sends.
inline constexpr std::string_view kTag = "MOM";

}  // namespace triad::core::mom
