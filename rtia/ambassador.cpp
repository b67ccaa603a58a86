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
    : options_(std::move(options)), connection_(uplink) {
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
  RTI_ASSERT(!is_waiting());
  call_.begin();
  requested_resignation_.reset();
  if (!loss_reason_.empty()) return wire::error(ErrorCode::RTIinternalError, loss_reason_);
  return std::nullopt;
}

void Ambassador::after_call() {
  if (membership_ && !call_.waits_for_room() && !call_.waits_for_pause()) {
    membership_->end_room_wait();
  }
  settled_ = false;
  settle();
}

Result<void> Ambassador::perform_call(const wire::CreateFederationExecution& create) {
  request(create);
  requested_.outside = connection_.position();
  if (recovery_.is_on()) keep_request(create);
  return {};
}

Result<void> Ambassador::perform_call(const wire::DestroyFederationExecution& destroy) {
  request(destroy);
  requested_.outside = connection_.position();
  if (recovery_.is_on()) keep_request(destroy);
  return {};
}

Result<wire::FederateHandle> Ambassador::perform_call(const wire::JoinFederationExecution& join) {
  if (membership_) {
    return wire::error(ErrorCode::FederateAlreadyExecutionMember,
                       "this RTIambassador is joined already, as " + joined_as_ + ", with handle " +
                           std::to_string(membership_->self().value));
  }
  joined_as_ = wire::quoted(core::shown_name(join.federate_type)) + " in federation " +
               wire::quoted(join.federation);
  wire::JoinFederationExecution complete = join;
  complete.time_type = options_.time_type->name();
  requested_.session = options_.make_session ? options_.make_session() : wire::SessionSecret();
  requested_.federation = join.federation;
  complete.session = requested_.session;
  request(complete);
  requested_.join = connection_.position();
  if (requested_.session) keep_request(complete);
  return wire::FederateHandle{};
}

Result<void> Ambassador::perform_call(const wire::ResignFederationExecution& resign) {
  if (!membership_) {
    return wire::error(ErrorCode::FederateNotExecutionMember, "not joined to a federation");
  }
  requested_resignation_ = resign.action;
  return membership_->call(resign);
}

// Adds the FED in force to a refused name: the name may be defined in the FED that the federate
// has.
Error Ambassador::with_fed_in_force(const Error& refusal) const {
  if (refusal.code != ErrorCode::NameNotFound || fed_in_force_.empty()) return refusal;
  return wire::error(refusal.code, refusal.text + "; " + fed_in_force_);
}

// Calls that send data wait if too much is kept. Requests are few, and others may wait for their
// effects. A resignation waits until nothing is kept: no other process could send the data again to
// a member that is away. A suspension waits, too, and so for the answers to all requests.
template <class C>
bool Ambassador::must_wait_for_acknowledgement() {
  constexpr bool kSendsData =
      std::is_same_v<C, wire::UpdateAttributeValues> || std::is_same_v<C, wire::SendInteraction>;
  if constexpr (std::is_same_v<C, wire::ResignFederationExecution>) {
    return membership_ != nullptr && !connection_.retention().data().empty();
  }
  if constexpr (std::is_same_v<C, wire::SuspendMembership>) {
    return !suspension_.is_accepted && connection_.retention().size() > 0;
  }
  return kSendsData && connection_.retention().is_full();
}

// A look-up must pause, too, if its service report would be sent.
template <class C>
bool Ambassador::must_pause() const {
  if (std::is_same_v<C, wire::SuspendMembership> && suspension_.is_accepted) return false;
  return is_paused() && (!kDuringPause<C> || membership_->mom().needs_call_reports());
}

// Lets a service that needs no membership, or ends it, wait for the end of this one. Creation,
// destruction and joining then find the federation as the federate was told. A resignation waits
// because the federate is a member until then.
template <class C>
std::optional<Error> Ambassador::refuse_while_leaving() {
  if (!is_leaving_) return std::nullopt;
  constexpr bool kWaits = std::is_same_v<C, wire::CreateFederationExecution> ||
                          std::is_same_v<C, wire::DestroyFederationExecution> ||
                          std::is_same_v<C, wire::JoinFederationExecution> ||
                          std::is_same_v<C, wire::ResignFederationExecution>;
  if (kWaits) call_.wait_for_departure();
  return is_link_ending_ ? wire::error(ErrorCode::RTIinternalError, dismissal_reason_)
                         : not_joined();
}

template <class C>
Result<typename C::Reply> Ambassador::Service<C, true>::carry_out(Ambassador& ambassador,
                                                                  const C& request) {
  if (auto leaving = ambassador.refuse_while_leaving<C>()) return *leaving;
  if (ambassador.must_pause<C>()) {
    ambassador.call_.wait_for_pause();
    return wire::error(ErrorCode::RTIinternalError, "the federation pauses");  // ignored
  }
  if (ambassador.must_wait_for_acknowledgement<C>()) {
    ambassador.call_.wait_for_room();
    return wire::error(ErrorCode::RTIinternalError, "too many records are kept");  // ignored
  }
  const auto carried_out = [&]() -> Result<typename C::Reply> {
    if (auto refused = wire::name_refusal(request)) return *refused;
    if constexpr (requires { ambassador.perform_call(request); }) {
      return ambassador.perform_call(request);
    } else {
      if (!ambassador.membership_) return ambassador.not_joined();
      auto result = ambassador.membership_->call(request);
      if (!result) return ambassador.with_fed_in_force(result.error());
      return result;
    }
  };
  // libRTI makes these calls on its own.
  constexpr bool kReported =
      !std::is_same_v<C, wire::DescribeSpace> && !std::is_same_v<C, wire::DescribeRegion> &&
      !std::is_same_v<C, wire::SuspendMembership> && !std::is_same_v<C, wire::ResumeMembership>;
  if (!kReported || ambassador.membership_ == nullptr ||
      !ambassador.membership_->mom().needs_call_reports()) {
    return carried_out();
  }
  return report_call(ambassador, request, carried_out());
}

// Reports the call to the MOM's subscribers. A call that waits is reported when its reply has
// arrived.
template <class C>
Result<typename C::Reply> Ambassador::Service<C, true>::report_call(
    Ambassador& ambassador, const C& request, Result<typename C::Reply> result) {
  Membership& membership = *ambassador.membership_;
  membership.mom().begin_call_report(describe(membership.times(), request));
  if (ambassador.is_waiting()) return result;
  if (!result) {
    membership.mom().end_call_report(result.error(), {});
    return result;
  }
  std::string returned;
  if constexpr (std::is_same_v<C, wire::QueryTime>) {
    returned = time_text(membership.times(), std::as_bytes(std::span(*result)));
  } else if constexpr (!std::is_void_v<typename C::Reply>) {
    // Without a time the API returns no retraction handle.
    if (is_given(*result)) returned = argument_text(membership.times(), *result);
  }
  membership.mom().end_call_report(std::nullopt, std::move(returned));
  return result;
}

// A service of wire/message_list.hpp that is carried out nowhere fails to compile here.
#define TRIAD_INSTANTIATE(number, name) template struct Ambassador::Service<wire::name>;
TRIAD_MESSAGES(TRIAD_INSTANTIATE)
#undef TRIAD_INSTANTIATE

template <class Message>
void Ambassador::request(const Message& message) {
  send_to_rtig(message);
  call_.wait_for_reply(connection_.position());
}

template <class Message>
void Ambassador::keep_request(const Message& message) {
  wire::RecordHeader header;
  header.flags = wire::kToRtig;
  header.sender = federate().value;
  header.position = connection_.position();
  header.after_position = connection_.streams().log_position();
  requested_.record.clear();
  wire::encode_record(header, message, requested_.record);
}

void Ambassador::end_call(std::optional<Error> error) {
  call_.end(std::move(error));
  if (membership_ && loss_reason_.empty()) membership_->mom().end_call_report(call_.error(), {});
}

bool Ambassador::reject_record(std::string text) {
  fault_ = std::move(text);
  return false;
}

bool Ambassador::receive_record(const wire::ParsedFrame& frame, FederateHandle stream) {
  settled_ = false;
  const std::optional<Record>& record = frame.record();
  const bool unchecked = stream != wire::kRtig;
  if (unchecked && !is_valid_in_stream(stream, record)) return true;
  if (!record) return reject_record("bytes that are not a record of Triad's protocol");
  const bool from_rtig = record->header.from() == wire::kRtig;
  if (recovery_.is_on() && !unchecked) {
    if (recovery_.is_running() && !from_rtig) {
      if (!recovery_.record_received(*record)) return true;
    } else if (const auto decided = receive_in_recovery(*record)) {
      return *decided;
    }
  }
  const bool in_log = (record->header.flags & wire::kLogRecord) != 0;
  connection_.streams().record_read(record->header);
  if (connection_.streams().must_skip(record->header, federate())) return true;
  if (from_rtig && !in_log && receive_reply_from_rtig(*record)) return fault_.empty();
  // Records in transit when the federate resigned no longer concern it.
  if (!membership_) return true;

  if (from_rtig && in_log) {
    const auto place = connection_.streams().receive_log_record(record->header);
    if (place == records::StreamPositions::LogOrder::known) return true;
    if (place == records::StreamPositions::LogOrder::out_of_order) {
      return reject_record("the RTIG's log out of order: record " +
                           std::to_string(record->header.position) + " after " +
                           std::to_string(connection_.streams().log_position()));
    }
  }
  connection_.count_received(frame.bytes().size());
  const FederateHandle self = membership_->self();
  if (auto fault = membership_->receive_record(*record, unchecked)) {
    if (from_rtig) return reject_record(std::move(*fault));
    report_faulty_federate(record->header.from(), *fault);
    return true;
  }
  if (record->header.message_kind() == wire::Kind::MemberReturned) {
    ++membership_number_;
    record_log_position(std::exchange(log_at_return_, 0));
  }
  if (const auto& order = membership_->mom().resignation(); order && !is_leaving_) {
    ordered_resignation_ = order->action;
    dismissal_reason_ =
        "this federate was ordered to resign through the MOM by " + federate_text(order->by);
    stop_serving();
  }
  if (const auto& departure = membership_->departure()) end_membership(record->header, *departure);
  if (from_rtig && in_log && record->header.cause() == self) {
    if (call_.is_answered_by(record->header)) {
      call_.record_reply();
    } else if (membership_) {
      membership_->mom().receive_answer(record->header.after_position, std::nullopt);
    }
  }
  if (call_.is_done()) end_call(std::nullopt);
  return true;
}

bool Ambassador::needs_record(const wire::ParsedFrame& beginning) const {
  // Most records without an interest are promises, which are frequent.
  if (!membership_ || !wire::has_interest(beginning.bytes())) return true;
  const std::optional<Record>& record = beginning.record();
  // The log records before it may include a subscription, which must be applied first.
  return !record || record->header.after_position > connection_.streams().log_position() ||
         membership_->needs_record(*record);
}

// Returns false, and reports the owner of the stream, if it may not write this record there.
bool Ambassador::is_valid_in_stream(FederateHandle stream, const std::optional<Record>& record) {
  if (!record) {
    report_faulty_federate(stream, "bytes that are not a record of Triad's protocol");
  } else if (record->header.from() != stream) {
    report_faulty_federate(stream, "a record in the name of another participant");
  } else {
    return true;
  }
  return false;
}

void Ambassador::receive_header(const wire::ParsedFrame& beginning, FederateHandle stream) {
  settled_ = false;
  const std::optional<Record>& record = beginning.record();
  if (!membership_ || !is_valid_in_stream(stream, record)) return;
  connection_.streams().record_read(record->header);
  membership_->count_received_message(record->header);
}

// Handles replies to this RTIA's requests. Returns true if the record was one, or was malformed
// (see fault_).
bool Ambassador::receive_reply_from_rtig(const Record& record) {
  const bool is_call_reply = call_.is_answered_by(record.header);
  switch (record.header.message_kind()) {
    case wire::Kind::Accepted:
      return receive_acceptance_from_rtig(record);
    case wire::Kind::Refused: {
      const auto refused = wire::decode<wire::Refused>(record.payload);
      if (!refused) return !reject_record("a malformed Refused record");
      if (!refused->warning.empty())
        connection_.log_line("warning: " + std::string(refused->warning));
      if (is_call_reply) {
        if (membership_) membership_->registration().cancel_reservation();
        end_call(wire::error(refused->code, std::string(refused->text)));
      } else if (link_changes_.is_to_move()) {
        // Last record of a router that may end now. The membership continues over another link.
      } else if (!membership_ || !membership_->mom().receive_answer(
                                     record.header.after_position,
                                     wire::error(refused->code, std::string(refused->text)))) {
        dismissal_reason_ = "the RTIG ended the link: " + std::string(refused->text);
        if (record.header.after_position == 0) is_link_ending_ = true;
        if (membership_ && is_link_ending_) stop_serving();
      }
      return true;
    }
    case wire::Kind::InterestAcknowledged:
    case wire::Kind::InterestSettled:
      receive_interest_answer(record);
      return true;
    case wire::Kind::JoinAccepted:
      if (is_call_reply && !membership_) receive_join_acceptance(record);
      return true;
    case wire::Kind::FederationRestored:
      if (membership_) receive_restore_end(record);
      return true;
    case wire::Kind::ObjectHandlesLeased: {
      const auto leased = wire::decode<wire::ObjectHandlesLeased>(record.payload);
      if (!leased) return !reject_record("a malformed ObjectHandlesLeased record");
      if (membership_ && !membership_->registration().add_lease(leased->first, leased->count)) {
        return !reject_record("a lease of impossible object handles");
      }
      if (is_call_reply) call_.make_again();
      return true;
    }
    default:
      return false;
  }
}

// Handles the acceptance of a request, like receive_reply_from_rtig.
bool Ambassador::receive_acceptance_from_rtig(const Record& record) {
  const auto accepted = wire::decode<wire::Accepted>(record.payload);
  if (!accepted) return !reject_record("a malformed Accepted record");
  const bool is_call_reply = call_.is_answered_by(record.header);
  const wire::Position request = record.header.after_position;
  if (is_call_reply && receive_suspension_acceptance(request)) return true;
  if (membership_) membership_->receive_acceptance(request);
  if (!is_call_reply) {
    if (membership_) membership_->mom().receive_answer(request, std::nullopt);
    return true;
  }
  if (membership_) membership_->complete_accepted_call();
  if (call_.is_answered_by(record.header)) {
    call_.set_result(accepted->value);
    end_call(std::nullopt);
  }
  return true;
}

void Ambassador::receive_interest_answer(const Record& record) {
  const wire::Position stated_at = record.header.after_position;
  if (record.header.message_kind() == wire::Kind::InterestAcknowledged) {
    const auto acknowledged = wire::decode<wire::InterestAcknowledged>(record.payload);
    if (!acknowledged) return (void)reject_record("a malformed InterestAcknowledged record");
    if (membership_) membership_->receive_interest_acknowledgement(stated_at);
    if (!acknowledged->settled) return;
  }
  call_.record_settlement(stated_at);
  if (membership_) membership_->pause().receive_settlement(stated_at);
  if (call_.is_done()) end_call(std::nullopt);
}

// Records that were kept aside may not fit any more, e.g. an update of an instance that has been
// deleted since. That is no fault of their sender.
void Ambassador::report_faulty_federate(FederateHandle federate, std::string_view what) {
  if (!membership_ || is_giving_back_ || !reported_faulty_.insert(federate).second) return;
  send_to_rtig(wire::FaultyFederate{federate, what});
}

void Ambassador::receive_join_acceptance(const Record& record) {
  const auto accepted = wire::decode<wire::JoinAccepted>(record.payload);
  auto model = accepted ? core::decode_object_model(accepted->object_model) : std::nullopt;
  if (!model || !accepted->federate) {
    (void)reject_record("a malformed JoinAccepted record");
    return;
  }
  past_membership_.reset();
  membership_ = std::make_unique<Membership>(connection_, call_, options_, accepted->federate,
                                             std::move(*model));
  connection_.streams().begin_membership(accepted->position, accepted->on_fabric, accepted->streams,
                                         accepted->forwarded, accepted->promises_reduced);
  if (!membership_->begin(*accepted)) {
    membership_.reset();
    connection_.streams().clear();
    (void)reject_record("a federation snapshot that does not fit the object model");
    return;
  }
  dismissal_reason_.clear();
  ordered_resignation_.reset();
  fed_in_force_ = accepted->fed_in_force;
  connection_.set_rules(RulesAtRouter(membership_->state().model(), accepted->rules));
  begin_membership();
  if (accepted->resume_ms > 0 && requested_.session && !accepted->on_fabric) {
    recovery_.begin({accepted->federate, requested_.federation, requested_.session,
                     std::chrono::milliseconds(accepted->resume_ms), options_.kept_bytes_max});
  }
  call_.set_result(accepted->federate.value);
  end_call(std::nullopt);
}

void Ambassador::begin_membership() {
  ++membership_number_;
  reported_faulty_.clear();
}

// Replaces the membership by the one that was saved. A resignation in progress goes on for the
// restored member.
void Ambassador::receive_restore_end(const Record& record) {
  const auto restored = wire::decode<wire::FederationRestored>(record.payload);
  auto image = restored ? membership_->take_image(restored->restore) : nullptr;
  if (image == nullptr || image->self() != restored->federate) {
    (void)reject_record("the end of a restore that is not in progress");
    return;
  }
  if (recovery_.is_on() && !restored->on_fabric) {
    recovery_.continue_as(restored->federate);
  } else {
    recovery_.end();
  }
  past_membership_ = std::move(membership_);
  membership_ = std::move(image);
  connection_.streams().begin_membership(restored->position, restored->on_fabric, restored->streams,
                                         restored->forwarded, restored->promises_reduced);
  begin_membership();
  // All other members count this member's records as received up to this position, even if another
  // process sent them.
  connection_.continue_from(record.header.after_position);
  membership_->activate_restored(*restored);
  recovery_.acknowledge();  // it can return from then on
  resign_again_ =
      (is_waiting() && requested_resignation_.has_value()) || ordered_resignation_.has_value();
}

std::size_t Ambassador::member_count() const {
  return membership_ ? membership_->state().members().size() : 0;
}

std::uint64_t Ambassador::mom_order_count() const {
  return membership_ ? membership_->mom().order_count() + membership_->untold_loss_count() : 0;
}

std::uint64_t Ambassador::messages_dropped() const {
  return membership_ ? membership_->messages_dropped() : 0;
}

std::size_t Ambassador::callbacks_waiting() const {
  if (membership_ == nullptr || is_leaving_ || is_paused()) return 0;
  return membership_->callbacks_waiting();
}

const Callback* Ambassador::take_callback() {
  past_membership_.reset();
  if (!membership_ || is_leaving_ || is_paused()) return nullptr;
  return membership_->take_callback();
}

bool Ambassador::has_plain_callback() {
  return membership_ && !is_leaving_ && !is_paused() && membership_->has_plain_callback();
}

const Callback* Ambassador::take_plain_callback() {
  return has_plain_callback() ? membership_->take_plain_callback() : nullptr;
}

bool Ambassador::holds_data() const {
  return !membership_ || is_leaving_ || is_paused() || membership_->is_restoring();
}

wire::InteractionClassHandle Ambassador::sent_class() const {
  return membership_ ? membership_->sent_class() : wire::InteractionClassHandle();
}

bool Ambassador::filter_taken(Callback& callback, wire::InteractionClassHandle sent_class) {
  return membership_ && !is_leaving_ && membership_->filter_taken(callback, sent_class);
}

std::string Ambassador::federate_text(FederateHandle federate) const {
  if (federate == wire::kRtig) return "the RTIG";
  const auto* const member = membership_ ? membership_->state().member(federate) : nullptr;
  std::string name = "federate " + std::to_string(federate.value);
  if (member != nullptr) name += " " + wire::quoted(core::shown_name(member->federate_type));
  return name;
}

std::string Ambassador::room_wait_text() const {
  const bool waits_for_federates = membership_ && !membership_->members_without_room().empty();
  if (connection_.retention().is_full() ||
      (!connection_.retention().data().empty() && !waits_for_federates)) {
    return "the acknowledgement of " + std::to_string(connection_.retention().bytes()) +
           " bytes that this federate has sent (resume.bytes)";
  }
  std::string text;
  if (membership_) {
    for (const FederateHandle federate : membership_->members_without_room()) {
      text += (text.empty() ? "" : " or ") + federate_text(federate);
    }
  }
  return "room at " + (text.empty() ? "a federate" : text) + " (too many queued callbacks)";
}

bool Ambassador::is_paused() const {
  return membership_ != nullptr && (membership_->pause().is_paused() || recovery_.is_paused());
}

bool LinkChanges::is_to_move() const {
  const Membership* const membership = ambassador_.membership_.get();
  return membership != nullptr && membership->pause().is_to_move();
}

// A member that returns first receives the log records kept for it. The position stated by its new
// router therefore counts only after MemberReturned.
void Ambassador::record_log_position(wire::Position position) {
  if (membership_ && membership_->pause().is_returning()) {
    log_at_return_ = std::max(log_at_return_, position);
  } else {
    connection_.streams().record_log_position(position);
  }
}

void LinkChanges::return_by_link() {
  RTI_ASSERT(is_to_move());
  ambassador_.membership_->pause().return_by_link();
}

bool Ambassador::has_pending_flush() const {
  return membership_ != nullptr && membership_->time_management().has_pending_flush();
}

bool Ambassador::answers_enabling_soon() const {
  return membership_ != nullptr && !is_paused() && membership_->answers_enabling_soon();
}

bool Ambassador::holds(wire::ObjectHandle object) const {
  return membership_ != nullptr && membership_->holds(object);
}

std::optional<core::Time> Ambassador::known_lbts() const {
  return membership_ == nullptr ? std::nullopt : membership_->time_management().known_lbts();
}

std::uint64_t Ambassador::time_state_number() const {
  return membership_ == nullptr ? 0 : membership_->time_status().state_number();
}

std::optional<wire::FiguresScope> Ambassador::time_status_request() const {
  if (membership_ == nullptr) return std::nullopt;
  return membership_->time_status().request();
}

void Ambassador::send_time_status(const FederateAges& ages, const wire::Figures& figures) {
  if (!time_status_request()) return;
  membership_->time_status().send_status(ages, membership_->mom().traffic(), figures);
}

void Ambassador::settle() {
  if (is_paused()) return membership_->pause().settle();
  if (std::exchange(settled_, true)) return;
  if (membership_ && std::exchange(resign_again_, false)) resign_again();
  if (membership_) membership_->settle_time();
}

}  // namespace triad::rtia
