#include "libRTI/src/regions.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "libRTI/src/convert.hpp"

namespace triad::api {
namespace {

// MAX_EXTENT, which is the widest ULong here, is the widest bound on the wire.
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

RegionObject::~RegionObject() {
  if (book_ != nullptr) book_->forget(this);
}

std::size_t RegionObject::range(RTI::ExtentIndex extent, RTI::DimensionHandle dimension) const {
  const auto& dimensions = view_->dimensions;
  const auto at = std::ranges::find(dimensions, to_wire<wire::DimensionHandle>(dimension));
  if (extent >= view_->extents) {
    throw RTI::ArrayIndexOutOfBounds(("the region has no extent " + std::to_string(extent) +
                                      "; they count from 0, and there are " +
                                      std::to_string(view_->extents))
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
  return find(description.region);
}

std::shared_ptr<RegionView> RegionBook::find(const RTI::Region* region) const {
  const auto at = objects_.find(region);
  return at == objects_.end() ? nullptr : at->second->view();
}

RTI::Region* RegionBook::find(wire::RegionHandle token) {
  const auto at = regions_.find(token);
  if (at == regions_.end()) return nullptr;
  RegionObject*& object = at->second.object;
  if (object == nullptr) {
    object = new RegionObject(at->second.view, shared_from_this());
    objects_.emplace(object, object);
  }
  return object;
}

void RegionBook::renew(const wire::RegionDescription& description) {
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
  if (RegionObject* const object = at->second.object) {
    objects_.erase(object);
    retired_.push_back(object);
  }
  regions_.erase(at);
  while (retired_.size() > kRetiredMax) delete retired_.front();  // which takes itself out
}

void RegionBook::retire_all() {
  while (!regions_.empty()) retire(regions_.begin()->first);
}

void RegionBook::close() {
  retire_all();
  while (!retired_.empty()) delete retired_.front();
}

void RegionBook::forget(const RegionObject* object) {
  objects_.erase(object);
  std::erase(retired_, object);
  const auto at = regions_.find(object->view()->handle);
  if (at != regions_.end() && at->second.object == object) at->second.object = nullptr;
}

}  // namespace triad::api
