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

LeastPromises LeastPromises::from(const wire::LeastPromises& stated) {
  return {stated.any,    to_bound(stated.least), stated.of,
          stated.others, to_bound(stated.next),  to_bound(stated.together)};
}

wire::LeastPromises LeastPromises::to_wire() const {
  return {any_promise,    router::to_wire(least), least_federate,
          others_promise, router::to_wire(next),  router::to_wire(joint_least)};
}

Fault check(const BoundOrder& order, const wire::LeastPromises& stated) {
  if (!is_valid_bound(order, stated.least) || !is_valid_bound(order, stated.next) ||
      !is_valid_bound(order, stated.together)) {
    return kInvalidTime;
  }
  const bool no_sense = (!stated.any && (stated.least || stated.of)) ||
                        (!stated.of && stated.others) || (!stated.others && stated.next);
  return no_sense ? Fault("promises that contradict each other") : Fault();
}

void EnteredPromises::enter(BoundReduction& reduction, const LeastPromises& now, bool of_counts) {
  if (federate_ && federate_ != now.least_federate) reduction.end(federate_.value);
  federate_ = of_counts ? now.least_federate : wire::FederateHandle();
  const bool rest_promises = now.any_promise && (!now.least_federate || now.others_promise);
  if (rest_promises) {
    enter_one(reduction, rest_member_, now.least_federate ? now.next : now.least, now.joint_least);
  } else {
    reduction.end(rest_member_);
  }
  if (federate_) enter_one(reduction, federate_.value, now.least, now.joint_least);
}

void EnteredPromises::leave(BoundReduction& reduction) {
  reduction.remove(rest_member_);
  if (federate_) reduction.end(federate_.value);
  federate_ = {};
}

}  // namespace triad::router
