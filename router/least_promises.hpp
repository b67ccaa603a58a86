// The two least promises of several federates: what routers tell each other of them
// (router/lower_times.hpp). Two, for nobody is held back by his own.
#pragma once

#include <optional>

#include "router/bound_reduction.hpp"
#include "router/fault.hpp"
#include "wire/handles.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

struct LeastPromises {
  bool any = false;                        // somebody promises
  std::optional<TimeBound> least = {};     // empty: somebody has yet to promise
  wire::FederateHandle of = {};            // whose alone that is, if it is one's
  bool others = false;                     // then: there are more
  std::optional<TimeBound> next = {};      // and the least of those, as `least`
  std::optional<TimeBound> together = {};  // of all, if some promise conditionally

  static LeastPromises from(const wire::LeastPromises& told);
  // `is_federate`: of a member of the reduction, whether it is one, and not several
  // (EnteredPromises).
  template <class IsFederate>
  static LeastPromises from(const BoundReduction::Least& least, IsFederate&& is_federate) {
    LeastPromises now{least.any, least.first, {}, false, std::nullopt, least.together};
    const wire::FederateHandle of = least.of ? federate_of(*least.of) : wire::FederateHandle();
    if (!of || !is_federate(of)) return now;
    now.of = of;
    now.others = least.others;
    now.next = least.second;
    return now;
  }
  wire::LeastPromises to_wire() const;  // a view of it
};

// What is wrong with what was told, if something is.
Fault check(const BoundOrder& order, const wire::LeastPromises& told);

// They take part in a reduction with others: as those of one federate, and of the rest of them as
// one.
class EnteredPromises {
 public:
  using Member = BoundReduction::Member;

  // `rest` is nobody else's name there.
  explicit EnteredPromises(Member rest) : rest_(rest) {}

  // Replaces what was entered. `of_counts`: the promise of `now.of` is entered as its own; if not,
  // it is left out, for it takes part by itself or is a member no more.
  void enter(BoundReduction& reduction, const LeastPromises& now, bool of_counts);
  void leave(BoundReduction& reduction);
  // Whose promise is entered beside the rest.
  wire::FederateHandle of() const { return of_; }
  // That one is a member no more.
  void forget_of() { of_ = {}; }

 private:
  const Member rest_;
  wire::FederateHandle of_;
};

}  // namespace triad::router
