// AuditEvent: an event for the audit log (docs/policy.md). The front desk and the federations make
// it, and the host writes it to a file. Views are valid during the call.
#pragma once

#include <cstdint>
#include <string_view>

#include "rtig/guest.hpp"
#include "wire/handles.hpp"

namespace triad::rtig {

struct AuditEvent {
  // `refusal`: of a request or of a connection. `operate`: a request of rtictl that is carried out.
  // `policy`: the policy has been read.
  enum class Kind : std::uint8_t {
    connect,
    refusal,
    create,
    join,
    resign,
    destroy,
    operate,
    policy
  };

  Kind kind = Kind::connect;
  // The program that caused the event; empty: rtig itself.
  std::string_view principal = {};
  std::string_view transport = {};
  std::string_view host = {};
  std::uint32_t process = 0;

  std::string_view federation = {};
  std::string_view federate = {};  // its name (type)
  wire::FederateHandle handle = {};
  std::string_view request = {};  // that was refused, or the operation
  std::string_view reason = {};
  std::uint64_t rules = 0;  // of the policy that has been read

  // Returns an event that this program caused.
  static AuditEvent of(Kind kind, const Origin& by) {
    return {.kind = kind,
            .principal = by.principal_text,
            .transport = by.transport,
            .host = by.host,
            .process = by.process};
  }
};

[[nodiscard]] constexpr std::string_view name_of(AuditEvent::Kind kind) {
  switch (kind) {
    case AuditEvent::Kind::connect:
      return "connect";
    case AuditEvent::Kind::refusal:
      return "refusal";
    case AuditEvent::Kind::create:
      return "create";
    case AuditEvent::Kind::join:
      return "join";
    case AuditEvent::Kind::resign:
      return "resign";
    case AuditEvent::Kind::destroy:
      return "destroy";
    case AuditEvent::Kind::operate:
      return "operate";
    case AuditEvent::Kind::policy:
      break;
  }
  return "policy";
}

}  // namespace triad::rtig
