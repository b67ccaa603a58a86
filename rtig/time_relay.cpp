#include "rtig/time_relay.hpp"

#include <algorithm>

#include "core/defect.hpp"

namespace triad::rtig {

// --- Members.

void TimeRelay::member_left(FederateHandle leaver) {
  in_flight_.left(leaver, context_.delivery().log_position());
  lines_.erase(leaver);
}

void TimeRelay::clear() {
  lines_.clear();
  in_flight_ = {};
}

// --- What the log says.

void TimeRelay::regulation_ends(FederateHandle by) {
  lines_.at(by).report.reset();
  in_flight_.regulates_no_more(by);
}

void TimeRelay::constrained_begins(FederateHandle by) {
  if (!context_.delivery().on_fabric(by)) {
    send_last_reports(by, reports_hold_together());
  } else if (context_.delivery().mixed() && reports_hold_together()) {
    publish_snapshot();
  }
}

// --- Reports.

void TimeRelay::tso_published(FederateHandle of, wire::Position position) {
  if (context_.is_member(of)) in_flight_.sent_tso(of, position);
}

void TimeRelay::report(FederateHandle by, const Record& record, const wire::TimeReport& report,
                       bool may_wait) {
  const Delivery& delivery = context_.delivery();
  Line& line = lines_.at(by);
  line.report = Report{core::TimeBound::from(report.promise), std::nullopt, report.received,
                       record.header.position};
  if (report.conditional) line.report->conditional = core::TimeBound::from(*report.conditional);
  if (delivery.on_fabric(by)) {
    in_flight_.reported(by, report.conditional.has_value(), record.header.after_position);
    if (!delivery.mixed()) return;
  } else if (!delivery.nobody_on_fabric()) {
    in_flight_.reported_by_rtig(by, report.conditional.has_value());
    publish_report(by, *line.report);
  }
  const bool consistent = reports_hold_together();
  pass_to_links(by, consistent, may_wait && delivery.nobody_on_fabric());
  // Where nobody promises conditionally, that the reports hold together says nothing new.
  if (!consistent || !anybody_promises_conditionally()) return;
  if (member(by).constrained && !delivery.on_fabric(by)) {
    context_.send_to(by, {}, snapshot_for(line, true));
  }
  if (delivery.mixed()) publish_snapshot();
}

void TimeRelay::pass_to_links(FederateHandle of, bool consistent, bool may_wait) {
  const std::size_t regulating = regulating_members();
  for (const auto& [federate, line] : lines_) {
    if (federate == of && !TRIAD_DEFECT(own_promise_in_lbts)) continue;
    const core::Member& to = member(federate);
    if (!to.constrained || context_.delivery().on_fabric(federate)) continue;
    pass_report_on(federate, of, consistent, regulating - (to.regulating ? 1 : 0), may_wait);
  }
}

bool TimeRelay::anybody_promises_conditionally() const {
  return std::ranges::any_of(lines_, [](const auto& entry) {
    return entry.second.report && entry.second.report->conditional;
  });
}

// --- Reports that can wait. Where all others have promised a federate the same, its LBTS is that
// until each of them has promised anew: so long their reports are kept, and it is not woken for
// each of them. Times are compared as bytes alone: what is not the same may still be equal.

std::size_t TimeRelay::regulating_members() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      lines_, [&](const auto& entry) { return member(entry.first).regulating; }));
}

bool TimeRelay::is_level_for(FederateHandle to) const {
  const core::TimeBound* level = nullptr;
  for (const auto& [federate, line] : lines_) {
    if (federate == to || !member(federate).regulating) continue;
    if (!line.report || line.report->conditional) return false;
    if (level != nullptr && !level->same_bytes(line.report->promise)) return false;
    level = &line.report->promise;
  }
  return level != nullptr;
}

// `others`: how many regulate besides the addressee.
void TimeRelay::pass_report_on(FederateHandle to, FederateHandle of, bool consistent,
                               std::size_t others, bool may_wait) {
  Line& line = lines_.at(to);
  const Report& report = *lines_.at(of).report;
  if (line.level && !report.conditional && may_wait) {
    if (std::ranges::find(line.kept_reports, of) == line.kept_reports.end()) {
      line.kept_reports.push_back(of);
    }
    if (line.kept_reports.size() < others) return;
  } else {
    std::erase(line.kept_reports, of);
    send_report(to, of, report, consistent);
  }
  pass_kept_reports_on(to, line, consistent);
  line.level = is_level_for(to);
}

void TimeRelay::pass_kept_reports_on(FederateHandle to, Line& line, bool consistent) {
  for (const FederateHandle of : line.kept_reports) {
    send_report(to, of, *lines_.at(of).report, consistent);
  }
  forget_kept_reports(line);
}

void TimeRelay::forget_kept_reports(Line& line) {
  line.kept_reports.clear();
  line.level = false;
}

void TimeRelay::pass_kept_reports_on() {
  for (auto& [federate, line] : lines_) pass_kept_reports_on(federate, line, false);
}

// --- Do they hold together?

// Whether everybody who regulates has reported, and whoever waits for an event had received all
// that was sent to it before. What is still on its way to the RTIG was sent by a federate that has
// reported before: its promise covers it.
bool TimeRelay::reports_hold_together() {
  if (!links_hold_together()) return false;
  for (const auto& [federate, line] : lines_) {
    if (!context_.delivery().on_fabric(federate) || !member(federate).regulating) continue;
    if (!line.report) return false;
    if (!line.report->conditional || in_flight_.received_all(federate)) continue;
    // It may be asleep, as nothing of it concerned it.
    context_.delivery().wake(federate);
    return false;
  }
  return true;
}

// The same of those at links alone, for whom what was forwarded is counted.
bool TimeRelay::links_hold_together() const {
  for (const auto& [federate, line] : lines_) {
    if (context_.delivery().on_fabric(federate) || !member(federate).regulating) continue;
    if (!line.report && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
    if (!line.report) return false;
    const bool in_flight = line.report->received != line.tso_forwarded;
    if (line.report->conditional && in_flight && !TRIAD_DEFECT(jump_ignores_messages_in_flight)) {
      return false;
    }
  }
  return true;
}

// --- Sending.

wire::TimeSnapshot TimeRelay::snapshot_for(const Line& line, bool consistent) {
  return {consistent, line.report ? line.report->position : 0};
}

void TimeRelay::send_report(FederateHandle to, FederateHandle of, const Report& report,
                            bool consistent) {
  wire::TimeReported reported{of, report.promise.to_wire(), std::nullopt,
                              snapshot_for(lines_.at(to), consistent)};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  context_.send_to(to, {}, reported);
}

void TimeRelay::send_last_reports(FederateHandle to, bool consistent) {
  forget_kept_reports(lines_.at(to));
  for (const auto& [federate, line] : lines_) {
    if (federate != to && line.report) send_report(to, federate, *line.report, consistent);
  }
}

void TimeRelay::send_snapshots() {
  const Delivery& delivery = context_.delivery();
  if (delivery.all_on_fabric() || !reports_hold_together()) return;
  for (const auto& [federate, line] : lines_) {
    if (member(federate).constrained && !delivery.on_fabric(federate)) {
      context_.send_to(federate, {}, snapshot_for(line, true));
    }
  }
  if (delivery.mixed()) publish_snapshot();
}

// To those who share memory, of one who does not. They decide by themselves whether all reports
// hold together (core::InFlight); what is under way at links they are told.
void TimeRelay::publish_report(FederateHandle of, const Report& report) {
  wire::TimeReported reported{
      of, report.promise.to_wire(), std::nullopt, {links_hold_together(), 0}};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  context_.delivery().publish(reported);
}

// Those at links have received all that was read of those who share memory, which the record before
// names.
void TimeRelay::publish_snapshot() {
  context_.delivery().publish(wire::TimeSnapshot{true, 0});
}

}  // namespace triad::rtig
