// Region as its creator knows it (HLA 1.3 clause 9), with all its earlier bounds. Overlap is tested
// extent by extent, because a run has few regions. Shares no code with core/region.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/ddm_messages.hpp"

namespace triad::test {

using wire::RegionHandle;

// Bounds in Terrain's two dimensions, by extent; empty: never notified.
using Ranges = std::vector<wire::Range>;

bool is_overlapping(const Ranges& a, const Ranges& b);

class RegionModel {
 public:
  RegionModel(std::size_t creator, std::size_t extents) : creator_(creator), extents_(extents) {}

  std::size_t creator() const { return creator_; }
  std::size_t extents() const { return extents_; }
  bool is_deleted = false;
  bool was_associated = false;

  // Record that a call which changes the bounds begins, or has returned.
  void record_change_begin(const Ranges& ranges, std::uint64_t step);
  void record_change_end(std::uint64_t step);

  // Present bounds, as the creator knows them.
  Ranges bounds() const { return history_.empty() ? Ranges{} : history_.back().ranges; }
  // Returns whether they have overlapped without interruption since the step.
  bool overlapped_since(std::uint64_t step, const Ranges& other) const;
  // Returns whether they may have overlapped at some time since the step.
  bool may_have_overlapped_since(std::uint64_t step, const Ranges& other) const;

 private:
  static constexpr std::uint64_t kForever = ~std::uint64_t{0};
  struct Bounds {
    Ranges ranges;
    std::uint64_t certain_from = kForever;  // step at which the call returned; certain from then on
    std::uint64_t replaced_at = kForever;   // step at which the call that replaced them returned
  };

  std::size_t creator_;  // place in History::members
  std::size_t extents_;
  std::vector<Bounds> history_;
};

}  // namespace triad::test
