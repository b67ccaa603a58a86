#include "rtig/time_authority.hpp"

#include <algorithm>

namespace triad::rtig {

Fault TimeAuthority::on(FederateHandle by, const Record& record,
                        const wire::EnableTimeRegulation& enable) {
  if (!context_.may_regulate(by)) return "a request to regulate, which nobody may at its router";
  if (federation_.member(by)->regulating) return "a request to regulate, which it does already";
  federation_.apply(by, enable);
  reduce_promises_if_due();
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
  reduce_promises_if_due();
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

// The members that share memory report when they read this in the log.
Fault TimeAuthority::on(FederateHandle by, const Record& record, const wire::RequestLbts&) {
  reduce_promises();
  promises().answer_when_all_promise(by, record.header);
  return {};
}

// --- Whether promises are reduced.

void TimeAuthority::reduce_promises_if_due() {
  if (!promises().reduces_fabric() && must_reduce_promises()) reduce_promises();
}

void TimeAuthority::reduce_promises() {
  context_.append_log({}, wire::PromisesReduced{});
  promises().reduce_fabric();
}

// Members that share memory decide by notes, which have times of Triad's own type alone and which
// no other member reads.
bool TimeAuthority::must_reduce_promises() const {
  const router::Paths& paths = context_.paths();
  if (paths.nobody_on_fabric()) return false;
  if (!context_.times().comparable()) return true;
  if (paths.streams().on_fabric_count() > context_.options().direct_promises_max) return true;
  return std::ranges::any_of(context_.sessions(), [&](const auto& entry) {
    const FederateHandle federate = entry.first;
    const auto* const member = federation_.member(federate);
    return member != nullptr && (member->regulating || member->constrained) &&
           !paths.on_fabric(federate);
  });
}

}  // namespace triad::rtig
