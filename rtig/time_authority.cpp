#include "rtig/time_authority.hpp"

namespace triad::rtig {

namespace {

constexpr std::string_view kNotATime = "a time that is none of its libFedTime";

}  // namespace

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeRegulation& enable) {
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  federation_.apply(by, enable);
  promises_.regulation_begins(by);
  context_.append_log(record.header, enable);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  federation_.apply(by, disable);
  promises_.regulation_ends(by);
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
  promises_.constrained_begins(by);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  promises_.constrained_ends(by);
  context_.append_log(record.header, disable);
  saves_.review_planned_save();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::TimeReport& report) {
  if (!federation_.member(by)->regulating) return "a promise, though it does not regulate";
  if (!context_.fits(report.promise) || !fits(report.conditional) || !fits(report.waits_for)) {
    return std::string(kNotATime);
  }
  promises_.report(by, record, report);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record&, const wire::TimeWait& wait) {
  if (!fits(wait.waits_for)) return std::string(kNotATime);
  if (context_.delivery().on_fabric(by)) return "a wait that those who share memory tell nobody";
  promises_.wait(by, wait.waits_for, wait.each_rise);
  promises_.tell_due();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::RequestLbts&) {
  if (context_.delivery().on_fabric(by)) return "a question for promises that it reads itself";
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
