// PostingPermits: the updates and interactions that the federate may post, which means that the
// call returns before the rtia process has carried it out. Used by CallByRecord.
//
// The rtia makes all checks of a call, so libRTI needs no copy of its state. A call that the rtia
// has accepted is a permit for calls like it: of the same instance with the same attributes, or of
// the same interaction class with the same parameters. Everything that could make the rtia refuse
// such a call ends the permit first: another call of the federate, a callback, or a statement of
// the rtia (rtia/hosting/process_protocol.hpp). The next call then waits for its answer, and throws
// the rtia's refusal.
//
// A timeAdvanceGrant permits one advance to the granted time or later.
#pragma once

#include <algorithm>
#include <boost/mp11.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "core/time_type.hpp"
#include "rtia/callback.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "wire/message_list.hpp"

namespace triad::api {

// Calls that change neither the permits of the federate nor the callbacks that it receives.
using NeutralCalls = boost::mp11::mp_list<
    wire::UpdateAttributeValues, wire::SendInteraction, wire::RegisterObjectInstance,
    wire::AdvanceTime, wire::QueryTime, wire::ModifyLookahead, wire::EnableTimeRegulation,
    wire::DisableTimeRegulation, wire::EnableTimeConstrained, wire::DisableTimeConstrained,
    wire::SetAsynchronousDelivery, wire::Retract, wire::RequestObjectAttributeValueUpdate,
    wire::RequestClassAttributeValueUpdate, wire::GetObjectClassHandle, wire::GetObjectClassName,
    wire::GetAttributeHandle, wire::GetAttributeName, wire::GetInteractionClassHandle,
    wire::GetInteractionClassName, wire::GetParameterHandle, wire::GetParameterName,
    wire::GetObjectInstanceHandle, wire::GetObjectInstanceName, wire::GetObjectClass,
    wire::IsAttributeOwnedByFederate, wire::QueryAttributeOwnership>;

class PostingPermits {
 public:
  // Compares the federation's times with `times`. Null: no advance is posted.
  explicit PostingPermits(const core::TimeType* times = nullptr) : times_(times) {}

  // Returns whether the call may be posted. `bytes`: its encoded length.
  template <class C>
  [[nodiscard]] bool allow(const C& call, std::size_t bytes) {
    return rtia::may_be_posted(call) && bytes <= accepted_bytes_ && allow_handles(call);
  }
  // Returns whether the advance may be posted, and ends the permit for advances if so.
  [[nodiscard]] bool allow(const wire::AdvanceTime& call, std::size_t) {
    if (!granted_ || !rtia::may_be_posted(call) || !times_->is_valid(call.time)) return false;
    if (times_->less(core::Time(call.time), *granted_)) return false;
    granted_.reset();
    return true;
  }

  // Records a call that the rtia has accepted with kMayPost.
  template <class C>
  void grant(const C& call, std::size_t bytes) {
    if (!rtia::may_be_posted(call) || std::is_same_v<C, wire::AdvanceTime>) return;
    accepted_bytes_ = std::max(accepted_bytes_, bytes);
    if constexpr (std::is_same_v<C, wire::UpdateAttributeValues>) {
      if (barred_.contains(call.object.value)) return;
      insert_handles(attributes_[call.object.value], call.values);
    } else if constexpr (std::is_same_v<C, wire::SendInteraction>) {
      insert_handles(parameters_[call.interaction_class.value], call.values);
    }
  }

  // Records a call before it is made.
  template <class C>
  void record_call(const C& call) {
    using boost::mp11::mp_contains;
    if constexpr (mp_contains<SheddingCalls, C>::value) bar(call.object);
    if constexpr (mp_contains<AdvanceEndingCalls, C>::value) granted_.reset();
    if constexpr (mp_contains<DeletingCalls, C>::value) {
      forget(call.object);
    } else if constexpr (!mp_contains<HarmlessCalls, C>::value) {
      revoke_all();
    }
    if constexpr (std::is_same_v<C, wire::JoinFederationExecution> ||
                  std::is_same_v<C, wire::ResignFederationExecution>) {
      barred_.clear();
    }
  }

  // Records a callback before the federate receives it.
  template <class Message>
  void record_callback(const Message& callback) {
    using boost::mp11::mp_contains;
    if constexpr (std::is_same_v<Message, wire::RemoveObjectInstance> ||
                  std::is_same_v<Message, wire::AttributeOwnershipDivestitureNotification>) {
      forget(callback.object);
    } else if constexpr (std::is_same_v<Message, wire::TimeAdvanceGrant>) {
      if (times_ != nullptr && times_->is_valid(callback.time)) granted_.emplace(callback.time);
    } else if constexpr (mp_contains<RevokingCallbacks, Message>::value) {
      revoke_all();
    }
  }

  void revoke_all() {
    ++revocations_;
    attributes_.clear();
    parameters_.clear();
    granted_.reset();
    accepted_bytes_ = kAcceptedBytesMin;
  }
  // Returns the number of revocations. An answer or callback that came before the last one gives no
  // permit.
  [[nodiscard]] std::uint64_t revocations() const { return revocations_; }
  void end_advance_permit() { granted_.reset(); }

 private:
  // Calls after which the federate may still post everything that it could before.
  using HarmlessCalls = boost::mp11::mp_append<
      NeutralCalls,
      boost::mp11::mp_list<wire::SubscribeObjectClassAttributes, wire::UnsubscribeObjectClass,
                           wire::SubscribeInteractionClass, wire::UnsubscribeInteractionClass>>;
  // Calls during which no advance is in progress and after which one may be refused.
  using AdvanceEndingCalls = boost::mp11::mp_list<wire::AdvanceTime, wire::EnableTimeRegulation,
                                                  wire::EnableTimeConstrained>;
  // Calls that end the permits of one instance.
  using DeletingCalls =
      boost::mp11::mp_list<wire::DeleteObjectInstance, wire::LocalDeleteObjectInstance>;
  // Calls after which another federate may become the owner at any time. The instance is not posted
  // again in this membership.
  using SheddingCalls = boost::mp11::mp_list<wire::NegotiatedAttributeOwnershipDivestiture,
                                             wire::AttributeOwnershipReleaseResponse>;
  // Callbacks of saves and restores, which change or replace the whole state.
  using RevokingCallbacks =
      boost::mp11::mp_list<wire::InitiateFederateSave, wire::FederationSaved,
                           wire::FederationNotSaved, wire::RequestFederationRestoreSucceeded,
                           wire::FederationRestoreBegun, wire::InitiateFederateRestore,
                           wire::FederationRestored, wire::FederationNotRestored>;

  static constexpr std::size_t kAcceptedBytesMin = std::size_t{64} << 10;

  using Handles = wire::AttributeSet;
  using Permits = boost::unordered_flat_map<std::uint64_t, Handles>;

  static void insert_handles(Handles& permitted, const wire::ValueList& values) {
    values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
      permitted.insert(wire::AttributeHandle(handle));
    });
  }
  static bool contain_handles(const Permits& permits, std::uint64_t of,
                              const wire::ValueList& values) {
    const auto at = permits.find(of);
    if (at == permits.end()) return false;
    bool all = true;
    values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
      all = all && handle < Handles::kLargest && at->second.contains(wire::AttributeHandle(handle));
    });
    return all;
  }
  template <class C>
  bool allow_handles(const C& call) const {
    if constexpr (std::is_same_v<C, wire::UpdateAttributeValues>) {
      return contain_handles(attributes_, call.object.value, call.values);
    } else {
      return contain_handles(parameters_, call.interaction_class.value, call.values);
    }
  }
  void forget(wire::ObjectHandle object) { attributes_.erase(object.value); }
  void bar(wire::ObjectHandle object) { barred_.insert(object.value); }

  const core::TimeType* times_;  // null: no advance is posted
  // Time of the last grant, if the next advance may be posted.
  std::optional<core::Time> granted_;
  Permits attributes_;  // by object instance
  Permits parameters_;  // by interaction class
  boost::unordered_flat_set<std::uint64_t> barred_;
  std::uint64_t revocations_ = 0;
  // Length of the longest call that the RTIG has accepted, or accepts with every setting of
  // message.max.
  std::size_t accepted_bytes_ = kAcceptedBytesMin;
};

}  // namespace triad::api
