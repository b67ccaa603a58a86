#include "rtig/move_authority.hpp"

#include "core/count_text.hpp"
#include "records/defect.hpp"
#include "rtig/federation_texts.hpp"
#include "rtig/move_limits.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

std::string seconds_of(std::chrono::milliseconds time) {
  return std::to_string(time.count() / 1000) + " s";
}

}  // namespace

// --- Requests to move.

void MoveAuthority::ask_to_move(FederateHandle federate, std::uint64_t token) {
  if (!progress_.record_request(federate)) return;
  tokens_[federate] = token;
  writer_.send_to(federate, {}, wire::MoveAsked{});
}

Fault MoveAuthority::receive_from_member(FederateHandle by, const Record&,
                                         const wire::MoveAnswered& answer) {
  if (!progress_.record_answer(by, answer.able)) return "an answer without a request";
  if (!answer.able) report_move_refusal(by, "its RTI_URL has no URL of another router");
  return {};
}

void MoveAuthority::report_move_refusal(FederateHandle federate, const std::string& why) {
  const std::string line = federate_text(context_.federation(), federate) + " of federation " +
                           wire::quoted(context_.name()) + " stays at router " +
                           context_.members().at(federate).origin.router + ": " + why;
  writer_.log(line);
  writer_.add(output::MoveRefused{federate, writer_.outputs().store_text(line)});
}

// --- Settling: all members pause until no record is in transit.

void MoveAuthority::begin_pause() {
  progress_.begin_pause();
  begun_at_ = paused_at_ = context_.now();
  begin_round();
}

void MoveAuthority::begin_round() {
  writer_.append_log({}, wire::PauseSettling{progress_.number(), progress_.begin_round(),
                                             context_.members().shared_positions()});
}

Fault MoveAuthority::receive_from_member(FederateHandle by, const Record&,
                                         const wire::PauseSettled& settled) {
  if (settled.pause != progress_.number() ||
      progress_.phase() != core::MoveProgress::Phase::settling) {
    return {};
  }
  if (!progress_.record_settling_answer(by, settled.round, settled.quiet))
    return "an answer without a request";
  if (!progress_.is_round_over(context_.federation())) return {};
  if (progress_.has_no_movers()) {
    end_moves();
  } else if (progress_.rounds().is_quiet() || TRIAD_DEFECT(moved_before_it_settled)) {
    send_members_away();
  } else {
    begin_round();
  }
  return {};
}

// --- Moving.

void MoveAuthority::send_members_away() {
  begun_at_ = context_.now();
  const std::vector<FederateHandle> away = progress_.begin_moving();
  for (const FederateHandle federate : away) {
    const wire::MoveAway move{progress_.number(), context_.name(), tokens_.at(federate)};
    writer_.send_to(federate, {}, move);
    seats_.vacate(federate);
  }
  writer_.log("federation " + wire::quoted(context_.name()) + " pauses: " +
              core::count_text(away.size(), "member moves", "members move") + " to other routers");
}

Fault MoveAuthority::readmit_member(GuestId guest, const Origin& origin,
                                    const wire::ReturnMember& returned) {
  const auto token = tokens_.find(returned.federate);
  const bool is_away = progress_.is_away(returned.federate);
  if (!is_away || token == tokens_.end() || token->second != returned.token) {
    return "asked to continue a member that is not moving here";
  }
  if (const auto why = context_.rules().move_refusal(returned.federate, origin)) {
    seats_.resign_moving_member(returned.federate, *why);
    return "could not continue: it " + *why;
  }
  tokens_.erase(token);
  progress_.record_return(returned.federate);
  seats_.continue_member(returned.federate, guest, origin, progress_.number());
  if (TRIAD_DEFECT(resumed_before_routers_know) && !progress_.has_away_members()) end_moves();
  return {};
}

Fault MoveAuthority::receive_from_member(FederateHandle by, const Record&,
                                         const wire::MoveCompleted& completed) {
  if (completed.pause != progress_.number() || !progress_.is_paused()) return {};
  if (!progress_.record_completion(by)) return "a report of a move that it does not make";
  if (progress_.have_all_completed()) end_moves();
  return {};
}

void MoveAuthority::end_moves() {
  progress_.end_pause();
  end_pause();
}

void MoveAuthority::end_pause() {
  constexpr std::chrono::seconds kWorthALine{5};
  writer_.append_log({}, wire::PauseOver{progress_.number()});
  const auto pause = context_.now() - paused_at_;
  const auto rest = rest_after(pause, context_.options().timeouts.move);
  next_pause_after_ = context_.now() + rest;
  if (pause < kWorthALine) return;
  writer_.log("federation " + wire::quoted(context_.name()) + " has paused for " +
              seconds_of(pause) + ": it moves no further members for " + seconds_of(rest));
}

void MoveAuthority::remove_member(FederateHandle leaver) {
  const bool moving = progress_.phase() == core::MoveProgress::Phase::moving;
  progress_.remove_member(leaver);
  tokens_.erase(leaver);
  if (moving) {
    if (progress_.have_all_completed()) end_moves();
    return;
  }
  if (progress_.has_no_movers()) return end_moves();
  if (!progress_.is_round_over(context_.federation())) return;
  if (progress_.rounds().is_quiet()) {
    send_members_away();
  } else {
    begin_round();
  }
}

// --- Timeouts.

void MoveAuthority::end_overdue() {
  const auto timeout = context_.options().timeouts.move;
  if (!progress_.is_paused() || context_.now() - begun_at_ < timeout) return;
  const std::string seconds = seconds_of(timeout) + " (move.timeout)";
  const auto pause = context_.now() - paused_at_;
  if (progress_.phase() == core::MoveProgress::Phase::settling) {
    const std::string why = "records were still in transit after " + seconds + ": " +
                            unsettled_text(context_.federation(), progress_.rounds()) +
                            "; drain the router again in " + seconds_of(rest_after(pause, timeout));
    const auto stay = progress_.cancel_pause();
    end_pause();
    for (const FederateHandle federate : stay) {
      writer_.add(output::MoveFailed{federate, pause});
      report_move_refusal(federate, why);
    }
    return;
  }
  for (const FederateHandle federate : progress_.moving_members()) {
    writer_.add(output::MoveFailed{federate, pause});
    seats_.resign_moving_member(federate, "has not continued at another router within " + seconds +
                                              " since its router was asked to leave the mesh");
  }
}

}  // namespace triad::rtig
