// Membership of a federate in one federation execution: its copy of the federation, the object
// instances it knows, and the callbacks that wait for its ticks. It begins with JoinAccepted and
// ends with the resignation. The Ambassador owns it and passes calls and records to it. Private to
// rtia/.
//
// The membership connects the service groups. Each group has its calls, records, callbacks and
// state, and knows only the other groups that are passed to it here. membership.cpp passes records
// to the groups, callbacks.cpp delivers queued callbacks, and saved_state.cpp saves all groups.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/federation_state.hpp"
#include "records/defect.hpp"
#include "rtia/advisories.hpp"
#include "rtia/callback_queue.hpp"
#include "rtia/data_audience.hpp"
#include "rtia/data_distribution_management.hpp"
#include "rtia/declaration_management.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/federation_management.hpp"
#include "rtia/federation_pause.hpp"
#include "rtia/flow_control.hpp"
#include "rtia/group_dispatch.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/instance_registration.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/kept_instances.hpp"
#include "rtia/known_instances.hpp"
#include "rtia/management_object_model.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/neighbours.hpp"
#include "rtia/object_management.hpp"
#include "rtia/ownership_assumption.hpp"
#include "rtia/ownership_management.hpp"
#include "rtia/retraction.hpp"
#include "rtia/save_restore_management.hpp"
#include "rtia/support_services.hpp"
#include "rtia/time_management.hpp"
#include "rtia/time_status.hpp"

namespace triad::rtia {

class Membership : private FederationManagement::Listener,
                   private ManagementObjectModel::Federate,
                   private SaveRestoreManagement::Subject {
 public:
  Membership(Connection& connection, PendingCall& call, const AmbassadorOptions& options,
             FederateHandle self, core::ObjectModel model);
  // Creates the member that `of` becomes by a restore.
  Membership(const Membership& of, FederateHandle self);

  FederateHandle self() const { return context_.self; }
  const core::Federation& state() const { return context_.federation; }
  bool holds(ObjectHandle object) const {
    const ObjectInstance* const instance = context_.federation.objects().find(object);
    return instance != nullptr &&
           (context_.known.holds(object, *instance) || lifecycle_.is_being_deleted(object));
  }
  // Returns false if the RTIG's snapshot is malformed.
  bool begin(const wire::JoinAccepted& accepted);

  // Begins from a saved state, which sends nothing before activate_restored() makes it the member's
  // (saved_state.cpp).
  bool begin(const wire::RestoreImage& image);
  // Returns the membership made for that restore; null if it is not complete.
  std::unique_ptr<Membership> take_image(std::uint64_t restore);
  void activate_restored(const wire::FederationRestored& restored);

  // Handles a record of the log, of the RTIG to this federate, or of another member. Returns its
  // error, if any. `unchecked`: the record was read in its sender's own stream, so that neither the
  // RTIG nor the Router has checked it.
  Fault receive_record(const Record& record, bool unchecked);
  // Set when the log has told the end of the membership.
  const std::optional<Departure>& departure() const { return federation_management_.departure(); }
  // Returns the result of Ambassador::needs_record(). count_received_message() is also called for
  // records that are not needed.
  bool needs_record(const Record& record) const;
  void count_received_message(const wire::RecordHeader& header);

  // Decides grants and reports promises, once everything that has arrived is handled.
  void settle_time();
  TimeManagement& time_management() { return time_management_; }
  TimeStatusReport& time_status() { return time_status_; }
  // Returns the result of TimeOutlook::answers_enabling_soon(); false while callbacks wait for the
  // end of a save or restore.
  bool answers_enabling_soon() const {
    return !context_.callbacks.only_urgent && time_.outlook(std::nullopt).answers_enabling_soon();
  }

  std::size_t callbacks_waiting() const { return context_.callbacks.deliverable_count(); }
  const Callback* take_callback();
  // Serve the functions of Ambassador with these names.
  bool has_plain_callback();
  const Callback* take_plain_callback();
  wire::InteractionClassHandle sent_class() const { return context_.callbacks.sent_class; }
  bool filter_taken(Callback& callback, wire::InteractionClassHandle sent_class);
  // Returns whether a restore has been announced and has not ended.
  bool is_restoring() const { return save_restore_.is_restoring(); }
  // Returns the number of best-effort messages dropped for lack of room.
  std::uint64_t messages_dropped() const { return delivery_.dropped_count(); }

  // Passes a service call to its group. A service that is not allowed during a save or restore is
  // refused before all other checks.
  template <class Call>
  Result<typename Call::Reply> call(const Call& request);

  // Replies to this membership's requests.
  void receive_acceptance(wire::Position position) {
    ownership_.receive_acknowledgement(position);
    time_management_.lbts().receive_acceptance(position);
  }
  void receive_interest_acknowledgement(wire::Position stated_at) {
    interest_statement_.record_acknowledgement(stated_at);
  }
  // Completes the waiting call after its reply, before the call is made again.
  void complete_accepted_call() {
    registration_.complete_reservation();
    time_management_.lbts().receive_answer();
    ownership_.complete_acknowledged_call();
  }
  InstanceRegistration& registration() { return registration_; }

  ManagementObjectModel& mom() { return mom_; }
  std::uint64_t untold_loss_count() const { return context_.untold_loss_count; }
  // Returns the pause while members move to other routers.
  FederationPause& pause() { return pause_; }
  const FederationPause& pause() const { return pause_; }
  // --- A recovery (member_recovery.hpp).
  // States interest and holds of senders again, and forgets the holds of others.
  void restate() {
    interest_statement_.restate();
    flow_.restate();
  }
  // Frame the handling of the records that were kept aside. begin_giving_back() requests the LBTS
  // again. end_giving_back() lets promises and waits be reported again, counts messages from zero,
  // and lets a call that waits for the end of the recovery be made again.
  void begin_giving_back() {
    context_.is_giving_back = true;
    if (TRIAD_DEFECT(question_not_asked_again)) return;
    time_management_.lbts().repeat_requests();
    mom_.repeat_lbts_requests();
  }
  void end_giving_back() {
    context_.is_giving_back = false;
    time_management_.begin_elsewhere();
    context_.retry_paused_call();
  }
  const core::TimeType& times() const { return time_.type(); }

  // Records that the call in progress has ended, sent or refused.
  void end_room_wait() { flow_.end_wait(); }
  const FlowControl::Federates& members_without_room() const {
    return flow_.members_without_room();
  }

 private:
  friend class SuspendedState;
  friend class SuspendedState;
  using Groups =
      boost::mp11::mp_list<OwnershipAssumption, OwnershipManagement, SupportServices, Advisories,
                           FlowControl, Retraction, InstanceLifecycle, DeclarationManagement,
                           DataDistributionManagement, DataAudience, TimeStatusReport, LbtsExchange,
                           TimeManagement, InstanceRegistration, ObjectManagement,
                           ManagementObjectModel, KeptInstances, FederationManagement,
                           SaveRestoreManagement, FederationPause>;
  auto groups() {
    return std::tie(assumption_, ownership_, support_, advisories_, flow_, retraction_, lifecycle_,
                    declaration_, ddm_, audience_, time_status_, time_management_.lbts(),
                    time_management_, registration_, objects_, mom_, kept_, federation_management_,
                    save_restore_, pause_);
  }

  // Loads the members. Returns false if they are malformed or lack this member.
  bool load_members(Bytes members);
  Fault dispatch_record(const Record& record);
  // Returns whether a record with this header may carry the message: records of the log come from
  // the RTIG, data from other members.
  template <class Message>
  bool is_valid_sender(const wire::RecordHeader& header) const;

  // Federation management.
  void after_member_joined() override;
  void after_member_left(FederateHandle federate, wire::Position log_position) override;
  void before_resignation(const wire::ResignFederationExecution& resign) override;

  // Save and restore (saved_state.cpp).
  void settle() override { settle_time(); }
  wire::Buffer encode_part() const override;
  bool make_image(const wire::RestoreImage& image) override;
  void drop_image() override { image_.reset(); }

  // Management by the MOM.
  FederateCondition condition() const override { return save_restore_.condition(); }
  std::optional<Error> carry_out(const ManagementObjectModel::Service& service) override;
  std::optional<Error> check_resignation(wire::ResignAction action) const override {
    return federation_management_.check_owned_attributes(action);
  }

  // Put the next callback into context_.callbacks.current. Return false if none is due. Urgent
  // callbacks are of saves and restores. A lossy (best-effort) one is copied, because the queue may
  // drop it; a lasting one stays queued until it is delivered.
  bool prepare_urgent_callback();
  bool prepare_queued_callback();
  bool prepare_lossy_callback();
  bool prepare_lasting_callback();
  // Drops the callback from which the federate has returned. `urgent`: it was urgent.
  void drop_delivered_callback();
  // Makes decisions that the callback permits, such as a time advance.
  void settle_after_callback(bool urgent);
  // Make context_.callbacks.current from a queued record. Return false if there is nothing to
  // deliver any more.
  bool prepare_callback(Bytes queued);
  bool make_callback_from(const Record& record);

  MemberContext context_;

  Neighbours neighbours_{context_};  // checks other members' records
  OwnershipAssumption assumption_{context_};
  OwnershipManagement ownership_{context_, assumption_, lifecycle_, neighbours_};
  Advisories advisories_{context_};
  FederateTime time_;
  MessageDelivery delivery_{context_, time_};
  Retraction retraction_{context_, time_, delivery_, lifecycle_};
  InterestStatement interest_statement_{context_};
  InstanceLifecycle lifecycle_{context_,   time_,       delivery_,           retraction_,
                               ownership_, advisories_, interest_statement_, neighbours_};
  TimeStatusReport time_status_{context_, time_};
  TimeManagement time_management_{context_,    time_,      delivery_,
                                  retraction_, lifecycle_, time_status_};
  FederationManagement federation_management_{context_, interest_statement_, lifecycle_,
                                              neighbours_, *this};
  SaveRestoreManagement save_restore_{context_, time_, delivery_, *this};
  std::unique_ptr<Membership> image_;  // state of the restore in progress
  FlowControl flow_{context_};
  DeclarationManagement declaration_{
      context_, interest_statement_, ownership_, lifecycle_, advisories_,
      flow_,    neighbours_,         objects_,   mom_};
  DataDistributionManagement ddm_{context_,   interest_statement_, declaration_,
                                  lifecycle_, retraction_,         flow_};
  DataAudience audience_{context_};
  InstanceRegistration registration_{context_,   ddm_,        interest_statement_,
                                     lifecycle_, neighbours_, audience_};
  ObjectManagement objects_{context_,
                            time_,
                            delivery_,
                            retraction_,
                            lifecycle_,
                            ownership_,
                            ddm_,
                            flow_,
                            neighbours_,
                            audience_,
                            time_management_.notes()};
  // Forgets instances that are neither held nor of a subscribed class.
  KeptInstances kept_{context_, interest_statement_, lifecycle_};
  SupportServices support_{context_};

  ManagementObjectModel mom_{context_, *this,      time_,    delivery_, time_management_.lbts(),
                             objects_, ownership_, support_, audience_};
  FederationPause pause_{context_, interest_statement_, time_management_, mom_};
};

}  // namespace triad::rtia

#include "rtia/sending.hpp"
