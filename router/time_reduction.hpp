// Reduces promises: many members promise lower bounds on what they will still send, and each
// member is told the least of the others' promises, when that is of use to it. A step in which each
// of N members promises once costs N promises and N answers, and O(log N) work for each; whoever is
// not waiting is told nothing.
//
// A Bound is any value. Order says how two compare: `comparable()`, whether by what they mean; if
// not, it is any strict order of their representations, only what is the same to the last byte
// counts as one, and members are told all of the different promises.
//
// Members are numbers that the caller chooses. Pure: told of promises and waits, it answers whom to
// tell what.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace triad::router {

// What one member may be told: all others' promises as one or, where bounds cannot be compared, as
// the different ones.
template <class Bound>
struct Reduced {
  // Every other that promises at all has said so by now. If not, there is no bound.
  bool known = false;
  boost::container::small_vector<Bound, 1> promises;  // none, if known: nobody else promises
  // The least of all conditional promises, the member's own among them: it holds only as long as
  // all of them hold together. Empty: nobody promises conditionally, or they do not hold together.
  boost::container::small_vector<Bound, 1> together;
};

enum class WaitsFor : std::uint8_t {
  nothing,    // tell it nothing
  bound,      // tell it once the reduced promise has reached a bound
  each_rise,  // tell it whenever the reduced promise has risen
};

template <class Bound, class Order>
class TimeReduction {
 public:
  using Member = std::uint32_t;

  explicit TimeReduction(Order order = {})
      : order_(order), promises_(order), conditional_(order), waiting_(order) {}

  bool comparable() const { return order_.comparable(); }

  // --- Who promises. A promise never falls: one that is lower than the last counts as that.

  // From now on nobody else has a bound until this member has promised. Whoever has been told that
  // its bound was reached may find that it is not, and is told again when it is.
  void begin(Member member);
  bool promises(Member member) const { return promises_.contains(member); }
  // `conditional`: what it promises if all that do so hold together; not below `promise`.
  void promise(Member member, const Bound& promise, const std::optional<Bound>& conditional);
  void end(Member member);
  std::size_t unknown() const { return promises_.unknown(); }
  std::size_t conditional() const { return conditional_count_; }

  // --- Who is told.

  // Replaces what the member waited for. `bound`: the one that it waits for, or that it knows of,
  // of who waits for rises; without, it knows what it was told before.
  void wait(Member member, WaitsFor what, const std::optional<Bound>& bound = std::nullopt);
  // It waits for nothing, and will know of nothing that it was told.
  void forget(Member member);
  // The member is no more: it neither promises nor waits.
  void remove(Member member) {
    end(member);
    forget(member);
  }
  void clear();

  // All who are to be told something now. `together`: the conditional promises hold together.
  // visit(member, reduced) is called for each, in no particular order; to be asked after each
  // change, or after several.
  template <class Visit>
  void tell_due(bool together, Visit&& visit);

  // What a member would be told now.
  Reduced<Bound> reduced(Member member, bool together) const;

 private:
  // One promise each, in order; who has begun and not promised is before all others. Members
  // advance in step, so that different bounds are few: each is there once, with the members whose
  // it is.
  class Set {
   public:
    using Key = std::optional<Bound>;

    explicit Set(Order order) : groups_(Before{order}) {}
    bool contains(Member member) const { return places_.contains(member); }
    std::size_t unknown() const { return empty() || least() ? 0 : groups_.begin()->second.size(); }
    const Key* find(Member member) const;
    void set(Member member, const Key& bound);
    void erase(Member member);
    void clear();
    bool empty() const { return groups_.empty(); }
    // There must be one.
    const Key& least() const { return groups_.begin()->first; }
    // The only one who has the least bound, if there is only one.
    std::optional<Member> has_least_alone() const;
    // One who has it.
    Member has_least() const { return groups_.begin()->second.back(); }
    // The least but the member's own; null: there is no other.
    const Key* least_except(Member member) const;
    // visit(bound) of all but the member's own.
    template <class Visit>
    void for_each_except(std::optional<Member> member, Visit&& visit) const;

   private:
    struct Before {
      Order order;
      bool operator()(const Key& a, const Key& b) const;
    };
    using Groups = std::map<Key, std::vector<Member>, Before>;
    struct Place {
      typename Groups::iterator group;
      std::size_t index = 0;  // in it
    };

    typename Groups::iterator group_of(const Key& bound);
    void leave(const Place& place);

    Groups groups_;
    std::vector<typename Groups::node_type> spare_;  // so that once it has grown nothing allocates
    boost::unordered_flat_map<Member, Place> places_;
  };

  struct Waiter {
    WaitsFor what = WaitsFor::nothing;
    std::optional<Bound> bound;          // that it waits for
    std::optional<Reduced<Bound>> last;  // what it was told, or knows of
  };

  bool waits_for_rises(const Waiter& waiter) const {
    return waiter.what == WaitsFor::each_rise ||
           (waiter.what == WaitsFor::bound && !order_.comparable());
  }
  bool reached(const Bound& bound, const Reduced<Bound>& now) const;
  bool rose(const Reduced<Bound>& last, const Reduced<Bound>& now) const;
  static const Bound* least(const Reduced<Bound>& reduced) {
    return reduced.promises.empty() ? nullptr : &reduced.promises.front();
  }
  const Bound* lower_bound(const Reduced<Bound>& reduced) const;
  void let_wait_again();
  bool least_changed(bool together);
  template <class Visit>
  void tell_reached(bool together, Visit& visit);
  template <class Visit>
  void tell_risen(bool together, Visit& visit);

  Order order_;
  Set promises_;
  Set conditional_;  // or the promise of who makes none
  std::size_t conditional_count_ = 0;
  boost::unordered_flat_map<Member, bool> promises_conditionally_;
  boost::unordered_flat_map<Member, Waiter> waiters_;
  Set waiting_;             // for a bound, and have not been told that it is reached
  std::set<Member> rises_;  // who wait for each rise
  bool changed_ = false;
  std::vector<Member> fresh_;  // who wait for rises since it was last asked who is to be told

  // As it was when it was last asked.
  struct Least {
    bool any = false;
    std::optional<Bound> first;
    std::optional<Member> of;     // whose the first is, if it is one member's alone
    std::optional<Bound> second;  // the next, which is the least for that member
    std::optional<Bound> together;
  };
  Least least_;
};

// --- Promises in order.

template <class Bound, class Order>
bool TimeReduction<Bound, Order>::Set::Before::operator()(const Key& a, const Key& b) const {
  if (!a || !b) return !a && b;
  return order.compare(*a, *b) < 0;
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::find(Member member) const -> const Key* {
  const auto at = places_.find(member);
  return at == places_.end() ? nullptr : &at->second.group->first;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::set(Member member, const Key& bound) {
  const auto [at, fresh] = places_.try_emplace(member);
  if (!fresh) leave(at->second);
  const auto group = group_of(bound);
  at->second = {group, group->second.size()};
  group->second.push_back(member);
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::group_of(const Key& bound) -> typename Groups::iterator {
  const auto at = groups_.lower_bound(bound);
  if (at != groups_.end() && !groups_.key_comp()(bound, at->first)) return at;
  if (spare_.empty()) return groups_.try_emplace(at, bound);
  auto node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = bound;
  return groups_.insert(at, std::move(node));
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::leave(const Place& place) {
  auto& members = place.group->second;
  members[place.index] = members.back();
  places_.at(members.back()).index = place.index;
  members.pop_back();
  if (members.empty()) spare_.push_back(groups_.extract(place.group));
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::erase(Member member) {
  const auto at = places_.find(member);
  if (at == places_.end()) return;
  leave(at->second);
  places_.erase(at);
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::Set::clear() {
  groups_.clear();
  spare_.clear();
  places_.clear();
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::has_least_alone() const -> std::optional<Member> {
  if (empty() || groups_.begin()->second.size() != 1) return std::nullopt;
  return has_least();
}

template <class Bound, class Order>
auto TimeReduction<Bound, Order>::Set::least_except(Member member) const -> const Key* {
  auto at = groups_.begin();
  if (has_least_alone() == member) ++at;
  return at == groups_.end() ? nullptr : &at->first;
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::Set::for_each_except(std::optional<Member> member,
                                                       Visit&& visit) const {
  for (const auto& [bound, members] : groups_) {
    if (members.size() != 1 || members.front() != member) visit(bound);
  }
}

// --- Who promises.

template <class Bound, class Order>
void TimeReduction<Bound, Order>::begin(Member member) {
  end(member);
  promises_.set(member, std::nullopt);
  let_wait_again();
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::promise(Member member, const Bound& promise,
                                          const std::optional<Bound>& conditional) {
  const std::optional<Bound>* last = promises_.find(member);
  if (last == nullptr) return;
  const bool falls = comparable() && *last && order_.compare(promise, **last) < 0;
  if (!falls) promises_.set(member, promise);
  conditional_.set(member, conditional ? *conditional : promise);
  bool& before = promises_conditionally_[member];
  if (before) --conditional_count_;
  before = conditional.has_value();
  if (before) ++conditional_count_;
  changed_ = true;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::end(Member member) {
  promises_.erase(member);
  conditional_.erase(member);
  if (const auto at = promises_conditionally_.find(member); at != promises_conditionally_.end()) {
    if (at->second) --conditional_count_;
    promises_conditionally_.erase(at);
  }
  changed_ = true;
}

// --- Who is told.

template <class Bound, class Order>
void TimeReduction<Bound, Order>::wait(Member member, WaitsFor what,
                                       const std::optional<Bound>& bound) {
  waiting_.erase(member);
  rises_.erase(member);
  Waiter& waiter = waiters_[member];
  waiter.what = what;
  waiter.bound.reset();
  // It may have promised something else by the time it was told that.
  if (waiter.last) waiter.last->together.clear();
  if (what == WaitsFor::nothing) return;
  if (what == WaitsFor::bound) waiter.bound = bound;
  if (what == WaitsFor::each_rise && bound && comparable()) {
    waiter.last.emplace().known = true;
    waiter.last->promises.push_back(*bound);
  }
  if (waits_for_rises(waiter)) {
    rises_.insert(member);
    fresh_.push_back(member);
  } else {
    waiting_.set(member, bound);
  }
  changed_ = true;
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::forget(Member member) {
  waiting_.erase(member);
  rises_.erase(member);
  waiters_.erase(member);
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::let_wait_again() {
  for (auto& [member, waiter] : waiters_) {
    waiter.last.reset();
    if (waits_for_rises(waiter)) fresh_.push_back(member);
    if (waiter.what == WaitsFor::bound && !waits_for_rises(waiter)) {
      waiting_.set(member, waiter.bound);
    }
  }
}

template <class Bound, class Order>
void TimeReduction<Bound, Order>::clear() {
  promises_.clear();
  conditional_.clear();
  conditional_count_ = 0;
  promises_conditionally_.clear();
  waiters_.clear();
  waiting_.clear();
  rises_.clear();
  fresh_.clear();
}

template <class Bound, class Order>
Reduced<Bound> TimeReduction<Bound, Order>::reduced(Member member, bool together) const {
  Reduced<Bound> reduced;
  const std::optional<Bound>* least = promises_.least_except(member);
  reduced.known = least == nullptr || *least;
  if (!reduced.known) return reduced;
  together = together && conditional_count_ > 0 && promises_.unknown() == 0;
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
  promises_.for_each_except(member, add_to(reduced.promises));
  if (together) conditional_.for_each_except(std::nullopt, add_to(reduced.together));
  return reduced;
}

// What the promises say or, if that is more, what holds together; null: everything.
template <class Bound, class Order>
const Bound* TimeReduction<Bound, Order>::lower_bound(const Reduced<Bound>& reduced) const {
  const Bound* promised = least(reduced);
  if (promised == nullptr || reduced.together.empty()) return promised;
  const Bound& together = reduced.together.front();
  return order_.compare(together, *promised) > 0 ? &together : promised;
}

template <class Bound, class Order>
bool TimeReduction<Bound, Order>::reached(const Bound& bound, const Reduced<Bound>& now) const {
  if (!now.known) return false;
  const Bound* least = lower_bound(now);
  return least == nullptr || order_.compare(*least, bound) >= 0;
}

template <class Bound, class Order>
bool TimeReduction<Bound, Order>::rose(const Reduced<Bound>& last,
                                       const Reduced<Bound>& now) const {
  if (comparable()) {
    // What held together may do so no more: then the member has to say anew what it promises as the
    // promises rise, although it has been told more than they say.
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
  // Only one that is there no more can have been the least.
  return !contains_all(now.promises, last.promises) || !contains_all(last.together, now.together);
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::tell_due(bool together, Visit&& visit) {
  if (!std::exchange(changed_, false) && !together) return;
  tell_reached(together, visit);
  tell_risen(together && conditional_count_ > 0, visit);
}

template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::tell_reached(bool together, Visit& visit) {
  const auto tell = [&](Member member, Reduced<Bound>&& now) {
    waiting_.erase(member);
    visit(member, now);
    waiters_.at(member).last = std::move(now);
  };
  // The first in the order of what they need; of whom the least promise is its own, has another.
  while (!waiting_.empty()) {
    const Member first = waiting_.has_least();
    Reduced<Bound> now = reduced(first, together);
    if (!reached(*waiting_.least(), now)) break;
    tell(first, std::move(now));
  }
  const auto last = promises_.has_least_alone();
  const std::optional<Bound>* needed = last ? waiting_.find(*last) : nullptr;
  if (needed == nullptr) return;
  Reduced<Bound> now = reduced(*last, together);
  if (reached(**needed, now)) tell(*last, std::move(now));
}

// What the reduced promises of all depend on; nobody's has risen if that is as it was.
template <class Bound, class Order>
bool TimeReduction<Bound, Order>::least_changed(bool together) {
  if (!comparable()) return true;
  Least now;
  now.any = !promises_.empty();
  if (now.any) now.first = promises_.least();
  now.of = promises_.has_least_alone();
  if (const auto* second = now.of ? promises_.least_except(*now.of) : nullptr) now.second = *second;
  if (together && promises_.unknown() == 0) now.together = conditional_.least();
  const auto same = [&](const std::optional<Bound>& a, const std::optional<Bound>& b) {
    return a.has_value() == b.has_value() && (!a || order_.compare(*a, *b) == 0);
  };
  const bool changed = !same(now.first, least_.first) || !same(now.second, least_.second) ||
                       now.any != least_.any || now.of != least_.of ||
                       !same(now.together, least_.together);
  least_ = std::move(now);
  return changed;
}

// As long as what all depend on is as it was, only those are to be told who have begun to wait.
template <class Bound, class Order>
template <class Visit>
void TimeReduction<Bound, Order>::tell_risen(bool together, Visit& visit) {
  const auto look_at = [&](Member member) {
    Waiter& waiter = waiters_.at(member);
    Reduced<Bound> now = reduced(member, together);
    if (!now.known || (waiter.last && !rose(*waiter.last, now))) return;
    visit(member, now);
    waiter.last = std::move(now);
  };
  if (least_changed(together)) {
    for (const Member member : rises_) look_at(member);
  } else {
    for (const Member member : fresh_) {
      if (rises_.contains(member)) look_at(member);
    }
  }
  fresh_.clear();
}

}  // namespace triad::router
