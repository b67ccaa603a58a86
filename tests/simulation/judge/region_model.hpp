// A region as its creator has it (HLA 1.3 clause 9), with all bounds that it has had: what overlaps
// is compared extent by extent, for the few regions of a run. Shares nothing with core/region.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/ddm_messages.hpp"

namespace triad::test {

using wire::RegionHandle;

// Of Terrain's two dimensions, by extent; none: never notified.
using Ranges = std::vector<wire::Range>;

bool overlap(const Ranges& a, const Ranges& b);

class RegionModel {
 public:
  RegionModel(std::size_t creator, std::size_t extents) : creator_(creator), extents_(extents) {}

  std::size_t creator() const { return creator_; }
  std::size_t extents() const { return extents_; }
  bool deleted = false;
  bool once_associated = false;

  // A call that changes the bounds begins, and has returned.
  void modifying(const Ranges& ranges, std::uint64_t step);
  void modified(std::uint64_t step);

  // As its creator has it now.
  Ranges bounds() const { return history_.empty() ? Ranges{} : history_.back().ranges; }
  // They have overlapped all the while.
  bool overlapped_since(std::uint64_t step, const Ranges& other) const;
  // They may have overlapped at some moment.
  bool may_have_overlapped_since(std::uint64_t step, const Ranges& other) const;

 private:
  static constexpr std::uint64_t kForever = ~std::uint64_t{0};
  struct Bounds {
    Ranges ranges;
    std::uint64_t certain = kForever;  // from this step on, the return of the call
    std::uint64_t over = kForever;     // the return of the call that ended them
  };

  std::size_t creator_;  // place in History::members
  std::size_t extents_;
  std::vector<Bounds> history_;
};

}  // namespace triad::test
