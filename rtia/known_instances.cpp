#include "rtia/known_instances.hpp"

#include <string>

namespace triad::rtia {

using wire::ErrorCode;

wire::Result<KnownInstance> KnownInstances::named(ObjectHandle object) {
  KnownInstance found{object, find(object), federation_.objects().find(object), ownership(object)};
  if (found.known == nullptr || !found.known->discovered || found.instance == nullptr) {
    return wire::error(
        ErrorCode::ObjectNotKnown,
        "object instance " + std::to_string(object.value) + " is not known to this federate");
  }
  return found;
}

wire::Error KnownInstances::not_owned(const KnownInstance& known, AttributeHandle attribute) const {
  const auto& model = federation_.model();
  const auto& attributes = model.find(known.known->known_class)->attributes;
  return wire::error(ErrorCode::AttributeNotOwned,
                     "the attribute " + attributes[attribute.value - 1].name + " of '" +
                         federation_.objects().name(known.object) + "' (" +
                         model.path(known.known->known_class) +
                         ") is not owned by this federate: acquire it first");
}

wire::Error KnownInstances::about(ErrorCode code, ObjectHandle object, const char* text) const {
  return wire::error(code, "'" + federation_.objects().name(object) + "': " + text);
}

std::optional<wire::Error> KnownInstances::check_attributes(const KnownInstance& known,
                                                            const AttributeSet& attributes,
                                                            bool must_be_owned) const {
  if (!federation_.attributes_fit(known.known->known_class, attributes)) {
    return wire::error(
        ErrorCode::AttributeNotDefined,
        "an attribute is not available at " + federation_.model().path(known.known->known_class));
  }
  if (!must_be_owned) return std::nullopt;
  const AttributeSet own = owned(known);
  std::optional<wire::Error> refusal;
  attributes.for_each([&](AttributeHandle attribute) {
    if (!refusal && !own.contains(attribute)) refusal = not_owned(known, attribute);
  });
  return refusal;
}

const InstanceOwnership* KnownInstances::ownership(ObjectHandle object) const {
  if (ownerships_.empty()) return nullptr;
  const auto at = ownerships_.find(object);
  return at == ownerships_.end() ? nullptr : &at->second;
}

AttributeSet KnownInstances::owned(const core::ObjectInstance& instance,
                                   const InstanceOwnership* ownership) const {
  AttributeSet owned = instance.owned_by(self_);
  if (ownership != nullptr) owned -= ownership->withheld();
  return owned;
}

}  // namespace triad::rtia
