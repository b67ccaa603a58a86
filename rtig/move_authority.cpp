#include "rtig/move_authority.hpp"

#include "core/counted.hpp"
#include "records/defect.hpp"
#include "rtig/move_limits.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

std::string seconds_of(std::chrono::milliseconds time) {
  return std::to_string(time.count() / 1000) + " s";
}

}  // namespace

// --- Requests to move.

void MoveAuthority::ask(FederateHandle federate, std::uint64_t token) {
  if (!progress_.ask(federate)) return;
  tokens_[federate] = token;
  context_.send_to(federate, {}, wire::MoveAsked{});
}

Fault MoveAuthority::on(FederateHandle by, const Record&, const wire::MoveAnswered& answer) {
  if (!progress_.answer(by, answer.able)) return "an answer without a request";
  if (!answer.able) stays(by, "its RTI_URL has no URL of another router");
  return {};
}

void MoveAuthority::stays(FederateHandle federate, const std::string& why) {
  const std::string line = context_.named(federate) + " of federation " +
                           wire::quoted(context_.name()) + " stays at router " +
                           context_.origin(federate).router + ": " + why;
  context_.log(line);
  context_.say(output::Stays{federate, context_.outputs().put(line)});
}

// --- Settling: all members pause until no record is in transit.

void MoveAuthority::begin_pause() {
  progress_.begin();
  begun_at_ = paused_at_ = context_.now();
  begin_round();
}

void MoveAuthority::begin_round() {
  context_.append_log({}, wire::PauseSettling{progress_.number(), progress_.begin_round(),
                                              context_.shared_positions()});
}

Fault MoveAuthority::on(FederateHandle by, const Record&, const wire::PauseSettled& settled) {
  if (settled.pause != progress_.number() ||
      progress_.phase() != core::MoveProgress::Phase::settling) {
    return {};
  }
  if (!progress_.settled(by, settled.round, settled.quiet)) return "an answer without a request";
  if (!progress_.round_over(context_.federation())) return {};
  if (progress_.in_vain()) {
    go_on();
  } else if (progress_.rounds().quiet() || TRIAD_DEFECT(moved_before_it_settled)) {
    send_away();
  } else {
    begin_round();
  }
  return {};
}

// --- Moving.

void MoveAuthority::send_away() {
  begun_at_ = context_.now();
  const std::vector<FederateHandle> away = progress_.send_away();
  for (const FederateHandle federate : away) {
    const wire::MoveAway move{progress_.number(), context_.name(), tokens_.at(federate)};
    context_.send_to(federate, {}, move);
    seats_.vacate(federate);
  }
  context_.log("federation " + wire::quoted(context_.name()) + " pauses: " +
               core::counted(away.size(), "member moves", "members move") + " to other routers");
}

Fault MoveAuthority::take_up(GuestId guest, const Origin& origin,
                             const wire::ReturnMember& returned) {
  const auto token = tokens_.find(returned.federate);
  const bool is_away = progress_.is_away(returned.federate);
  if (!is_away || token == tokens_.end() || token->second != returned.token) {
    return "asked to continue a member that is not moving here";
  }
  if (const auto why = context_.move_refusal(returned.federate, origin)) {
    seats_.give_up(returned.federate, *why);
    return "could not continue: it " + *why;
  }
  tokens_.erase(token);
  progress_.returned(returned.federate);
  seats_.take_up(returned.federate, guest, origin, progress_.number());
  if (TRIAD_DEFECT(resumed_before_routers_know) && !progress_.any_away()) go_on();
  return {};
}

Fault MoveAuthority::on(FederateHandle by, const Record&, const wire::MoveCompleted& completed) {
  if (completed.pause != progress_.number() || !progress_.pauses()) return {};
  if (!progress_.completed(by)) return "a report of a move that it does not make";
  if (progress_.all_completed()) go_on();
  return {};
}

void MoveAuthority::go_on() {
  progress_.end();
  end_pause();
}

void MoveAuthority::end_pause() {
  constexpr std::chrono::seconds kWorthALine{5};
  context_.append_log({}, wire::PauseOver{progress_.number()});
  const auto pause = context_.now() - paused_at_;
  const auto rest = rest_after(pause, context_.options().move_timeout);
  rests_until_ = context_.now() + rest;
  if (pause < kWorthALine) return;
  context_.log("federation " + wire::quoted(context_.name()) + " has paused for " +
               seconds_of(pause) + ": it moves no further members for " + seconds_of(rest));
}

void MoveAuthority::member_left(FederateHandle leaver) {
  const bool moving = progress_.phase() == core::MoveProgress::Phase::moving;
  progress_.left(leaver);
  tokens_.erase(leaver);
  if (moving) {
    if (progress_.all_completed()) go_on();
    return;
  }
  if (progress_.in_vain()) return go_on();
  if (!progress_.round_over(context_.federation())) return;
  if (progress_.rounds().quiet()) {
    send_away();
  } else {
    begin_round();
  }
}

// --- Timeouts.

void MoveAuthority::end_overdue() {
  const auto timeout = context_.options().move_timeout;
  if (!progress_.pauses() || context_.now() - begun_at_ < timeout) return;
  const std::string seconds = seconds_of(timeout) + " (move.timeout)";
  const auto pause = context_.now() - paused_at_;
  if (progress_.phase() == core::MoveProgress::Phase::settling) {
    const std::string why = "records were still in transit after " + seconds + ": " +
                            context_.unsettled_text(progress_.rounds()) +
                            "; drain the router again in " + seconds_of(rest_after(pause, timeout));
    const auto stay = progress_.give_up();
    end_pause();
    for (const FederateHandle federate : stay) {
      context_.say(output::MoveFailed{federate, pause});
      stays(federate, why);
    }
    return;
  }
  for (const FederateHandle federate : progress_.under_way()) {
    context_.say(output::MoveFailed{federate, pause});
    seats_.give_up(federate, "has not continued at another router within " + seconds +
                                 " since its router was asked to leave the mesh");
  }
}

}  // namespace triad::rtig
