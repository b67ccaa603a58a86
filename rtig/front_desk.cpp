#include "rtig/front_desk.hpp"

#include <algorithm>
#include <type_traits>

#include "core/count_text.hpp"
#include "rtig/authority.hpp"
#include "rtig/creation_text.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

using wire::quoted;

namespace {

// True if the message comes from a member that continues by another link. A refusal would end its
// membership.
template <class Message>
constexpr bool kIsOfMember =
    std::is_same_v<Message, wire::ReturnMember> || std::is_same_v<Message, wire::ResumeMember>;

}  // namespace

// --- Programs.

void FrontDesk::add(GuestId guest, std::string_view transport, const policy::Principal& principal,
                    bool trusted) {
  Guest& added = guests_[guest];
  added.id = guest;
  added.trusted = trusted;
  added.origin.transport = transport;
  added.origin.principal = principal;
  added.origin.principal_text = principal.text();
  added.origin.router = nearest_router(transport);
  if (added.origin.router.empty()) added.origin.router = options_.mesh.router;
}

// Its postponed request to join would otherwise take memory until the pause is over.
void FrontDesk::remove(GuestId guest) {
  guests_.erase(guest);
  for (auto& [federation, waiting] : postponed_) {
    std::erase_if(waiting, [&](const auto& request) { return request.first == guest; });
  }
}

std::string_view FrontDesk::transport(GuestId guest) const {
  const auto at = guests_.find(guest);
  return at == guests_.end() ? std::string_view() : at->second.origin.transport;
}

void FrontDesk::record_resignation(GuestId guest, wire::FederateHandle former_member) {
  Guest& former = guests_.at(guest);
  former.former_member = former_member;
  former.late_records = 0;
}

void FrontDesk::cancel_creations(GuestId guest) {
  for (auto& [ticket, creation] : creations_) {
    std::erase_if(creation.requesters, [&](const Requester& by) { return by.guest == guest; });
  }
}

void FrontDesk::send_end(GuestId guest, std::string_view reason) {
  send_message(
      guest, {},
      wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + std::string(reason)});
}

// --- Answers.

void FrontDesk::accept(const Guest& guest, const wire::Record& cause) {
  wire::RecordHeader header;
  header.set_cause(cause.header);
  send_message(guest.id, header, wire::Accepted{});
}

void FrontDesk::refuse(const Guest& guest, const wire::Record& cause, wire::ErrorCode code,
                       std::string_view text, std::string_view warning) {
  wire::RecordHeader header;
  header.set_cause(cause.header);
  send_message(guest.id, header, wire::Refused{code, text, warning});
  audit_refusal(guest, cause, text);
}

void FrontDesk::audit(AuditEvent::Kind kind, const Guest& guest, std::string_view federation) {
  AuditEvent event = AuditEvent::of(kind, guest.origin);
  event.federation = federation;
  host_.audit(event);
}

void FrontDesk::refuse_unknown(const Guest& guest, const wire::Record& cause,
                               std::string_view federation, std::string_view remedy) {
  refuse(guest, cause, wire::ErrorCode::FederationExecutionDoesNotExist,
         "there is no federation execution " + quoted(federation) + std::string(remedy));
}

// --- Requests.

bool FrontDesk::serves_members(wire::Kind kind) {
  return kind == wire::Kind::CreateFederationExecution ||
         kind == wire::Kind::DestroyFederationExecution || kind == wire::Kind::ListFederations;
}

void FrontDesk::receive(GuestId guest, const wire::Record& record) {
  const auto at = guests_.find(guest);
  if (at == guests_.end()) return;
  if (at->second.handshake_done) {
    dispatch_request(at->second, record);
  } else {
    receive_hello(at->second, record);
  }
}

void FrontDesk::receive_hello(Guest& guest, const wire::Record& record) {
  const auto hello = record.header.message_kind() == wire::Kind::Hello
                         ? wire::decode<wire::Hello>(record.payload)
                         : std::nullopt;
  if (!hello || hello->magic != wire::kMagic) {
    return turn_away(guest, "is not a Triad program: it did not begin with Triad's handshake");
  }
  guest.origin.release = hello->release;
  guest.origin.host = hello->host;
  guest.origin.process = hello->process;
  send_message(
      guest.id, {},
      wire::Hello{wire::kMagic, wire::kProtocolVersion, "rtig", options_.identity.release,
                  options_.identity.host, options_.identity.process, options_.record_bytes_max});
  if (hello->version != wire::kProtocolVersion) {
    return turn_away(guest, "speaks protocol version " + std::to_string(hello->version) + " (" +
                                std::string(hello->program) + " " + std::string(hello->release) +
                                "), this rtig speaks version " +
                                std::to_string(wire::kProtocolVersion) + " (Triad " +
                                options_.identity.release + "): install the same release on both");
  }
  guest.handshake_done = true;
  host_.audit(AuditEvent::of(AuditEvent::Kind::connect, guest.origin));
}

void FrontDesk::turn_away(const Guest& guest, const std::string& reason) {
  AuditEvent event = AuditEvent::of(AuditEvent::Kind::refusal, guest.origin);
  event.request = "connect";
  event.reason = reason;
  host_.audit(event);
  host_.end_guest(guest.id, reason);
}

void FrontDesk::dispatch_request(Guest& guest, const wire::Record& record) {
  const auto kind = record.header.message_kind();
  std::string fault = "sent a " + std::string(name_of(kind)) + " record without having joined";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->receive_request(guest, record, m); }) {
      if (const auto message = wire::decode<Message>(record.payload)) {
        fault.clear();
        if (const auto refused = wire::name_refusal(*message)) {
          refuse(guest, record, refused->code, refused->text);
        } else if (const std::string lost =
                       kIsOfMember<Message> ? std::string() : host_.audit_fault();
                   !lost.empty()) {
          refuse(guest, record, wire::ErrorCode::RTIinternalError, lost);
        } else {
          this->receive_request(guest, record, *message);
        }
      } else {
        fault = "sent a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  if (fault.empty()) return;
  // A federate that was resigned may have sent records before it knew; these are not faults.
  const bool late = guest.former_member && record.header.from() == guest.former_member;
  if (late && ++guest.late_records <= options_.late_records_max) return;
  if (late) {
    fault = "has sent " + core::count_text(guest.late_records, "record") + " as federate " +
            std::to_string(guest.former_member.value) + " since that federate left its federation";
  }
  host_.end_guest(guest.id, fault);
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::CreateFederationExecution& create) {
  const policy::Request request{guest.origin.principal, policy::Action::create, create.federation};
  if (!permit(guest, record, request)) return;
  const auto text = fed_text_of(create);
  const Authority* const present = host_.find(create.federation);
  if (present && text && text_digest(text) == present->fed_source().text_digest) {
    return refuse_existing(guest, record, *present, create, false);
  }
  if (begin_fed_reading(guest, record, create)) return;
  auto model = options_.load_fed(create.fed, text);
  create_federation(guest, record, create, model);
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::DestroyFederationExecution& destroy) {
  const policy::Request request{guest.origin.principal, policy::Action::destroy,
                                destroy.federation};
  if (!permit(guest, record, request)) return;
  const Authority* const federation = host_.find(destroy.federation);
  if (federation == nullptr) return refuse_unknown(guest, record, destroy.federation);
  if (!federation->empty()) {
    refuse(guest, record, wire::ErrorCode::FederatesCurrentlyJoined, federation->members_text());
    return;
  }
  const std::string by = guest.origin.address();
  host_.destroy_federation(destroy.federation);
  host_.log("federation " + quoted(destroy.federation) + " destroyed by " + by);
  audit(AuditEvent::Kind::destroy, guest, destroy.federation);
  accept(guest, record);
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::JoinFederationExecution& join) {
  const policy::Request right{guest.origin.principal, policy::Action::join, join.federation,
                              join.federate_type};
  if (!permit(guest, record, right)) return;
  const Authority* const federation = host_.find(join.federation);
  if (federation == nullptr) {
    return refuse_unknown(guest, record, join.federation, ": create it first");
  }
  const input::Join request{guest.id, guest.origin, record.header, join,
                            fed_warning(guest, *federation)};
  if (host_.repeat_join(request)) return;
  if (host_.postpones_joins(*federation)) {
    if (!postpone(guest.id, join.federation, record.frame))
      host_.end_guest(guest.id, "sent a request before the reply to the last one");
    return;
  }
  host_.join(request);
}

std::string_view FrontDesk::fed_warning(const Guest& guest, const Authority& federation) {
  const auto& other_fed = guest.other_fed;
  const bool is_in_force = other_fed && other_fed->federation == federation.name() &&
                           other_fed->in_force == federation.model_fingerprint();
  return is_in_force ? std::string_view(other_fed->text) : std::string_view();
}

void FrontDesk::receive_request(Guest& guest, const wire::Record&,
                                const wire::ReturnMember& returned) {
  if (host_.find(returned.federation) == nullptr) {
    host_.end_guest(guest.id, "asked to continue in a federation that has ended");
    return;
  }
  host_.return_member({guest.id, guest.origin, returned});
}

void FrontDesk::receive_request(Guest& guest, const wire::Record&,
                                const wire::ResumeMember& resumes) {
  if (host_.send_farewell(guest.id, resumes)) return;
  if (host_.find(resumes.federation) == nullptr) {
    host_.end_guest(guest.id, "asked to continue in a federation that has ended");
    return;
  }
  host_.resume_member({guest.id, guest.origin, resumes});
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::TerminateFederation& request) {
  if (policy_ != nullptr) {
    if (!permit_operation(guest, record, policy::Operation::destroy, request.federation)) return;
  } else if (!guest.trusted) {
    refuse(guest, record, wire::ErrorCode::RTIinternalError,
           "only the user of the rtig (pid " + std::to_string(options_.identity.process) + " on " +
               options_.identity.host +
               ") and root may end a federation, on that host: sudo rtictl destroy; rtig "
               "--operators anybody permits every user");
    host_.log("refused " + guest.origin.transport + " (pid " +
              std::to_string(guest.origin.process) + " on " + wire::host_text(guest.origin.host) +
              ") to end federation " + quoted(request.federation) +
              ": it is not at the operators' socket");
    return;
  }
  if (policy_ == nullptr) audit_operation(guest, policy::Operation::destroy, request.federation);
  const Authority* const federation = host_.find(request.federation);
  if (federation == nullptr) return refuse_unknown(guest, record, request.federation);
  if (!federation->empty() && !request.force) {
    refuse(guest, record, wire::ErrorCode::FederatesCurrentlyJoined,
           federation->members_text() + ": resign them with --force");
    return;
  }
  host_.terminate_federation(request.federation,
                             "was resigned because an operator ended the federation");
  host_.log("federation " + quoted(request.federation) + " destroyed by an operator, " +
            guest.origin.address());
  audit(AuditEvent::Kind::destroy, guest, request.federation);
  accept(guest, record);
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::QueryTimeStatus& query) {
  const auto right = operate_request(guest, policy::Operation::time, query.federation);
  if (!permit(guest, record, right)) return;
  if (host_.find(query.federation) == nullptr) {
    return refuse_unknown(guest, record, query.federation);
  }
  audit_operation(guest, policy::Operation::time, query.federation);
  host_.query_time_status(guest.id, record.header, query);
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::QueryFigures& query) {
  if (!permit_operation(guest, record, policy::Operation::figures, {})) return;
  const EventHistory& events = host_.events();
  wire::RecordHeader header;
  header.after_position = record.header.position;
  send_message(
      guest.id, header,
      wire::RtigFigures{
          .release = options_.identity.release,
          .host = options_.identity.host,
          .process = options_.identity.process,
          .figures = host_.read_figures(),
          .first_event = events.first(),
          .last_event = events.last(),
          .events = events.after(query.events_after, std::chrono::milliseconds(host_.now_ms()))});
}

// --- Requests to join that wait for the end of a pause.

bool FrontDesk::postpone(GuestId guest, std::string_view federation, wire::Bytes request) {
  const auto at = postponed_.try_emplace(std::string(federation)).first;
  PostponedJoins& waiting = at->second;
  if (std::ranges::find(waiting, guest, &PostponedJoins::value_type::first) != waiting.end()) {
    return false;
  }
  waiting.emplace_back(guest, wire::Buffer(request.begin(), request.end()));
  return true;
}

bool FrontDesk::postponed_are_due() const {
  return std::ranges::any_of(postponed_, [this](const auto& waiting) {
    const Authority* const federation = host_.find(waiting.first);
    return federation != nullptr && !host_.postpones_joins(*federation);
  });
}

FrontDesk::PostponedJoins FrontDesk::take_postponed(const Authority& federation) {
  if (postponed_.empty() || host_.postpones_joins(federation)) return {};
  return take_all_postponed(federation.name());
}

FrontDesk::PostponedJoins FrontDesk::take_all_postponed(std::string_view federation) {
  const auto at = postponed_.find(federation);
  if (at == postponed_.end()) return {};
  PostponedJoins waiting = std::move(at->second);
  postponed_.erase(at);
  return waiting;
}

}  // namespace triad::rtig
