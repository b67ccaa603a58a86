#include "router/least_promises.hpp"

namespace triad::router {

namespace {

void enter_one(BoundReduction& reduction, BoundReduction::Member member,
               const std::optional<TimeBound>& promise, const std::optional<TimeBound>& together) {
  if (promise) {
    reduction.replace(member, *promise, together);
  } else if (!reduction.is_unknown(member)) {
    reduction.begin(member);
  }
}

}  // namespace

LeastPromises LeastPromises::from(const wire::LeastPromises& told) {
  return {told.any,    to_bound(told.least), told.of,
          told.others, to_bound(told.next),  to_bound(told.together)};
}

wire::LeastPromises LeastPromises::to_wire() const {
  return {any,    router::to_wire(least), of,
          others, router::to_wire(next),  router::to_wire(together)};
}

Fault check(const BoundOrder& order, const wire::LeastPromises& told) {
  if (!fits(order, told.least) || !fits(order, told.next) || !fits(order, told.together)) {
    return kNotATime;
  }
  const bool no_sense = (!told.any && (told.least || told.of)) || (!told.of && told.others) ||
                        (!told.others && told.next);
  return no_sense ? Fault("promises that contradict each other") : Fault();
}

void EnteredPromises::enter(BoundReduction& reduction, const LeastPromises& now, bool of_counts) {
  if (of_ && of_ != now.of) reduction.end(of_.value);
  of_ = of_counts ? now.of : wire::FederateHandle();
  const bool rest_promises = now.any && (!now.of || now.others);
  if (rest_promises) {
    enter_one(reduction, rest_, now.of ? now.next : now.least, now.together);
  } else {
    reduction.end(rest_);
  }
  if (of_) enter_one(reduction, of_.value, now.least, now.together);
}

void EnteredPromises::leave(BoundReduction& reduction) {
  reduction.remove(rest_);
  if (of_) reduction.end(of_.value);
  of_ = {};
}

}  // namespace triad::router
