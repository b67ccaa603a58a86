#include "core/region.hpp"

namespace triad::core {

bool overlap(const Region& a, const Region& b) {
  if (a.space != b.space || !a.has_bounds() || !b.has_bounds()) return false;
  for (std::size_t i = 0; i < a.extents; ++i) {
    for (std::size_t k = 0; k < b.extents; ++k) {
      bool everywhere = true;
      for (std::size_t d = 0; d < a.dimensions && everywhere; ++d) {
        everywhere = overlap(a.ranges[i * a.dimensions + d], b.ranges[k * b.dimensions + d]);
      }
      if (everywhere) return true;
    }
  }
  return false;
}

}  // namespace triad::core
