#include "rtig/time_authority.hpp"

#include <algorithm>

namespace triad::rtig {

Fault TimeAuthority::receive_from_member(FederateHandle by, const Record& record,
                                         const wire::EnableTimeRegulation& enable) {
  if (!context_.members().at(by).rights.may_regulate) {
    return "a request to regulate, which its router forbids";
  }
  if (federation_.member(by)->regulating)
    return "a request to regulate, although it regulates already";
  federation_.set_regulating(by, true);
  reduce_promises_if_due();
  add_role_output(by, record, wire::MemberTimeChange::regulation_begins);
  writer_.append_log(record.header, enable);
  return {};
}

Fault TimeAuthority::receive_from_member(FederateHandle by, const Record& record,
                                         const wire::DisableTimeRegulation& disable) {
  if (!federation_.member(by)->regulating)
    return "an end of regulation, although it does not regulate";
  federation_.set_regulating(by, false);
  add_role_output(by, record, wire::MemberTimeChange::regulation_ends);
  writer_.append_log(record.header, disable);
  writer_.add(output::BoundsMayRise{});
  return {};
}

Fault TimeAuthority::receive_from_member(FederateHandle by, const Record& record,
                                         const wire::EnableTimeConstrained& enable) {
  if (federation_.member(by)->constrained) {
    return "a request to be constrained, although it is already";
  }
  federation_.set_constrained(by, true);
  reduce_promises_if_due();
  writer_.append_log(record.header, enable);
  add_role_output(by, record, wire::MemberTimeChange::constrained_begins);
  return {};
}

Fault TimeAuthority::receive_from_member(FederateHandle by, const Record& record,
                                         const wire::DisableTimeConstrained& disable) {
  if (!federation_.member(by)->constrained)
    return "an end of constraint, although it is not constrained";
  federation_.set_constrained(by, false);
  add_role_output(by, record, wire::MemberTimeChange::constrained_ends);
  writer_.append_log(record.header, disable);
  saves_.review_planned_save();
  return {};
}

// Members that share memory report when they read the log record of reduce_promises().
Fault TimeAuthority::receive_from_member(FederateHandle by, const Record& record,
                                         const wire::RequestLbts&) {
  reduce_promises();
  writer_.add(output::AnswerLbts{by, record.header.position});
  return {};
}

// --- Reduction of promises.

void TimeAuthority::reduce_promises_if_due() {
  if (!reduces_promises_ && must_reduce_promises()) reduce_promises();
}

void TimeAuthority::reduce_promises() {
  reduces_promises_ = true;
  writer_.append_log({}, wire::PromisesReduced{});
  writer_.add(output::ReducePromises{});
}

void TimeAuthority::restore(const AuthorityImage& image) {
  reduces_promises_ = image.reduces_promises;
  if (reduces_promises_) writer_.add(output::ReducePromises{});
}

// Members that share memory use notes, which can hold only times of Triad's own type and which
// members without shared memory cannot read. Otherwise promises must be reduced.
bool TimeAuthority::must_reduce_promises() const {
  const auto& sessions = context_.members().all();
  const auto shares = [](const auto& entry) { return entry.second.shares_memory; };
  const auto sharing = static_cast<std::size_t>(std::ranges::count_if(sessions, shares));
  if (sharing == 0) return false;
  if (!context_.times().is_comparable()) return true;
  if (sharing > context_.options().direct_promises_max) return true;
  return std::ranges::any_of(sessions, [&](const auto& entry) {
    const core::Member* const member = federation_.member(entry.first);
    return member != nullptr && (member->regulating || member->constrained) && !shares(entry);
  });
}

}  // namespace triad::rtig
