#include "core/region_index.hpp"

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/mp11.hpp>
#include <iterator>
#include <utility>

namespace triad::core {

namespace bg = boost::geometry;

class RegionIndex::Tree {
 public:
  virtual ~Tree() = default;
  virtual void insert(RegionHandle handle, const Region& region) = 0;
  virtual void erase(RegionHandle handle, const Region& region) = 0;
  virtual void query(const Region& region, std::vector<RegionHandle>& found) const = 0;
};

// Tree over the first N dimensions. Coordinates are doubles. Rounding preserves the order of
// integers, so boxes that overlap also do so after rounding; a false candidate only costs a
// comparison.
template <std::size_t N>
class RegionIndex::TreeOf final : public Tree {
 public:
  void insert(RegionHandle handle, const Region& region) override {
    for_each_box(region, [&](const Box& box) { tree_.insert({box, handle.value}); });
  }
  void erase(RegionHandle handle, const Region& region) override {
    for_each_box(region, [&](const Box& box) { tree_.remove({box, handle.value}); });
  }
  void query(const Region& region, std::vector<RegionHandle>& found) const override {
    for_each_box(region, [&](const Box& box) {
      for (auto at = tree_.qbegin(bg::index::intersects(box)); at != tree_.qend(); ++at) {
        found.emplace_back(at->second);
      }
    });
  }

 private:
  using Point = bg::model::point<double, N, bg::cs::cartesian>;
  using Box = bg::model::box<Point>;
  using Value = std::pair<Box, std::uint64_t>;
  static constexpr std::size_t kNodeSize = 16;

  template <class Visit>
  static void for_each_box(const Region& region, Visit&& visit) {
    if (!region.has_bounds()) return;
    for (std::size_t extent = 0; extent < region.extents; ++extent) {
      Box box;
      boost::mp11::mp_for_each<boost::mp11::mp_iota_c<N>>([&](auto dimension) {
        constexpr std::size_t d = decltype(dimension)::value;
        wire::Range range;
        if (d < region.dimensions) range = region.ranges[extent * region.dimensions + d];
        // The last point in the range. An empty range is the point at its lower bound.
        const auto last = range.upper > range.lower ? range.upper - 1 : range.lower;
        bg::set<bg::min_corner, d>(box, static_cast<double>(range.lower));
        bg::set<bg::max_corner, d>(box, static_cast<double>(last));
      });
      visit(box);
    }
  }

  bg::index::rtree<Value, bg::index::quadratic<kNodeSize>> tree_;
};

RegionIndex::RegionIndex(std::size_t dimensions) {
  if (dimensions <= 1) {
    tree_ = std::make_unique<TreeOf<1>>();
  } else if (dimensions == 2) {
    tree_ = std::make_unique<TreeOf<2>>();
  } else {
    tree_ = std::make_unique<TreeOf<3>>();
  }
}

RegionIndex::~RegionIndex() = default;
RegionIndex::RegionIndex(RegionIndex&&) noexcept = default;
RegionIndex& RegionIndex::operator=(RegionIndex&&) noexcept = default;

void RegionIndex::insert(RegionHandle handle, const Region& region) {
  tree_->insert(handle, region);
}

void RegionIndex::erase(RegionHandle handle, const Region& region) {
  tree_->erase(handle, region);
}

std::vector<RegionHandle> RegionIndex::candidates(const Region& region) const {
  std::vector<RegionHandle> found;
  tree_->query(region, found);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace triad::core
