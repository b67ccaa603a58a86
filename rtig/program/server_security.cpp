// The policy and the audit log of a Server.
#include <utility>

#include "files/line_output.hpp"
#include "rtig/program/policy_source.hpp"
#include "rtig/program/server.hpp"

namespace triad::rtig {

transport::Result<void> Server::open_audit_log() {
  if (options_.audit.file.empty()) return {};
  auto opened = AuditLog::open(options_.audit.file);
  if (!opened) return transport::error(transport::Error::Code::system, opened.error().text);
  audit_log_.emplace(std::move(*opened));
  return {};
}

void Server::use_policy(std::shared_ptr<const policy::Policy> policy) {
  audit({.kind = AuditEvent::Kind::policy,
         .reason = policy->file(),
         .rules = policy->rules().size()});
  rtig_.set_policy(std::move(policy));
}

void Server::reload_security() {
  if (audit_log_) {
    if (const auto reopened = audit_log_->reopen(); !reopened) {
      log_.error("SIGHUP: " + reopened.error().text + "; events go to the old file");
    }
  }
  if (options_.policy == nullptr) return;
  const std::string& file = options_.policy->file();
  auto policy = read_policy(file);
  if (!policy) {
    log_.error("SIGHUP: the policy is as before, because the file is faulty: " +
               policy.error().text);
    return audit(
        {.kind = AuditEvent::Kind::refusal, .request = "policy", .reason = policy.error().text});
  }
  log_.info("SIGHUP: the policy " + file + " has been read again, for requests from now on");
  use_policy(std::move(*policy));
}

void Server::audit(const AuditEvent& event) {
  if (!audit_log_ || audit_log_->write(event)) return;
  const std::uint64_t lost = audit_log_->lost_events();
  if (!files::is_logged_occurrence(lost)) return;
  // An operator looks for this line, so the peer's share of the log does not matter.
  const router::ChargedTo charge(files::LineCause{});
  log_.error(audit_log_->fault() + "; an event is lost" + files::occurrences_suffix(lost) +
             (options_.audit.is_required ? ", and requests are refused until it can be written "
                                           "(audit.required)"
                                         : ""));
}

std::string Server::audit_fault() {
  if (!audit_log_ || !options_.audit.is_required || audit_log_->is_writable()) return {};
  return "this rtig accepts no requests now, because its audit log cannot be written "
         "(audit.required); its operator must repair that";
}

void Server::record_turned_away(std::string_view reason) {
  audit({.kind = AuditEvent::Kind::refusal, .request = "connect", .reason = reason});
}

}  // namespace triad::rtig
