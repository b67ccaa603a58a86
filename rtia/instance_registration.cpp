#include "rtia/instance_registration.hpp"

#include <algorithm>
#include <utility>

#include "rtia/model_checks.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

// Returns the next leased handle; empty if none is left, so that the requested lease must be
// awaited.
std::optional<ObjectHandle> InstanceRegistration::next_handle() {
  while (!leases_.empty() && leases_.front().next == leases_.front().end) leases_.pop_front();
  const std::uint32_t block = context_.options().lease_count;
  std::uint64_t left = 0;
  for (const Lease& lease : leases_) left += lease.end - lease.next;
  // Requested early, so that a federate that registers many instances in a row does not wait.
  if (left <= block / 4 && lease_request_ == 0) {
    context_.send_to_rtig(wire::LeaseObjectHandles{block});
    lease_request_ = context_.position();
  }
  if (left == 0) return std::nullopt;
  return ObjectHandle(leases_.front().next++);
}

bool InstanceRegistration::add_lease(ObjectHandle first, std::uint64_t count) {
  const std::uint64_t end = first.value + count;
  if (!first || end <= first.value) return false;
  leases_.push_back({first.value, end});
  lease_request_ = 0;
  return true;
}

void InstanceRegistration::complete_reservation() {
  if (requested_name_.empty()) return;
  granted_name_ = std::move(requested_name_);
  requested_name_.clear();
  context_.make_call_again();
}

Result<ObjectHandle> InstanceRegistration::perform_call(
    const wire::RegisterObjectInstance& request) {
  return register_instance(request.object_class, request.name, {});
}

Result<ObjectHandle> InstanceRegistration::perform_call(
    const wire::RegisterObjectInstanceWithRegion& request) {
  const auto object_class = request.object_class;
  AttributeSet listed;
  for (const auto& [attribute, region] : request.regions) listed.insert(attribute);
  if (auto refusal = check_class(federation_, object_class, listed)) return *refusal;
  const AttributeSet* published = declared().published(object_class);
  if (published != nullptr && !published->includes(listed)) {
    return wire::error(ErrorCode::AttributeNotPublished,
                       named_attribute(federation_, object_class, listed - *published) +
                           " is not published here at " + model().path(object_class));
  }
  if (listed.size() != request.regions.size()) {
    return wire::error(
        ErrorCode::InvalidRegionContext,
        "an attribute is listed twice; an attribute has one update region at a time");
  }
  std::vector<wire::RegionAssociation> regions;
  for (const auto& [attribute, region] : request.regions) {
    if (auto refusal = ddm_.check_region(region, object_class, {attribute})) return *refusal;
    const auto at = std::ranges::find(regions, region, &wire::RegionAssociation::region);
    if (at == regions.end()) {
      regions.push_back({region, {attribute}});
    } else {
      at->attributes.insert(attribute);
    }
  }
  return register_instance(object_class, request.name, std::move(regions));
}

Result<ObjectHandle> InstanceRegistration::register_instance(
    ObjectClassHandle object_class, std::string_view name,
    std::vector<wire::RegionAssociation> regions) {
  if (model().find(object_class) == nullptr) return not_defined(object_class);
  const AttributeSet* published = declared().published(object_class);
  if (published == nullptr) {
    return wire::error(ErrorCode::ObjectClassNotPublished,
                       model().path(object_class) + " is not published here");
  }
  if (core::is_reserved_name(name)) {
    return wire::error(ErrorCode::ObjectAlreadyRegistered,
                       "names beginning with HLA are the RTI's own: " + wire::quoted(name));
  }
  if (!name.empty() && granted_name_ != name) {
    requested_name_ = name;
    context_.request(wire::ReserveObjectName{name});
    return ObjectHandle{};
  }
  const auto handle = next_handle();
  if (!handle) {
    context_.wait_for_reply(lease_request_);
    return ObjectHandle{};
  }
  granted_name_.clear();
  const wire::ObjectInstanceRegistered registered{*handle, object_class, name, *published,
                                                  std::move(regions)};
  if (!federation_.apply(self_, registered)) {
    return wire::error(
        ErrorCode::RTIinternalError,
        "the RTIG leased the object handle " + std::to_string(handle->value) + ", which is in use");
  }
  known_.add(*handle, object_class, object_class).discovered = true;
  interest_.update_existence_interest(object_class);
  context_.send_message(audience_.of(registered), registered);
  return *handle;
}

Fault InstanceRegistration::receive_record(const Record& record,
                                           const wire::ObjectInstanceRegistered& registered) {
  if (neighbours_.is_unchecked() &&
      !neighbours_.use_handle(record.header.from(), registered.object)) {
    return "a registration with an object handle that was not leased to it";
  }
  const bool keeps = neighbours_.is_unchecked() ? interest_.keeps(registered.object_class)
                                                : interest_.keeps_logged(registered.object_class);
  if (!keeps) return {};
  // Objects of the MOM, which the RTI owns, come with their members.
  if (!federation_.apply(author_of(record.header), registered)) {
    return "a registration that the object model forbids";
  }
  lifecycle_.consider_discovery(registered.object, *federation_.objects().find(registered.object));
  return {};
}

Fault InstanceRegistration::receive_record(const Record& record,
                                           const wire::ObjectHandlesLeased& leased) {
  if (leased.federate == self_) {
    if (!add_lease(leased.first, leased.count)) {
      return "a lease of impossible object handles";
    }
    if (context_.answers_call(record.header)) context_.make_call_again();
  } else {
    neighbours_.add_leases(
        {{leased.federate, leased.first, ObjectHandle(leased.first.value + leased.count)}});
  }
  return {};
}

// --- Saved state.

bool InstanceRegistration::load(wire::Decoder& in) {
  in.get(leases_);
  return in.ok() &&
         std::ranges::none_of(leases_, [](const Lease& lease) { return lease.next > lease.end; });
}

}  // namespace triad::rtia
