// A federate's membership in one federation execution: its copy of the federation, what it knows of
// object instances, and the callbacks that wait for its ticks. Begins with JoinAccepted, ends with
// the resignation. Private to rtia/; the Ambassador owns it and hands it calls and records.
//
// It puts the service groups together: each has its calls, records, callbacks and state, and knows
// of the others what it is given here. membership.cpp hands records to them, callbacks.cpp takes
// what they have queued, saved_state.cpp saves them all.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/federation_state.hpp"
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
#include "rtia/ownership_management.hpp"
#include "rtia/retraction.hpp"
#include "rtia/save_restore_management.hpp"
#include "rtia/support_services.hpp"
#include "rtia/time_management.hpp"

namespace triad::rtia {

class Membership : private FederationManagement::Listener,
                   private ManagementObjectModel::Federate,
                   private SaveRestoreManagement::Subject {
 public:
  Membership(Connection& connection, PendingCall& call, const AmbassadorOptions& options,
             FederateHandle self, core::ObjectModel model);

  FederateHandle self() const { return self_; }
  const core::Federation& state() const { return federation_; }
  bool holds(ObjectHandle object) const {
    const ObjectInstance* const instance = federation_.objects().find(object);
    return instance != nullptr &&
           (known_.holds(object, *instance) || lifecycle_.is_being_deleted(object));
  }
  // False when the RTIG's snapshot makes no sense.
  bool begin(const wire::JoinAccepted& accepted);

  // The same for a state that was saved; it sends nothing before take_over(), which makes it the
  // membership (saved_state.cpp).
  bool begin(const wire::RestoreImage& image);
  std::unique_ptr<Membership> take_image(std::uint64_t restore);
  void take_over(const wire::FederationRestored& restored);

  // A record of the log, of the RTIG to this federate, or of another; what is wrong with it.
  // `unchecked`: nobody has looked at it, for it stood in its sender's own stream.
  Fault on_record(const Record& record, bool unchecked);
  // Its end, when the log has told it.
  const std::optional<Departure>& departure() const { return federation_management_.departure(); }
  // As Ambassador has it; of what it does not want, too, note() is told.
  bool wants(const Record& record) const;
  void note(const wire::RecordHeader& header);

  // All that has come is taken into account: grants are decided, promises reported.
  void settle_time();
  TimeManagement& time_management() { return time_management_; }
  // As in FederateTime; false while callbacks wait for the end of a save or restore.
  bool answers_enabling_soon() const {
    return !callbacks_.only_urgent && time_.answers_enabling_soon();
  }

  std::size_t callbacks_waiting() const { return callbacks_.waiting_for_tick(); }
  const Callback* take_callback();
  std::uint64_t messages_dropped() const { return delivery_.dropped(); }

  // A service call goes to the group that has it. What the federate may not do during a save or
  // restore is refused before all checks.
  template <class Call>
  Result<typename Call::Reply> call(const Call& request);

  // Replies to this membership's requests.
  void on_accepted(wire::Position position) {
    ownership_.acknowledged(position);
    time_management_.accepted(position);
  }
  void on_interest_acknowledged(wire::Position stated_at) {
    interest_statement_.acknowledged(stated_at);
  }
  void on_call_accepted() {
    registration_.call_accepted();
    time_management_.lbts_answered();
    ownership_.call_acknowledged();
  }
  InstanceRegistration& registration() { return registration_; }

  ManagementObjectModel& mom() { return mom_; }
  FederationPause& pause() { return pause_; }
  const FederationPause& pause() const { return pause_; }
  const core::TimeType& times() const { return time_.type(); }
  std::size_t members() const { return federation_.members().size(); }

  // The call in progress has ended, sent or refused.
  void waits_for_room_no_more() { flow_.waits_no_more(); }
  const wire::FederateSet& who_has_no_room() const { return flow_.held(); }

 private:
  using Groups = boost::mp11::mp_list<
      OwnershipManagement, SupportServices, Advisories, FlowControl, Retraction, InstanceLifecycle,
      DeclarationManagement, DataDistributionManagement, DataAudience, TimeManagement,
      InstanceRegistration, ObjectManagement, ManagementObjectModel, KeptInstances,
      FederationManagement, SaveRestoreManagement, FederationPause>;
  auto groups() {
    return std::tie(ownership_, support_, advisories_, flow_, retraction_, lifecycle_, declaration_,
                    ddm_, audience_, time_management_, registration_, objects_, mom_, kept_,
                    federation_management_, save_restore_, pause_);
  }

  // False: these can be no members with this one among them.
  bool enter(Bytes members);
  Fault take_record(const Record& record);
  // Whether a record with this header may carry the message: the log is the RTIG's, data are
  // another member's.
  template <class Message>
  bool may_come(const wire::RecordHeader& header) const;

  // Federation management.
  void member_came() override;
  void member_left(FederateHandle federate, wire::Position log_position) override;
  void resigns(const wire::ResignFederationExecution& resign) override;

  // Save and restore (saved_state.cpp).
  void settle() override { settle_time(); }
  wire::Buffer part() const override;
  bool make_image(const wire::RestoreImage& image) override;
  void drop_image() override { image_.reset(); }

  // As the MOM manages it.
  FederateCondition condition() const override { return save_restore_.condition(); }
  std::optional<Error> carry_out(const ManagementObjectModel::Service& service) override;
  std::optional<Error> check_resignation(wire::ResignAction action) const override {
    return federation_management_.check_what_it_owns(action);
  }

  // Callbacks.
  // The oldest callback that there still is to give, in callbacks_.current. False: there is none.
  bool take_urgent();
  bool take_queued();
  bool take_lossy();
  bool take_lasting();
  void drop_taken();
  void settle_after_callback(bool urgent);
  bool make_current(Bytes queued);
  bool prepare(const Record& record);

  Connection& connection_;
  PendingCall& call_;
  const AmbassadorOptions& options_;
  MemberContext context_;
  const FederateHandle self_ = context_.self;
  core::Federation& federation_ = context_.federation;
  KnownInstances& known_ = context_.known;
  CallbackQueue& callbacks_ = context_.callbacks;

  Neighbours neighbours_{context_};
  OwnershipManagement ownership_{context_, lifecycle_, neighbours_};
  Advisories advisories_{context_};
  FederateTime time_;
  MessageDelivery delivery_{context_, time_};
  Retraction retraction_{context_, time_, delivery_, lifecycle_};
  InterestStatement interest_statement_{context_};
  InstanceLifecycle lifecycle_{context_,   time_,       delivery_,           retraction_,
                               ownership_, advisories_, interest_statement_, neighbours_};
  TimeManagement time_management_{context_, time_, delivery_, retraction_, lifecycle_};
  FederationManagement federation_management_{context_, interest_statement_, lifecycle_,
                                              neighbours_, *this};
  SaveRestoreManagement save_restore_{context_, time_, delivery_, *this};
  std::unique_ptr<Membership> image_;  // of the restore under way
  FlowControl flow_{context_};
  DeclarationManagement declaration_{
      context_, interest_statement_, ownership_, lifecycle_, advisories_,
      flow_,    neighbours_,         objects_,   mom_};
  DataDistributionManagement ddm_{context_,   interest_statement_, declaration_,
                                  lifecycle_, retraction_,         flow_};
  DataAudience audience_{context_};
  InstanceRegistration registration_{context_,   ddm_,        interest_statement_,
                                     lifecycle_, neighbours_, audience_};
  ObjectManagement objects_{context_, time_, delivery_,   retraction_, lifecycle_,      ownership_,
                            ddm_,     flow_, neighbours_, audience_,   time_management_};
  KeptInstances kept_{context_, interest_statement_, lifecycle_};
  SupportServices support_{context_};

  ManagementObjectModel mom_{context_, *this,      time_,    delivery_, time_management_,
                             objects_, ownership_, support_, audience_};
  FederationPause pause_{context_, interest_statement_, time_management_, mom_};
};

}  // namespace triad::rtia

#include "rtia/sending.hpp"
