// Statements of interest that not every router below goes by yet (neighbour_sums.hpp): of members,
// who are told when it is so, and, as those of kRtig, what the router above has told this one.
// Pure.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "router/neighbour_sums.hpp"

namespace triad::router {

class UnsettledStatements {
 public:
  // What was stated up to `position` waits for the rounds.
  void add(FederateHandle by, wire::Position position, NeighbourSums::Rounds rounds);
  void erase(FederateHandle by) {
    std::erase_if(all_, [by](const Statement& one) { return one.by == by; });
  }
  void clear() { all_.clear(); }
  // Keeps the record that says that what was stated up to `position` is settled as far as routers
  // above go. False: nothing up to there waits here.
  bool keep(FederateHandle by, wire::Position position, wire::Bytes record);

  // done(by, position, record) of each that waits no more; the record that was kept, or nothing.
  template <class Done>
  void settle(const NeighbourSums& sums, Done&& done);

 private:
  struct Statement {
    FederateHandle by;
    wire::Position position = 0;
    NeighbourSums::Rounds rounds;
    wire::Buffer record = {};
  };
  std::vector<Statement> all_;  // in the order in which they were made
};

// However many one makes while a router is slow, two are kept: the oldest one, so that he goes on
// as soon as he may, and all others as one.
inline void UnsettledStatements::add(FederateHandle by, wire::Position position,
                                     NeighbourSums::Rounds rounds) {
  const auto is_his = [by](const Statement& one) { return one.by == by; };
  const auto first = std::ranges::find_if(all_, is_his);
  const auto second =
      first == all_.end() ? first : std::find_if(std::next(first), all_.end(), is_his);
  if (second == all_.end()) {
    all_.push_back({by, position, std::move(rounds)});
  } else {
    second->position = position;
    second->rounds = std::move(rounds);
  }
}

inline bool UnsettledStatements::keep(FederateHandle by, wire::Position position,
                                      wire::Bytes record) {
  const auto at = std::ranges::find_if(
      all_, [&](const Statement& one) { return one.by == by && one.position >= position; });
  if (at == all_.end()) return false;
  at->record.assign(record.begin(), record.end());
  return true;
}

template <class Done>
void UnsettledStatements::settle(const NeighbourSums& sums, Done&& done) {
  for (std::size_t i = 0; i < all_.size();) {
    if (!sums.are_answered(all_[i].rounds)) {
      ++i;
      continue;
    }
    const Statement settled = std::move(all_[i]);
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    done(settled.by, settled.position, settled.record);
  }
}

}  // namespace triad::router
