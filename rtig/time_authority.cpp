#include "rtig/time_authority.hpp"

namespace triad::rtig {

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeRegulation& enable) {
  if (!context_.may_regulate(by)) return "a request to regulate, which nobody may at its router";
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  federation_.apply(by, enable);
  promises().regulation_begins(by, record.header);
  context_.append_log(record.header, enable);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating) return "an end of regulation, which it does not";
  federation_.apply(by, disable);
  promises().regulation_ends(by, record.header);
  context_.append_log(record.header, disable);
  promises().tell_due();
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, which it is already";
  }
  federation_.apply(by, enable);
  context_.append_log(record.header, enable);
  promises().constrained_begins(by, record.header);
  return {};
}

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained) return "an end of being constrained, which it is not";
  federation_.apply(by, disable);
  promises().constrained_ends(by, record.header);
  context_.append_log(record.header, disable);
  saves_.review_planned_save();
  return {};
}

}  // namespace triad::rtig
