#include "benchmarks/growth/stand_in.hpp"

#include <algorithm>

#include "core/double_time.hpp"
#include "core/region_cells.hpp"
#include "records/assert.hpp"

namespace triad::growth {

namespace {

constexpr std::size_t kStatedAtOnce = 1000;  // Keys in one record.
constexpr std::uint32_t kLeased = 1u << 17;
constexpr std::size_t kValueBytes = 128;

template <class Handle>
void put_u32(std::vector<std::byte>& out, Handle value) {
  const auto number = static_cast<std::uint32_t>(value);
  const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
  out.insert(out.end(), bytes, bytes + sizeof number);
}

std::vector<wire::Cell> without(const std::vector<wire::Cell>& of,
                                const std::vector<wire::Cell>& those) {
  std::vector<wire::Cell> left;
  std::ranges::copy_if(of, std::back_inserter(left), [&](wire::Cell cell) {
    return std::ranges::find(those, cell) == those.end();
  });
  return left;
}

std::vector<wire::Range> ranges_of(const Rectangle& bounds) {
  return {{bounds.east, bounds.east + bounds.width}, {bounds.north, bounds.north + bounds.height}};
}

}  // namespace

core::ObjectModel model_of(std::uint32_t classes, std::uint32_t cells_of_extent) {
  using core::Ordering;
  using core::Transportation;
  const core::Attribute privilege{
      std::string(core::kPrivilegeToDelete), Transportation::reliable, Ordering::receive, {}};
  const core::Attribute attribute{"position", Transportation::reliable, Ordering::receive, kSpace};
  core::ObjectModel model;
  model.name = "Growth";
  model.object_classes.push_back({"ObjectRoot", {}, {privilege}, 0});
  model.interaction_classes.push_back(
      {"InteractionRoot", {}, Transportation::reliable, Ordering::receive, {}, {}, 0});
  for (std::uint32_t i = 0; i < classes; ++i) {
    const std::string name = "C" + std::to_string(i);
    model.object_classes.push_back({name, wire::ObjectClassHandle(1), {privilege, attribute}, 1});
    model.interaction_classes.push_back({name,
                                         wire::InteractionClassHandle(1),
                                         Transportation::reliable,
                                         Ordering::receive,
                                         kSpace,
                                         {"what"},
                                         0});
  }
  model.spaces = {
      {"Space", kSpace, {{"east", wire::DimensionHandle(2)}, {"north", wire::DimensionHandle(3)}}}};
  model.spaces.front().cells_of_extent = cells_of_extent;
  return model;
}

StandIn::StandIn(GrownMesh& mesh, RouterIndex at, bool creates)
    : mesh_(mesh), number_(mesh.add(at, *this)) {
  send(wire::Hello{wire::kMagic, wire::kProtocolVersion, "BmGrowth", "", "", 0, 0});
  if (creates) {
    send_and_settle(
        wire::CreateFederationExecution{GrownMesh::kFederation, "growth.fed", false, {}});
  }
  send_and_settle(wire::JoinFederationExecution{"stand-in", GrownMesh::kFederation,
                                                core::DoubleTime::kName, false});
}

template <class Message>
void StandIn::send(const Message& message, const wire::Interest& interest, std::uint16_t flags) {
  wire::RecordHeader header;
  header.flags = flags;
  header.sender = self_.value;
  header.position = ++position_;
  header.after_position = applied_;
  header.interest_key = interest.key;
  header.interest_mask = interest.mask;
  out_.clear();
  wire::encode_record(header, message, out_, nullptr, interest.cells);
  sent_.add(out_.size());
  mesh_.send(number_, out_);
}

void StandIn::settle() {
  mesh_.settle();
  while (supplies_to_answer_ > 0) {
    --supplies_to_answer_;
    send(wire::InstancesTaken{});
    mesh_.settle();
  }
}

// --- Received records.

void StandIn::receive_record(wire::Bytes frame) {
  received_.add(frame.size());
  const auto record = wire::parse_record(frame);
  if (!record) {
    faults_.emplace_back("it was sent bytes that are no record");
    return;
  }
  const wire::RecordHeader& header = record->header;
  if (header.from() == wire::kRtig) applied_ = std::max(applied_, header.position);
  if (header.message_kind() == wire::Kind::UpdateAttributeValues) {
    ++updates_received_;
  } else if (header.message_kind() == wire::Kind::NotifyAboutRegionModification) {
    ++region_words_received_;
  } else {
    receive_own_record(*record);
  }
}

void StandIn::receive_own_record(const wire::Record& record) {
  switch (record.header.message_kind()) {
    case wire::Kind::JoinAccepted: {
      const auto accepted = wire::decode<wire::JoinAccepted>(record.payload);
      self_ = accepted->federate;
      applied_ = accepted->position;
      next_object_ = accepted->first_object.value;
      objects_end_ = next_object_ + accepted->objects_leased;
      break;
    }
    case wire::Kind::ObjectHandlesLeased: {
      const auto leased = wire::decode<wire::ObjectHandlesLeased>(record.payload);
      next_object_ = leased->first.value;
      objects_end_ = next_object_ + leased->count;
      break;
    }
    case wire::Kind::InstancesSupplied:
      ++instances_supplied_;
      if (!wire::decode<wire::InstancesSupplied>(record.payload)->last) ++supplies_to_answer_;
      break;
    case wire::Kind::InterestAcknowledged:
      if (wire::decode<wire::InterestAcknowledged>(record.payload)->settled) ++statements_settled_;
      break;
    case wire::Kind::InterestSettled:
      ++statements_settled_;
      break;
    case wire::Kind::Refused:
      faults_.emplace_back(wire::decode<wire::Refused>(record.payload)->text);
      break;
    default:
      break;
  }
}

// --- Sent records.

void StandIn::send_interest(const wire::InterestChanged& changed) {
  if (changed.entries.empty() && changed.cells.empty()) return;
  send(changed);
}

void StandIn::add_interest(const std::vector<wire::InterestKey>& keys) {
  wire::InterestChanged changed;
  for (const wire::InterestKey key : keys) {
    changed.entries.push_back({key, ~0ULL, ~0ULL, {}});
    if (changed.entries.size() < kStatedAtOnce && key != keys.back()) continue;
    send_and_settle(changed);
    changed.entries.clear();
  }
}

void StandIn::remove_interest(const std::vector<wire::InterestKey>& keys) {
  wire::InterestChanged changed;
  for (const wire::InterestKey key : keys) changed.entries.push_back({key, 0, 0, {}});
  send_and_settle(changed);
}

void StandIn::publish(wire::ObjectClassHandle object_class) {
  send_and_settle(wire::PublishObjectClass{object_class, {kPrivilege, kAttribute}});
}

void StandIn::subscribe(wire::ObjectClassHandle object_class) {
  state_interest(object_class);
  request_subscription(object_class);
}

void StandIn::request_subscription(wire::ObjectClassHandle object_class) {
  send_and_settle(wire::SubscribeObjectClassAttributes{object_class, {kAttribute}, true});
}

void StandIn::state_interest(wire::ObjectClassHandle object_class) {
  wire::InterestChanged wider;
  wider.entries.push_back({wire::interest_key(object_class), ~0ULL, ~0ULL, {}});
  wider.entries.push_back({wire::existence_key(object_class),
                           wire::kRegistrations | wire::kChanges,
                           wire::kRegistrations | wire::kChanges,
                           {}});
  send_and_settle(wider);
}

void StandIn::register_objects(wire::ObjectClassHandle object_class, std::uint32_t count) {
  for (; count > 0; --count) {
    send_registration(object_class, {});
    if (count % kStatedAtOnce == 0) settle();
  }
  settle();
}

void StandIn::send_registration(wire::ObjectClassHandle object_class,
                                std::vector<wire::RegionAssociation> regions) {
  if (next_object_ == objects_end_) send_and_settle(wire::LeaseObjectHandles{kLeased});
  object_ = wire::ObjectHandle(next_object_++);
  wire::ObjectInstanceRegistered registered;
  registered.object = object_;
  registered.object_class = object_class;
  registered.owned = {kPrivilege, kAttribute};
  registered.regions = std::move(regions);
  send(registered, {wire::existence_key(object_class), wire::kRegistrations, {}});
}

void StandIn::update(wire::ObjectClassHandle object_class, wire::ObjectHandle object) {
  wire::UpdateAttributeValues message;
  message.object = object;
  send_update(message, object_class, kValueBytes, {});
}

void StandIn::send_update(wire::UpdateAttributeValues message, wire::ObjectClassHandle object_class,
                          std::size_t value_bytes, std::vector<wire::Cell> cells,
                          std::uint16_t flags) {
  std::vector<std::byte> pairs;
  put_u32(pairs, kAttribute.value);
  put_u32(pairs, static_cast<std::uint32_t>(value_bytes));
  pairs.resize(pairs.size() + value_bytes);
  message.values = {1, pairs};
  wire::Interest interest{
      wire::interest_key(object_class), wire::interest_mask(message.values), {}};
  interest.cells.assign(cells.begin(), cells.end());
  send(message, interest, flags);
}

void StandIn::update_best_effort(wire::ObjectClassHandle object_class, wire::ObjectHandle object,
                                 std::size_t value_bytes) {
  wire::UpdateAttributeValues message;
  message.object = object;
  send_update(message, object_class, value_bytes, {}, wire::kBestEffort);
}

// --- Regions.

std::vector<wire::Cell> StandIn::cells_of(const Rectangle& bounds) const {
  if (bounds.width == 0) return {};
  const core::ObjectModel& model = mesh_.federation()->model();
  return core::cells_of({kSpace, 1, 2, ranges_of(bounds)}, model.find(kSpace)->cells_of_extent);
}

void StandIn::create_region(const Rectangle& bounds) {
  bounds_ = bounds;
  region_ = make_region(bounds);
  settle();
}

wire::RegionHandle StandIn::make_region(const Rectangle& bounds) {
  const wire::RegionHandle region = wire::region_of(self_, ++regions_);
  send(wire::CreateRegion{kSpace, 1, region});
  notify(region, bounds);
  return region;
}

void StandIn::notify(wire::RegionHandle region, const Rectangle& bounds) {
  send(wire::NotifyAboutRegionModification{region, ranges_of(bounds)});
}

wire::ObjectHandle StandIn::register_in(wire::ObjectClassHandle object_class,
                                        wire::RegionHandle region) {
  send_registration(object_class, {{region, {kAttribute}}});
  return object_;
}

void StandIn::update_in(wire::ObjectClassHandle object_class, wire::ObjectHandle object,
                        wire::RegionHandle region, const Rectangle& bounds,
                        std::size_t value_bytes) {
  wire::UpdateAttributeValues message;
  message.object = object;
  message.region = region;
  send_update(message, object_class, value_bytes, cells_of(bounds));
}

void StandIn::subscribe_in_region(wire::ObjectClassHandle object_class) {
  const wire::InterestKey key = wire::interest_key(object_class);
  wire::InterestChanged wider;
  wider.entries.push_back({key, ~0ULL, 0, {key}});
  wider.entries.push_back({wire::existence_key(object_class),
                           wire::kRegistrations | wire::kChanges,
                           wire::kRegistrations | wire::kChanges,
                           {}});
  wider.cells.push_back({key, cells_of(bounds_), {}});
  classes_in_region_.push_back(object_class);
  send_interest(wider);
  send_and_settle(
      wire::SubscribeObjectClassAttributesWithRegion{object_class, region_, {kAttribute}, true});
}

// States the new cells before the request, and withdraws the old ones after the log has the change.
void StandIn::move_region(const Rectangle& bounds) {
  const auto before = cells_of(bounds_);
  const auto after = cells_of(bounds);
  wire::InterestChanged wider;
  wire::InterestChanged narrower;
  for (const wire::ObjectClassHandle object_class : classes_in_region_) {
    const wire::InterestKey key = wire::interest_key(object_class);
    if (auto begun = without(after, before); !begun.empty())
      wider.cells.push_back({key, begun, {}});
    if (auto ended = without(before, after); !ended.empty()) {
      narrower.cells.push_back({key, {}, ended});
    }
  }
  bounds_ = bounds;
  send_interest(wider);
  notify(region_, bounds);
  settle();
  send_interest(narrower);
  settle();
}

}  // namespace triad::growth
