// State that the authorities of one federation share: the federation as all participants see it,
// the members' sessions, and functions that add outputs (log records, records for one member, lines
// for people). append_log() adds a record for all members; log() adds a line for people. An
// authority checks members' records and writes decisions into the log. Each authority decides in
// its own service group and keeps its own state.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/class_priorities.hpp"
#include "core/federation_state.hpp"
#include "core/lease.hpp"
#include "core/passing_classes.hpp"
#include "core/settling_rounds.hpp"
#include "core/time_order.hpp"
#include "router/fault.hpp"
#include "rtig/guest.hpp"
#include "rtig/options.hpp"
#include "rtig/outputs.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

using wire::FederateHandle;
using wire::ObjectHandle;
using wire::Record;

// Result of handling a member's record: a fault in the record, after which the member is expelled,
// or none.
using router::Fault;

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

// Origin of a federation's object model.
struct FedSource {
  std::string name;             // as the creator gave it
  std::string creator;          // for people
  std::size_t text_digest = 0;  // of the FED's text; 0: the creator sent no text
};

// Properties of the store of saves, which the RTIG's host (the program that runs it) keeps.
struct SaveStore {
  bool present = false;
  std::uint64_t bytes_max = 0;  // limit on the parts of one save together
};

struct MemberSession {
  Origin origin;
  bool observer = false;  // is resigned before a save or restore, such as `rtictl trace`
  bool shares_memory = false;
  std::chrono::milliseconds joined_at{0};
  std::optional<wire::PassingClasses> passing_classes;  // that pass at its router; none: all
  // Log position at which the member last lost an attribute that it owned or a class that it
  // published.
  wire::Position last_loss = 0;
};

class FederationContext {
 public:
  FederationContext(const RtigOptions& options, SaveStore store, std::string name, FedSource fed,
                    core::ObjectModel model, Outputs& outputs);
  // Adds further outputs to `outputs`.
  void set_outputs(Outputs& outputs) { outputs_ = &outputs; }
  // Logs class names in the mesh's file that the object model lacks.
  void report_unknown_classes() const;

  // --- The federation.
  const std::string& name() const { return name_; }
  const FedSource& fed() const { return fed_; }
  const wire::Buffer& encoded_model() const { return encoded_model_; }
  std::uint64_t model_fingerprint() const;
  core::TimeOrder& times() { return times_; }
  const core::TimeOrder& times() const { return times_; }
  core::Federation& federation() { return federation_; }
  const core::Federation& federation() const { return federation_; }

  // --- Its members.
  const std::map<FederateHandle, MemberSession>& sessions() const { return sessions_; }
  bool is_member(FederateHandle federate) const { return sessions_.contains(federate); }
  MemberSession& session(FederateHandle federate) { return sessions_.at(federate); }
  MemberSession& begin_session(FederateHandle federate, const Origin& origin, bool shares_memory);
  void end_session(FederateHandle federate) { sessions_.erase(federate); }
  void end_all_sessions() { sessions_.clear(); }
  const Origin& origin(FederateHandle federate) const { return sessions_.at(federate).origin; }
  bool shares_memory(FederateHandle federate) const { return sessions_.at(federate).shares_memory; }
  // Position of the last record of the member that reached the RTIG.
  wire::Position position(FederateHandle federate) const { return positions_[federate.value]; }
  void record_position(FederateHandle federate, wire::Position position) {
    wire::Position& last = positions_[federate.value];
    last = std::max(last, position);
  }
  // Returns the last positions of the members that share memory.
  std::vector<wire::StreamPosition> shared_positions() const;
  // --- Rules of the mesh's file for the member's router: whether its federates may regulate,
  // whether a class passes there, and all rules together.
  bool may_regulate(FederateHandle federate) const {
    return origin(federate).rules(options_.mesh.rules).federates_regulate;
  }
  template <class Handle>
  bool passes(FederateHandle federate, Handle which) const {
    const auto& classes = sessions_.at(federate).passing_classes;
    return !classes || core::is_passing_class(federation_.model(), *classes, which);
  }
  template <class Handle>
  Fault check_passes(FederateHandle by, Handle which) const {
    if (passes(by, which)) return {};
    return "a declaration of a class that does not pass at its router";
  }
  wire::RulesAtRouter rules(FederateHandle federate) const;  // with a view into this object
  // Returns the maximum number of bytes that may be queued for a client at that origin; none: the
  // default limit.
  std::optional<std::size_t> queue_max(const Origin& origin) const;
  // Records that the owners of the instance may lose attributes by the next log record. Call before
  // that record is appended.
  void record_losses(const core::ObjectInstance& instance);
  void record_loss(FederateHandle federate) { session(federate).last_loss = log_position_ + 1; }

  // Next handles. No handle of a federate or object is used twice.
  struct HandleCounters {
    std::uint32_t last_federate = 0;
    std::uint64_t next_object = 1;
  };
  HandleCounters& handle_counters() { return handle_counters_; }
  const HandleCounters& handle_counters() const { return handle_counters_; }
  // Returns that many new object handles, for one member's registrations.
  core::Lease next_handles(std::uint32_t count);

  // --- Outputs.
  template <class Alternative>
  void add_output(const Alternative& output) {
    outputs_->add(output);
  }
  Outputs& outputs() { return *outputs_; }
  wire::Position log_position() const { return log_position_; }
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
  template <class Message>
  void send_to(FederateHandle federate, const wire::RecordHeader& cause, const Message& message) {
    add_output(output::ToMember{federate, encode(federate, cause, message)});
  }
  // Encodes a record addressed to the member, for another output.
  template <class Message>
  Extent encode(FederateHandle addressee, const wire::RecordHeader& cause, const Message& message) {
    wire::RecordHeader header;
    header.position = log_position_;
    header.addressee = addressee.value;
    header.after = cause.sender;
    header.after_position = cause.position;
    return outputs_->encode(header, message);
  }
  void accept(FederateHandle federate, const Record& request) {
    send_to(federate, request.header, wire::Accepted{});
  }
  void refuse(FederateHandle federate, const Record& request, wire::ErrorCode code,
              std::string_view text) {
    send_to(federate, request.header, wire::Refused{code, text});
  }

  void refuse(GuestId guest, const wire::RecordHeader& request, const wire::Error& error);
  // Ends the client's link, and its membership if it is a member.
  void expel(FederateHandle federate, std::string_view reason) {
    add_output(output::EndMember{federate, outputs_->store_text(reason)});
  }
  void expel(GuestId guest, std::string_view reason) {
    add_output(output::EndGuest{guest, outputs_->store_text(reason)});
  }
  void log(std::string_view line) const { outputs_->add(output::Line{outputs_->store_text(line)}); }

  // --- Settings, time and texts.
  const RtigOptions& options() const { return options_; }
  const SaveStore& save_store() const { return save_store_; }
  std::chrono::milliseconds now() const { return now_; }
  void set_now(std::chrono::milliseconds now) { now_ = now; }
  std::string federate_text(FederateHandle federate) const;  // for people
  // Names the first four federates and counts the others.
  std::string federates_text(std::span<const FederateHandle> federates) const;
  // Names the members that owe an answer and the members that continue to send, while all records
  // in transit are awaited.
  std::string unsettled_text(const core::SettlingRounds& rounds) const;
  std::string federate_address_text(
      FederateHandle federate) const;  // its name and address, for people
  // Federates that owe an answer to a step, each with the time since which the answer is due.
  using PendingAnswers = std::vector<std::pair<FederateHandle, std::chrono::milliseconds>>;
  wire::OpenStep open_step(std::string_view kind, std::string_view label,
                           std::string_view pending_action, std::chrono::milliseconds since,
                           const PendingAnswers& owing) const;
  // Records that the member continues at another origin.
  void continue_at(FederateHandle federate, const Origin& origin);
  // Returns the reason why the member may not move to that origin: it does something that the rules
  // of the router there forbid. None: it may move.
  std::optional<std::string> move_refusal(FederateHandle federate, const Origin& origin) const;

 private:
  template <class Message>
  Extent append_log(const wire::RecordHeader& cause, const Message& message,
                    const wire::Interest& interest, Audience audience) {
    wire::RecordHeader header;
    header.flags =
        is_kept_from_cause(audience) ? wire::kLogRecord | wire::kNotToCause : wire::kLogRecord;
    header.position = ++log_position_;
    header.after = cause.sender;
    header.after_position = cause.position;
    header.interest_key = interest.key;
    header.interest_mask = interest.mask;
    const Extent record = outputs_->encode(header, message);
    add_output(output::Log{record, log_position_, audience, FederateHandle(cause.sender)});
    return record;
  }
  // Returns the classes that pass at the router of this origin; nullopt: all.
  std::optional<wire::PassingClasses> classes_at(const Origin& origin) const;

  // Constant after construction.
  const RtigOptions& options_;
  const SaveStore save_store_;
  const std::string name_;
  const FedSource fed_;

  core::Federation federation_;
  wire::Buffer encoded_model_;
  wire::ClassPriorities priorities_;
  core::TimeOrder times_;
  Outputs* outputs_;
  std::chrono::milliseconds now_{0};
  wire::Position log_position_ = 0;
  std::map<FederateHandle, MemberSession> sessions_;
  std::vector<wire::Position> positions_;  // by handle, for each member
  HandleCounters handle_counters_;
};

}  // namespace triad::rtig
