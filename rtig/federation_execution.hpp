// One federation execution in the RTIG: its members' sessions (which link each is on), its log, and
// what only the RTIG keeps: name reservations, leases, synchronization points, flow control. What
// all participants share is core::Federation. Called by Rtig alone; speaks through Rtig's
// Downlinks.
//
// Source files follow the service groups: federation.cpp, save_restore.cpp, declaration.cpp,
// objects.cpp, ownership.cpp, time.cpp, ddm.cpp, flow.cpp, mom.cpp; time_status.cpp says who holds
// up time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/federation.hpp"
#include "core/in_flight.hpp"
#include "core/lease.hpp"
#include "core/ownership.hpp"
#include "core/save_restore.hpp"
#include "core/saved_federation.hpp"
#include "core/stalls.hpp"
#include "core/time_type.hpp"
#include "rtig/delivery.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

// Where a federation's object model comes from.
struct FedSource {
  std::string name;     // as the creator gave it
  std::string creator;  // for people
  std::size_t text_digest = 0;
};

class FederationExecution {
 public:
  FederationExecution(Rtig& rtig, FabricId fabric, std::string name, FedSource fed,
                      core::ObjectModel model);
  FederationExecution(const FederationExecution&) = delete;
  FederationExecution& operator=(const FederationExecution&) = delete;

  const std::string& name() const { return name_; }
  bool empty() const { return sessions_.empty(); }
  const core::Federation& state() const { return federation_; }
  wire::FederationInfo info() const;
  std::vector<LinkId> links() const;

  // Federation management.
  // Why this federate cannot join; empty if it can.
  std::optional<wire::Error> why_not(const wire::JoinFederationExecution& join) const;
  // Fails, and nothing has changed, where there is no memory for what the newcomer is to be told.
  wire::Result<FederateHandle> join(LinkId link, const wire::JoinFederationExecution& join,
                                    const Record& cause);
  const FedSource& fed_source() const { return fed_; }
  std::uint64_t model_fingerprint() const { return core::fingerprint(encoded_model_); }
  // The member leaves: by its own request (`cause`), by loss, or because an operator says so.
  void resign(FederateHandle federate, wire::ResignAction action, bool lost,
              std::string_view reason, const wire::RecordHeader& cause);

  // A member's record. A text says what was wrong with it; the member is then to be expelled.
  std::optional<std::string> on_record(FederateHandle by, const Record& record);
  // As Rtig has it.
  bool passes_over(const Record& beginning) const;
  std::optional<std::string> on_passed_over(FederateHandle by, const Record& beginning);

  // Flow control: the host's queue for this member's link has grown or shrunk to `bytes`. True if
  // the member lags so far behind that it is to be expelled.
  [[nodiscard]] bool on_backlog(FederateHandle federate, std::size_t bytes);

  // Who has held up its senders for so long as nobody may (RtigOptions::hold_patience).
  std::vector<LinkId> overdue_holders() const;

  // How time stands (time_status.cpp). rtictl asks, on a link that is no member's; its question is
  // forgotten when its link ends.
  void query_time_status(LinkId link, const wire::RecordHeader& cause, bool now);
  void forget_status_query(LinkId link) { status_queries_.erase(link); }
  // As in Rtig.
  void ask_for_waits();
  void report_waits();
  std::optional<std::chrono::milliseconds> next_report() const;
  void report_managers();

 private:
  // What a regulating member has promised (wire::TimeReport), kept for those who become constrained
  // later. The bounds are passed on and never compared.
  struct Report {
    core::TimeBound promise;
    std::optional<core::TimeBound> conditional;
    std::uint64_t received = 0;
    wire::Position position = 0;
  };

  // What a member said of its time when it was asked last, and what the log says of its waiting.
  struct StatusOfTime {
    std::uint64_t owed = 0;  // the question that it has not answered yet; 0: none
    wire::Buffer told;       // wire::TimeStatus, encoded; empty: nothing yet
    std::chrono::milliseconds told_at{0};
    std::uint64_t reported_state = 0;  // the wait in the log, by its number; 0: none
    std::uint64_t reported_ms = 0;     // how long it was then
    std::uint64_t report_at_ms = 0;    // how long it is to be for the next line
  };

  struct StatusQuery {
    wire::RecordHeader cause;
    std::set<FederateHandle> open;  // have not answered
  };

  struct MemberSession {
    LinkId link;
    bool observer = false;
    wire::Position position = 0;  // of its last record
    wire::Position since = 0;     // of the log, when it was restored
    // Sent before it knew of the restore that made another of it. Who asked to resign asks again.
    bool voids(const Record& record) const { return record.header.after_position < since; }
    std::string host;
    std::vector<core::Lease> leases;
    // Of the log, where it last took something from the member that it owned or published.
    wire::Position lost = 0;
    bool accused = false;  // others have been told of a fault that it reported
    std::set<std::string, std::less<>> reserved_names;
    // Time management: the last report, if it regulates, and how many messages in time-stamp order
    // have been forwarded to it.
    std::optional<Report> report;
    std::uint64_t stamped_forwarded = 0;
    // Of whom it has not been sent the last report, as its LBTS cannot rise by it yet.
    std::vector<FederateHandle> kept_reports;
    bool level = false;  // all others promised it the same
    StatusOfTime status;
    // Periodic updates of its Manager.Federate object; a period of zero: none.
    std::chrono::milliseconds report_period{0};
    std::chrono::milliseconds report_due{0};
    bool owes_report = false;
    bool held_by_rtia = false;   // its RTIA said that it has too much waiting
    bool held_by_rtig = false;   // its link's queue here is too long
    bool waits_in_send = false;  // then it holds nobody
    bool held = false;           // what the others have been told
    std::chrono::milliseconds held_since{0};
  };

  struct LastSaved {
    std::string label;      // empty: nothing has been saved
    std::string time_text;  // empty: it was not timed
  };

  struct SynchronizationPoint {
    std::string tag;
    bool everyone = false;  // late joiners take part
    std::set<FederateHandle> participants;
    std::set<FederateHandle> achieved;
  };

  using Fault = std::optional<std::string>;

  // Federation management (federation.cpp).
  void admit(FederateHandle newcomer, const wire::RecordHeader& cause, bool on_fabric);
  // Of every record of a member, also of one that is passed over.
  Fault note(FederateHandle by, MemberSession& session, const Record& record);
  Fault on(FederateHandle by, const Record&, const wire::ResignFederationExecution&);
  Fault on(FederateHandle by, const Record&, const wire::FaultyFederate&);
  Fault on(FederateHandle by, const Record&, const wire::RegisterFederationSynchronizationPoint&);
  Fault on(FederateHandle by, const Record&, const wire::SynchronizationPointAchieved&);
  std::string why_not(const wire::RegisterFederationSynchronizationPoint&) const;
  void announce_open_points(FederateHandle newcomer);
  void leave_synchronization_points(FederateHandle federate);
  bool synchronize_if_complete(std::string_view label, const SynchronizationPoint& point);

  // Save and restore (save_restore.cpp).
  Fault on(FederateHandle by, const Record&, const wire::RequestFederationSave&);
  Fault on(FederateHandle by, const Record&, const wire::SaveTimeReached&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveBegun&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveComplete&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveNotComplete&);
  Fault on(FederateHandle by, const Record&, const wire::SaveSettled&);
  Fault on(FederateHandle by, const Record&, const wire::FederateState&);
  Fault on(FederateHandle by, const Record&, const wire::RequestFederationRestore&);
  Fault on(FederateHandle by, const Record&, const wire::FederateRestoreComplete&);
  Fault on(FederateHandle by, const Record&, const wire::FederateRestoreNotComplete&);
  std::optional<wire::Error> in_progress() const;
  std::optional<wire::Error> why_not(const wire::RequestFederationSave& request) const;
  wire::SavePlanned planned_save() const;
  void instruct_members();
  std::set<FederateHandle> observers() const;
  void dismiss_observers(std::string_view what);
  void review_planned_save();
  Fault report_save(FederateHandle by, std::uint64_t save, bool complete);
  void begin_settling();
  void end_save(const std::string& why_not);
  core::SavedFederation saved_state();
  wire::Result<void> begin_restore(std::string_view label);
  bool can_become(const core::SavedFederation& saved) const;
  void announce_restore();
  Fault report_restore(FederateHandle by, std::uint64_t number, bool complete);
  void give_up_restore(const std::string& why);
  void carry_out_restore();
  void load(const core::SavedFederation& saved);
  void re_enter(const core::SavedMember& member, LinkId link, std::uint64_t restore);
  void leave_save_and_restore(FederateHandle leaver);

  // Declaration management (declaration.cpp).
  Fault on(FederateHandle by, const Record&, const wire::PublishObjectClass&);
  Fault on(FederateHandle by, const Record&, const wire::UnpublishObjectClass&);
  Fault on(FederateHandle by, const Record&, const wire::PublishInteractionClass&);
  Fault on(FederateHandle by, const Record&, const wire::UnpublishInteractionClass&);
  Fault on(FederateHandle by, const Record&, const wire::SubscribeObjectClassAttributes&);
  Fault on(FederateHandle by, const Record&, const wire::UnsubscribeObjectClass&);
  Fault on(FederateHandle by, const Record&, const wire::SubscribeInteractionClass&);
  Fault on(FederateHandle by, const Record&, const wire::UnsubscribeInteractionClass&);
  Fault on(FederateHandle by, const Record&, const wire::SetAdvisorySwitch&);
  template <class Declaration>
  Fault declare(FederateHandle by, const Record& record, const Declaration& declaration,
                bool valid);

  // Object management (objects.cpp).
  Fault on(FederateHandle by, const Record&, const wire::LeaseObjectHandles&);
  Fault on(FederateHandle by, const Record&, const wire::ReserveObjectName&);
  Fault on(FederateHandle by, const Record&, const wire::ObjectInstanceRegistered&);
  Fault on(FederateHandle by, const Record&, const wire::UpdateAttributeValues&);
  Fault on(FederateHandle by, const Record&, const wire::SendInteraction&);
  Fault on(FederateHandle by, const Record&, const wire::DeleteObjectInstance&);
  Fault on(FederateHandle by, const Record&, const wire::RequestObjectAttributeValueUpdate&);
  Fault on(FederateHandle by, const Record&, const wire::RequestClassAttributeValueUpdate&);
  Fault on(FederateHandle by, const Record&, const wire::AttributesRelevant&);
  core::Lease next_handles(std::uint32_t count);
  std::vector<wire::HandleLease> leases_on_fabric(FederateHandle but) const;
  bool may_update(FederateHandle by, const core::ObjectInstance& instance, ObjectHandle object,
                  const wire::AttributeSet& attributes) const;
  Fault forward_rest(FederateHandle by, const Record& record,
                     const wire::UpdateAttributeValues& update,
                     const core::ObjectInstance& instance);
  Fault not_its_own(FederateHandle by, const Record& record, const char* what) const;
  void note_losses(const core::ObjectInstance& instance);
  bool name_reserved(std::string_view name) const;

  // Ownership management (ownership.cpp).
  Fault on(FederateHandle by, const Record&,
           const wire::UnconditionalAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&, const wire::NegotiatedAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&,
           const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipReleaseResponse&);
  Fault on(FederateHandle by, const Record&, const wire::AttributesYielded&);
  Fault on(FederateHandle by, const Record&, const wire::AttributesKept&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipAcquisition&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipAcquisitionIfAvailable&);
  Fault on(FederateHandle by, const Record&, const wire::CancelAttributeOwnershipAcquisition&);
  Fault on(FederateHandle by, const Record&, const wire::AcquisitionsAbandoned&);
  Fault on(FederateHandle by, const Record&, const wire::QueryAttributeOwnership&);
  template <class Acquisition>
  Fault acquire(FederateHandle by, const Record& record, const Acquisition& m, bool if_available,
                std::string_view tag);
  bool owns(FederateHandle by, ObjectHandle object, const wire::AttributeSet& attributes,
            bool& there) const;
  template <class Message>
  bool log_if_owned(FederateHandle by, const Record& record, const Message& m, Fault& fault);
  void transfer(const wire::RecordHeader& cause, ObjectHandle object,
                const wire::AttributeSet& given_up);
  void transfer_released(const core::InstanceChanges& changes);
  void tell_negotiators(const wire::RecordHeader& cause, ObjectHandle object);
  void tell(const wire::RecordHeader& cause, ObjectHandle object,
            const core::OwnershipNotice& notice);
  void leave_negotiations(FederateHandle leaver);
  void erase_object(ObjectHandle object);

  // Time management (time.cpp).
  Fault on(FederateHandle by, const Record&, const wire::EnableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::EnableTimeConstrained&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeConstrained&);
  Fault on(FederateHandle by, const Record&, const wire::TimeReport&);
  Fault on(FederateHandle by, const Record&, const wire::RequestTimeReports&);
  Fault on(FederateHandle by, const Record&, const wire::RegulationFloor&);
  Fault on(FederateHandle by, const Record&, const wire::CausalDependencies&);
  Fault on(FederateHandle by, const Record&, const wire::Retract&);
  Fault on(FederateHandle by, const Record&, const wire::DeletionCompleted&);
  bool reports_hold_together();
  wire::TimeSnapshot snapshot_for(const MemberSession& session, bool consistent) const;
  void send_report(FederateHandle to, FederateHandle of, const Report& report, bool consistent);
  bool anybody_promises_conditionally() const;
  bool keeps_reports() const;
  bool is_level_for(FederateHandle to) const;
  std::size_t regulating_members() const;
  void pass_report_on(FederateHandle to, FederateHandle of, bool consistent, std::size_t others);
  void pass_kept_reports_on(FederateHandle to, MemberSession& session, bool consistent);
  void pass_kept_reports_on();
  static void forget_kept_reports(MemberSession& session);
  void send_last_reports(FederateHandle to, bool consistent);
  void send_snapshots();
  bool links_hold_together() const;
  void publish_report(FederateHandle of, const Report& report);
  void publish_snapshot();
  void complete_deletions_of(FederateHandle leaver);

  // Data distribution management (ddm.cpp).
  Fault on(FederateHandle by, const Record&, const wire::CreateRegion&);
  Fault on(FederateHandle by, const Record&, const wire::NotifyAboutRegionModification&);
  Fault on(FederateHandle by, const Record&, const wire::DeleteRegion&);
  Fault on(FederateHandle by, const Record&, const wire::AssociateRegionForUpdates&);
  Fault on(FederateHandle by, const Record&, const wire::SubscribeObjectClassAttributesWithRegion&);
  Fault on(FederateHandle by, const Record&, const wire::UnsubscribeObjectClassWithRegion&);
  Fault on(FederateHandle by, const Record&, const wire::SubscribeInteractionClassWithRegion&);
  Fault on(FederateHandle by, const Record&, const wire::UnsubscribeInteractionClassWithRegion&);
  template <class Message>
  Fault log_region(const Record& record, const Message& m, bool applied);

  // How time stands (time_status.cpp).
  Fault on(FederateHandle by, const Record&, const wire::TimeStatus&);
  void ask_time_status();
  void answer_status_queries(FederateHandle federate);
  void send_time_status(LinkId link, const wire::RecordHeader& cause);
  wire::FederateTimeStatus time_status(FederateHandle federate, const MemberSession& session) const;
  std::uint64_t age(std::chrono::milliseconds since) const;
  void report_who_goes_on(const std::vector<wire::FederateTimeStatus>& all);
  void report_stall(const std::vector<wire::FederateTimeStatus>& all, const core::Stall& stall);
  std::string line_of(const std::vector<wire::FederateTimeStatus>& all,
                      const core::Stall& stall) const;
  std::string blockers_of(const core::Stall& stall) const;
  std::string described(const wire::FederateTimeStatus& status) const;
  std::string named(FederateHandle federate) const;

  // The Management Object Model (mom.cpp).
  Fault on(FederateHandle by, const Record&, const wire::ModifyAttributeState&);
  std::string why_not(FederateHandle by, const wire::ModifyAttributeState& m) const;
  const core::mom::Handles& management() const { return federation_.management(); }
  void register_federation_object();
  void tell_of_federation(const wire::AttributeSet& attributes, FederateHandle only = {});
  void tell_of_federate(FederateHandle of, const wire::AttributeSet& attributes,
                        FederateHandle only = {});
  void tell_of_newcomer(FederateHandle newcomer);
  void tell_of_members();
  void tell_of_saves(bool saved);
  void provide_management(FederateHandle to, ObjectHandle object,
                          const wire::AttributeSet& attributes);
  void provide_management(FederateHandle to, wire::ObjectClassHandle object_class,
                          const wire::AttributeSet& attributes);
  core::mom::Values values_of_federation(const wire::AttributeSet& attributes) const;
  core::mom::Values values_of_federate(FederateHandle federate,
                                       const wire::AttributeSet& attributes) const;
  void send_values(ObjectHandle object, wire::ObjectClassHandle object_class,
                   const core::mom::Values& values, FederateHandle only);
  wire::AttributeSet wanted(wire::ObjectClassHandle object_class) const;
  void obey(FederateHandle by, const Record& record, const wire::SendInteraction& command);
  void set_timing(FederateHandle target, const Record& record,
                  const wire::SendInteraction& command);
  void note_manager_update(FederateHandle by, ObjectHandle object);
  void note_alert(FederateHandle by, const wire::SendInteraction& alert);
  void alert(FederateHandle subject, const wire::RecordHeader& cause, std::string_view text);

  // Flow control (flow.cpp).
  Fault on(FederateHandle by, const Record&, const wire::FlowControl&);
  Fault on(FederateHandle by, const Record&, const wire::SenderWaiting&);
  void tell_if_held(FederateHandle federate, MemberSession& session);

  // Forwarding (forwarding.cpp). A member's record to another that has not read it itself. Those
  // who share memory read it once, however many of them it concerns: `published` says that it is
  // there.
  void forward(const Record& record, FederateHandle to, bool& published);
  void forward(const Record& record, FederateHandle to);
  void forward_to_others(const Record& record);

  Rtig& rtig_;
  const std::string name_;
  const FedSource fed_;
  core::Federation federation_;
  wire::Buffer encoded_model_;

  Delivery delivery_;
  std::map<FederateHandle, MemberSession> sessions_;
  core::InFlight in_flight_;  // among those who share memory, and to them
  std::map<std::string, SynchronizationPoint, std::less<>> points_;
  std::map<ObjectHandle, core::Negotiation> negotiations_;  // none is idle
  std::map<ObjectHandle, wire::Retraction> deletions_;  // in time-stamp order, not completed yet
  std::map<LinkId, StatusQuery> status_queries_;
  std::uint64_t status_epoch_ = 0;
  std::optional<core::SaveProgress> save_;  // requested, or in progress
  std::optional<core::RestoreProgress> restore_;
  std::uint64_t last_save_ = 0;  // or restore
  LastSaved last_saved_;
  std::string time_type_;           // the members'
  ObjectHandle federation_object_;  // Manager.Federation; zero: the FED has no such class
  std::uint64_t last_alert_ = 0;
  std::uint32_t last_federate_ = 0;
  std::uint64_t next_object_ = 1;
};

}  // namespace triad::rtig
