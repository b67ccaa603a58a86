#include "rtig/time_authority.hpp"

namespace triad::rtig {

namespace {

constexpr std::string_view kNotATime = "a time that is none of its libFedTime";

}  // namespace

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeRegulation& enable) {
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  federation_.apply(by, enable);
  promises_.regulation_begins(by, record.header);
  context_.append_log(record.header, enable);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  federation_.apply(by, disable);
  promises_.regulation_ends(by, record.header);
  context_.append_log(record.header, disable);
  promises_.tell_due();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, which it is already";
  }
  federation_.apply(by, enable);
  context_.append_log(record.header, enable);
  promises_.constrained_begins(by, record.header);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  promises_.constrained_ends(by, record.header);
  context_.append_log(record.header, disable);
  saves_.review_planned_save();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::TimeReport& report) {
  const bool overtaken = promises_.is_overtaken(by, record.header);
  if (!overtaken && !federation_.member(by)->regulating)
    return "a promise, though it does not regulate";
  if (!context_.fits(report.promise) || !fits(report.conditional) || !fits(report.waits_for)) {
    return std::string(kNotATime);
  }
  promises_.report(by, record, report);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::TimeWait& wait) {
  if (!fits(wait.waits_for)) return std::string(kNotATime);
  if (!promises_.tells(by)) return "a wait that those who read promises tell nobody";
  promises_.wait(by, record, wait.waits_for, wait.each_rise);
  promises_.tell_due();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::RequestLbts&) {
  if (!promises_.tells(by)) return "a question for promises that it reads itself";
  promises_.tell_lbts(by);
  context_.accept(by, record);
  return {};
}

// Whoever handles the records has heeded it for their order already.
Fault TimeAuthority::on(FederateHandle by, const Record&,
                        const wire::CausalDependencies& dependencies) {
  promises_.note_dependencies(by, dependencies);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::RegulationFloor& told) {
  if (!context_.fits(told.floor)) return std::string(kNotATime);
  if (record.header.to() == by) return "a floor for itself";
  // Who asked may have resigned meanwhile.
  if (context_.is_member(record.header.to())) forwarding_.to_one(record, record.header.to());
  return {};
}

}  // namespace triad::rtig
