// Time management in the RTIG (HLA 1.3 clause 8). It knows no time: the members' libFedTime alone
// can compare two. What it does is to pass promises on behind the messages that they speak for, to
// keep the last of each member for those who become constrained later, and to count: where nothing
// is under way any more, the reports hold together, and those who wait for events can jump to them
// (docs/architecture.md, "The jump").
#include <algorithm>

#include "core/defect.hpp"
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

namespace {

bool fits(const wire::TimeBound& bound) {
  return bound.time.size() <= wire::kTimeBytesMax;
}

}  // namespace

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::EnableTimeRegulation& enable) {
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  pass_kept_reports_on();
  federation_.apply(by, enable);
  sessions_.at(by).report.reset();
  delivery_.append_log(record.header, enable);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  pass_kept_reports_on();
  federation_.apply(by, disable);
  sessions_.at(by).report.reset();
  in_flight_.regulates_no_more(by);
  delivery_.append_log(record.header, disable);
  send_snapshots();
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, which it is already";
  }
  federation_.apply(by, enable);
  delivery_.append_log(record.header, enable);
  if (!delivery_.on_fabric(by)) {
    send_last_reports(by, reports_hold_together());
  } else if (delivery_.mixed() && reports_hold_together()) {
    publish_snapshot();
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  forget_kept_reports(sessions_.at(by));
  delivery_.append_log(record.header, disable);
  review_planned_save();
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::TimeReport& report) {
  if (!federation_.member(by)->regulating) return "a promise, though it does not regulate";
  if (!fits(report.promise) || (report.conditional && !fits(*report.conditional))) {
    return "a time of more bytes than a time may have";
  }
  MemberSession& session = sessions_.at(by);
  session.report = Report{core::TimeBound::from(report.promise), std::nullopt, report.received,
                          record.header.position};
  if (report.conditional) session.report->conditional = core::TimeBound::from(*report.conditional);
  if (delivery_.on_fabric(by)) {
    in_flight_.reported(by, report.conditional.has_value(), record.header.after_position);
    if (!delivery_.mixed()) return {};
  } else if (!delivery_.nobody_on_fabric()) {
    in_flight_.reported_by_rtig(by, report.conditional.has_value());
    publish_report(by, *session.report);
  }
  const bool consistent = reports_hold_together();
  const std::size_t regulating = regulating_members();
  for (const auto& [federate, other] : sessions_) {
    if (federate == by && !TRIAD_DEFECT(own_promise_in_lbts)) continue;
    const core::Member& member = *federation_.member(federate);
    if (!member.constrained || delivery_.on_fabric(federate)) continue;
    pass_report_on(federate, by, consistent, regulating - (member.regulating ? 1 : 0));
  }
  // Where nobody promises conditionally, that the reports hold together says nothing new.
  if (!consistent || !anybody_promises_conditionally()) return {};
  if (federation_.member(by)->constrained && !delivery_.on_fabric(by)) {
    delivery_.send_to(by, {}, snapshot_for(session, true));
  }
  if (delivery_.mixed()) publish_snapshot();
  return {};
}

bool FederationExecution::anybody_promises_conditionally() const {
  return std::ranges::any_of(sessions_, [](const auto& session) {
    return session.second.report && session.second.report->conditional;
  });
}

// --- Reports that can wait. Where all others have promised a federate the same, its LBTS is that
// until each of them has promised anew: so long their reports are kept, and it is not woken for
// each of them. Times are compared as bytes alone: what is not the same may still be equal.
// Whatever else is said of the federation finds all reports passed on.

bool FederationExecution::keeps_reports() const {
  return delivery_.nobody_on_fabric() && !save_ && !restore_;
}

std::size_t FederationExecution::regulating_members() const {
  return static_cast<std::size_t>(std::ranges::count_if(sessions_, [&](const auto& session) {
    return federation_.member(session.first)->regulating;
  }));
}

bool FederationExecution::is_level_for(FederateHandle to) const {
  const core::TimeBound* level = nullptr;
  for (const auto& [federate, session] : sessions_) {
    if (federate == to || !federation_.member(federate)->regulating) continue;
    if (!session.report || session.report->conditional) return false;
    if (level != nullptr && !level->same_bytes(session.report->promise)) return false;
    level = &session.report->promise;
  }
  return level != nullptr;
}

// `others`: how many regulate besides the addressee.
void FederationExecution::pass_report_on(FederateHandle to, FederateHandle of, bool consistent,
                                         std::size_t others) {
  MemberSession& session = sessions_.at(to);
  const Report& report = *sessions_.at(of).report;
  if (session.level && !report.conditional && keeps_reports()) {
    if (std::ranges::find(session.kept_reports, of) == session.kept_reports.end()) {
      session.kept_reports.push_back(of);
    }
    if (session.kept_reports.size() < others) return;
  } else {
    std::erase(session.kept_reports, of);
    send_report(to, of, report, consistent);
  }
  pass_kept_reports_on(to, session, consistent);
  session.level = is_level_for(to);
}

void FederationExecution::pass_kept_reports_on(FederateHandle to, MemberSession& session,
                                               bool consistent) {
  for (const FederateHandle of : session.kept_reports) {
    send_report(to, of, *sessions_.at(of).report, consistent);
  }
  forget_kept_reports(session);
}

void FederationExecution::forget_kept_reports(MemberSession& session) {
  session.kept_reports.clear();
  session.level = false;
}

void FederationExecution::pass_kept_reports_on() {
  for (auto& [federate, session] : sessions_) {
    pass_kept_reports_on(federate, session, false);
  }
}

// Whether everybody who regulates has reported, and whoever waits for an event had received all
// that was sent to it before. What is still on its way to the RTIG was sent by a federate that has
// reported before: its promise covers it.
bool FederationExecution::reports_hold_together() {
  if (!links_hold_together()) return false;
  for (const auto& [federate, session] : sessions_) {
    if (!delivery_.on_fabric(federate) || !federation_.member(federate)->regulating) continue;
    if (!session.report) return false;
    if (!session.report->conditional || in_flight_.received_all(federate)) continue;
    // It may be asleep, as nothing of it concerned it.
    delivery_.wake(federate);
    return false;
  }
  return true;
}

// The same of those at links alone, for whom what was forwarded is counted.
bool FederationExecution::links_hold_together() const {
  for (const auto& [federate, session] : sessions_) {
    if (delivery_.on_fabric(federate) || !federation_.member(federate)->regulating) continue;
    if (!session.report && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
    if (!session.report) return false;
    const bool in_flight = session.report->received != session.stamped_forwarded;
    if (session.report->conditional && in_flight &&
        !TRIAD_DEFECT(jump_ignores_messages_in_flight)) {
      return false;
    }
  }
  return true;
}

wire::TimeSnapshot FederationExecution::snapshot_for(const MemberSession& session,
                                                     bool consistent) const {
  return {consistent, session.report ? session.report->position : 0};
}

void FederationExecution::send_report(FederateHandle to, FederateHandle of, const Report& report,
                                      bool consistent) {
  wire::TimeReported reported{of, report.promise.to_wire(), std::nullopt,
                              snapshot_for(sessions_.at(to), consistent)};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  delivery_.send_to(to, {}, reported);
}

void FederationExecution::send_last_reports(FederateHandle to, bool consistent) {
  forget_kept_reports(sessions_.at(to));
  for (const auto& [federate, session] : sessions_) {
    if (federate != to && session.report) send_report(to, federate, *session.report, consistent);
  }
}

// Somebody who kept the reports from holding together is gone.
void FederationExecution::send_snapshots() {
  if (delivery_.all_on_fabric() || !reports_hold_together()) return;
  for (const auto& [federate, session] : sessions_) {
    if (federation_.member(federate)->constrained && !delivery_.on_fabric(federate)) {
      delivery_.send_to(federate, {}, snapshot_for(session, true));
    }
  }
  if (delivery_.mixed()) publish_snapshot();
}

// To those who share memory, of one who does not. They decide by themselves whether all reports
// hold together (core::InFlight); what is under way at links they are told.
void FederationExecution::publish_report(FederateHandle of, const Report& report) {
  wire::TimeReported reported{
      of, report.promise.to_wire(), std::nullopt, {links_hold_together(), 0}};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  delivery_.publish(reported);
}

// Those at links have received all that was read of those who share memory, which the record before
// names.
void FederationExecution::publish_snapshot() {
  delivery_.publish(wire::TimeSnapshot{true, 0});
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RequestTimeReports&) {
  send_last_reports(by, false);
  delivery_.send_to(by, record.header, wire::Accepted{});
  return {};
}

// Whoever handles the records has heeded it for their order already.
FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::CausalDependencies& dependencies) {
  in_flight_.note_dependencies(by, dependencies.handled);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RegulationFloor& told) {
  if (!fits(told.floor)) return "a time of more bytes than a time may have";
  if (record.header.to() == by) return "a floor for itself";
  // Who asked may have resigned meanwhile.
  if (sessions_.contains(record.header.to())) forward(record, record.header.to());
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::Retract& retract) {
  if (retract.retraction.federate != by) return "a retraction of another federate's message";
  std::erase_if(deletions_, [&](const auto& deletion) {
    return deletion.second.federate == by && deletion.second.serial == retract.retraction.serial;
  });
  forward_to_others(record);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DeletionCompleted& completed) {
  const auto at = deletions_.find(completed.object);
  if (at == deletions_.end() || at->second.federate != by) return {};
  deletions_.erase(at);
  erase_object(completed.object);
  forward_to_others(record);
  return {};
}

// A deleter that leaves before its time has come can no longer retract. Neighbours in shared memory
// are to read the deletion, which is in its own log, before this.
void FederationExecution::complete_deletions_of(FederateHandle leaver) {
  for (auto at = deletions_.begin(); at != deletions_.end();) {
    if (at->second.federate != leaver) {
      ++at;
      continue;
    }
    wire::RecordHeader header;
    header.sender = leaver.value;
    header.after = leaver.value;
    header.after_position = sessions_.at(leaver).position;
    wire::Buffer frame;
    wire::encode_record(header, wire::DeletionCompleted{at->first, {}, {}}, frame);
    delivery_.send_frame(frame, leaver);
    erase_object(at->first);
    at = deletions_.erase(at);
  }
}

}  // namespace triad::rtig
