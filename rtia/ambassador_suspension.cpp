// Suspension of a membership, and its continuation in another process (suspended_member.hpp). For
// the federation a suspended member is away, and returns as after the loss of its link.
#include <utility>

#include "core/object_model_wire.hpp"
#include "core/time_type.hpp"
#include "rtia/ambassador.hpp"
#include "rtia/membership.hpp"
#include "rtia/saved_state.hpp"
#include "rtia/suspended_member.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

namespace {

wire::Error damaged_error(const char* what) {
  return wire::error(ErrorCode::RTIinternalError,
                     std::string("the state of the suspended federate is damaged: ") + what);
}

std::vector<wire::Buffer> copies_of(const queues::RecordQueue& kept) {
  std::vector<wire::Buffer> copies;
  kept.for_each([&](Bytes record) { copies.emplace_back(record.begin(), record.end()); });
  return copies;
}

// Keeps records of an earlier process again. Returns false if one of them is malformed.
bool keep_again(Retention& retention, const std::vector<wire::Buffer>& records) {
  for (const wire::Buffer& bytes : records) {
    const auto record = wire::parse_record(bytes);
    if (!record) return false;
    const Bytes whole(bytes);
    retention.keep(record->header, std::span(&whole, 1));
  }
  return true;
}

}  // namespace

// The first attempt asks the RTIG, which then counts the member as away; the second one is made
// after its answer.
Result<wire::SuspendedMembership> Ambassador::perform_call(const wire::SuspendMembership&) {
  if (!membership_) return not_joined();
  if (suspension_.is_accepted) return suspend();
  if (auto refusal = SuspendedState(*membership_).refusal()) return *refusal;
  if (!recovery_.is_on()) {
    return wire::error(
        ErrorCode::RTIinternalError,
        "this federate cannot be suspended, because it could not return: set resume.timeout for "
        "rtig and for this federate, and use no shared memory (docs/availability.md)");
  }
  membership_->settle_time();
  send_to_rtig(wire::MembershipSuspended{});
  suspension_.request = connection_.position();
  call_.wait_for_reply(suspension_.request);
  return wire::SuspendedMembership{};
}

bool Ambassador::receive_suspension_acceptance(wire::Position request) {
  if (suspension_.request == 0 || request != suspension_.request) return false;
  suspension_.is_accepted = true;
  call_.make_again();
  return true;
}

wire::SuspendedMembership Ambassador::suspend() {
  recovery_.lose_link();
  SuspendedMember member;
  member.protocol_version = wire::kProtocolVersion;
  member.joined_as = joined_as_;
  member.time_type = options_.time_type->name();
  member.fed_in_force = fed_in_force_;
  member.rules = connection_.rules().stated();
  member.absence = recovery_.absence();
  member.position = connection_.position();
  member.log_position = connection_.streams().log_position();
  core::encode(membership_->state().model(), member.model);
  member.image = SuspendedState(*membership_).encode();
  member.requests = copies_of(connection_.retention().requests());
  member.data = copies_of(connection_.retention().data());
  wire::Buffer bytes;
  wire::Encoder(bytes).put(member);
  suspension_ = {};
  dismissal_reason_ = "this federate was suspended";
  forget_federation();
  return {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), {}};
}

// The first attempt sends the request to return; the second one is made at the end of the recovery.
Result<FederateHandle> Ambassador::perform_call(const wire::ResumeMembership& request) {
  if (membership_ && std::exchange(suspension_.is_resuming, false)) return membership_->self();
  if (membership_) {
    return wire::error(ErrorCode::FederateAlreadyExecutionMember,
                       "this RTIambassador is joined already, as " + joined_as_);
  }
  if (auto refusal = begin_suspended(request.state)) return *refusal;
  suspension_.is_resuming = true;
  link_changes_.resume_by_link();
  call_.wait_for_pause();
  return membership_->self();
}

std::optional<Error> Ambassador::begin_suspended(Bytes state) {
  std::uint32_t version = 0;
  wire::Decoder beginning(state);
  beginning.get(version);
  if (!beginning.ok()) return damaged_error("it is too short");
  if (version != wire::kProtocolVersion) {
    return wire::error(ErrorCode::RTIinternalError,
                       "the federate was suspended by a program of protocol version " +
                           std::to_string(version) + ", and this one has version " +
                           std::to_string(wire::kProtocolVersion));
  }
  auto member = wire::decode<SuspendedMember>(state);
  constexpr std::uint64_t kYearMs = 365ull * 24 * 3600 * 1000;
  if (!member || !member->absence.self || !member->absence.secret ||
      member->absence.patience_ms > kYearMs) {
    return damaged_error("it cannot be decoded");
  }
  if (member->time_type != options_.time_type->name()) {
    return wire::error(ErrorCode::RTIinternalError,
                       "the federate was suspended with logical times of type " +
                           wire::quoted(member->time_type) + ", and this process has " +
                           wire::quoted(options_.time_type->name()));
  }
  auto model = core::decode_object_model(member->model);
  if (!model) return damaged_error("its object model is not consistent");
  past_membership_.reset();
  membership_ = std::make_unique<Membership>(connection_, call_, options_, member->absence.self,
                                             std::move(*model));
  connection_.streams().begin_membership(member->log_position, false, {}, {}, false);
  const bool fits = SuspendedState(*membership_).begin(member->image, member->log_position);
  if (fits) recovery_.continue_absence(member->absence, options_.kept_bytes_max);
  if (!fits || !keep_again(connection_.retention(), member->requests) ||
      !keep_again(connection_.retention(), member->data)) {
    forget_federation();
    past_membership_.reset();
    return damaged_error("its parts do not fit each other");
  }
  connection_.continue_from(member->position);
  joined_as_ = member->joined_as;
  fed_in_force_ = member->fed_in_force;
  connection_.set_rules(RulesAtRouter(membership_->state().model(), member->rules));
  requested_ = {};
  dismissal_reason_.clear();
  ordered_resignation_.reset();
  begin_membership();
  return std::nullopt;
}

}  // namespace triad::rtia
