// State machine of one federate's local RTI component, without I/O. Inputs are the federate's
// service calls, records of the RTIG and of other federates, and the loss of the link. Outputs are
// records (through Uplink) and callbacks for the federate. It never blocks, reads no clock, starts
// no thread and knows no link. A host is the code that runs an Ambassador: libRTI (embedded), the
// program rtia, or tests.
//
// A host makes calls as service_call.hpp does.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_type.hpp"
#include "rtia/ambassador_options.hpp"
#include "rtia/callback.hpp"
#include "rtia/connection.hpp"
#include "rtia/federate_ages.hpp"
#include "rtia/link_changes.hpp"
#include "rtia/note_exchange.hpp"
#include "rtia/pending_call.hpp"
#include "rtia/uplink.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/parsed_frame.hpp"
#include "wire/record.hpp"

namespace triad::core {
class Federation;
}

namespace triad::rtia {

using wire::Result;

struct Departure;
class HostedAmbassador;
class Membership;

class Ambassador {
 public:
  explicit Ambassador(Uplink& uplink, AmbassadorOptions options = {});
  ~Ambassador();
  Ambassador(const Ambassador&) = delete;
  Ambassador& operator=(const Ambassador&) = delete;

  // Makes an attempt at a service call (ServiceCall). If is_waiting() is true afterwards, the
  // result does not count. Strings and values in `request` are read only during the call.
  template <wire::Call C>
  Result<typename C::Reply> call(const C& request) {
    if (auto refusal = before_call()) return *refusal;
    auto result = Service<C>::carry_out(*this, request);
    after_call();
    return result;
  }

  // Returns whether the last call waits: for a reply, for room at a receiver, for the end of a
  // pause, or for the end of the membership.
  bool is_waiting() const { return call_.waits(); }
  // Returns the state of the last call.
  const PendingCall& pending_call() const { return call_; }
  // Returns the text for logs about the room that a call waits for, with the federates that lack
  // it.
  std::string room_wait_text() const;
  std::string federate_text(wire::FederateHandle federate) const;
  // Handles a record. `stream` names the sender's stream if the record was read from the fabric,
  // where only its readers check it. Returns false if a peer of this protocol version does not send
  // such a record: the host then closes the link and reports the loss with `fault()`. An invalid
  // record of another member is dropped and reported to the RTIG, and this federate stays a member.
  [[nodiscard]] bool receive_record(const wire::ParsedFrame& frame,
                                    wire::FederateHandle stream = wire::kRtig);
  // Returns whether the federate may need another member's record, according to its header
  // (records/header_filter.hpp). `beginning` has at least the first wire::kHeaderBytesMax bytes of
  // the record, or all of it. The host passes only the beginning of unneeded records, to
  // receive_header().
  bool needs_record(const wire::ParsedFrame& beginning) const;
  void receive_header(const wire::ParsedFrame& beginning, wire::FederateHandle stream);
  // Notes: time promises of members that share memory.
  NoteExchange& notes() { return notes_; }
  const std::string& fault() const { return fault_; }

  // Returns whether the federate's calls and callbacks wait, because members move to other routers
  // or a recovery is in progress.
  bool is_paused() const;
  // Moves to other links, and returns after the loss of a link.
  LinkChanges& link_changes() { return link_changes_; }
  const LinkChanges& link_changes() const { return link_changes_; }

  // Decides and sends everything that follows from the records handled so far. The host calls it
  // when no further record is at hand. Nothing is granted between receive_record() and settle(), so
  // a batch of records counts as one.
  void settle();

  // Returns whether the next settle() will decide a flushQueueRequest. Everything sent before the
  // request must be handled first.
  bool has_pending_flush() const;

  // Returns the result of TimeOutlook::answers_enabling_soon(); false during a pause.
  bool answers_enabling_soon() const;

  // Returns the number that changes when the federate's time state changes (granted, or waiting for
  // something); 0 if not joined. The host notes when it changes, to know the age of the state.
  std::uint64_t time_state_number() const;
  // Returns the figures that the RTIG asks for with this federate's time status; empty: it has not
  // asked. The host answers with send_time_status() when it settles.
  std::optional<wire::FiguresScope> time_status_request() const;
  void send_time_status(const FederateAges& ages, const wire::Figures& figures = {});

  // Reports to the RTIG, once for each federate, that `federate` has written an invalid record.
  void report_faulty_federate(wire::FederateHandle federate, std::string_view what);

  // Handles the end of the link to the RTIG. The federation is lost, and every later call fails
  // with `reason`.
  void record_link_loss(std::string_view reason);

  bool is_joined() const { return membership_ != nullptr; }
  // Returns whether the membership is about to end, by order of the MOM or because the RTIG ends
  // the link. Services are refused and no callbacks are made until the RTIG confirms the end.
  bool is_leaving() const { return is_leaving_; }
  // Returns whether the RTIG has announced that it ends the link.
  bool is_link_ending() const { return is_link_ending_; }
  // Returns the number of federates joined to the federation; 0 if this one has not joined.
  std::size_t member_count() const;
  // Returns whether this member is on a fabric, where the members of one host read each other's
  // records directly. The host then feeds the records of all streams in the order of
  // records::RecordMerge, and handles the RTIG's log to its end before it makes a call.
  bool on_fabric() const { return connection_.streams().is_on_fabric(); }
  // Returns whether this member reads the others' promises itself. Otherwise the RTIG sends it the
  // LBTS.
  bool reads_promises() const { return connection_.streams().reads_promises_directly(); }
  // Returns the number that changes with each join, each restore (which makes this a new member
  // with new streams) and each return over another link.
  std::uint64_t membership_number() const { return membership_number_; }
  // Records that the RTIG's log reaches `position`, and that all its records for this federate have
  // arrived.
  void record_log_position(wire::Position position);
  // Returns the position up to which the RTIG's log has been applied.
  wire::Position log_position() const { return connection_.streams().log_position(); }
  // Returns the handled position of a member with records that the RTIG forwards in its own stream;
  // empty for all others.
  std::optional<wire::Position> forwarded_position(wire::FederateHandle federate) const {
    return connection_.streams().forwarded_position(federate);
  }
  wire::FederateHandle federate() const;
  // Returns this member's copy of the federation, for tests and tools; null if not joined.
  const core::Federation* state() const;
  // Returns whether the federate knows, owns or negotiates for the instance. For tests.
  bool holds(wire::ObjectHandle object) const;
  // Returns the LBTS that decides grants of a constrained federate; empty if unknown. For tests.
  std::optional<core::Time> known_lbts() const;

  // Returns the number of queued callbacks. take_callback() may still return null, if all of them
  // are obsolete.
  std::size_t callbacks_waiting() const;
  // Returns the number of best-effort messages to the federate dropped here for lack of room.
  std::uint64_t messages_dropped() const;
  // Returns the next callback, or null. The callback and the values it points to stay valid until
  // the next take_callback() or resignation, also during calls that the federate makes from within
  // the callback.
  const Callback* take_callback();

 private:
  friend class LinkChanges;
  // Functions for the process RTIA, which HostedAmbassador passes on.
  friend class HostedAmbassador;
  // Returns the number of orders of the MOM that this federate has carried out in its present
  // membership. Orders to others that took attributes from it count too.
  std::uint64_t mom_order_count() const;
  // Returns whether the next callback is an update or interaction in receive order. Such callbacks
  // change nothing else, so the host may take several before the federate receives them. Ends the
  // validity of the last callback.
  bool has_plain_callback();
  // Takes the next callback if it is plain. Drops obsolete plain records before it. Returns null if
  // the next record is not plain, or there is none.
  const Callback* take_plain_callback();
  // Returns whether data is held back at present: during a pause, and from the announcement of a
  // restore until its end.
  bool holds_data() const;
  // Returns the class of the last interaction that was taken, as it was sent. The federate receives
  // it at this class or above it.
  wire::InteractionClassHandle sent_class() const;
  // Leaves out of a plain callback, which was taken and has not reached the federate, what the
  // federate does not receive any more. An interaction comes at the class that is subscribed now.
  // Returns false if nothing is left. The values stay valid until the next callback is taken.
  bool filter_taken(Callback& callback, wire::InteractionClassHandle sent_class);

  // Carries out a service, by perform_call() below or by the membership. A class template, so that
  // ambassador.cpp can instantiate it for every message of the list; it is empty for messages that
  // are not service calls.
  template <class Message, bool is_call = wire::Call<Message>>
  struct Service {};

  // Returns whether the call waits for the end of the pause.
  template <class C>
  bool must_pause() const;
  // Returns the error for a service that is refused because the membership is about to end.
  template <class C>
  std::optional<wire::Error> refuse_while_leaving();
  // Begin and end each service call. before_call() returns the error of a federate without an RTIG.
  std::optional<wire::Error> before_call();
  void after_call();

  // Carry out services that need no membership, or end it. All others need a joined federate.
  Result<void> perform_call(const wire::CreateFederationExecution&);
  Result<void> perform_call(const wire::DestroyFederationExecution&);
  Result<wire::FederateHandle> perform_call(const wire::JoinFederationExecution&);
  Result<void> perform_call(const wire::ResignFederationExecution&);
  // Suspend the membership, and continue a suspended one (ambassador_suspension.cpp).
  Result<wire::SuspendedMembership> perform_call(const wire::SuspendMembership&);
  Result<wire::FederateHandle> perform_call(const wire::ResumeMembership&);
  wire::SuspendedMembership suspend();
  // Begins the suspended membership, without a link. Returns an error, and changes nothing, if the
  // state does not fit.
  std::optional<wire::Error> begin_suspended(wire::Bytes state);
  // Returns false if the RTIG's acceptance is not of the request to suspend the membership.
  bool receive_suspension_acceptance(wire::Position request);
  wire::Error not_joined() const;
  // Adds the text about the FED in force to the refusal of an unknown name.
  wire::Error with_fed_in_force(const wire::Error& refusal) const;

  // Sends a request to the RTIG and lets the call wait for the reply.
  template <class Message>
  void request(const Message& message);
  // Keeps the request that was sent last, so that it can be repeated.
  template <class Message>
  void keep_request(const Message& message);
  // Returns whether the call in progress waits for the reply to the request at this position.
  bool waits_for_reply_to(wire::Position request) const {
    wire::RecordHeader reply;
    reply.after_position = request;
    return request != 0 && call_.is_answered_by(reply);
  }
  template <class Message>
  void send_to_rtig(const Message& message);
  // Returns false, and reports the owner of the stream, if it may not write this record.
  bool is_valid_in_stream(wire::FederateHandle stream, const std::optional<wire::Record>& record);
  // Ends the call in progress, with or without an error.
  void end_call(std::optional<wire::Error> error);
  // Sets fault_. Returns false.
  [[nodiscard]] bool reject_record(std::string text);

  // Handles a record on which the recovery decides (ambassador_recovery.cpp). Returns empty if the
  // record is to be handled as usual, and otherwise the answer of receive_record().
  std::optional<bool> receive_in_recovery(const wire::Record& record);
  bool receive_while_paused(const wire::Record& record);
  bool receive_epoch(const wire::RecoveryBegins& begins);
  bool receive_epoch(const wire::Retransmit& retransmit);
  bool receive_epoch(const wire::RecoveryOver& over);
  bool receive_ack(const wire::Ack& ack);
  template <class Message>
  bool decode_epoch(const wire::Record& record);
  // Returns whether the call must wait, because too many sent records are not acknowledged.
  template <class C>
  bool must_wait_for_acknowledgement();

  // Handles a reply to a request of this RTIA. Returns true if the record was one, or was malformed
  // (fault_).
  bool receive_reply_from_rtig(const wire::Record& record);
  // Handles the acknowledgement or the settlement of a statement of interest.
  void receive_interest_answer(const wire::Record& record);
  [[nodiscard]] bool receive_acceptance_from_rtig(const wire::Record& record);
  void receive_join_acceptance(const wire::Record& record);
  // Replaces the membership by the one that was saved.
  void receive_restore_end(const wire::Record& record);
  // Counts memberships, and forgets reports about faulty federates.
  void begin_membership();
  // Handles the RTIG's record that this federate is no longer a member.
  void end_membership(const wire::RecordHeader& header, const Departure& resigned);
  // Refuses services from now on, because the membership is about to end.
  void stop_serving();
  // Resigns the member that a restore has put in place of a resigning one.
  void resign_again();
  // Drops the federation. The membership lives until the federate takes its next callback.
  void forget_federation();

  AmbassadorOptions options_;
  Connection connection_;
  LinkChanges link_changes_{*this, connection_};
  MemberRecovery& recovery_ = link_changes_.recovery_;
  struct Requested {
    wire::SessionSecret session = {};  // of the last request to join
    std::string federation = {};       // of the last request to join
    // Position of the last request that belongs to no federation; 0: there was none.
    wire::Position outside = 0;
    wire::Position join = 0;  // position of the last request to join
    // The record at `outside` or at `join`, whichever is later, if it may have to be repeated by
    // another link; otherwise empty.
    wire::Buffer record = {};
  };
  Requested requested_;
  struct Suspension {
    wire::Position request = 0;  // position of the last request to suspend; 0: there was none
    bool is_accepted = false;    // by the RTIG
    bool is_resuming = false;    // the call ResumeMembership waits for the end of the recovery
  };
  Suspension suspension_;
  bool is_giving_back_ = false;  // records that were kept aside are being handled
  PendingCall call_;

  std::unique_ptr<Membership> membership_;
  std::string joined_as_;  // federate type and federation of the last join, for texts
  std::unique_ptr<Membership> past_membership_;  // until the last callback is no longer used

  std::set<wire::FederateHandle> reported_faulty_;
  std::uint64_t membership_number_ = 0;

  std::optional<wire::ResignAction> requested_resignation_;
  bool resign_again_ = false;  // a restore has replaced the member that resigns
  std::optional<wire::ResignAction> ordered_resignation_;  // resignation ordered by the MOM
  bool is_link_ending_ = false;
  bool is_leaving_ = false;
  bool settled_ = false;  // since the last record and call
  NoteExchange notes_{membership_, connection_.streams(), settled_};

  std::string loss_reason_;   // reason of the loss of the RTIG; empty while connected
  std::string fed_in_force_;  // text about the FED in force, if this federate named another one
  wire::Position log_at_return_ = 0;  // stated by the new router while this member returns
  std::string dismissal_reason_;  // reason why the RTIG resigned this federate; empty if it did not
  std::string fault_;
};

template <class Message>
void Ambassador::send_to_rtig(const Message& message) {
  connection_.send_to_rtig(federate(), message);
}

template <class C>
struct Ambassador::Service<C, true> {
  static Result<typename C::Reply> carry_out(Ambassador& ambassador, const C& request);
  static Result<typename C::Reply> report_call(Ambassador& ambassador, const C& request,
                                               Result<typename C::Reply> result);
};

}  // namespace triad::rtia
