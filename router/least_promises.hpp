// The two least promises of several federates, as routers state them to each other
// (router/lower_times.hpp). Two are needed because a federate's own promise does not hold it back.
#pragma once

#include <optional>

#include "router/bound_reduction.hpp"
#include "router/fault.hpp"
#include "wire/handles.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

struct LeastPromises {
  bool any_promise = false;                   // a federate promises
  std::optional<TimeBound> least = {};        // empty: a federate has yet to promise
  wire::FederateHandle least_federate = {};   // the only federate with it; zero: several
  bool others_promise = false;                // if `least_federate` is set: others promise
  std::optional<TimeBound> next = {};         // their least promise, if known
  std::optional<TimeBound> joint_least = {};  // least of all conditional ones, if there are any

  // Converts promises that a router has stated, and that check() has found valid.
  static LeastPromises from(const wire::LeastPromises& stated);
  // Converts the result of a reduction. is_federate(handle) returns true if the member stands for
  // one federate and not for several (EnteredPromises).
  template <class IsFederate>
  static LeastPromises from(const BoundReduction::Least& least, IsFederate&& is_federate) {
    LeastPromises now{least.any, least.first, {}, false, std::nullopt, least.together};
    const wire::FederateHandle of = least.of ? federate_of(*least.of) : wire::FederateHandle();
    if (!of || !is_federate(of)) return now;
    now.least_federate = of;
    now.others_promise = least.others;
    now.next = least.second;
    return now;
  }
  wire::LeastPromises to_wire() const;  // a view into this object
};

// Returns the fault of received promises that are not valid.
Fault check(const BoundOrder& order, const wire::LeastPromises& stated);

// Enters such promises in a reduction with others, as two members: the federate with the least
// promise, and all others of them together.
class EnteredPromises {
 public:
  using Member = BoundReduction::Member;

  // Enters the other federates under the member number `rest`, which the reduction does not use
  // otherwise.
  explicit EnteredPromises(Member rest) : rest_member_(rest) {}

  // Replaces the entry in the reduction. A promise that is not known yet is entered as one that the
  // reduction must wait for. `of_counts`: the promise of `now.least_federate` is entered as its
  // own. If false, it is left out, because that federate takes part by itself or is no longer a
  // member.
  void enter(BoundReduction& reduction, const LeastPromises& now, bool of_counts);
  // Removes the entry from the reduction.
  void leave(BoundReduction& reduction);
  // Returns the federate with the separate promise.
  wire::FederateHandle federate() const { return federate_; }
  // Drops that federate from the entry. The caller removes or replaces its promise.
  void drop_federate() { federate_ = {}; }

 private:
  const Member rest_member_;
  wire::FederateHandle federate_;
};

}  // namespace triad::router
