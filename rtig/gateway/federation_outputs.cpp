// Carries out the outputs of a federation's authority (FederationExecution).
#include <algorithm>
#include <cstring>
#include <new>
#include <set>
#include <utility>

#include "records/defect.hpp"
#include "rtig/gateway/federation_execution.hpp"

namespace triad::rtig {

namespace {

// Returns the Record of a frame that was encoded here and needs no checks.
Record own_record(wire::Bytes frame) {
  Record record;
  std::memcpy(&record.header, frame.data(), sizeof record.header);
  record.frame = frame;
  return record;
}

}  // namespace

// --- Records.

void FederationExecution::carry_out(const output::Log& log) {
  using LogTo = router::Router::LogReceivers;
  const wire::Bytes record = outputs_.bytes(log.record);
  router::Paths& paths = router_.paths();
  paths.set_log_position(log.position);
  if (recovery_.is_enabled()) recovery_.append_log(record, log);
  events_.receive_log(name(), own_record(record).header.message_kind(), record, now_);
  const auto to_interested = [&](LogTo whom) {
    router_.send_log_to_interested(own_record(record), whom);
  };
  switch (log.audience) {
    case Audience::all:
      return paths.send_to_all(record);
    case Audience::all_later:
      return paths.send_to_all_later(record, log.cause);
    case Audience::interested_and_cause:
      return to_interested(LogTo::interested_and_cause);
    case Audience::other_interested:
      return to_interested(LogTo::other_interested);
    case Audience::interested_elsewhere:
      return to_interested(LogTo::interested_elsewhere);
    case Audience::known_interested_elsewhere:
      return to_interested(LogTo::known_interested_elsewhere);
  }
}

void FederationExecution::carry_out(const output::ToMember& to) {
  sends_known_record_ = true;
  router_.paths().send_to(to.to, outputs_.bytes(to.record));
  sends_known_record_ = false;
}

void FederationExecution::carry_out(const output::ToGuest& to) {
  downlinks_->send_record(link_of(to.to), outputs_.bytes(to.record));
}

void FederationExecution::carry_out(const output::MembershipChange& change) {
  if (!downlinks_->keeps_audit_log()) return;
  downlinks_->audit({.kind = change.joins ? AuditEvent::Kind::join : AuditEvent::Kind::resign,
                     .principal = outputs_.text(change.principal),
                     .transport = outputs_.text(change.transport),
                     .host = outputs_.text(change.host),
                     .process = change.process,
                     .federation = name(),
                     .federate = outputs_.text(change.name),
                     .handle = change.federate,
                     .reason = outputs_.text(change.reason)});
}

void FederationExecution::carry_out(const output::Forward& forward) {
  switch (forward.to) {
    case output::Forward::To::some:
      return router_.forward_to_members(*current_record_, outputs_.members(forward.members));
    case output::Forward::To::interested:
      return router_.forward_to_interested(*current_record_);
    case output::Forward::To::others:
      return router_.forward_to_others(*current_record_);
  }
}

// --- Membership.

void FederationExecution::carry_out(const output::Enter& enter) {
  input::Entered entered;
  entered.shares_memory =
      downlinks_->add_to_fabric(fabric_, name(), link_of(enter.guest), enter.newcomer);
  if (entered.shares_memory) {
    router_.paths().streams().collect_positions(enter.newcomer, entered.streams, entered.forwarded);
  }
  process_input(entered);
}

void FederationExecution::carry_out(const output::Admit& admit) {
  const LinkId link = admit.returns ? returning_.at(admit.federate) : link_of(admit.guest);
  times_.set_type(authority_.times().type());
  if (!admit.returns) {
    downlinks_->notify(
        router::MemberAdmitted{link,
                               {.federation = name(),
                                .federate = admit.federate,
                                .recovers = recovery_.is_enabled(),
                                .may_return = authority_.can_return(admit.federate)}});
  }
  router_.attach(admit.federate, {.link = link,
                                  .on_fabric = admit.shares_memory,
                                  .regulates = admit.regulates,
                                  .position = admit.position,
                                  .since = admit.since,
                                  .via = downlinks_->router_of(link),
                                  .expel = admit.queue_max});
  if (replay_ != nullptr) assume_all_interest(admit.federate);
  clients_.record_join(link, *this, admit.federate);
  time_status_.add_member(admit.federate);
  if (admit.returns) {
    if (!authority_.can_return(admit.federate)) return;
    return recovery_.add_member(admit.federate, {link, downlinks_->router_of(link)},
                                authority_.session(admit.federate).session, true);
  }
  if (authority_.can_return(admit.federate)) {
    recovery_.add_member(admit.federate, {link, downlinks_->router_of(link)},
                         authority_.session(admit.federate).session);
  }
  log_obstacle_to_returns(admit.federate);
}

void FederationExecution::carry_out(const output::Welcome& welcome) {
  try {
    // Sent by its link, because the newcomer does not read shared memory yet.
    downlinks_->send_record(link(welcome.federate), outputs_.bytes(welcome.record));
    if (!returning_.contains(welcome.federate)) {
      recovery_.replies().keep_welcome(welcome.federate, outputs_.bytes(welcome.record),
                                       now_ + 2 * options_.timeouts.resume);
    }
    router_.send_interest_to_newcomer(welcome.federate);
    router_.holds().send_holds_to_newcomer(welcome.federate);
  } catch (const std::bad_alloc&) {
    if (returning_.contains(welcome.federate)) throw;
    process_input(input::WelcomeFailed{welcome.federate});
  }
}

void FederationExecution::carry_out(const output::BeginResignation& resigns) {
  if (!recovery_.is_away(resigns.federate)) {
    downlinks_->notify(router::MemberResigned{link(resigns.federate), resigns.log_position});
  }
  router_.paths().begin_leaving(resigns.federate);
  recovery_.begin_departure(resigns.federate, router_.position(resigns.federate));
}

void FederationExecution::carry_out(const output::Detach& detach) {
  const router::Paths::Path& path = *router_.paths().find(detach.federate);
  leaver_ = {path.link, path.on_fabric, path.via != LinkId{}, recovery_.is_away(detach.federate)};
  router_.detach(detach.federate);
  time_status_.remove_member(detach.federate);
  const bool was_running = recovery_.is_running();
  leaver_->session = recovery_.replies().session(detach.federate);
  recovery_.remove_member(detach.federate);
  leaver_->lacks_answer = !was_running && !leaver_->is_away;
}

// A member that shared memory may have stopped reading it, so the answer also goes by its link. Its
// router does not give the log to a member that leaves, so the answer goes to that by name. It is
// the last output, because the other members must see all consequences of the departure at once and
// the leaver does not wait for them.
void FederationExecution::carry_out(const output::FinishResignation& resignation) {
  const Leaver leaver = *std::exchange(leaver_, std::nullopt);
  const wire::Bytes answer = outputs_.bytes(resignation.answer);
  if (leaver.on_fabric) {
    downlinks_->send_record(leaver.link, answer);
    downlinks_->remove_from_fabric(fabric_, resignation.federate);
  }
  wire::Buffer addressed(answer.begin(), answer.end());
  wire::set_addressee(addressed, resignation.federate);
  if (leaver.is_behind_router && !TRIAD_DEFECT(last_record_not_addressed)) {
    downlinks_->send_record(leaver.link, addressed);
  }
  if (leaver.lacks_answer) downlinks_->send_record(leaver.link, answer);
  if (kept_records_.erase(leaver.link) > 0 || leaver.is_away) {
    clients_.remove_vacated(leaver.link);
  } else if (resignation.link_stays) {
    clients_.record_resignation(leaver.link);
    recovery_.replies().keep_farewell(leaver.session, resignation.federate, addressed,
                                      now_ + 2 * options_.timeouts.resume);
  }
  run_recovery_steps();
}

void FederationExecution::carry_out(const output::EndMember& end) {
  if (!authority_.is_member(end.federate)) return;
  clients_.expel(link(end.federate), std::string(outputs_.text(end.reason)));
}

void FederationExecution::carry_out(const output::EndGuest& end) {
  clients_.expel(link_of(end.guest), std::string(outputs_.text(end.reason)));
}

void FederationExecution::carry_out(const output::LinkEnded& ended) {
  clients_.erase_client(link_of(ended.link), std::string(outputs_.text(ended.reason)),
                        ended.disconnects);
}

// --- Moves. All records from and to a member that is sent away have arrived.

void FederationExecution::carry_out(const output::MoveRefused& refusal) {
  downlinks_->notify(router::MemberStays{link(refusal.federate), outputs_.text(refusal.reason)});
}

void FederationExecution::carry_out(const output::MoveFailed& failed) {
  clients_.record_failed_move(link(failed.federate), failed.pause);
}

void FederationExecution::carry_out(const output::Vacate& vacate) {
  const LinkId left = link(vacate.federate);
  kept_records_.try_emplace(left);
  router_.move(vacate.federate, left, {}, vacate.regulates);
  recovery_.change_way(vacate.federate, {left});
  // A router below that knows the least promise to be this member's would use the next promise
  // without it.
  if (vacate.regulates) router_.time().withhold();
  downlinks_->notify(router::MemberResigned{left, router_.paths().log_position()});
  clients_.vacate(left);
}

void FederationExecution::carry_out(const output::TakeUp& return_to) {
  const LinkId from = link(return_to.federate);
  const LinkId to = link_of(return_to.guest);
  downlinks_->notify(
      router::MemberAdmitted{to,
                             {.federation = name(),
                              .federate = return_to.federate,
                              .moved = true,
                              .recovers = recovery_.is_enabled(),
                              .may_return = recovery_.contains(return_to.federate)}});
  std::vector<wire::Buffer> kept = std::move(kept_records_.at(from));
  kept_records_.erase(from);
  recovery_.change_way(return_to.federate, {to, downlinks_->router_of(to)});
  for (wire::Buffer& record : kept) {
    recovery_.record_sent(return_to.federate, record);
    // Its new router delivers a record with an addressee to this member alone.
    if (!TRIAD_DEFECT(kept_records_not_addressed)) wire::set_addressee(record, return_to.federate);
    downlinks_->send_record(to, record);
  }
  clients_.complete_move(from, to);
  record_copy(to, outputs_.bytes(return_to.record));
  downlinks_->send_record(to, outputs_.bytes(return_to.record));
  router_.move(return_to.federate, to, downlinks_->router_of(to), return_to.regulates);
}

// --- Restores.

void FederationExecution::carry_out(const output::Reenter& reenter) {
  const std::vector<wire::RestoredMember> members = outputs_.take_returning();
  router_.paths().for_each_member([&](FederateHandle federate) {
    if (router_.paths().is_on_fabric(federate)) downlinks_->remove_from_fabric(fabric_, federate);
  });
  downlinks_->end_fabric(fabric_);
  fabric_ = clients_.new_fabric();
  std::set<FederateHandle> may_return;
  for (const auto& [present, saved] : members) {
    if (recovery_.contains(present)) may_return.insert(saved);
  }
  recovery_.remove_all_members();
  const std::map<FederateHandle, LinkId> links = router_.detach_all();
  time_status_.clear();
  router_.paths().set_log_position(reenter.log_position);
  router_.paths().begin_restore();
  returning_.clear();
  for (const auto& [present, saved] : members) returning_[saved] = links.at(present);
  // Admits all members before any of them can send under its new handle.
  for (const auto& [federate, link] : returning_) {
    downlinks_->notify(router::MemberAdmitted{link,
                                              {.federation = name(),
                                               .federate = federate,
                                               .since = reenter.log_position + 1,
                                               .recovers = recovery_.is_enabled(),
                                               .may_return = may_return.contains(federate)}});
  }
  input::Reentered reentered;
  for (const auto& [federate, link] : returning_) {
    if (downlinks_->add_to_fabric(fabric_, name(), link, federate))
      reentered.sharing.push_back(federate);
  }
  process_input(reentered);
}

// Routers below forward nothing between members until they know the position of the log.
void FederationExecution::carry_out(const output::Restored&) {
  events_.record_restored(name(), now_);
  for (const auto& [federate, member] : authority_.state().members()) {
    events_.add_restored_member(federate, member.federate_type);
  }
  returning_.clear();
  router_.paths().end_restore();
  report_log_passed();
}

// --- Time.

void FederationExecution::carry_out(const output::TimeRole& role) {
  router_.time().change_role(role.federate, role.change, role.request);
}

void FederationExecution::carry_out(const output::AnswerLbts& answer) {
  router_.time().answer_when_all_promise(answer.federate, answer.request);
}

// --- The host.

void FederationExecution::carry_out(const output::StoreSave&) {
  store_ticket_ = clients_.new_save_ticket();
  const auto stored = downlinks_->store_save(store_ticket_, outputs_.take_save());
  if (stored) receive_save_result(*stored);
}

void FederationExecution::carry_out(const output::LoadSave& load) {
  if (is_repeating()) return;  // the journal has the file
  const wire::Result<wire::Buffer> file = downlinks_->load_save(name(), outputs_.text(load.label));
  process_input(input::SaveLoaded{file});
}

void FederationExecution::carry_out(const output::WakeAt& wake) {
  next_report_ = wake.time;
  clients_.schedule_reports();
}

}  // namespace triad::rtig
