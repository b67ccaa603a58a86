// Members whose links are lost, and who return by other links (FederationExecution). A member that
// is away stays a member for Timeouts::resume.
#include "rtig/gateway/federation_execution.hpp"

namespace triad::rtig {

// The only place that decides for which federations recovery is possible. In all others a member is
// resigned when its link is lost.
std::optional<std::string> FederationExecution::return_refusal() const {
  if (!recovery_.is_enabled()) return "resume.timeout of the RTIG is 0";
  if (recovery_.has_ended()) return "the federation has been restored from a save";
  if (authority_.is_saving_or_restoring()) return "the federation is being saved or restored";
  if (authority_.is_paused()) return "members of the federation move to other routers";
  for (const auto& [federate, member] : authority_.state().members()) {
    if (!recovery_.contains(federate)) {
      return authority_.federate_text(federate) +
             " cannot take part in a recovery: its own resume.timeout is 0, it shares memory, or "
             "it "
             "is behind a router";
    }
    if (member.regulating || member.constrained) {
      return authority_.federate_text(federate) + " uses time management";
    }
  }
  return std::nullopt;
}

bool FederationExecution::keep_absent_member(FederateHandle federate, LinkId link,
                                             std::string_view reason) {
  if (!recovery_.has_confirmed(federate) || return_refusal()) return false;
  downlinks_.log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                 " is away: " + std::string(reason) + "; it may return for " +
                 std::to_string(options_.timeouts.resume.count() / 1000) + " s (resume.timeout)");
  recovery_.lose(federate, reason, now_);
  (void)router_.record_backlog(federate, 0);
  clients_.vacate(link);
  return true;
}

std::optional<std::string> FederationExecution::resume_refusal(
    const input::Resuming& resuming) const {
  const wire::ResumeMember& request = resuming.request;
  if (!authority_.is_member(request.federate) || !recovery_.contains(request.federate)) {
    return "it has been resigned since";
  }
  if (!(authority_.session(request.federate).session == request.session)) {
    return "it does not have that member's session";
  }
  if (!(authority_.session(request.federate).origin.principal == resuming.origin.principal)) {
    return "it has another identity than that member, which is " +
           authority_.session(request.federate).origin.principal_text;
  }
  if (downlinks_.router_of(link_of(resuming.guest)) != LinkId{}) {
    return "a member behind a router cannot return";
  }
  return return_refusal();
}

void FederationExecution::resume_member(const input::Resuming& resuming) {
  const FederateHandle federate = resuming.request.federate;
  const LinkId to = link_of(resuming.guest);
  auto refusal = resume_refusal(resuming);
  const LinkId from = refusal ? LinkId{} : link(federate);
  // Its previous link may still be open here.
  const bool was_away = recovery_.is_away(federate);
  if (!refusal && !recovery_.take_return(federate, resuming.request.attempt, to, now_)) {
    refusal = "it has returned by another link since";
  }
  if (refusal) {
    clients_.expel(to, "asked to continue as federate " + std::to_string(federate.value) +
                           " of federation " + wire::quoted(name()) +
                           ", which is refused: " + *refusal);
    return;
  }
  if (!was_away) clients_.vacate(from);
  clients_.complete_move(from, to);
  downlinks_.admit(to, {name(), federate, 0, true});
  router_.move(federate, to, {}, false);
  process_input(resuming);
  downlinks_.log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                 " has returned from " + resuming.origin.address());
  recovery_.run_steps();
}

void FederationExecution::end_silent_links() {
  for (const FederateHandle federate : recovery_.late_members()) {
    const LinkId silent = link(federate);
    if (now_ - clients_.last_record_at(silent) < FederationRecovery::kSilenceMax) continue;
    const std::string reason = "sent nothing for " +
                               std::to_string(FederationRecovery::kSilenceMax.count() / 1000) +
                               " s while the others waited for it in a recovery";
    downlinks_.log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                   " is away: it " + reason);
    recovery_.lose(federate, reason, now_);
    clients_.vacate_and_end(silent, reason);
  }
}

void FederationExecution::check_recovery() {
  if (!recovery_.is_enabled()) return;
  end_silent_links();
  resign_absent_members();
  recovery_.send_acknowledgements();
}

void FederationExecution::resign_absent_members() {
  if (recovery_.is_running()) return;
  const auto refusal = return_refusal();
  const auto seconds = std::to_string(options_.timeouts.resume.count() / 1000);
  for (const FederateHandle federate : recovery_.overdue(now_)) {
    clients_.expel(link(federate), std::string(recovery_.loss_reason(federate)) +
                                       ", and has not returned for " + seconds +
                                       " s (resume.timeout)");
  }
  for (const FederateHandle federate : recovery_.away()) {
    const Origin& origin = authority_.session(federate).origin;
    if (refusal) {
      clients_.expel(link(federate), std::string(recovery_.loss_reason(federate)) +
                                         ", and can no longer return: " + *refusal);
    } else if (options_.has_process_ended(origin.host, origin.process)) {
      clients_.expel(link(federate), std::string(recovery_.loss_reason(federate)));
    }
  }
  recovery_.run_steps();
}

}  // namespace triad::rtig
