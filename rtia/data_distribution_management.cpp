#include "rtia/data_distribution_management.hpp"

#include <algorithm>
#include <set>

#include "core/count_text.hpp"
#include "core/data_reach.hpp"
#include "records/defect.hpp"
#include "rtia/model_checks.hpp"
#include "rtia/value_selection.hpp"
#include "wire/encoded_size.hpp"

namespace triad::rtia {

// --- Refusals.

std::optional<Error> DataDistributionManagement::check_region(wire::RegionHandle region) const {
  if (federation_.regions().find_of(self_, region) != nullptr) return std::nullopt;
  return wire::error(ErrorCode::RegionNotKnown,
                     "the region was not created by this federate, or has been deleted since");
}

std::optional<Error> DataDistributionManagement::check_region(
    wire::RegionHandle region, ObjectClassHandle object_class,
    const AttributeSet& attributes) const {
  if (auto refusal = check_region(region)) return refusal;
  const auto space = federation_.regions().find(region)->space;
  if (federation_.model().are_in_space(object_class, attributes, space)) return std::nullopt;
  return wire::error(ErrorCode::InvalidRegionContext,
                     "the region lies in the routing space " + model().find(space)->name +
                         ", where not all of the attributes of " + model().path(object_class) +
                         " do: see the FED file");
}

std::optional<Error> DataDistributionManagement::check_region(
    wire::RegionHandle region, InteractionClassHandle interaction_class) const {
  if (auto refusal = check_region(region)) return refusal;
  const auto space = federation_.regions().find(region)->space;
  if (model().find(interaction_class)->space == space) return std::nullopt;
  return wire::error(ErrorCode::InvalidRegionContext, "the region lies in the routing space " +
                                                          model().find(space)->name + ", and " +
                                                          model().path(interaction_class) +
                                                          " does not: see the FED file");
}

// --- Regions.

Result<wire::RegionDescription> DataDistributionManagement::perform_call(
    const wire::DescribeSpace& request) {
  const auto* space = model().find(request.space);
  if (space == nullptr) {
    return wire::error(
        ErrorCode::SpaceNotDefined,
        request.space == model().default_space()
            ? "the default space has no regions but the default region"
            : "no routing space has the handle " + std::to_string(request.space.value));
  }
  wire::RegionDescription description;
  description.space = request.space;
  for (const auto& dimension : space->dimensions)
    description.dimensions.push_back(dimension.handle);
  return description;
}

Result<wire::RegionDescription> DataDistributionManagement::perform_call(
    const wire::DescribeRegion& request) {
  if (auto refusal = check_region(request.region)) return *refusal;
  return description_of(request.region, *federation_.regions().find(request.region));
}

Result<wire::RegionHandle> DataDistributionManagement::perform_call(
    const wire::CreateRegion& request) {
  if (const auto space = perform_call(wire::DescribeSpace{request.space}); !space)
    return space.error();
  if (request.extents == 0 || request.extents > wire::kExtentsMax) {
    return wire::error(ErrorCode::InvalidExtents,
                       "a region has 1 to " + std::to_string(wire::kExtentsMax) + " extents, not " +
                           std::to_string(request.extents));
  }
  if (request.extents > wire::kExtentsOfFederateMax - own_member().extents) {
    return wire::error(ErrorCode::RTIinternalError,
                       "the regions of a federate have at most " +
                           std::to_string(wire::kExtentsOfFederateMax) +
                           " extents together, and this federate's have " +
                           std::to_string(own_member().extents) + " already: delete some first");
  }
  wire::CreateRegion complete = request;
  complete.region = wire::region_of(self_, own_member().last_region + 1);
  context_.request(complete);
  return wire::RegionHandle{};
}

Result<void> DataDistributionManagement::perform_call(
    const wire::NotifyAboutRegionModification& request) {
  if (auto refusal = check_region(request.region)) return *refusal;
  const core::Region& region = *federation_.regions().find(request.region);
  if (request.ranges.size() != region.extents * region.dimensions) {
    return wire::error(ErrorCode::InvalidExtents,
                       "the region has " + core::count_text(region.extents, "extent") + " of " +
                           core::count_text(region.dimensions, "dimension"));
  }
  for (const auto& [lower, upper] : request.ranges) {
    if (lower <= upper) continue;
    return wire::error(ErrorCode::InvalidExtents, "a range begins at " + std::to_string(lower) +
                                                      " and ends before it, at " +
                                                      std::to_string(upper));
  }
  interest_.request(request);
  return {};
}

Result<void> DataDistributionManagement::perform_call(const wire::DeleteRegion& request) {
  if (auto refusal = check_region(request.region)) return *refusal;
  if (federation_.is_region_in_use(request.region)) {
    return wire::error(ErrorCode::RegionInUse,
                       "a subscription or an object instance has the region: unsubscribe or "
                       "unassociate it first");
  }
  context_.request(request);
  return {};
}

// --- Updates with a region.

Result<void> DataDistributionManagement::perform_call(
    const wire::AssociateRegionForUpdates& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = known_.check_attributes(*known, request.attributes, false)) return *refusal;
  if (auto refusal = check_region(request.region, known->known->known_class, request.attributes)) {
    return *refusal;
  }
  context_.request(request);
  return {};
}

Result<void> DataDistributionManagement::perform_call(
    const wire::UnassociateRegionForUpdates& request) {
  const auto known = known_.named(request.object);
  if (!known) return known.error();
  if (auto refusal = check_region(request.region)) return *refusal;
  context_.request(wire::AssociateRegionForUpdates{request.region, request.object, {}});
  return {};
}

// --- Subscriptions with a region.

Result<void> DataDistributionManagement::perform_call(
    const wire::SubscribeObjectClassAttributesWithRegion& request) {
  if (auto refusal = check_class(federation_, request.object_class, request.attributes))
    return *refusal;
  if (auto refusal = context_.rules().check_class(model(), request.object_class)) return *refusal;
  if (auto refusal = check_region(request.region, request.object_class, request.attributes)) {
    return *refusal;
  }
  if (auto refusal = interest_.check_cells(request.region)) return *refusal;
  interest_.request(request);
  return {};
}

Result<void> DataDistributionManagement::perform_call(
    const wire::UnsubscribeObjectClassWithRegion& request) {
  if (model().find(request.object_class) == nullptr) return not_defined(request.object_class);
  if (auto refusal = check_region(request.region)) return *refusal;
  const auto* regions = declared().find_region_subscriptions(request.object_class);
  if (regions == nullptr || !regions->by_region.contains(request.region)) {
    return wire::error(
        ErrorCode::ObjectClassNotSubscribed,
        model().path(request.object_class) + " is not subscribed here with this region");
  }
  interest_.request(request);
  return {};
}

Result<void> DataDistributionManagement::perform_call(
    const wire::SubscribeInteractionClassWithRegion& request) {
  if (auto refusal = declaration_.check_subscription(request.interaction_class)) return *refusal;
  if (auto refusal = check_region(request.region, request.interaction_class)) return *refusal;
  if (auto refusal = interest_.check_cells(request.region)) return *refusal;
  interest_.request(request);
  return {};
}

Result<void> DataDistributionManagement::perform_call(
    const wire::UnsubscribeInteractionClassWithRegion& request) {
  const auto interaction_class = request.interaction_class;
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (auto refusal = check_region(request.region)) return *refusal;
  const auto& all = declared().interaction_class_regions;
  const auto at = all.find(interaction_class);
  if (at == all.end() || !at->second.contains(request.region)) {
    return wire::error(
        ErrorCode::InteractionClassNotSubscribed,
        model().path(interaction_class) + " is not subscribed here with this region");
  }
  interest_.request(request);
  return {};
}

// --- Records of the log.

Fault DataDistributionManagement::receive_record(const Record& record,
                                                 const wire::CreateRegion& m) {
  if (!federation_.apply(record.header.cause(), m)) return "an impossible region";
  if (record.header.cause() == self_ && context_.answers_call(record.header)) {
    context_.set_call_result(m.region.value);
  }
  return {};
}

Fault DataDistributionManagement::receive_record(const Record& record,
                                                 const wire::NotifyAboutRegionModification& m) {
  const auto changes = federation_.apply(record.header.cause(), m);
  if (!changes) return "bounds that do not fit the region";
  std::set<ObjectHandle> concerned;
  for (const auto& [updates, subscription] : *changes) {
    if (wire::creator_of(subscription) != self_ || TRIAD_DEFECT(region_moves_unnoticed)) continue;
    const auto& objects = federation_.regions().objects(updates);
    concerned.insert(objects.begin(), objects.end());
  }
  for (const ObjectHandle object : concerned) lifecycle_.update_for_regions(object);
  if (record.header.cause() != self_) flow_.retry_waiting_call();  // its interest may have ended
  return {};
}

Fault DataDistributionManagement::receive_record(const Record& record,
                                                 const wire::DeleteRegion& m) {
  if (!federation_.apply(record.header.cause(), m))
    return "the end of a region of another federate";
  return {};
}

Fault DataDistributionManagement::receive_record(const Record& record,
                                                 const wire::AssociateRegionForUpdates& m) {
  if (!federation_.apply(record.header.cause(), m)) return "a region that does not fit";
  if (record.header.cause() != self_) {
    lifecycle_.update_for_regions(m.object);
    flow_.retry_waiting_call();
  }
  return {};
}

Fault DataDistributionManagement::receive_record(
    const Record& record, const wire::SubscribeObjectClassAttributesWithRegion& m) {
  if (!federation_.apply(record.header.cause(), m)) return "a region that does not fit";
  declaration_.after_subscription(record.header.cause(), m.object_class);
  return {};
}

Fault DataDistributionManagement::receive_record(const Record& record,
                                                 const wire::UnsubscribeObjectClassWithRegion& m) {
  if (!federation_.apply(record.header.cause(), m)) return not_defined(m.object_class).text;
  declaration_.after_subscription(record.header.cause(), m.object_class);
  return {};
}

Fault DataDistributionManagement::receive_record(
    const Record& record, const wire::SubscribeInteractionClassWithRegion& m) {
  if (!federation_.apply(record.header.cause(), m)) return "a region that does not fit";
  declaration_.after_subscription(record.header.cause(), m.interaction_class);
  return {};
}

Fault DataDistributionManagement::receive_record(
    const Record& record, const wire::UnsubscribeInteractionClassWithRegion& m) {
  if (!federation_.apply(record.header.cause(), m)) return not_defined(m.interaction_class).text;
  declaration_.after_subscription(record.header.cause(), m.interaction_class);
  return {};
}

// --- Received updates.

// The rest is dropped: by the time the federate takes the callback, the sender's region may have
// changed.
Fault DataDistributionManagement::filter_by_region(const Record& record,
                                                   const wire::UpdateAttributeValues& update,
                                                   ObjectClassHandle known_class) {
  if (update.region) federation_.prepare_to_send_with(update.region);
  const auto region = TRIAD_DEFECT(regions_do_not_filter) ? wire::RegionHandle{} : update.region;
  const AttributeSet wanted = core::attributes_reached(federation_, self_, known_class, region);
  wire::UpdateAttributeValues left = update;
  left.values = select_values(update.values, filtered_values_, [&](std::uint32_t handle) {
    return wanted.contains(AttributeHandle(handle));
  });
  if (left.values.count == 0) return {};
  if (left.values.count == update.values.count) {
    retraction_.queue_message(record, update.time, update.serial, update.horizon);
    return {};
  }
  filtered_.clear();
  wire::encode_record(record.header, left, filtered_);
  retraction_.queue_message(*wire::parse_record(filtered_), update.time, update.serial,
                            update.horizon);
  return {};
}

wire::RegionDescription DataDistributionManagement::description_of(
    wire::RegionHandle handle, const core::Region& region) const {
  wire::RegionDescription description;
  description.region = handle;
  description.space = region.space;
  description.extents = static_cast<std::uint32_t>(region.extents);
  for (const auto& dimension : model().find(region.space)->dimensions) {
    description.dimensions.push_back(dimension.handle);
  }
  description.ranges = region.ranges;
  return description;
}

Bytes DataDistributionManagement::describe_region(wire::RegionHandle handle) {
  const core::Region* region = handle ? federation_.regions().find(handle) : nullptr;
  if (region == nullptr) return {};
  const wire::RegionDescription description = description_of(handle, *region);
  wire::Buffer& described = context_.callbacks.described_region;
  described.clear();
  described.reserve(wire::encoded_size(description));
  wire::Encoder(described).put(description);
  return described;
}

// --- Update requests with a region.

AttributeSet DataDistributionManagement::attributes_sent_within(const ObjectInstance& instance,
                                                                const AttributeSet& attributes,
                                                                wire::RegionHandle handle) const {
  const core::Region* region = federation_.regions().find(handle);
  AttributeSet within;
  if (region == nullptr || !federation_.model().has_attributes(instance.object_class, attributes)) {
    return within;
  }
  const auto& described = model().find(instance.object_class)->attributes;
  attributes.for_each([&](AttributeHandle attribute) {
    if (described[attribute.value - 1].space != region->space) return;
    const auto own = instance.update_region(self_, attribute);
    if (!own || overlap(*federation_.regions().find(own), *region)) within.insert(attribute);
  });
  return within;
}

}  // namespace triad::rtia
