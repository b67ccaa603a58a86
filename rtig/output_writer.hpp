// Adds outputs of the authority of one federation (rtig/outputs.hpp): records of the log, records
// for one member or guest, ends of links, and lines for people. Keeps the position of the log. The
// authorities of the service groups write their decisions with it. append_log() adds a record for
// all members; log() adds a line for people.
#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "rtig/guest.hpp"
#include "rtig/outputs.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

// Messages that may be sent later, because no other member waits for them: declarations and
// membership. The links' order puts them before the records that depend on them. Sent immediately,
// a thousand successive joins would cost a million writes.
template <class Message, class... Candidates>
inline constexpr bool is_one_of = (std::is_same_v<Message, Candidates> || ...);
template <class Message>
inline constexpr bool may_be_sent_later =
    is_one_of<Message, wire::FederateJoined, wire::FederateResigned, wire::PublishObjectClass,
              wire::UnpublishObjectClass, wire::PublishInteractionClass,
              wire::UnpublishInteractionClass, wire::SubscribeObjectClassAttributes,
              wire::UnsubscribeObjectClass, wire::SubscribeInteractionClass,
              wire::UnsubscribeInteractionClass, wire::SetAdvisorySwitch, wire::CreateRegion,
              wire::NotifyAboutRegionModification, wire::DeleteRegion,
              wire::AssociateRegionForUpdates, wire::SubscribeObjectClassAttributesWithRegion,
              wire::UnsubscribeObjectClassWithRegion, wire::SubscribeInteractionClassWithRegion,
              wire::UnsubscribeInteractionClassWithRegion>;

class OutputWriter {
 public:
  using FederateHandle = wire::FederateHandle;

  // Writes to `outputs`, which must outlive this object, or the next call of set_outputs().
  explicit OutputWriter(Outputs& outputs) : outputs_(&outputs) {}
  // Adds further outputs to `outputs`.
  void set_outputs(Outputs& outputs) { outputs_ = &outputs; }
  Outputs& outputs() { return *outputs_; }
  template <class Alternative>
  void add(const Alternative& output) {
    outputs_->add(output);
  }

  // --- The log.
  // Returns the position of the last record of the log.
  wire::Position log_position() const { return log_position_; }
  // Returns the position of the next record of the log.
  wire::Position next_log_position() const { return log_position_ + 1; }
  // Continues after this position, if the log has not reached it yet.
  void continue_log_from(wire::Position position) {
    log_position_ = std::max(log_position_, position);
  }
  // Appends a record to the log, for every member. Its stamp names its cause. Returns the record.
  template <class Message>
  Extent append_log(const wire::RecordHeader& cause, const Message& message) {
    return append_log(cause, message, wire::Interest{},
                      may_be_sent_later<Message> ? Audience::all_later : Audience::all);
  }
  // Appends a record about an object instance registered at that class, for members that are
  // interested in the existence of such instances.
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message,
                  wire::ObjectClassHandle registered_class, Audience audience) {
    constexpr bool kRegisters = std::is_same_v<Message, wire::ObjectInstanceRegistered>;
    const wire::Interest interest{wire::existence_key(registered_class),
                                  kRegisters ? wire::kRegistrations : wire::kChanges};
    append_log(cause, message, interest, audience);
  }

  // --- Records for one member or guest.
  // Encodes a record addressed to the member, for another output.
  template <class Message>
  Extent encode(FederateHandle addressee, const wire::RecordHeader& cause, const Message& message) {
    wire::RecordHeader header;
    header.position = log_position_;
    header.addressee = addressee.value;
    header.set_cause(cause);
    return outputs_->encode(header, message);
  }
  // Sends a record to the member. Its stamp names its cause.
  template <class Message>
  void send_to(FederateHandle federate, const wire::RecordHeader& cause, const Message& message) {
    add(output::ToMember{federate, encode(federate, cause, message)});
  }
  // Answers a request of the member.
  void accept(FederateHandle federate, const wire::Record& request) {
    send_to(federate, request.header, wire::Accepted{});
  }
  void refuse(FederateHandle federate, const wire::Record& request, wire::ErrorCode code,
              std::string_view text) {
    send_to(federate, request.header, wire::Refused{code, text});
  }
  // Answers a request of the guest.
  void refuse(GuestId guest, const wire::RecordHeader& request, const wire::Error& error) {
    wire::RecordHeader header;
    header.set_cause(request);
    add(output::ToGuest{guest, outputs_->encode(header, wire::Refused{error.code, error.text})});
  }
  // Ends the client's link, and its membership if it is a member.
  void expel(FederateHandle federate, std::string_view reason) {
    add(output::EndMember{federate, outputs_->store_text(reason)});
  }
  void expel(GuestId guest, std::string_view reason) {
    add(output::EndGuest{guest, outputs_->store_text(reason)});
  }

  // Adds a line of the log for people.
  void log(std::string_view line) { add(output::Line{outputs_->store_text(line)}); }

 private:
  template <class Message>
  Extent append_log(const wire::RecordHeader& cause, const Message& message,
                    const wire::Interest& interest, Audience audience) {
    wire::RecordHeader header;
    header.flags =
        is_kept_from_cause(audience) ? wire::kLogRecord | wire::kNotToCause : wire::kLogRecord;
    header.position = ++log_position_;
    header.set_cause(cause);
    header.interest_key = interest.key;
    header.interest_mask = interest.mask;
    const Extent record = outputs_->encode(header, message);
    add(output::Log{record, log_position_, audience, header.cause()});
    return record;
  }

  Outputs* outputs_;
  wire::Position log_position_ = 0;
};

}  // namespace triad::rtig
