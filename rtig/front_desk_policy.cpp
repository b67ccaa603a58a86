// Rights of programs by the policy, and the audit log's events about requests (FrontDesk).
#include <optional>
#include <utility>

#include "rtig/front_desk.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

// Limits on the remembered operations of a connection, and on the bytes of their texts. Beyond them
// each request is audited.
constexpr std::size_t kAuditedOperationsMax = 1000;
constexpr std::size_t kAuditedBytesMax = std::size_t{64} << 10;

// Returns the federation that a request names; empty: none.
std::string federation_of(const wire::Record& record) {
  std::string federation;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { std::string(m.federation); }) {
      if (const auto message = wire::decode<Message>(record.payload)) {
        federation = message->federation;
      }
    }
  });
  return federation;
}

}  // namespace

std::optional<std::string> FrontDesk::denial_of(const policy::Request& request) const {
  if (policy_ == nullptr) return std::nullopt;
  const policy::Decision decision = policy_->decide(request);
  if (decision.is_allowed) return std::nullopt;
  return policy_->denial_text(request, decision);
}

bool FrontDesk::permit(const Guest& guest, const wire::Record& record,
                       const policy::Request& request) {
  const auto denial = denial_of(request);
  if (!denial) return true;
  deny(guest, record, *denial);
  return false;
}

void FrontDesk::deny(const Guest& guest, const wire::Record& record, const std::string& denial) {
  host_.log("refused a request of " + guest.origin.address() + ": " + denial);
  refuse(guest, record, wire::ErrorCode::RTIinternalError, denial);
}

bool FrontDesk::permit_operation(Guest& guest, const wire::Record& record,
                                 policy::Operation operation, std::string_view federation) {
  if (!permit(guest, record, operate_request(guest, operation, federation))) return false;
  audit_operation(guest, operation, federation);
  return true;
}

policy::Request FrontDesk::operate_request(const Guest& guest, policy::Operation operation,
                                           std::string_view federation) {
  return {.principal = guest.origin.principal,
          .action = policy::Action::operate,
          .federation = federation,
          .operation = operation};
}

void FrontDesk::audit_operation(Guest& guest, policy::Operation operation,
                                std::string_view federation) {
  if (!host_.keeps_audit_log()) return;
  std::string text = std::string(name_of(operation)) + " " + std::string(federation);
  const bool repeats = guest.audited_operations.contains(text);
  if (repeats && operation != policy::Operation::destroy) return;
  if (!repeats && guest.audited_operations.size() < kAuditedOperationsMax &&
      text.size() <= kAuditedBytesMax - guest.audited_bytes) {
    guest.audited_bytes += text.size();
    guest.audited_operations.insert(std::move(text));
  }
  AuditEvent event = AuditEvent::of(AuditEvent::Kind::operate, guest.origin);
  event.federation = federation;
  event.request = name_of(operation);
  host_.audit(event);
}

std::optional<std::string> FrontDesk::member_denial(GuestId member, wire::Kind kind,
                                                    std::string_view federation) {
  const auto at = guests_.find(member);
  if (policy_ == nullptr || at == guests_.end()) return std::nullopt;
  const Origin& by = at->second.origin;
  const bool saves = kind == wire::Kind::RequestFederationSave;
  auto denial = denial_of({.principal = by.principal,
                           .action = saves ? policy::Action::save : policy::Action::restore,
                           .federation = federation});
  if (!denial) return std::nullopt;
  host_.log("refused a request of " + by.address() + ": " + *denial);
  AuditEvent event = AuditEvent::of(AuditEvent::Kind::refusal, by);
  event.federation = federation;
  event.request = wire::name_of(kind);
  event.reason = *denial;
  host_.audit(event);
  return denial;
}

// A list shows what its reader may see. It is refused only if there is something and the reader may
// see nothing, because an empty list would be a wrong answer. The refusal names no federation.
template <class Entry>
bool FrontDesk::permit_entries(Guest& guest, const wire::Record& record,
                               policy::Operation operation, std::vector<Entry>& entries) {
  if (policy_ != nullptr && !entries.empty()) {
    policy::Decision denial;  // about the last entry that the reader may not see
    std::erase_if(entries, [&](const Entry& one) {
      const auto decision = policy_->decide(operate_request(guest, operation, one.federation));
      if (!decision.is_allowed) denial = decision;
      return !decision.is_allowed;
    });
    if (entries.empty()) {
      deny(guest, record, policy_->denial_text(operate_request(guest, operation, {}), denial));
      return false;
    }
  }
  audit_operation(guest, operation, {});
  return true;
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record,
                                const wire::ListFederations&) {
  std::vector<wire::FederationInfo> list = host_.describe_federations();
  if (!permit_entries(guest, record, policy::Operation::list, list)) return;
  wire::RecordHeader header;
  header.after_position = record.header.position;
  send_message(guest.id, header, wire::FederationList{std::move(list)});
}

void FrontDesk::receive_request(Guest& guest, const wire::Record& record, const wire::ListSaves&) {
  std::vector<StoredSave> saves = host_.list_saves();
  if (!permit_entries(guest, record, policy::Operation::saves, saves)) return;
  wire::RecordHeader header;
  header.after_position = record.header.position;
  wire::SaveList list{host_.keeps_saves(), {}};
  for (const StoredSave& save : saves) {
    list.saves.push_back({save.federation, save.label, save.fed, save.release, save.bytes,
                          save.saved_at, save.file, save.fault});
  }
  send_message(guest.id, header, list);
}

void FrontDesk::audit_refusal(const Guest& guest, const wire::Record& cause,
                              std::string_view text) {
  if (!host_.keeps_audit_log()) return;
  const std::string federation = federation_of(cause);
  AuditEvent event = AuditEvent::of(AuditEvent::Kind::refusal, guest.origin);
  event.federation = federation;
  event.request = wire::name_of(cause.header.message_kind());
  event.reason = text;
  host_.audit(event);
}

}  // namespace triad::rtig
