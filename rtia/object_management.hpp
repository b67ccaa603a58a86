// Object management in the RTIA (HLA 1.3 clause 6): sending, receipt and delivery of updates and
// interactions (data_exchange.cpp), deletions, transportation and order, and requests for updates.
// Registration, discovery and removal are in instance_registration.hpp and instance_lifecycle.hpp.
// Nothing here waits for a reply, except a local deletion that ends associations with regions.
#pragma once

#include <map>
#include <optional>

#include "core/saved.hpp"
#include "rtia/data_audience.hpp"
#include "rtia/data_distribution_management.hpp"
#include "rtia/delivery_mode.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/flow_control.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_counts.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/neighbours.hpp"
#include "rtia/ownership_management.hpp"
#include "rtia/retraction.hpp"
#include "rtia/time_notes.hpp"

namespace triad::rtia {

// Transportation and order that the federate has set for its interactions of a class. Ends with the
// publication.
struct InteractionPreferences {
  std::map<InteractionClassHandle, Transportation> transportation;
  std::map<InteractionClassHandle, Ordering> order;
};
TRIAD_SAVED(InteractionPreferences, (transportation, order));

class ObjectManagement : private ServiceGroup {
 public:
  ObjectManagement(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                   Retraction& retraction, InstanceLifecycle& lifecycle,
                   OwnershipManagement& ownership, DataDistributionManagement& ddm,
                   FlowControl& flow, Neighbours& neighbours, DataAudience& audience,
                   TimeNotes& time_notes)
      : ServiceGroup(context),
        time_(time),
        delivery_(delivery),
        retraction_(retraction),
        lifecycle_(lifecycle),
        ownership_(ownership),
        ddm_(ddm),
        flow_(flow),
        neighbours_(neighbours),
        audience_(audience),
        time_notes_(time_notes) {}

  Result<wire::Retraction> perform_call(const wire::UpdateAttributeValues&);
  Result<wire::Retraction> perform_call(const wire::SendInteraction&);
  Result<wire::Retraction> perform_call(const wire::DeleteObjectInstance&);
  Result<void> perform_call(const wire::LocalDeleteObjectInstance&);
  Result<void> perform_call(const wire::ChangeAttributeTransportationType&);
  Result<void> perform_call(const wire::ChangeInteractionTransportationType&);
  Result<void> perform_call(const wire::ChangeAttributeOrderType&);
  Result<void> perform_call(const wire::ChangeInteractionOrderType&);
  Result<void> perform_call(const wire::RequestObjectAttributeValueUpdate&);
  Result<void> perform_call(const wire::RequestClassAttributeValueUpdate&);

  Fault receive_record(const Record&, const wire::UpdateAttributeValues&);
  Fault receive_record(const Record&, const wire::SendInteraction&);
  Fault receive_record(const Record&, const wire::RequestObjectAttributeValueUpdate&);
  Fault receive_record(const Record&, const wire::RequestClassAttributeValueUpdate&);

  // Make a queued record the current callback. Return false if there is nothing to deliver any
  // more.
  bool make_callback(const Record&, const wire::UpdateAttributeValues&);
  bool make_callback(const Record&, const wire::SendInteraction&);
  bool make_callback(const Record&, const wire::ProvideAttributeValueUpdate&);

  // Leave out of a callback in receive order, which was taken and has not reached the federate, the
  // values that the federate does not receive any more. Return false if nothing is left.
  bool filter_taken(wire::ReflectAttributeValues& callback);
  bool filter_taken(wire::ReceiveInteraction& callback, InteractionClassHandle sent_class);

  // Handles the end of the federate's publication of the class.
  void forget_preferences(InteractionClassHandle interaction_class);

  const MessageCounts& counts() const { return counts_; }

  void save(wire::Encoder& out) const { out.put(preferences_); }
  // Returns false if the object model lacks a class.
  bool load(wire::Decoder& in);
  void save_counts(wire::Encoder& out) const { out.put(counts_); }
  bool load_counts(wire::Decoder& in);

 private:
  std::optional<Error> check_update(const KnownInstance& known,
                                    const wire::ValueList& values) const;
  std::optional<Error> check_published(InteractionClassHandle interaction_class) const;
  DeliveryMode delivery_mode_of(const KnownInstance& known, AttributeHandle attribute) const;
  DeliveryMode delivery_mode_of(InteractionClassHandle interaction_class) const;
  // Returns the time stamp for a message; empty: receive order.
  Result<std::optional<core::Time>> stamp_of(Bytes time) const;
  // Sends the values of one transportation and order to the federates that need them.
  void send_update(wire::UpdateAttributeValues& part, DeliveryMode mode,
                   wire::ObjectClassHandle object_class, Audience& to);
  // Sends data, and counts it for time management if it is in time-stamp order.
  template <class Message>
  void send_data(const Audience& to, const Message& message, std::uint16_t flags) {
    context_.send_message(to, message, flags);
    if ((flags & wire::kTimeStamped) != 0) time_notes_.count_sent();
  }
  // Handles an update with attributes that the sender may have lost without knowing.
  Fault receive_owned_part(const Record& record, const wire::UpdateAttributeValues& update);
  // Queue provideAttributeValueUpdate for the owned attributes among the requested ones.
  void queue_value_request(ObjectHandle object, const ObjectInstance& instance,
                           const AttributeSet& wanted);
  void queue_value_request(const wire::RequestClassAttributeValueUpdate& request);

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  InstanceLifecycle& lifecycle_;
  OwnershipManagement& ownership_;
  DataDistributionManagement& ddm_;
  FlowControl& flow_;
  Neighbours& neighbours_;
  DataAudience& audience_;
  TimeNotes& time_notes_;

  InteractionPreferences preferences_;
  MessageCounts counts_ = MessageCounts::of(model());
  wire::Buffer sent_;  // values of the part of an update that is being sent
};

}  // namespace triad::rtia
