// Context of the service groups of a membership: the federation as this member knows it, the
// instances that its federate knows, sending, the queue of callbacks, and the call that waits for a
// reply. Groups have no other access to the Ambassador. Private to rtia/.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/federation_state.hpp"
#include "rtia/ambassador_options.hpp"
#include "rtia/callback_queue.hpp"
#include "rtia/connection.hpp"
#include "rtia/known_instances.hpp"
#include "rtia/pending_call.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

using core::Audience;
using core::ObjectInstance;
using wire::Bytes;
using wire::Error;
using wire::ErrorCode;
using wire::FederateHandle;
using wire::InteractionClassHandle;
using wire::ObjectHandle;
using wire::Record;
using wire::Result;

// Error in a received record; empty: none.
using Fault = std::optional<std::string>;

class MemberContext {
 public:
  MemberContext(Connection& connection, PendingCall& call, const AmbassadorOptions& options,
                FederateHandle federate, core::ObjectModel model)
      : self(federate),
        federation(std::move(model)),
        connection_(connection),
        call_(call),
        options_(options) {}

  // Creates the context of another member of the same Ambassador, with the same object model.
  MemberContext(const MemberContext& other, FederateHandle federate)
      : MemberContext(other.connection_, other.call_, other.options_, federate,
                      other.federation.model()) {}

  const FederateHandle self;
  core::Federation federation;
  KnownInstances known{self, federation};
  CallbackQueue callbacks;
  // How often orders of the MOM to others took attributes from this federate without a callback.
  std::uint64_t untold_loss_count = 0;
  // The record being handled was kept aside in a recovery. Its sender may have sent it first before
  // this member subscribed.
  bool is_giving_back = false;

  // --- Sending. request() also lets the call in progress wait for the reply.

  template <class Message>
  void send_message(const Audience& audience, const Message& message, std::uint16_t flags = 0) {
    connection_.send_message(self, audience, message, flags);
  }
  template <class Message>
  void send_to_rtig(const Message& message) {
    send_message({Audience::Kind::rtig, {}}, message);
  }
  template <class Message>
  void request(const Message& message) {
    send_to_rtig(message);
    wait_for_reply(position());
  }
  // Makes the call wait for the reply to the record at that position, which an earlier call may
  // have sent.
  void wait_for_reply(wire::Position asked_at) { call_.wait_for_reply(asked_at); }
  Audience to_one(FederateHandle federate) {
    one_ = federate;
    return {Audience::Kind::one_federate, federate, std::span(&one_, 1)};
  }
  void wait_for_settlement(wire::Position stated_at) { call_.wait_for_settlement(stated_at); }
  void wait_for_supply() { call_.wait_for_supply(); }
  // Notes of this member in shared memory (records/time_note.hpp): publishes or withdraws its last
  // promise, and the position of its last message in time-stamp order; returns those positions of
  // all other members.
  void publish_note(const Audience& audience, const records::TimeNote& report) {
    connection_.publish_note(audience, report);
  }
  void withdraw_note() { connection_.withdraw_note(); }
  void publish_tso_position() { connection_.publish_tso_position(); }
  std::span<const wire::StreamPosition> last_tso_positions() {
    return connection_.last_tso_positions();
  }
  wire::Position position() const { return connection_.position(); }  // of the last record sent
  // Raises the position of the last record to `position` if it is lower.
  void continue_from(wire::Position position) { connection_.continue_from(position); }
  const Connection::ByteCounts& byte_counts() const { return connection_.byte_counts(); }

  // Returns the positions handled in other streams, and the paths by which their records arrive.
  records::StreamPositions& streams() { return connection_.streams(); }
  // Returns the rules in force at the nearest router of a mesh.
  const RulesAtRouter& rules() const { return connection_.rules(); }
  void set_rules(RulesAtRouter rules) { connection_.set_rules(std::move(rules)); }
  // Returns whether this member has another router that it can move to.
  bool can_move() const { return connection_.can_move(); }
  // Wakes another member, which may sleep although a record of this member concerns it.
  void wake(FederateHandle federate) { connection_.wake(federate); }

  const AmbassadorOptions& options() const { return options_; }
  // Returns whether the record being handled was read in its sender's own stream, so that neither
  // the RTIG nor the Router has checked it.
  bool is_unchecked() const { return is_unchecked_; }
  void set_unchecked(bool unchecked) { is_unchecked_ = unchecked; }

  // --- The call in progress.

  // Returns whether the record with this header is the reply that the call waits for.
  bool answers_call(const wire::RecordHeader& header) const { return call_.is_answered_by(header); }
  // Sets the handle that the call returns when it has been answered.
  void set_call_result(std::uint64_t value) { call_.set_result(value); }
  // Records that the instances for the request at that position have been supplied.
  void record_supply(wire::Position asked_at) { call_.record_supply(asked_at); }
  // Lets the call be made again, because its condition may hold now.
  void make_call_again() { call_.make_again(); }
  void wait_for_room() { call_.wait_for_room(); }
  bool waits_for_room() const { return call_.waits_for_room(); }
  bool waits_for_reply() const { return call_.waits_for_reply(); }
  // Lets a call that waits for the end of the pause be made again.
  void retry_paused_call() {
    if (call_.waits_for_pause()) call_.make_again();
  }
  // Makes another call beside the call in progress; the federate does not see it. Returns the
  // position of the request that it waits for; 0: it waits for nothing.
  template <class MakeCall>
  wire::Position make_side_call(MakeCall&& make_call) {
    return call_.make_side_call(std::forward<MakeCall>(make_call));
  }

  // Writes a line to the log of the federate's process, once for each subject.
  template <class MakeLine>
  void log_once(std::string subject, MakeLine&& make_line) {
    connection_.log_once(std::move(subject), std::forward<MakeLine>(make_line));
  }

  // --- Callbacks and data for the federate, in order.

  template <class Message>
  void queue(const Message& message) {
    encoded_.clear();
    wire::encode_record({}, message, encoded_);
    queue_record(encoded_);
  }
  void queue_record(Bytes frame);
  // Appends the record to this queue. Avoids a copy if the host gives up the record's memory.
  void push(core::LossyQueue& queue, Bytes frame);

  // Holds senders of data if more than `hold_bytes` wait for the federate.
  void hold_senders_if_full();
  void release_senders_if_drained();
  void release_senders();

 private:
  Connection& connection_;
  PendingCall& call_;
  const AmbassadorOptions& options_;
  bool is_unchecked_ = false;
  wire::Buffer encoded_;
  FederateHandle one_;
};

// Returns the federate that registered or deleted an instance, for a record of the RTIG's log or of
// the federate itself.
inline FederateHandle author_of(const wire::RecordHeader& header) {
  return header.from() == wire::kRtig ? header.cause() : header.from();
}

// Returns the interest key and mask for the header of a record that changes or ends the instance.
inline wire::Interest change_of(const ObjectInstance& instance) {
  return {wire::existence_key(instance.object_class), wire::kChanges};
}

// Base of the service groups, with short names for the data they use. A group has up to three kinds
// of functions. perform_call() carries out a call of the federate. receive_record() handles a
// record and returns its fault. make_callback() makes context_.callbacks.current from a queued
// record, and returns false if there is nothing to deliver any more.
class ServiceGroup {
 protected:
  explicit ServiceGroup(MemberContext& context)
      : context_(context),
        self_(context.self),
        federation_(context.federation),
        known_(context.known) {}

  const core::ObjectModel& model() const { return federation_.model(); }
  const core::Member& own_member() const { return *federation_.member(self_); }
  const core::Declarations& declared() const { return own_member().declared; }

  MemberContext& context_;
  const FederateHandle self_;
  core::Federation& federation_;
  KnownInstances& known_;
};

}  // namespace triad::rtia
