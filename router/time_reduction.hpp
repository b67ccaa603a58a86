// Reduces promises. Members promise lower bounds on the messages that they will still send, and
// each member gets the least of the others' promises when it needs it. Conditional promises hold
// only if all of them hold together; then the least of them is a joint bound for all members. A
// step in which each of N members promises once costs N promises and N answers, and O(log N) work
// for each. A member that does not wait gets no answer.
// A Bound is any value. Order compares two bounds. If `comparable()` is false, it is an arbitrary
// strict order of their representations: only bounds with the same bytes are equal, and members get
// all different promises.
// The caller chooses the members' numbers. Pure: from promises and waits it finds the members that
// need an answer, and their bounds.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "router/reduced_promises.hpp"

namespace triad::router {

template <class Bound, class Order>
class TimeReduction {
 public:
  using Member = std::uint64_t;

  explicit TimeReduction(Order order = {})
      : order_(order),
        promises_(order, &Participant::promise),
        conditional_(order, &Participant::conditional),
        waiting_(order, &Participant::waiting) {}

  bool comparable() const { return order_.comparable(); }

  // --- Promises. A promise never falls: if it is lower than the last one, the last one remains.

  // Adds a member that will promise, or restarts one. No other member has a bound until it has
  // promised. Waits that were fulfilled before count again: the members get another answer when
  // their bound is reached again.
  void begin(Member member);
  bool promises(Member member) const {
    const Participant* const by = find(member);
    return by != nullptr && promises_.contains(*by);
  }
  // Returns true if the member has begun and not promised yet.
  bool is_unknown(Member member) const {
    const Participant* const by = find(member);
    return by != nullptr && promises_.contains(*by) && !promises_.bound_of(*by);
  }
  // Replaces the member's promise. `conditional`: the promise that holds if all conditional
  // promises hold together; not below `promise`. Has no effect before begin().
  void promise(Member member, const Bound& promise, const std::optional<Bound>& conditional);
  // Does the same for a member for several federates, without begin(). The promise may fall.
  void replace(Member member, const Bound& promise, const std::optional<Bound>& conditional);
  void end(Member member);
  // Return the numbers of members that have begun and not promised, and of those that promise
  // conditionally.
  std::size_t unknown() const { return promises_.unknown(); }
  std::size_t conditional() const { return conditional_count_; }

  // The two least promises of all members.
  struct Least {
    bool any = false;
    std::optional<Bound> first;     // empty: a member has yet to promise
    std::optional<Member> of;       // the only member with `first`; empty: several
    bool others = false;            // if `of` is set: other members promise
    std::optional<Bound> second;    // their least promise, if known
    std::optional<Bound> together;  // joint bound, if all hold together
  };
  Least least() const;

  // --- Waits

  // Replaces the member's wait. `bound`: the bound that it waits for or, if it waits for rises, the
  // bound that it knows. Without a bound it knows the one in its last answer.
  void set_wait(Member member, WaitsFor kind, const std::optional<Bound>& bound = std::nullopt);
  // Ends the member's wait and forgets its last answer.
  void forget_wait(Member member);
  // Excludes the member from joint bounds, because they include an outdated promise of it, or ends
  // the exclusion.
  void set_apart(Member member, bool apart);
  // Returns the member's wait, if it has not been fulfilled.
  std::pair<WaitsFor, std::optional<Bound>> wait_of(Member member) const;
  // Returns the least bound that a member waits for; null: none.
  const std::optional<Bound>* least_waited() const {
    return waiting_.empty() ? nullptr : &waiting_.least();
  }
  bool waits_for_rises() const { return !rises_.empty(); }
  // Removes the member: it neither promises nor waits any longer.
  void remove(Member member) {
    end(member);
    forget_wait(member);
    participants_.erase(member);
  }
  void clear();

  // Calls visit(member, reduced) for each member that needs an answer now, in no particular order.
  // `together`: the conditional promises hold together. Must be called after each change, or after
  // several.
  template <class Visit>
  void visit_due(bool together, Visit&& visit);

  // Returns the answer that the member would get now.
  Reduced<Bound> reduced(Member member, bool together) const {
    return reduced(find(member), together);
  }

 private:
  struct Participant;
  using Key = std::optional<Bound>;
  struct Before {
    Order order;
    bool operator()(const Key& a, const Key& b) const { return compare(order, a, b) < 0; }
  };
  using Groups = std::map<Key, std::vector<Participant*>, Before>;

  // Position of a participant in a Set.
  struct Place {
    bool taken = false;
    typename Groups::iterator group = {};
    std::size_t index = 0;  // in it
  };

  // A member that promises or waits.
  struct Participant {
    const Member member;
    Place promise = {};
    Place conditional = {};
    Place waiting = {};
    bool promises_conditionally = false;
    bool apart = false;
    WaitsFor waits_for = WaitsFor::nothing;
    std::optional<Bound> bound = {};          // bound that it waits for
    std::optional<Reduced<Bound>> last = {};  // last answer, or the bound that it knows
  };

  // One bound for each participant, in order. Participants that have begun and not promised come
  // first. Members advance in step, so few bounds differ: each bound is stored once, with its
  // participants.
  class Set {
   public:
    Set(Order order, Place Participant::*place) : groups_(Before{order}), place_(place) {}
    bool contains(const Participant& participant) const { return (participant.*place_).taken; }
    std::size_t unknown() const { return empty() || least() ? 0 : groups_.begin()->second.size(); }
    // Returns the participant's bound. The set must contain it.
    const Key& bound_of(const Participant& participant) const {
      return (participant.*place_).group->first;
    }
    void set(Participant& participant, const Key& bound);
    void erase(Participant& participant);
    void clear() { groups_.clear(); }  // the participants must be cleared as well
    bool empty() const { return groups_.empty(); }
    // Returns the least bound. The set must not be empty.
    const Key& least() const { return groups_.begin()->first; }
    // Returns the only participant with the least bound; null if there is not exactly one.
    Participant* only_with_least() const;
    // Returns a participant with the least bound. The set must not be empty.
    Participant* any_with_least() const { return groups_.begin()->second.back(); }
    // Returns the least bound of the other participants; null: there are none.
    const Key* least_except(const Participant* participant) const;
    // Calls visit(bound) for each different bound of the other participants.
    template <class Visit>
    void for_each_except(const Participant* participant, Visit&& visit) const;

   private:
    typename Groups::iterator group_of(const Key& bound);
    void remove_from_group(const Place& place);

    Groups groups_;
    Place Participant::*place_;
    std::vector<typename Groups::node_type> spare_;  // reused nodes, which save allocations
  };

  static int compare(const Order& order, const Key& a, const Key& b) {
    if (!a || !b) return static_cast<int>(a.has_value()) - static_cast<int>(b.has_value());
    return order.compare(*a, *b);
  }
  Participant& participant(Member member);
  Participant* find(Member member) const;
  bool waits_for_rises(const Participant& waiter) const {
    return waiter.waits_for == WaitsFor::each_rise ||
           (waiter.waits_for == WaitsFor::bound && !order_.comparable());
  }
  void set_promises(Participant& by, const Bound& promise, const std::optional<Bound>& conditional);
  void copy_promises_to_conditional();
  void end(Participant& participant);
  void stop_waiting(Participant& participant);
  Reduced<Bound> reduced(const Participant* participant, bool together) const;  // of all others
  // Return true if a participant that waits for `bound`, or was told `last`, must be told `now`.
  bool is_reached(const Bound& bound, const Reduced<Bound>& now) const;
  bool has_risen(const Reduced<Bound>& last, const Reduced<Bound>& now) const;
  static const Bound* least(const Reduced<Bound>& reduced) {
    return reduced.promises.empty() ? nullptr : &reduced.promises.front();
  }
  const Bound* lower_bound(const Reduced<Bound>& reduced) const;  // joint bound or least promise
  void reactivate_waits();            // all waits are examined again, because a bound has fallen
  bool least_changed(bool together);  // since the last call
  template <class Visit>
  void visit_reached(bool together, Visit& visit);  // participants with waits that end now
  template <class Visit>
  void visit_risen(bool together, Visit& visit);  // participants that want each rise

  Order order_;
  boost::unordered_flat_map<Member, std::unique_ptr<Participant>> participants_;
  Set promises_;
  Set conditional_;  // promises of members without one included; empty until one exists
  bool has_conditional_ = false;
  std::size_t conditional_count_ = 0;
  Set waiting_;                           // members that wait for a bound and have no answer yet
  std::map<Member, Participant*> rises_;  // members that wait for each rise
  bool has_changed_ = false;
  std::vector<Member> new_waits_;  // waits for rises to examine at the next visit_due()

  Least last_least_;  // at the last visit_due()
};

// --- Promises in order

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::set(Participant& participant, const Key& bound) {
  Place& place = participant.*place_;
  if (place.taken) remove_from_group(place);
  const auto group = group_of(bound);
  place = {true, group, group->second.size()};
  group->second.push_back(&participant);
}

// Returns the group of the bound. Most participants follow the first of a step into the last group.
template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::group_of(const Key& bound) -> typename Groups::iterator {
  auto behind = groups_.end();
  if (!groups_.empty()) {
    const Order& order = groups_.key_comp().order;
    const auto last = std::prev(behind);
    const int after_last = compare(order, bound, last->first);
    if (after_last == 0) return last;
    if (after_last < 0) behind = groups_.lower_bound(bound);
    if (after_last < 0 && compare(order, bound, behind->first) == 0) return behind;
  }
  if (spare_.empty()) return groups_.try_emplace(behind, bound);
  auto node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = bound;
  return groups_.insert(behind, std::move(node));
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::remove_from_group(const Place& place) {
  auto& participants = place.group->second;
  Participant* const last = participants.back();
  participants[place.index] = last;
  (last->*place_).index = place.index;
  participants.pop_back();
  if (participants.empty()) spare_.push_back(groups_.extract(place.group));
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::erase(Participant& participant) {
  Place& place = participant.*place_;
  if (std::exchange(place.taken, false)) remove_from_group(place);
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::only_with_least() const -> Participant* {
  return empty() || groups_.begin()->second.size() != 1 ? nullptr : any_with_least();
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::least_except(const Participant* participant) const
    -> const Key* {
  auto at = groups_.begin();
  if (participant != nullptr && only_with_least() == participant) ++at;
  return at == groups_.end() ? nullptr : &at->first;
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::Set::for_each_except(const Participant* participant,
                                                       Visit&& visit) const {
  for (const auto& [bound, participants] : groups_) {
    if (participants.size() != 1 || participants.front() != participant) visit(bound);
  }
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::participant(Member member) -> Participant& {
  std::unique_ptr<Participant>& participant = participants_[member];
  if (participant == nullptr) participant.reset(new Participant{.member = member});
  return *participant;
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::find(Member member) const -> Participant* {
  const auto at = participants_.find(member);
  return at == participants_.end() ? nullptr : at->second.get();
}

// --- Promises

template <class Bound, class Order>
void TimeReduction<Bound, Order>::begin(Member member) {
  Participant& by = participant(member);
  end(by);
  promises_.set(by, std::nullopt);
  reactivate_waits();
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::promise(Member member, const Bound& promise,
                                          const std::optional<Bound>& conditional) {
  Participant* const by = find(member);
  if (by == nullptr || !promises_.contains(*by)) return;
  const Key& last = promises_.bound_of(*by);
  const int order = last ? order_.compare(promise, *last) : 1;
  if (comparable() ? order > 0 : order != 0) promises_.set(*by, promise);
  set_promises(*by, promise, conditional);
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::replace(Member member, const Bound& promise,
                                          const std::optional<Bound>& conditional) {
  Participant& by = participant(member);
  const bool known = promises_.contains(by) && promises_.bound_of(by);
  const bool falls = known && order_.compare(promise, *promises_.bound_of(by)) < 0;
  promises_.set(by, promise);
  set_promises(by, promise, conditional);
  if (falls) reactivate_waits();
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::set_promises(Participant& by, const Bound& promise,
                                               const std::optional<Bound>& conditional) {
  if (conditional && !std::exchange(has_conditional_, true)) copy_promises_to_conditional();
  if (has_conditional_) conditional_.set(by, conditional ? *conditional : promise);
  if (by.promises_conditionally) --conditional_count_;
  by.promises_conditionally = conditional.has_value();
  if (by.promises_conditionally) ++conditional_count_;
  has_changed_ = true;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::copy_promises_to_conditional() {
  for (const auto& [member, participant] : participants_) {
    if (!promises_.contains(*participant)) continue;
    const Key& promised = promises_.bound_of(*participant);
    if (promised) conditional_.set(*participant, promised);
  }
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::end(Member member) {
  if (Participant* const by = find(member)) end(*by);
  has_changed_ = true;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::end(Participant& participant) {
  promises_.erase(participant);
  conditional_.erase(participant);
  if (std::exchange(participant.promises_conditionally, false)) --conditional_count_;
  has_changed_ = true;
}

// --- Waits

template <class Bound, class Order>
void TimeReduction<Bound, Order>::set_wait(Member member, WaitsFor kind,
                                           const std::optional<Bound>& bound) {
  Participant& waiter = participant(member);
  stop_waiting(waiter);
  // Its promise may have changed since it got a joint bound.
  if (waiter.last) waiter.last->together.clear();
  if (kind == WaitsFor::nothing) return;
  waiter.waits_for = kind;
  if (kind == WaitsFor::bound) waiter.bound = bound;
  if (kind == WaitsFor::each_rise && bound && comparable()) {
    waiter.last.emplace().known = true;
    waiter.last->promises.push_back(*bound);
  }
  if (waits_for_rises(waiter)) {
    rises_.emplace(member, &waiter);
    new_waits_.push_back(member);
  } else {
    waiting_.set(waiter, bound);
  }
  has_changed_ = true;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::stop_waiting(Participant& waiter) {
  waiting_.erase(waiter);
  if (waits_for_rises(waiter)) rises_.erase(waiter.member);
  waiter.waits_for = WaitsFor::nothing;
  waiter.bound.reset();
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::forget_wait(Member member) {
  Participant* const waiter = find(member);
  if (waiter == nullptr) return;
  stop_waiting(*waiter);
  waiter->last.reset();
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::set_apart(Member member, bool apart) {
  Participant& waiter = participant(member);
  if (std::exchange(waiter.apart, apart) == apart) return;
  if (waits_for_rises(waiter)) new_waits_.push_back(member);
  has_changed_ = true;
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::wait_of(Member member) const
    -> std::pair<WaitsFor, std::optional<Bound>> {
  const Participant* const waiter = find(member);
  if (waiter == nullptr) return {WaitsFor::nothing, std::nullopt};
  const bool waits = waits_for_rises(*waiter) || waiting_.contains(*waiter);
  if (!waits) return {WaitsFor::nothing, std::nullopt};
  return {waiter->waits_for, waiter->bound};
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::reactivate_waits() {
  for (auto& [member, waiter] : participants_) {
    waiter->last.reset();
    if (waits_for_rises(*waiter)) {
      new_waits_.push_back(member);
    } else if (waiter->waits_for == WaitsFor::bound) {
      waiting_.set(*waiter, waiter->bound);
    }
  }
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::clear() {
  promises_.clear();
  conditional_.clear();
  waiting_.clear();
  rises_.clear();
  new_waits_.clear();
  participants_.clear();
  has_conditional_ = false;
  conditional_count_ = 0;
}

template <class Bound, class Order>
Reduced<Bound> TimeReduction<Bound, Order>::reduced(const Participant* participant,
                                                    bool together) const {
  Reduced<Bound> reduced;
  const std::optional<Bound>* least = promises_.least_except(participant);
  reduced.known = least == nullptr || *least;
  if (!reduced.known) return reduced;
  together = together && conditional_count_ > 0 && promises_.unknown() == 0 &&
             (participant == nullptr || !participant->apart);
  if (comparable()) {
    if (least != nullptr) reduced.promises.push_back(**least);
    if (together) reduced.together.push_back(*conditional_.least());
    return reduced;
  }
  const auto add_to = [](auto& all) {
    return [&all](const std::optional<Bound>& bound) {
      if (bound) all.push_back(*bound);
    };
  };
  promises_.for_each_except(participant, add_to(reduced.promises));
  if (together) conditional_.for_each_except(nullptr, add_to(reduced.together));
  return reduced;
}

// Returns the least promise or, if greater, the joint bound; null: there is no limit.
template <class Bound, class Order>
const Bound* TimeReduction<Bound, Order>::lower_bound(const Reduced<Bound>& reduced) const {
  const Bound* promised = least(reduced);
  if (promised == nullptr || reduced.together.empty()) return promised;
  const Bound& together = reduced.together.front();
  return order_.compare(together, *promised) > 0 ? &together : promised;
}

template <class Bound, class Order>
bool TimeReduction<Bound, Order>::is_reached(const Bound& bound, const Reduced<Bound>& now) const {
  if (!now.known) return false;
  const Bound* least = lower_bound(now);
  return least == nullptr || order_.compare(*least, bound) >= 0;
}

template <class Bound, class Order>
bool TimeReduction<Bound, Order>::has_risen(const Reduced<Bound>& last,
                                            const Reduced<Bound>& now) const {
  if (comparable()) {
    // If conditional promises no longer hold together, only promises are compared. The member must
    // then report again as promises rise, although its last answer was higher.
    const bool together = !now.together.empty();
    const Bound* before = together ? lower_bound(last) : least(last);
    const Bound* after = together ? lower_bound(now) : least(now);
    return before != nullptr && (after == nullptr || order_.compare(*after, *before) > 0);
  }
  const auto contains = [&](const auto& all, const Bound& one) {
    return std::ranges::any_of(all,
                               [&](const Bound& other) { return order_.compare(one, other) == 0; });
  };
  const auto contains_all = [&](const auto& all, const auto& some) {
    return std::ranges::all_of(some, [&](const Bound& one) { return contains(all, one); });
  };
  // The least of some bounds can have risen only if one of them has disappeared.
  const bool joint = !now.together.empty() &&
                     (last.together.empty() || !contains_all(now.together, last.together));
  return joint || !contains_all(now.promises, last.promises);
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::visit_due(bool together, Visit&& visit) {
  if (!std::exchange(has_changed_, false) && !together) return;
  visit_reached(together, visit);
  visit_risen(together && conditional_count_ > 0, visit);
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::visit_reached(bool together, Visit& visit) {
  const auto tell = [&](Participant& waiter, Reduced<Bound>&& now) {
    waiting_.erase(waiter);
    visit(waiter.member, now);
    waiter.last = std::move(now);
  };
  // In the order of bounds waited for. The member with the least promise has a different bound, so
  // it is examined separately.
  while (!waiting_.empty()) {
    Participant* const first = waiting_.any_with_least();
    Reduced<Bound> now = reduced(first, together);
    if (!is_reached(*waiting_.least(), now)) break;
    tell(*first, std::move(now));
  }
  Participant* const last = promises_.only_with_least();
  if (last == nullptr || !waiting_.contains(*last)) return;
  Reduced<Bound> now = reduced(last, together);
  if (is_reached(*waiting_.bound_of(*last), now)) tell(*last, std::move(now));
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::least() const -> Least {
  Least now;
  now.any = !promises_.empty();
  if (now.any) now.first = promises_.least();
  if (const Participant* const alone = promises_.only_with_least()) {
    now.of = alone->member;
    const auto* const second = promises_.least_except(alone);
    now.others = second != nullptr;
    if (second != nullptr) now.second = *second;
  }
  if (conditional_count_ > 0 && promises_.unknown() == 0) now.together = conditional_.least();
  return now;
}

// Returns true if a value changed on which all bounds depend. Otherwise no bound has risen.
template <class Bound, class Order>
bool TimeReduction<Bound, Order>::least_changed(bool together) {
  if (!comparable()) return true;
  Least now = least();
  if (!together) now.together.reset();
  const auto same = [&](const std::optional<Bound>& a, const std::optional<Bound>& b) {
    return a.has_value() == b.has_value() && (!a || order_.compare(*a, *b) == 0);
  };
  const Least& last = last_least_;
  const bool changed = !same(now.first, last.first) || !same(now.second, last.second) ||
                       now.any != last.any || now.of != last.of || now.others != last.others ||
                       !same(now.together, last.together);
  last_least_ = std::move(now);
  return changed;
}

// Visits each participant that wants each rise, if its bound has risen. If no value changed on
// which all bounds depend, only new waits are examined.
template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::visit_risen(bool together, Visit& visit) {
  const auto look_at = [&](Participant& waiter) {
    Reduced<Bound> now = reduced(&waiter, together);
    if (!now.known || (waiter.last && !has_risen(*waiter.last, now))) return;
    visit(waiter.member, now);
    waiter.last = std::move(now);
  };
  if (least_changed(together)) {
    for (const auto& [member, waiter] : rises_) look_at(*waiter);
  } else {
    for (const Member member : new_waits_) {
      if (const auto at = rises_.find(member); at != rises_.end()) look_at(*at->second);
    }
  }
  new_waits_.clear();
}

}  // namespace triad::router
