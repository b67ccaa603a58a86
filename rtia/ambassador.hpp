// The RTI ambassador: one federate's view of its federation, as a pure state machine. Inputs are
// the federate's service calls, records from the RTIG and from other federates, and the loss of the
// link; outputs are records (through Uplink) and callbacks for the federate. It never blocks, reads
// no clock, starts no thread and knows no link. Hosts: libRTI (embedded), the rtia program, tests.
//
// How a host makes a call:
//
//   for (;;) {
//     auto result = ambassador.call(request);
//     if (!ambassador.waiting()) return result;          // done or refused on the spot
//     while (ambassador.waiting()) feed the next record;  // or the link's loss
//     if (auto failed = ambassador.wait_error()) return *failed;
//     if (!ambassador.call_again()) return the reply made of ambassador.reply_value();
//   }
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
#include "records/promise_scan.hpp"
#include "rtia/ambassador_options.hpp"
#include "rtia/callback.hpp"
#include "rtia/connection.hpp"
#include "rtia/federate_ages.hpp"
#include "rtia/pending_call.hpp"
#include "rtia/uplink.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::core {
class Federation;
}

namespace triad::rtia {

using wire::Result;

struct Departure;
class Membership;

class Ambassador {
 public:
  explicit Ambassador(Uplink& uplink, AmbassadorOptions options = {});
  ~Ambassador();
  Ambassador(const Ambassador&) = delete;
  Ambassador& operator=(const Ambassador&) = delete;

  // A service call. See above for how to go on when waiting() is true afterwards; the result then
  // means nothing. Strings and values in `request` are read during the call only.
  template <wire::Call C>
  Result<typename C::Reply> call(const C& request) {
    if (auto refusal = before_call()) return *refusal;
    auto result = Service<C>::carry_out(*this, request);
    after_call();
    return result;
  }

  // The last call waits for something from outside: for a reply, or for room at a receiver.
  bool waiting() const { return call_.waits(); }
  bool waits_for_room() const { return call_.waits_for_room(); }
  // Or until its federation goes on, of which members move to other routers.
  bool waits_for_pause() const { return call_.waits_for_pause(); }
  // For people: those at whom there is none.
  std::string who_has_no_room() const;
  std::string described(wire::FederateHandle federate) const;
  // After waiting: the call failed.
  const std::optional<wire::Error>& wait_error() const { return call_.error(); }
  // After waiting: the same call is to be made again with the same arguments.
  bool call_again() const { return call_.again(); }
  // After waiting: the handle that the call returns, if it returns one.
  std::uint64_t reply_value() const { return call_.value(); }

  // A record came. False: it is not one that a peer of this version sends; the host closes the link
  // and reports its loss with `fault()`. A member's record that makes no sense is dropped, and the
  // RTIG is told: nobody loses his membership for another's. On the fabric: it stood in the stream
  // of `stream`, where nobody but its readers has looked at it.
  [[nodiscard]] bool on_record(wire::Bytes frame, wire::FederateHandle stream = wire::kRtig);
  // Whether the federate may want another member's record, by its header
  // (records/header_filter.hpp); `beginning`: at least wire::kHeaderBytesMax of it, or all. Of
  // others the host tells the beginning alone.
  bool wants(wire::Bytes beginning) const;
  void on_header_only(wire::Bytes beginning, wire::FederateHandle stream);
  // What another member has noted (records/time_note.hpp): its records before it have been handled.
  // False: the RTIG's log has to be handled further first.
  [[nodiscard]] bool on_note(wire::FederateHandle from, const records::TimeNote::Words& note);
  // As TimeManagement has them.
  std::optional<core::TimeBound> waits_for_notes() const;
  bool is_held_back_by(wire::FederateHandle federate, const core::TimeBound& wanted) const;
  [[nodiscard]] bool on_notes(const records::PromiseScan& scan);
  const records::TimeNote* note_to_wake_by() const;
  std::uint64_t sum_of_sent();
  bool tells_whom_to_wake(const records::PromiseScan& scan) const;
  bool is_constrained(wire::FederateHandle federate) const;
  bool has_noted() const;
  std::optional<core::TimeBound> told() const;
  void woken_by_notes();
  const std::string& fault() const { return fault_; }

  // The RTIG sends this member to another link, as its router is about to leave the mesh: nothing
  // follows on the present one. The host makes another one, and from return_by_link() on sends and
  // reads by that.
  bool is_to_move() const;
  // Members of its federation move, and all wait for them.
  bool pauses() const;
  void return_by_link();

  // No further record is at hand: what follows from those that came is decided and sent. Between
  // on_record() and this nothing is granted, so that a batch of records counts as one.
  void settle();

  // A flushQueueRequest is decided by the next settle(): what was sent before it was made is to be
  // handled first.
  bool about_to_flush() const;

  // As FederateTime::answers_enabling_soon; false while the federation pauses.
  bool answers_enabling_soon() const;

  // Who holds up time? Since when its federate has been in a state (granted, or waiting for
  // something) the host knows, who notes when this number has changed; 0: not joined.
  std::uint64_t time_state() const;
  // The RTIG asks; the host lets the RTIA answer when it settles.
  bool time_status_asked() const;
  void tell_time_status(const FederateAges& ages);

  // What this member wrote makes no sense. The RTIG is told, once.
  void on_interest_answered(const wire::Record& record);
  void accuse(wire::FederateHandle federate, std::string_view what);

  // The link to the RTIG ended. The federation is lost: every later call says so with `reason`.
  void on_link_lost(std::string_view reason);

  // On a fabric, as core::WakeUps has it: all can read the last note. The members that it wakes are
  // to be computed, and are woken by Uplink::wake.
  void note_published();
  bool must_recompute_wake_ups() const;
  void recompute_wake_ups(bool all_read);

  bool joined() const { return membership_ != nullptr; }
  // The membership is about to end, by order of the MOM or because the RTIG ends the link. All
  // services are refused, and there are no callbacks; the RTIG has yet to say that it is over.
  bool is_leaving() const { return leaving_; }
  // The RTIG has said why it ends the link.
  bool link_ends() const { return link_ends_; }
  // Federates joined to its federation; 0: it has not joined.
  std::size_t members() const;
  // The members on this host read each other's records directly: the host feeds those of all their
  // streams, in the order of records::RecordMerge, and calls are made with the RTIG's log handled
  // to its end.
  bool on_fabric() const { return connection_.streams().on_fabric(); }
  // It reads the others' promises among them; otherwise the RTIG tells it what follows from those.
  bool reads_promises() const { return connection_.streams().promises_come_directly(); }
  // Some others are time-regulating, or about to be.
  bool others_promise() const;
  // Another number with each federation that this ambassador has taken part in: by a join, and by a
  // restore, from which on it is another member with other streams; and by each return by another
  // link.
  std::uint64_t membership_number() const { return membership_number_; }
  // The RTIG's log goes so far, and what of it is for this federate has come.
  void log_reaches(wire::Position position);
  // How far the RTIG's log has been applied.
  wire::Position log_position() const { return connection_.streams().log_position(); }
  // As records::StreamPositions has it.
  std::optional<wire::Position> forwarded_position(wire::FederateHandle federate) const {
    return connection_.streams().forwarded_position(federate);
  }
  wire::FederateHandle federate() const;
  // This participant's copy of the federation, for tests and tools; null if not joined.
  const core::Federation* state() const;
  // Whether the federate knows, owns or negotiates for the instance, for tests.
  bool holds(wire::ObjectHandle object) const;
  // What a constrained federate's grants are decided by, for tests; empty: nothing is known.
  std::optional<core::Time> known_lbts() const;

  // Whether take_callback() has something. May be true for a callback that turns out to be void.
  bool callback_waiting() const { return callbacks_waiting() > 0; }
  std::size_t callbacks_waiting() const;
  // Messages to the federate that were sent best effort and were dropped here for want of room.
  std::uint64_t messages_dropped() const;
  // The next callback, or null. What it points to is valid until the next take_callback() or
  // resign; calls made meanwhile (from within the callback) leave it intact.
  const Callback* take_callback();

 private:
  // How a service is carried out: by on() below or by the membership. A class, so that
  // ambassador.cpp can instantiate it for every message of the one list; it has no member for those
  // that are no service calls.
  template <class Message, bool is_call = wire::Call<Message>>
  struct Service {};

  // Whether the call waits for the federation to go on.
  template <class C>
  bool must_pause() const;
  // Why a service is not carried out while the membership is about to end.
  template <class C>
  std::optional<wire::Error> refuse_while_leaving();
  std::optional<wire::Error> before_call();
  void after_call();

  // Services that need no membership, or end it. Every other belongs to a joined federate.
  Result<void> on(const wire::CreateFederationExecution&);
  Result<void> on(const wire::DestroyFederationExecution&);
  Result<wire::FederateHandle> on(const wire::JoinFederationExecution&);
  Result<void> on(const wire::ResignFederationExecution&);
  wire::Error not_joined() const;
  wire::Error with_fed_in_force(const wire::Error& refusal) const;

  // Sends a request to the RTIG and waits for what becomes of it.
  template <class Message>
  void request(const Message& message);
  template <class Message>
  void send_to_rtig(const Message& message);
  bool stands_in(wire::FederateHandle stream, const std::optional<wire::Record>& record);
  // The call in progress has ended, well or with an error.
  void end_call(std::optional<wire::Error> error);
  [[nodiscard]] bool bad_record(std::string text);

  bool on_reply(const wire::Record& record);
  void on_join_accepted(const wire::Record& record);
  void on_restored(const wire::Record& record);
  void become_member();
  // The RTIG says that this federate is no member any more, by its own wish or not.
  void on_resigned(const wire::RecordHeader& header, const Departure& resigned);
  void stop_serving();
  void resign_again();
  void forget_federation();

  AmbassadorOptions options_;
  Connection connection_;
  PendingCall call_;

  std::unique_ptr<Membership> membership_;
  std::string joined_as_;  // and where: of the last join that was asked for, for people
  std::unique_ptr<Membership> past_membership_;  // until the callback given out last is done with

  std::set<wire::FederateHandle> accused_;
  std::uint64_t membership_number_ = 0;

  std::optional<wire::ResignAction> resigning_;
  bool resign_again_ = false;  // a restore has made another member of the one that resigns
  std::optional<wire::ResignAction> ordered_;  // to resign, by the MOM
  bool link_ends_ = false;
  bool leaving_ = false;
  bool settled_ = false;  // since the last record and call

  std::string lost_;                  // why the RTIG is gone; empty while it is there
  std::string fed_in_force_;          // whose it is, if it is not the one that this federate named
  wire::Position log_at_return_ = 0;  // as a router has said while this member returned to it
  std::string dismissed_;             // why the RTIG resigned this federate; empty if it did not
  std::string fault_;
};

template <class C>
struct Ambassador::Service<C, true> {
  static Result<typename C::Reply> carry_out(Ambassador& ambassador, const C& request);
  static Result<typename C::Reply> watched(Ambassador& ambassador, const C& request,
                                           Result<typename C::Reply> result);
};

}  // namespace triad::rtia
