#include "tests/simulation/judge/region_model.hpp"

#include <algorithm>

namespace triad::test {

namespace {

constexpr std::size_t kDimensions = 2;

// HLA 1.3 clause 9: the upper bound is excluded, but ranges with equal lower bounds always overlap.
bool is_overlapping(const wire::Range& a, const wire::Range& b) {
  if (a.lower == b.lower) return true;
  return a.lower < b.lower ? b.lower < a.upper : a.lower < b.upper;
}

}  // namespace

bool is_overlapping(const Ranges& a, const Ranges& b) {
  for (std::size_t i = 0; i < a.size(); i += kDimensions) {
    for (std::size_t k = 0; k < b.size(); k += kDimensions) {
      if (is_overlapping(a[i], b[k]) && is_overlapping(a[i + 1], b[k + 1])) return true;
    }
  }
  return false;
}

void RegionModel::record_change_begin(const Ranges& ranges, std::uint64_t) {
  history_.push_back({ranges, kForever, kForever});
}

void RegionModel::record_change_end(std::uint64_t step) {
  history_.back().certain_from = step;
  if (history_.size() > 1) history_[history_.size() - 2].replaced_at = step;
}

bool RegionModel::overlapped_since(std::uint64_t step, const Ranges& other) const {
  return !history_.empty() && history_.back().certain_from < step &&
         is_overlapping(history_.back().ranges, other);
}

bool RegionModel::may_have_overlapped_since(std::uint64_t step, const Ranges& other) const {
  return std::ranges::any_of(history_, [&](const Bounds& bounds) {
    return bounds.replaced_at >= step && is_overlapping(bounds.ranges, other);
  });
}

}  // namespace triad::test
