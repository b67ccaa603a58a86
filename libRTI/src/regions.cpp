#include "libRTI/src/regions.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/count_text.hpp"
#include "libRTI/src/convert.hpp"

namespace triad::api {
namespace {

// Converts MAX_EXTENT, the largest ULong on this platform, to the largest bound on the wire.
std::uint64_t bound_to_wire(RTI::ULong bound) {
  return bound == RTI::Region::getMaxExtent() ? ~std::uint64_t{0} : std::uint64_t{bound};
}

RTI::ULong bound_from_wire(std::uint64_t bound) {
  return bound >= RTI::Region::getMaxExtent() ? RTI::Region::getMaxExtent()
                                              : static_cast<RTI::ULong>(bound);
}

}  // namespace

RegionView::RegionView(const wire::RegionDescription& description)
    : handle(description.region),
      space(description.space),
      extents(description.extents),
      dimensions(description.dimensions),
      set(description.ranges) {
  set.resize(extents * dimensions.size(), {0, ~std::uint64_t{0}});
  notified = set;
}

RegionObject::RegionObject(std::shared_ptr<RegionView> view, std::shared_ptr<RegionBook> book)
    : view_(std::move(view)), book_(std::move(book)) {}

void RegionObject::operator delete(RegionObject* object, std::destroying_delete_t) {
  if (object->book_ != nullptr) object->book_->record_deletion(object);
}

void RegionObject::destroy(RegionObject* object) {
  object->~RegionObject();
  ::operator delete(object);
}

std::size_t RegionObject::range(RTI::ExtentIndex extent, RTI::DimensionHandle dimension) const {
  const auto& dimensions = view_->dimensions;
  const auto at = std::ranges::find(dimensions, to_wire<wire::DimensionHandle>(dimension));
  if (extent >= view_->extents) {
    throw RTI::ArrayIndexOutOfBounds(("the region has no extent " + std::to_string(extent) +
                                      "; it has " + core::count_text(view_->extents, "extent") +
                                      ", counted from 0")
                                         .c_str());
  }
  if (at == dimensions.end()) {
    throw RTI::ArrayIndexOutOfBounds(("the region's space has no dimension with the handle " +
                                      std::to_string(dimension) + ": see getDimensionHandle")
                                         .c_str());
  }
  return extent * dimensions.size() + static_cast<std::size_t>(at - dimensions.begin());
}

RTI::ULong RegionObject::getRangeLowerBound(RTI::ExtentIndex extent,
                                            RTI::DimensionHandle dimension) const {
  return bound_from_wire(view_->set[range(extent, dimension)].lower);
}

RTI::ULong RegionObject::getRangeUpperBound(RTI::ExtentIndex extent,
                                            RTI::DimensionHandle dimension) const {
  return bound_from_wire(view_->set[range(extent, dimension)].upper);
}

void RegionObject::setRangeLowerBound(RTI::ExtentIndex extent, RTI::DimensionHandle dimension,
                                      RTI::ULong bound) {
  view_->set[range(extent, dimension)].lower = bound_to_wire(bound);
}

void RegionObject::setRangeUpperBound(RTI::ExtentIndex extent, RTI::DimensionHandle dimension,
                                      RTI::ULong bound) {
  view_->set[range(extent, dimension)].upper = bound_to_wire(bound);
}

RTI::ULong RegionObject::getRangeLowerBoundNotificationLimit(RTI::ExtentIndex extent,
                                                             RTI::DimensionHandle dimension) const {
  return bound_from_wire(view_->notified[range(extent, dimension)].lower);
}

RTI::ULong RegionObject::getRangeUpperBoundNotificationLimit(RTI::ExtentIndex extent,
                                                             RTI::DimensionHandle dimension) const {
  return bound_from_wire(view_->notified[range(extent, dimension)].upper);
}

RTI::SpaceHandle RegionObject::getSpaceHandle() const RTI_NOEXCEPT {
  return from_wire(view_->space);
}

RTI::ULong RegionObject::getNumberOfExtents() const RTI_NOEXCEPT {
  return view_->extents;
}

RTI::Region* RegionBook::add(const wire::RegionDescription& description) {
  regions_[description.region].view = std::make_shared<RegionView>(description);
  return object_for(description.region);
}

std::shared_ptr<RegionView> RegionBook::find(const RTI::Region* region) const {
  const auto at = objects_.find(region);
  return at == objects_.end() ? nullptr : at->second->view();
}

RTI::Region* RegionBook::object_for(wire::RegionHandle token) {
  const auto at = regions_.find(token);
  if (at == regions_.end()) return nullptr;
  Entry& entry = at->second;
  if (entry.object == nullptr) {
    entry.object = new RegionObject(entry.view, shared_from_this());
    objects_.emplace(entry.object, entry.object);
  }
  ++entry.handed_out;
  return entry.object;
}

void RegionBook::record_deletion(RegionObject* object) {
  const auto at = regions_.find(object->view()->handle);
  if (at == regions_.end() || at->second.object != object) return;  // Has already ended.
  if (--at->second.handed_out != 0) return;
  at->second.object = nullptr;
  end_object(object);
}

// Keeps the memory of ended objects for a while. As long as no other object has the address, its
// use is refused.
void RegionBook::end_object(RegionObject* object) {
  objects_.erase(object);
  ended_.push_back(object);
  if (ended_.size() <= kEndedMax) return;
  RegionObject::destroy(ended_.front());
  ended_.pop_front();
}

void RegionBook::restore_region(const wire::RegionDescription& description) {
  const auto at = regions_.find(description.region);
  if (at != regions_.end()) *at->second.view = RegionView(description);
}

std::vector<wire::RegionHandle> RegionBook::tokens() const {
  std::vector<wire::RegionHandle> all;
  for (const auto& [token, entry] : regions_) all.push_back(token);
  return all;
}

wire::RegionHandle RegionBook::handle(const RTI::Region* region) const {
  const auto view = find(region);
  return view == nullptr ? wire::RegionHandle(~std::uint64_t{0}) : view->handle;
}

void RegionBook::retire(wire::RegionHandle token) {
  const auto at = regions_.find(token);
  if (at == regions_.end()) return;
  if (at->second.object != nullptr) end_object(at->second.object);
  regions_.erase(at);
}

void RegionBook::retire_all() {
  while (!regions_.empty()) retire(regions_.begin()->first);
}

void RegionBook::close() {
  retire_all();
  for (RegionObject* const object : std::exchange(ended_, {})) RegionObject::destroy(object);
}

}  // namespace triad::api
