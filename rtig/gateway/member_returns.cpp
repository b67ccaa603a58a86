// Members that lose their links and return by other links (FederationExecution). A member that
// is away stays a member for Timeouts::resume.
#include <algorithm>

#include "core/age_text.hpp"
#include "core/count_text.hpp"
#include "rtig/gateway/federation_execution.hpp"

namespace triad::rtig {

using core::seconds_text;

// The only place that decides for which federations recovery is possible. In all others a member is
// resigned when its link is lost.
std::optional<std::string> FederationExecution::return_refusal() const {
  if (!recovery_.is_enabled()) return "resume.timeout of the RTIG is 0";
  if (authority_.is_restoring()) return "the federation is being restored from a save";
  if (authority_.is_paused()) return "members of the federation move to other routers";
  for (const auto& [federate, member] : authority_.state().members()) {
    if (!recovery_.contains(federate) && !shares_memory(federate)) {
      return authority_.federate_text(federate) +
             " cannot take part in a recovery: its own resume.timeout is 0";
    }
  }
  return std::nullopt;
}

std::optional<std::string> FederationExecution::loss_refusal(FederateHandle federate) const {
  if (recovery_.contains(federate) && recovery_.is_being_restored(federate)) {
    return "it lost its connection during a restore";
  }
  return return_refusal();
}

// No return is expected without resume.timeout at the RTIG, and of a member that shares memory with
// it: its process has ended.
std::optional<std::string> FederationExecution::keep_absent_member(FederateHandle federate,
                                                                   LinkId link,
                                                                   std::string_view reason,
                                                                   router::LinkEnd end) {
  if (!recovery_.is_enabled() || shares_memory(federate)) return std::string(reason);
  if (const auto refusal = loss_refusal(federate)) {
    return std::string(reason) + "; it cannot return: " + *refusal;
  }
  begin_absence(federate, link, reason, end);
  return std::nullopt;
}

void FederationExecution::begin_absence(FederateHandle federate, LinkId link,
                                        std::string_view reason, router::LinkEnd end) {
  const Timeouts& timeouts = options_.timeouts;
  const bool is_closed =
      end == router::LinkEnd::closed_by_peer && timeouts.lost_grace < timeouts.resume;
  downlinks_->log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                  " is away: " + std::string(reason) + "; it may return for " +
                  (is_closed ? seconds_text(timeouts.lost_grace) + " (lost.grace)"
                             : seconds_text(timeouts.resume) + " (resume.timeout)"));
  leave_router(federate);
  recovery_.lose(federate, reason, now_, end);
  (void)router_.record_backlog(federate, 0);
  clients_.vacate(link);
  const bool is_suspended = end == router::LinkEnd::suspended;
  if (is_suspended) router_.holds().set_lagging(federate, false);  // it takes no callbacks
  process_input(input::MemberAway{federate, recovery_.loss_reason(federate), is_suspended});
}

// The answer goes by the member's link, which the member has vacated if it is suspended.
void FederationExecution::suspend_member(FederateHandle by, const Record& request) {
  const LinkId at = link(by);
  wire::RecordHeader header;
  header.sender = wire::kRtig.value;
  header.after_position = request.header.position;
  const auto refusal = recovery_.contains(by)
                           ? loss_refusal(by)
                           : std::optional<std::string>("its own resume.timeout is 0");
  wire::Buffer answer;
  if (authority_.saves_or_restores()) {
    // Its part of the save would be missing, and the others would wait for it.
    wire::encode_record(header,
                        wire::Refused{wire::ErrorCode::SaveInProgress,
                                      "the federation is being saved or restored: suspend the "
                                      "federate after it"},
                        answer);
  } else if (refusal) {
    const std::string text = "this federate cannot be suspended: " + *refusal;
    wire::encode_record(header, wire::Refused{wire::ErrorCode::RTIinternalError, text}, answer);
  } else {
    begin_absence(by, at, "it is suspended, until a process continues it",
                  router::LinkEnd::suspended);
    wire::encode_record(header, wire::Accepted{}, answer);
  }
  downlinks_->send_record(at, answer);
}

// Routers cease to acknowledge first. For its router the member is none any more. For the others it
// is a member without a way that has yet to promise: only its router knew its promise.
void FederationExecution::leave_router(FederateHandle federate) {
  recovery_.announce_loss();
  const router::Paths::Path& path = *router_.paths().find(federate);
  if (path.via == LinkId{}) return;
  const LinkId left = path.link;
  const bool regulates = authority_.state().member(federate)->regulating;
  router_.move(federate, left, {}, regulates);
  // A router below that knows the least promise to be this member's would use the next promise.
  if (regulates) router_.time().withhold();
  if (downlinks_->router_of(left) != LinkId{})
    downlinks_->notify(router::MemberResigned{left, router_.paths().log_position()});
}

// A newcomer may end the returns of all, or may join where none can return.
void FederationExecution::log_obstacle_to_returns(FederateHandle newcomer) {
  if (!recovery_.is_enabled()) return;
  const std::string who =
      authority_.federate_text(newcomer) + " of federation " + wire::quoted(name());
  if (shares_memory(newcomer)) return;
  const std::size_t member_count = authority_.state().members().size();
  const auto able_count = static_cast<std::size_t>(
      std::ranges::count_if(authority_.state().members(), [this](const auto& member) {
        return recovery_.contains(member.first) || shares_memory(member.first);
      }));
  if (!recovery_.contains(newcomer) && member_count > 1 && able_count + 1 == member_count) {
    downlinks_->log("federates of federation " + wire::quoted(name()) +
                    " cannot return after a loss from now on: " + *return_refusal());
  } else if (recovery_.contains(newcomer) && able_count < member_count) {
    downlinks_->log(who + " cannot return after a loss: " + *return_refusal());
  }
}

std::optional<std::string> FederationExecution::resume_refusal(
    const input::Resuming& resuming) const {
  const wire::ResumeMember& request = resuming.request;
  if (!authority_.is_member(request.federate) || !recovery_.contains(request.federate)) {
    return "it has been resigned since; the log of rtig has the reason";
  }
  if (!(authority_.session(request.federate).session == request.session)) {
    return "it does not have that member's session";
  }
  if (!(authority_.session(request.federate).origin.principal == resuming.origin.principal)) {
    return "it has another identity than that member, which is " +
           authority_.session(request.federate).origin.principal_text;
  }
  if (auto refusal = authority_.return_refusal(request.federate, resuming.origin)) {
    return refusal;
  }
  return loss_refusal(request.federate);
}

std::optional<std::string> FederationExecution::take_return(FederateHandle federate,
                                                            std::optional<std::uint32_t> attempt,
                                                            LinkId to) {
  using Answer = FederationRecovery::ReturnAnswer;
  switch (recovery_.take_return(federate, attempt, {to, downlinks_->router_of(to)}, now_)) {
    case Answer::taken:
      return std::nullopt;
    case Answer::old_attempt:
      return "it has returned by another link since";
    case Answer::too_often:
      break;
  }
  const std::string reason = "lost its connection again, after it had returned " +
                             core::count_text(options_.resume_times, "time") +
                             " within a minute (resume.times)";
  clients_.expel(link(federate), reason);
  return "it " + reason;
}

void FederationExecution::resume_member(const input::Resuming& resuming) {
  const FederateHandle federate = resuming.request.federate;
  const LinkId to = link_of(resuming.guest);
  if (send_farewell(to, resuming.request)) return;
  auto refusal = resume_refusal(resuming);
  const LinkId from = refusal ? LinkId{} : link(federate);
  // Its previous link may still be open here.
  const bool was_away = recovery_.is_away(federate);
  if (!refusal) refusal = take_return(federate, resuming.request.attempt, to);
  if (refusal) {
    AuditEvent event = AuditEvent::of(AuditEvent::Kind::refusal, resuming.origin);
    event.federation = name();
    event.handle = federate;
    event.request = "ResumeMember";
    event.reason = *refusal;
    downlinks_->audit(event);
    clients_.expel(to, "asked to continue as federate " + std::to_string(federate.value) +
                           " of federation " + wire::quoted(name()) +
                           ", which is refused: " + *refusal);
    return;
  }
  recovery_.replies().confirm_join(federate);
  continue_at_guest(resuming, from, was_away);
  run_recovery_steps();
}

// Questions about time may be lost with a link.
void FederationExecution::run_recovery_steps() {
  for (const FederateHandle member : recovery_.take_due_welcomes()) {
    const wire::Bytes welcome = recovery_.replies().welcome(member);
    if (!welcome.empty()) downlinks_->send_record(link(member), welcome);
  }
  sends_known_record_ = true;
  const bool is_over = recovery_.run_steps();
  sends_known_record_ = false;
  if (is_over) time_status_.repeat_requests();
}

void FederationExecution::continue_at_guest(const input::Resuming& resuming, LinkId from,
                                            bool was_away) {
  const FederateHandle federate = resuming.request.federate;
  const LinkId to = link_of(resuming.guest);
  if (!was_away) {
    leave_router(federate);
    clients_.vacate(from);
  }
  clients_.complete_move(from, to);
  downlinks_->notify(router::MemberAdmitted{to,
                                            {.federation = name(),
                                             .federate = federate,
                                             .moved = true,
                                             .recovers = true,
                                             .may_return = true}});
  if (const LinkId via = downlinks_->router_of(to); via != LinkId{}) {
    router_.move(federate, to, via, authority_.state().member(federate)->regulating);
  } else {
    router_.change_link(federate, to);
  }
  recovery_.announce_loss();
  process_input(resuming);
  downlinks_->log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                  " has returned from " + resuming.origin.address());
}

bool FederationExecution::send_farewell(LinkId to, const wire::ResumeMember& request) {
  const wire::Bytes farewell = recovery_.replies().farewell(request.session, request.federate);
  if (farewell.empty()) return false;
  downlinks_->send_record(to, farewell);
  return true;
}

// A link with a lower number was made earlier, so its request is an old one. An old request has no
// effect on the member, also if the member could not return.
bool FederationExecution::repeat_join(const input::Join& join) {
  if (!recovery_.is_enabled() || !join.join.session) return false;
  const auto federate = recovery_.replies().member_with(join.join.session);
  if (!federate) return false;
  const LinkId to = link_of(join.guest);
  const LinkId from = link(*federate);
  const Origin& known = authority_.session(*federate).origin;
  if (!(known.principal == join.origin.principal)) {
    clients_.expel(to, "asked to join federation " + wire::quoted(name()) + " again as federate " +
                           std::to_string(federate->value) + ", which is refused: it has another " +
                           "identity than that member, which is " + known.principal_text);
    return true;
  }
  const bool was_away = recovery_.is_away(*federate);
  const wire::Bytes welcome = recovery_.replies().welcome(*federate);
  std::optional<std::string> refusal;
  if (welcome.empty() || to < from) refusal = "it has joined by another link";
  if (!refusal) {
    if (const auto obstacle = return_refusal()) {
      clients_.expel(from, "lost its connection during its join, and cannot return: " + *obstacle);
      return false;
    }
    refusal = take_return(*federate, std::nullopt, to);
  }
  if (refusal) {
    clients_.expel(to, "asked to join federation " + wire::quoted(name()) + " again as federate " +
                           std::to_string(federate->value) + ", which is refused: " + *refusal);
    return true;
  }
  const wire::ResumeMember request{name(), *federate, join.join.session, 0};
  continue_at_guest({join.guest, join.origin, request}, from, was_away);
  run_recovery_steps();
  return true;
}

// After each recovery a member repeats a request without a reply, also at the same link. The desk
// may still have that request, because it reads the FED.
bool FederationExecution::answer_again(FederateHandle by, const Record& record) {
  if (record.header.message_kind() == wire::Kind::ListFederations) return false;
  if (recovery_.replies().awaits_outside_reply(by, record.header.position)) return true;
  const wire::Bytes reply = recovery_.replies().begin_outside_request(by, record.header.position);
  if (reply.empty()) return false;
  downlinks_->send_record(link(by), reply);
  return true;
}

void FederationExecution::end_silent_links() {
  for (const FederateHandle federate : recovery_.late_members()) {
    const LinkId silent = link(federate);
    if (now_ - clients_.last_record_at(silent) < FederationRecovery::kSilenceMax) continue;
    const std::string reason = "sent nothing for " +
                               std::to_string(FederationRecovery::kSilenceMax.count() / 1000) +
                               " s while the others waited for it in a recovery";
    downlinks_->log(authority_.federate_text(federate) + " of federation " + wire::quoted(name()) +
                    " is away: it " + reason);
    leave_router(federate);
    recovery_.lose(federate, reason, now_, router::LinkEnd::other);
    clients_.vacate_and_end(silent, reason);
    process_input(input::MemberAway{federate, "it " + reason});
  }
}

void FederationExecution::check_recovery() {
  if (!recovery_.is_enabled()) return;
  recovery_.replies().drop_old(now_);
  end_silent_links();
  resign_absent_members();
  recovery_.send_acknowledgements();
  if (journal_.progress_is_due(now_, options_.timeouts.journal_progress)) append_progress();
  if (journal_.image_is_due()) write_image();
}

std::string FederationExecution::overdue_text(const FederationRecovery::Overdue& late) const {
  using Limit = FederationRecovery::Overdue::Limit;
  const std::string patience = seconds_text(options_.timeouts.resume) + " (resume.timeout)";
  const std::string absence =
      std::string(recovery_.loss_reason(late.member)) + ", and has not returned for ";
  switch (late.limit) {
    case Limit::closed:
      return absence + seconds_text(options_.timeouts.lost_grace) + " (lost.grace)";
    case Limit::away:
      return absence + patience;
    case Limit::awaited:
      break;
  }
  return "has kept the other federates waiting in recoveries for " + patience;
}

void FederationExecution::resign_absent_members() {
  if (recovery_.is_running()) return;
  const auto refusal = return_refusal();
  for (const FederationRecovery::Overdue& late : recovery_.overdue(now_)) {
    clients_.expel(link(late.member), overdue_text(late));
  }
  for (const FederateHandle federate : recovery_.away()) {
    const Origin& origin = authority_.session(federate).origin;
    if (refusal) {
      clients_.expel(link(federate), std::string(recovery_.loss_reason(federate)) +
                                         ", and can no longer return: " + *refusal);
    } else if (origin.process != 0 && options_.has_process_ended(origin.host, origin.process)) {
      clients_.expel(link(federate), std::string(recovery_.loss_reason(federate)));
    }
  }
  run_recovery_steps();
}

}  // namespace triad::rtig
