// The Management Object Model in one federation's object model: its classes by name, bound to the
// handles that the FED gives them. A FED may have a part of it; what is not there is zero and is
// served to nobody. Constant once made; how values are written is core/mom_text.hpp.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/mom_text.hpp"
#include "core/object_model.hpp"

namespace triad::core::mom {

// Attributes, named as in the FED.
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

// The leaves below InteractionRoot.Manager.Federate.<group>.
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

// What the RTI acts on, whoever else subscribes; reports are what it sends.
constexpr bool is_command(Interaction interaction) {
  return interaction != Interaction::none && (interaction < Interaction::ReportObjectPublication ||
                                              interaction > Interaction::ReportServiceInvocation);
}
constexpr bool is_report(Interaction interaction) {
  return interaction != Interaction::none && !is_command(interaction);
}

// What the RTIG knows of a federate; the rest its own RTIA does.
constexpr bool known_to_rtig(FederateAttribute attribute) {
  return attribute <= FederateAttribute::FEDid;
}

// Updated every ReportPeriod, if that is set; the others when they change.
constexpr bool is_periodic(FederateAttribute attribute) {
  return attribute >= FederateAttribute::FederateTime;
}

class Handles {
 public:
  explicit Handles(const ObjectModel& model);

  // Zero where the FED has no such class.
  ObjectClassHandle federation() const { return federation_; }
  ObjectClassHandle federate() const { return federate_; }
  InteractionClassHandle of(Interaction interaction) const {
    return interactions_[static_cast<std::size_t>(interaction)];
  }
  // Which of the MOM's interactions the class is.
  Interaction which(InteractionClassHandle interaction_class) const {
    return interaction_class.value < which_.size() ? which_[interaction_class.value]
                                                   : Interaction::none;
  }
  // Manager.Federation, Manager.Federate and what a FED puts below them.
  bool is_management(ObjectClassHandle object_class) const {
    return object_class.value < management_.size() && management_[object_class.value] != 0;
  }
  bool is_management(InteractionClassHandle interaction_class) const {
    return interaction_class.value < management_interactions_.size() &&
           management_interactions_[interaction_class.value] != 0;
  }

  // Zero where the class lacks the member.
  AttributeHandle of(FederationAttribute attribute) const {
    return federation_attributes_[static_cast<std::size_t>(attribute)];
  }
  AttributeHandle of(FederateAttribute attribute) const {
    return federate_attributes_[static_cast<std::size_t>(attribute)];
  }
  ParameterHandle parameter(Interaction interaction, std::string_view name) const;

  // All attributes of the class, those that the RTI does not know included: it owns them, too.
  wire::AttributeSet all_of(ObjectClassHandle object_class) const;

 private:
  const ObjectModel& model_;
  ObjectClassHandle federation_;
  ObjectClassHandle federate_;
  std::array<InteractionClassHandle, kInteractions> interactions_{};
  std::vector<Interaction> which_;  // by class handle
  std::vector<char> management_;    // by class handle
  std::vector<char> management_interactions_;
  std::array<AttributeHandle, 8> federation_attributes_{};
  std::array<AttributeHandle, 23> federate_attributes_{};
};

// The text of a parameter of an interaction; nothing if it is missing.
std::optional<std::string_view> find(const wire::ValueList& values, ParameterHandle parameter);
// The value's bytes as they are.
std::optional<wire::Bytes> find_bytes(const wire::ValueList& values, ParameterHandle parameter);
// What to tell who left out a parameter; its handle is zero where the FED has no such parameter.
std::string missing(std::string_view name, ParameterHandle parameter);

// Tag of what the RTI sends.
inline constexpr std::string_view kTag = "MOM";

}  // namespace triad::core::mom
