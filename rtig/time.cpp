// Time management in the RTIG (HLA 1.3 clause 8). It knows no time: the members' libFedTime alone
// can compare two. What it does is to pass promises on behind the messages that they speak for, to
// keep the last of each member for those who become constrained later, and to count: where nothing
// is under way any more, the reports hold together, and those who wait for events can jump to them
// (design.md section 5).
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
  federation_.apply(by, enable);
  seats_.at(by).report.reset();
  append_log(record.header, enable);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  federation_.apply(by, disable);
  seats_.at(by).report.reset();
  in_flight_.regulates_no_more(by);
  append_log(record.header, disable);
  send_snapshots();
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, which it is already";
  }
  federation_.apply(by, enable);
  append_log(record.header, enable);
  if (!seats_.at(by).direct) {
    send_last_reports(by, reports_hold_together());
  } else if (mixed() && reports_hold_together()) {
    publish_snapshot();
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  append_log(record.header, disable);
  review_planned_save();
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::TimeReport& report) {
  if (!federation_.member(by)->regulating) return "a promise, though it does not regulate";
  if (!fits(report.promise) || (report.conditional && !fits(*report.conditional))) {
    return "a time of more bytes than a time may have";
  }
  Seat& seat = seats_.at(by);
  seat.report = Report{core::TimeBound::from(report.promise), std::nullopt, report.received,
                       record.header.position};
  if (report.conditional) seat.report->conditional = core::TimeBound::from(*report.conditional);
  if (seat.direct) {
    in_flight_.reported(by, report.conditional.has_value(), record.header.after_position);
    if (!mixed()) return {};
  } else if (direct_seats_ > 0) {
    in_flight_.reported_by_rtig(by, report.conditional.has_value());
    publish_report(by, *seat.report);
  }
  const bool consistent = reports_hold_together();
  for (const auto& [federate, other] : seats_) {
    if (federate == by && !TRIAD_DEFECT(own_promise_in_lbts)) continue;
    if (!federation_.member(federate)->constrained || other.direct) continue;
    send_report(federate, by, *seat.report, consistent);
  }
  if (!consistent) return {};
  if (federation_.member(by)->constrained && !seat.direct) {
    send_to(by, {}, snapshot_for(seat, true));
  }
  if (mixed()) publish_snapshot();
  return {};
}

// Whether everybody who regulates has reported, and whoever waits for an event had received all
// that was sent to it before. What is still on its way to the RTIG was sent by a federate that has
// reported before: its promise covers it.
bool FederationExecution::reports_hold_together() {
  if (!links_hold_together()) return false;
  for (const auto& [federate, seat] : seats_) {
    if (!seat.direct || !federation_.member(federate)->regulating) continue;
    if (!seat.report) return false;
    if (!seat.report->conditional || in_flight_.received_all(federate)) continue;
    // It may be asleep, as nothing of it concerned it.
    rtig_.downlinks_.remind(fabric_, federate);
    return false;
  }
  return true;
}

// The same of those at links alone, for whom what was forwarded is counted.
bool FederationExecution::links_hold_together() const {
  for (const auto& [federate, seat] : seats_) {
    if (seat.direct || !federation_.member(federate)->regulating) continue;
    if (!seat.report && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
    if (!seat.report) return false;
    const bool in_flight = seat.report->received != seat.stamped_forwarded;
    if (seat.report->conditional && in_flight && !TRIAD_DEFECT(jump_ignores_messages_in_flight)) {
      return false;
    }
  }
  return true;
}

wire::TimeSnapshot FederationExecution::snapshot_for(const Seat& seat, bool consistent) const {
  return {consistent, seat.report ? seat.report->position : 0};
}

void FederationExecution::send_report(FederateHandle to, FederateHandle of, const Report& report,
                                      bool consistent) {
  wire::TimeReported reported{of, report.promise.to_wire(), std::nullopt,
                              snapshot_for(seats_.at(to), consistent)};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  send_to(to, {}, reported);
}

void FederationExecution::send_last_reports(FederateHandle to, bool consistent) {
  for (const auto& [federate, seat] : seats_) {
    if (federate != to && seat.report) send_report(to, federate, *seat.report, consistent);
  }
}

// Somebody who kept the reports from holding together is gone.
void FederationExecution::send_snapshots() {
  if (direct_seats_ == seats_.size() || !reports_hold_together()) return;
  for (const auto& [federate, seat] : seats_) {
    if (federation_.member(federate)->constrained && !seat.direct) {
      send_to(federate, {}, snapshot_for(seat, true));
    }
  }
  if (mixed()) publish_snapshot();
}

// To those who share memory, of one who does not. They decide by themselves whether all reports
// hold together (core::InFlight); what is under way at links they are told.
void FederationExecution::publish_report(FederateHandle of, const Report& report) {
  wire::TimeReported reported{
      of, report.promise.to_wire(), std::nullopt, {links_hold_together(), 0}};
  if (report.conditional) reported.conditional = report.conditional->to_wire();
  encode_for({}, {}, reported);
  publish({}, out_);
}

// Those at links have received all that was read of those who share memory, which the record before
// names.
void FederationExecution::publish_snapshot() {
  encode_for({}, {}, wire::TimeSnapshot{true, 0});
  publish({}, out_);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RequestTimeReports&) {
  send_last_reports(by, false);
  send_to(by, record.header, wire::Accepted{});
  return {};
}

// Whoever handles the records has heeded it for their order already.
FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::Causes& causes) {
  in_flight_.causes(by, causes.handled);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RegulationFloor& told) {
  if (!fits(told.floor)) return "a time of more bytes than a time may have";
  if (record.header.to() == by) return "a floor for itself";
  // Who asked may have resigned meanwhile.
  if (seats_.contains(record.header.to())) forward(record, record.header.to());
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
    header.after_position = seats_.at(leaver).position;
    out_.clear();
    wire::encode_record(header, wire::DeletionCompleted{at->first, {}, {}}, out_);
    send_frame(out_, leaver);
    erase_object(at->first);
    at = deletions_.erase(at);
  }
}

}  // namespace triad::rtig
