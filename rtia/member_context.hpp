// What a service group of a membership may use: the federation as this participant knows it, the
// instances that its federate knows, a way to send, a queue of callbacks, and the call that waits
// for a reply. Groups have no other way to the Ambassador. Private to rtia/.
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

// What is wrong with a record that has come; empty: nothing.
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

  const FederateHandle self;
  core::Federation federation;
  KnownInstances known{self, federation};
  CallbackQueue callbacks;

  // --- Sending. A request's effect is waited for by the call in progress.

  template <class Message>
  void send(const Audience& audience, const Message& message, std::uint16_t flags = 0) {
    connection_.send(self, audience, message, flags);
  }
  template <class Message>
  void send_to_rtig(const Message& message) {
    send({Audience::Who::rtig, {}}, message);
  }
  template <class Message>
  void request(const Message& message) {
    send_to_rtig(message);
    wait_for_reply(position());
  }
  // What it waits for was asked there, perhaps by an earlier call.
  void wait_for_reply(wire::Position asked_at) { call_.wait_for_reply(asked_at); }
  Audience to_one(FederateHandle federate) {
    one_ = federate;
    return {Audience::Who::one, federate, std::span(&one_, 1)};
  }
  void wait_for_settlement(wire::Position stated_at) { call_.wait_for_settlement(stated_at); }
  void wait_for_supply() { call_.wait_for_supply(); }
  // As Connection has them.
  void note(const Audience& audience, const records::TimeNote& report) {
    connection_.note(audience, report);
  }
  void take_note_back() { connection_.take_note_back(); }
  void sent_in_order() { connection_.sent_in_order(); }
  std::span<const wire::StreamPosition> last_in_order() { return connection_.last_in_order(); }
  wire::Position position() const { return connection_.position(); }  // of the last record sent
  // Positions go on from this one.
  void continue_from(wire::Position position) { connection_.continue_from(position); }
  std::uint64_t bytes_sent() const { return connection_.bytes_sent(); }
  std::uint64_t bytes_received() const { return connection_.bytes_received(); }

  // How far others' streams have been handled, and by which way their records come.
  records::StreamPositions& streams() { return connection_.streams(); }
  // At the nearest router of a mesh.
  const RulesAtRouter& rules() const { return connection_.rules(); }
  void set_rules(RulesAtRouter rules) { connection_.set_rules(std::move(rules)); }
  // There is another one to go to.
  bool can_move() const { return connection_.can_move(); }
  // Another member, which may sleep although something of this one's concerns it.
  void wake(FederateHandle federate) { connection_.wake(federate); }

  const AmbassadorOptions& options() const { return options_; }
  // Nobody has looked at the record that is handled: it stood in its sender's own stream.
  bool unchecked() const { return unchecked_; }
  void set_unchecked(bool unchecked) { unchecked_ = unchecked; }

  // --- The call in progress.

  // Whether the record with this header is what it waits for.
  bool answers(const wire::RecordHeader& header) const { return call_.is_answered_by(header); }
  // The handle that it returns when it has been answered.
  void call_returns(std::uint64_t value) { call_.returns(value); }
  // The request that was sent there has its instances.
  void supplied(wire::Position asked_at) { call_.supplied(asked_at); }
  // What it waited for is there.
  void make_call_again() { call_.make_again(); }
  void wait_for_room() { call_.wait_for_room(); }
  bool waits_for_room() const { return call_.waits_for_room(); }
  bool waits_for_reply() const { return call_.waits_for_reply(); }
  // The federation goes on: a call that waited for that is made again.
  void end_pause_of_call() {
    if (call_.waits_for_pause()) call_.make_again();
  }
  // Makes another beside it, of which nobody hears. Where what that one waits for was asked; 0: it
  // waits for nothing.
  template <class MakeCall>
  wire::Position beside_call(MakeCall&& make_call) {
    return call_.beside(std::forward<MakeCall>(make_call));
  }

  // A line for the log of the federate's process, for each subject once.
  template <class MakeLine>
  void tell_once(std::string subject, MakeLine&& make_line) {
    connection_.tell_once(std::move(subject), std::forward<MakeLine>(make_line));
  }

  // --- Callbacks and data for the federate, in order.

  template <class Message>
  void queue(const Message& message) {
    encoded_.clear();
    wire::encode_record({}, message, encoded_);
    queue_record(encoded_);
  }
  void queue_record(Bytes frame);
  // Into this one of the queues, without a copy where the host lets go of the record's memory.
  void push(core::LossyQueue& queue, Bytes frame);

  // Where more waits for the federate than has room, senders of data are told to wait.
  void hold_senders_if_full();
  void release_senders_if_drained();
  void release_senders();

 private:
  Connection& connection_;
  PendingCall& call_;
  const AmbassadorOptions& options_;
  bool unchecked_ = false;
  wire::Buffer encoded_;
  FederateHandle one_;
};

// Who registered or deleted an instance, where the RTIG's log says so and where he does himself.
inline FederateHandle author_of(const wire::RecordHeader& header) {
  return header.from() == wire::kRtig ? header.cause() : header.from();
}

// What the header of a record says that changes something of the instance, or ends it.
inline wire::Interest change_of(const ObjectInstance& instance) {
  return {wire::existence_key(instance.object_class), wire::kChanges};
}

// What the groups have in common: short names for what they look at.
class ServiceGroup {
 protected:
  explicit ServiceGroup(MemberContext& context)
      : context_(context),
        self_(context.self),
        federation_(context.federation),
        known_(context.known) {}

  const core::ObjectModel& model() const { return federation_.model(); }
  const core::Member& me() const { return *federation_.member(self_); }
  const core::Declarations& declared() const { return me().declared; }

  MemberContext& context_;
  const FederateHandle self_;
  core::Federation& federation_;
  KnownInstances& known_;
};

}  // namespace triad::rtia
