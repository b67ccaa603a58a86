#include "rtia/ambassador.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/double_time.hpp"
#include "core/object_model_wire.hpp"
#include "core/shown_name.hpp"
#include "records/assert.hpp"
#include "rtia/during_saves.hpp"
#include "rtia/membership.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"
#include "wire/print.hpp"

namespace triad::rtia {

const core::TimeType& AmbassadorOptions::default_time_type() {
  static const core::DoubleTime type;
  return type;
}

Ambassador::Ambassador(Uplink& uplink, AmbassadorOptions options)
    : options_(options), connection_(uplink) {
  options_.lease_count = std::clamp(options_.lease_count, 1u, wire::kLeaseMax);
}

Ambassador::~Ambassador() = default;

wire::FederateHandle Ambassador::federate() const {
  return membership_ ? membership_->self() : wire::FederateHandle{};
}

const core::Federation* Ambassador::state() const {
  return membership_ ? &membership_->state() : nullptr;
}

std::optional<Error> Ambassador::before_call() {
  RTI_ASSERT(!waiting());
  call_.begin();
  resigning_.reset();
  if (!lost_.empty()) return wire::error(ErrorCode::RTIinternalError, lost_);
  return std::nullopt;
}

void Ambassador::after_call() {
  if (membership_ && !waits_for_room() && !waits_for_pause()) {
    membership_->waits_for_room_no_more();
  }
  settled_ = false;
  settle();
}

Result<void> Ambassador::on(const wire::CreateFederationExecution& create) {
  request(create);
  return {};
}

Result<void> Ambassador::on(const wire::DestroyFederationExecution& destroy) {
  request(destroy);
  return {};
}

Result<wire::FederateHandle> Ambassador::on(const wire::JoinFederationExecution& join) {
  if (membership_) {
    return wire::error(ErrorCode::FederateAlreadyExecutionMember,
                       "this RTIambassador is joined already, as " + joined_as_ + ", with handle " +
                           std::to_string(membership_->self().value));
  }
  joined_as_ = wire::quoted(core::shown_name(join.federate_type)) + " in federation " +
               wire::quoted(join.federation);
  wire::JoinFederationExecution complete = join;
  complete.time_type = options_.time_type->name();
  request(complete);
  return wire::FederateHandle{};
}

Result<void> Ambassador::on(const wire::ResignFederationExecution& resign) {
  if (!membership_) {
    return wire::error(ErrorCode::FederateNotExecutionMember, "not joined to a federation");
  }
  resigning_ = resign.action;
  return membership_->call(resign);
}

// Adds the FED in force to a refused name: the name may be defined in the FED that the federate
// has.
Error Ambassador::with_fed_in_force(const Error& refusal) const {
  if (refusal.code != ErrorCode::NameNotFound || fed_in_force_.empty()) return refusal;
  return wire::error(refusal.code, refusal.text + "; " + fed_in_force_);
}

// A look-up must pause, too, if its service report would be sent.
template <class C>
bool Ambassador::must_pause() const {
  return pauses() && (!kDuringPause<C> || membership_->mom().calls_are_watched());
}

// Lets a service that needs no membership, or ends it, wait for the end of this one. Creation,
// destruction and joining then find the federation as the federate was told. A resignation waits
// because the federate is a member until then.
template <class C>
std::optional<Error> Ambassador::refuse_while_leaving() {
  if (!leaving_) return std::nullopt;
  constexpr bool kWaits = std::is_same_v<C, wire::CreateFederationExecution> ||
                          std::is_same_v<C, wire::DestroyFederationExecution> ||
                          std::is_same_v<C, wire::JoinFederationExecution> ||
                          std::is_same_v<C, wire::ResignFederationExecution>;
  if (kWaits) call_.wait_for_departure();
  return link_ends_ ? wire::error(ErrorCode::RTIinternalError, dismissed_) : not_joined();
}

template <class C>
Result<typename C::Reply> Ambassador::Service<C, true>::carry_out(Ambassador& ambassador,
                                                                  const C& request) {
  if (auto leaving = ambassador.refuse_while_leaving<C>()) return *leaving;
  if (ambassador.must_pause<C>()) {
    ambassador.call_.wait_for_pause();
    return wire::error(ErrorCode::RTIinternalError, "the federation pauses");  // ignored
  }
  const auto carried_out = [&]() -> Result<typename C::Reply> {
    if (auto refused = wire::refused_name(request)) return *refused;
    if constexpr (requires { ambassador.on(request); }) {
      return ambassador.on(request);
    } else {
      if (!ambassador.membership_) return ambassador.not_joined();
      auto result = ambassador.membership_->call(request);
      if (!result) return ambassador.with_fed_in_force(result.error());
      return result;
    }
  };
  // libRTI makes these calls on its own.
  constexpr bool kReported =
      !std::is_same_v<C, wire::DescribeSpace> && !std::is_same_v<C, wire::DescribeRegion>;
  if (!kReported || ambassador.membership_ == nullptr ||
      !ambassador.membership_->mom().calls_are_watched()) {
    return carried_out();
  }
  return watched(ambassador, request, carried_out());
}

// Reports the call to the MOM's subscribers. A call that waits is reported when its reply has
// arrived.
template <class C>
Result<typename C::Reply> Ambassador::Service<C, true>::watched(Ambassador& ambassador,
                                                                const C& request,
                                                                Result<typename C::Reply> result) {
  Membership& membership = *ambassador.membership_;
  membership.mom().call_began(describe(membership.times(), request));
  if (ambassador.waiting()) return result;
  if (!result) {
    membership.mom().call_ended(result.error(), {});
    return result;
  }
  std::string returned;
  if constexpr (std::is_same_v<C, wire::QueryTime>) {
    returned = time_text(membership.times(), std::as_bytes(std::span(*result)));
  } else if constexpr (!std::is_void_v<typename C::Reply>) {
    returned = argument_text(membership.times(), *result);
  }
  membership.mom().call_ended(std::nullopt, std::move(returned));
  return result;
}

// A service of wire/message_list.hpp that is carried out nowhere fails to compile here.
#define TRIAD_INSTANTIATE(number, name) template struct Ambassador::Service<wire::name>;
TRIAD_MESSAGES(TRIAD_INSTANTIATE)
#undef TRIAD_INSTANTIATE

template <class Message>
void Ambassador::send_to_rtig(const Message& message) {
  connection_.send(federate(), {core::Audience::Who::rtig, {}}, message);
}

template <class Message>
void Ambassador::request(const Message& message) {
  send_to_rtig(message);
  call_.wait_for_reply(connection_.position());
}

void Ambassador::end_call(std::optional<Error> error) {
  call_.end(std::move(error));
  if (membership_ && lost_.empty()) membership_->mom().call_ended(call_.error(), {});
}

bool Ambassador::bad_record(std::string text) {
  fault_ = std::move(text);
  return false;
}

bool Ambassador::on_record(Bytes frame, FederateHandle stream) {
  settled_ = false;
  const auto record = wire::parse_record(frame);
  const bool unchecked = stream != wire::kRtig;
  if (unchecked && !stands_in(stream, record)) return true;
  if (!record) return bad_record("bytes that are not a record of Triad's protocol");
  const bool from_rtig = record->header.from() == wire::kRtig;
  const bool in_log = (record->header.flags & wire::kLogRecord) != 0;
  connection_.streams().note(record->header);
  if (connection_.streams().passes_by(record->header, federate())) return true;
  if (from_rtig && !in_log && on_reply(*record)) return fault_.empty();
  // Records in transit when the federate resigned no longer concern it.
  if (!membership_) return true;

  if (from_rtig && in_log) {
    const auto place = connection_.streams().take_log_record(record->header);
    if (place == records::StreamPositions::InLog::known) return true;
    if (place == records::StreamPositions::InLog::out_of_order) {
      return bad_record("the RTIG's log out of order: record " +
                        std::to_string(record->header.position) + " after " +
                        std::to_string(connection_.streams().log_position()));
    }
  }
  connection_.count_received(frame.size());
  const FederateHandle self = membership_->self();
  if (auto fault = membership_->on_record(*record, unchecked)) {
    if (from_rtig) return bad_record(std::move(*fault));
    accuse(record->header.from(), *fault);
    return true;
  }
  if (record->header.message_kind() == wire::Kind::MemberReturned) {
    ++membership_number_;
    log_reaches(std::exchange(log_at_return_, 0));
  }
  if (const auto& order = membership_->mom().resignation(); order && !leaving_) {
    ordered_ = order->action;
    dismissed_ = "this federate was ordered to resign through the MOM by " + described(order->by);
    stop_serving();
  }
  if (const auto& departure = membership_->departure()) on_resigned(record->header, *departure);
  if (from_rtig && in_log && record->header.cause() == self) {
    if (call_.is_answered_by(record->header)) {
      call_.answered();
    } else if (membership_) {
      membership_->mom().on_asked(record->header.after_position, std::nullopt);
    }
  }
  if (call_.is_done()) end_call(std::nullopt);
  return true;
}

bool Ambassador::on_note(FederateHandle from, const records::TimeNote::Words& note) {
  const auto report = records::TimeNote::read(note);
  if (!report || !membership_) return true;
  if (report->log_position > connection_.streams().log_position()) return false;
  settled_ = false;
  membership_->time_management().on_note(from, *report);
  return true;
}

std::optional<core::TimeBound> Ambassador::waits_for_notes() const {
  return membership_ ? membership_->time_management().waits_for_notes() : std::nullopt;
}

bool Ambassador::is_held_back_by(FederateHandle federate, const core::TimeBound& wanted) const {
  return membership_ && membership_->time_management().is_held_back_by(federate, wanted);
}

bool Ambassador::on_notes(const records::PromiseScan& scan) {
  if (!membership_ || !membership_->time_management().on_notes(scan)) return false;
  settled_ = false;
  return true;
}

const records::TimeNote* Ambassador::note_to_wake_by() const {
  return membership_ ? membership_->time_management().note_to_wake_by() : nullptr;
}

std::uint64_t Ambassador::sum_of_sent() {
  return membership_ ? membership_->time_management().sum_of_sent() : 0;
}

bool Ambassador::tells_whom_to_wake(const records::PromiseScan& scan) const {
  return membership_ && membership_->time_management().tells_whom_to_wake(scan);
}

bool Ambassador::is_constrained(FederateHandle federate) const {
  return membership_ && membership_->time_management().is_constrained(federate);
}

bool Ambassador::has_noted() const {
  return membership_ && membership_->time_management().has_noted();
}

bool Ambassador::others_promise() const {
  return membership_ && membership_->time_management().others_promise();
}

std::optional<core::TimeBound> Ambassador::told() const {
  return membership_ ? membership_->time_management().told() : std::nullopt;
}

void Ambassador::woken_by_notes() {
  if (membership_) membership_->time_management().woken_by_notes();
}

bool Ambassador::wants(Bytes beginning) const {
  // Most records without an interest are promises, which are frequent.
  if (!membership_ || !wire::says_interest(beginning)) return true;
  const auto record = wire::parse_record(beginning);
  // The log records before it may include a subscription, which must be applied first.
  return !record || record->header.after_position > connection_.streams().log_position() ||
         membership_->wants(*record);
}

// Returns false, and reports the owner of the stream, if it may not write this record there.
bool Ambassador::stands_in(FederateHandle stream, const std::optional<Record>& record) {
  if (!record) {
    accuse(stream, "bytes that are not a record of Triad's protocol");
  } else if (record->header.from() != stream) {
    accuse(stream, "a record in the name of another participant");
  } else {
    return true;
  }
  return false;
}

void Ambassador::on_header_only(Bytes beginning, FederateHandle stream) {
  settled_ = false;
  const auto record = wire::parse_record(beginning);
  if (!membership_ || !stands_in(stream, record)) return;
  connection_.streams().note(record->header);
  membership_->note(record->header);
}

// Handles replies to this RTIA's requests. Returns true if the record was one, or was malformed
// (see fault_).
bool Ambassador::on_reply(const Record& record) {
  const bool awaited = call_.is_answered_by(record.header);
  switch (record.header.message_kind()) {
    case wire::Kind::Accepted: {
      const auto accepted = wire::decode<wire::Accepted>(record.payload);
      if (!accepted) return !bad_record("a malformed Accepted record");
      if (membership_) membership_->on_accepted(record.header.after_position);
      if (!awaited) {
        if (membership_) membership_->mom().on_asked(record.header.after_position, std::nullopt);
        return true;
      }
      if (membership_) membership_->on_call_accepted();
      if (call_.is_answered_by(record.header)) {
        call_.returns(accepted->value);
        end_call(std::nullopt);
      }
      return true;
    }
    case wire::Kind::Refused: {
      const auto refused = wire::decode<wire::Refused>(record.payload);
      if (!refused) return !bad_record("a malformed Refused record");
      if (!refused->warning.empty()) connection_.tell("warning: " + std::string(refused->warning));
      if (awaited) {
        if (membership_) membership_->registration().call_refused();
        end_call(wire::error(refused->code, std::string(refused->text)));
      } else if (is_to_move()) {
        // Last record of a router that may end now. The membership continues over another link.
      } else if (!membership_ || !membership_->mom().on_asked(
                                     record.header.after_position,
                                     wire::error(refused->code, std::string(refused->text)))) {
        dismissed_ = "the RTIG ended the link: " + std::string(refused->text);
        if (record.header.after_position == 0) link_ends_ = true;
        if (membership_ && link_ends_) stop_serving();
      }
      return true;
    }
    case wire::Kind::InterestAcknowledged:
    case wire::Kind::InterestSettled:
      on_interest_answered(record);
      return true;
    case wire::Kind::JoinAccepted:
      if (awaited && !membership_) on_join_accepted(record);
      return true;
    case wire::Kind::FederationRestored:
      if (membership_) on_restored(record);
      return true;
    case wire::Kind::ObjectHandlesLeased: {
      const auto leased = wire::decode<wire::ObjectHandlesLeased>(record.payload);
      if (!leased) return !bad_record("a malformed ObjectHandlesLeased record");
      if (membership_ && !membership_->registration().lease(leased->first, leased->count)) {
        return !bad_record("a lease of impossible object handles");
      }
      if (awaited) call_.make_again();
      return true;
    }
    default:
      return false;
  }
}

void Ambassador::on_interest_answered(const Record& record) {
  const wire::Position stated_at = record.header.after_position;
  if (record.header.message_kind() == wire::Kind::InterestAcknowledged) {
    const auto acknowledged = wire::decode<wire::InterestAcknowledged>(record.payload);
    if (!acknowledged) return (void)bad_record("a malformed InterestAcknowledged record");
    if (membership_) membership_->on_interest_acknowledged(stated_at);
    if (!acknowledged->settled) return;
  }
  call_.settled(stated_at);
  if (membership_) membership_->pause().settled(stated_at);
  if (call_.is_done()) end_call(std::nullopt);
}

void Ambassador::accuse(FederateHandle federate, std::string_view what) {
  if (!membership_ || !accused_.insert(federate).second) return;
  send_to_rtig(wire::FaultyFederate{federate, what});
}

void Ambassador::on_join_accepted(const Record& record) {
  const auto accepted = wire::decode<wire::JoinAccepted>(record.payload);
  auto model = accepted ? core::decode_object_model(accepted->object_model) : std::nullopt;
  if (!model || !accepted->federate) {
    (void)bad_record("a malformed JoinAccepted record");
    return;
  }
  past_membership_.reset();
  membership_ = std::make_unique<Membership>(connection_, call_, options_, accepted->federate,
                                             std::move(*model));
  connection_.streams().follow(accepted->position, accepted->on_fabric, accepted->streams,
                               accepted->forwarded, accepted->promises_reduced);
  if (!membership_->begin(*accepted)) {
    membership_.reset();
    connection_.streams().clear();
    (void)bad_record("a federation snapshot that does not fit the object model");
    return;
  }
  dismissed_.clear();
  ordered_.reset();
  fed_in_force_ = accepted->fed_in_force;
  connection_.set_rules(RulesAtRouter(membership_->state().model(), accepted->rules));
  become_member();
  call_.returns(accepted->federate.value);
  end_call(std::nullopt);
}

void Ambassador::become_member() {
  ++membership_number_;
  accused_.clear();
}

// Replaces the membership by the one that was saved. A resignation in progress goes on for the
// restored member.
void Ambassador::on_restored(const Record& record) {
  const auto restored = wire::decode<wire::FederationRestored>(record.payload);
  auto image = restored ? membership_->take_image(restored->restore) : nullptr;
  if (image == nullptr || image->self() != restored->federate) {
    (void)bad_record("the end of a restore that is not in progress");
    return;
  }
  past_membership_ = std::move(membership_);
  membership_ = std::move(image);
  connection_.streams().follow(restored->position, restored->on_fabric, restored->streams,
                               restored->forwarded, restored->promises_reduced);
  become_member();
  // All other members count this member's records as received up to this position, even if another
  // process sent them.
  connection_.continue_from(record.header.after_position);
  membership_->take_over(*restored);
  resign_again_ = (waiting() && resigning_.has_value()) || ordered_.has_value();
}

std::size_t Ambassador::members() const {
  return membership_ ? membership_->members() : 0;
}

std::uint64_t Ambassador::messages_dropped() const {
  return membership_ ? membership_->messages_dropped() : 0;
}

std::size_t Ambassador::callbacks_waiting() const {
  if (membership_ == nullptr || leaving_ || pauses()) return 0;
  return membership_->callbacks_waiting();
}

const Callback* Ambassador::take_callback() {
  past_membership_.reset();
  if (!membership_ || leaving_ || pauses()) return nullptr;
  return membership_->take_callback();
}

void Ambassador::note_published() {
  settled_ = false;
  if (membership_) membership_->time_management().note_published();
}

bool Ambassador::must_recompute_wake_ups() const {
  return membership_ && membership_->time_management().must_recompute_wake_ups();
}

void Ambassador::recompute_wake_ups(bool all_read) {
  settled_ = false;
  if (membership_) membership_->time_management().recompute_wake_ups(all_read);
}

std::string Ambassador::described(FederateHandle federate) const {
  if (federate == wire::kRtig) return "the RTIG";
  const auto* const member = membership_ ? membership_->state().member(federate) : nullptr;
  std::string name = "federate " + std::to_string(federate.value);
  if (member != nullptr) name += " " + wire::quoted(core::shown_name(member->federate_type));
  return name;
}

std::string Ambassador::who_has_no_room() const {
  std::string text;
  if (membership_) {
    membership_->who_has_no_room().for_each([&](FederateHandle federate) {
      text += (text.empty() ? "" : " or ") + described(federate);
    });
  }
  return "room at " + (text.empty() ? "a federate" : text) + " (too many queued callbacks)";
}

bool Ambassador::pauses() const {
  return membership_ != nullptr && membership_->pause().pauses();
}

bool Ambassador::is_to_move() const {
  return membership_ != nullptr && membership_->pause().is_to_move();
}

// A member that returns first receives the log records kept for it. The position stated by its new
// router therefore counts only after MemberReturned.
void Ambassador::log_reaches(wire::Position position) {
  if (membership_ && membership_->pause().is_returning()) {
    log_at_return_ = std::max(log_at_return_, position);
  } else {
    connection_.streams().log_reaches(position);
  }
}

void Ambassador::return_by_link() {
  RTI_ASSERT(is_to_move());
  membership_->pause().return_by_link();
}

bool Ambassador::about_to_flush() const {
  return membership_ != nullptr && membership_->time_management().about_to_flush();
}

bool Ambassador::answers_enabling_soon() const {
  return membership_ != nullptr && !pauses() && membership_->answers_enabling_soon();
}

bool Ambassador::holds(wire::ObjectHandle object) const {
  return membership_ != nullptr && membership_->holds(object);
}

std::optional<core::Time> Ambassador::known_lbts() const {
  return membership_ == nullptr ? std::nullopt : membership_->time_management().known_lbts();
}

std::uint64_t Ambassador::time_state() const {
  return membership_ == nullptr ? 0 : membership_->time_management().state_number();
}

bool Ambassador::time_status_asked() const {
  return membership_ != nullptr && membership_->time_management().status_asked();
}

void Ambassador::tell_time_status(const FederateAges& ages) {
  if (!time_status_asked()) return;
  membership_->time_management().tell_status(ages, membership_->mom().traffic());
}

void Ambassador::settle() {
  if (pauses()) return membership_->pause().settle();
  if (std::exchange(settled_, true)) return;
  if (membership_ && std::exchange(resign_again_, false)) resign_again();
  if (membership_) membership_->settle_time();
}

}  // namespace triad::rtia
