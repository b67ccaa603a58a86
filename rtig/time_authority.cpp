#include "rtig/time_authority.hpp"

namespace triad::rtig {

namespace {

bool fits(const wire::TimeBound& bound) {
  return bound.time.size() <= wire::kTimeBytesMax;
}

}  // namespace

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeRegulation& enable) {
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  relay_.pass_kept_reports_on();
  federation_.apply(by, enable);
  relay_.regulation_begins(by);
  context_.append_log(record.header, enable);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  relay_.pass_kept_reports_on();
  federation_.apply(by, disable);
  relay_.regulation_ends(by);
  context_.append_log(record.header, disable);
  relay_.send_snapshots();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, which it is already";
  }
  federation_.apply(by, enable);
  context_.append_log(record.header, enable);
  relay_.constrained_begins(by);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  relay_.constrained_ends(by);
  context_.append_log(record.header, disable);
  saves_.review_planned_save();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::TimeReport& report) {
  if (!federation_.member(by)->regulating) return "a promise, though it does not regulate";
  if (!fits(report.promise) || (report.conditional && !fits(*report.conditional))) {
    return "a time of more bytes than a time may have";
  }
  relay_.report(by, record, report, !saves_.save() && !saves_.is_restoring());
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::RequestTimeReports&) {
  relay_.send_last_reports(by);
  context_.accept(by, record);
  return {};
}

// Whoever handles the records has heeded it for their order already.
Fault TimeAuthority::on(FederateHandle by, const Record&,
                        const wire::CausalDependencies& dependencies) {
  relay_.note_dependencies(by, dependencies);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::RegulationFloor& told) {
  if (!fits(told.floor)) return "a time of more bytes than a time may have";
  if (record.header.to() == by) return "a floor for itself";
  // Who asked may have resigned meanwhile.
  if (context_.is_member(record.header.to())) forwarding_.to_one(record, record.header.to());
  return {};
}

}  // namespace triad::rtig
