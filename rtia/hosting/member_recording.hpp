// Recording of a federate by its HostedAmbassador: selects the sent records, calls and callbacks
// that tell the actions of the federate, and hands them to a recorder. Without the setting
// record.directory it does nothing.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "recording/hosting/federate_recorder.hpp"
#include "rtia/ambassador.hpp"

namespace triad::rtia {

class MemberRecording {
 public:
  // Keeps a reference to `time_type`, which must outlive this object.
  MemberRecording(recording::RecorderOptions options, const core::TimeType& time_type)
      : options_(std::move(options)), time_type_(time_type) {}

  [[nodiscard]] bool is_active() const { return recorder_ != nullptr; }

  // Begins the recording of a membership, if the settings demand one. A file that cannot be created
  // is logged.
  void begin(const Ambassador& ambassador, std::string_view federation,
             std::string_view federate_type);
  // Ends the recording of the membership. Blocks until everything is written.
  void end() { recorder_.reset(); }

  // --- Only while active.

  // Records a sent record of the federate, in consecutive parts. Records of the protocol itself are
  // left out.
  void record_sent(std::span<const wire::Bytes> parts);
  // Records a call that has succeeded, unless it is a look-up, or record_sent() has recorded its
  // record. `is_answered`: the RTIG has answered it.
  template <wire::Call C>
  void record_call(const Ambassador& ambassador, const C& call, bool is_answered) {
    if constexpr (kIsRecorded<C>) {
      if (kIsSent<C> && has_sent_) return;
      wire::RecordHeader header = make_header(ambassador);
      set_class(ambassador, call, header);
      buffer_.clear();
      wire::encode_record(header, without_secret(call), buffer_);
      record(kIsSent<C>                     ? recording::Origin::unsent
             : is_answered && !kIsOfRtia<C> ? recording::Origin::answered
                                            : recording::Origin::call);
    }
  }
  // Records a callback. Skips callbacks about data and instances unless record.callbacks is set,
  // because their senders record them.
  void record_callback(const Ambassador& ambassador, const Callback& callback);
  // Forgets the records that the last call has sent.
  void forget_sent() { has_sent_ = false; }

 private:
  template <class C, class... Others>
  static constexpr bool kIsOneOf = (std::is_same_v<C, Others> || ...);
  // Calls that send data to other members.
  template <class C>
  static constexpr bool kIsSent =
      kIsOneOf<C, wire::UpdateAttributeValues, wire::SendInteraction, wire::DeleteObjectInstance,
               wire::Retract, wire::RegisterObjectInstance, wire::RegisterObjectInstanceWithRegion>;
  // Calls that the RTIA carries out without the RTIG, though they may wait for the end of a pause.
  template <class C>
  static constexpr bool kIsOfRtia =
      kIsOneOf<C, wire::AdvanceTime, wire::SetAsynchronousDelivery, wire::ModifyLookahead,
               wire::ChangeAttributeTransportationType, wire::ChangeInteractionTransportationType,
               wire::ChangeAttributeOrderType, wire::ChangeInteractionOrderType,
               wire::LocalDeleteObjectInstance>;
  // Calls that change nothing are not recorded. Their replies are values.
  template <class C>
  static constexpr bool kIsRecorded =
      kIsSent<C> ||
      kIsOneOf<C, wire::JoinFederationExecution, wire::CreateRegion,
               wire::AttributeOwnershipReleaseResponse> ||
      (std::is_void_v<typename C::Reply> &&
       !kIsOneOf<C, wire::CreateFederationExecution, wire::DestroyFederationExecution,
                 wire::QueryAttributeOwnership>);

  // Returns the call. The secret with which a member returns by another link is left out.
  template <class C>
  static C without_secret(C call) {
    if constexpr (std::is_same_v<C, wire::JoinFederationExecution>) call.session = {};
    return call;
  }
  [[nodiscard]] wire::RecordHeader make_header(const Ambassador& ambassador) const;
  [[nodiscard]] static wire::InterestKey class_of(const Ambassador& ambassador,
                                                  wire::ObjectHandle object);
  // States the class that the message names, or that of its object.
  template <class Message>
  static void set_class(const Ambassador& ambassador, const Message& message,
                        wire::RecordHeader& header) {
    if constexpr (requires { wire::interest_key(message.object_class); }) {
      header.interest_key = wire::interest_key(message.object_class);
    } else if constexpr (requires { wire::interest_key(message.interaction_class); }) {
      header.interest_key = wire::interest_key(message.interaction_class);
    } else if constexpr (requires { class_of(ambassador, message.object); }) {
      header.interest_key = class_of(ambassador, message.object);
    }
  }
  // Records the content of buffer_.
  void record(recording::Origin origin);

  const recording::RecorderOptions options_;
  const core::TimeType& time_type_;
  std::unique_ptr<recording::Recorder> recorder_;
  wire::FederateHandle federate_;     // handle at the join
  wire::Position last_position_ = 0;  // of the last record sent
  bool has_sent_ = false;             // the call in progress has sent data
  wire::Buffer buffer_;
};

}  // namespace triad::rtia
