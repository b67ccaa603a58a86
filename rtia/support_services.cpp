#include "rtia/support_services.hpp"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <span>

#include "core/spelling.hpp"
#include "rtia/model_checks.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

namespace {

// Returns a refusal. `nearest`: suggested spelling; empty: none.
Error no_such(std::string_view kind_name, std::string_view name, std::string_view nearest) {
  std::string text = "no " + std::string(kind_name) + " is called " + wire::quoted(name);
  if (!nearest.empty()) text += "; did you mean " + std::string(nearest) + "?";
  return wire::error(ErrorCode::NameNotFound, std::move(text));
}

// Suggests one of the names of `items`. For "Class.Attribute" the last part is compared.
template <class Items>
Error no_such(std::string_view kind_name, std::string_view name, const Items& items) {
  const auto name_at = [&](std::size_t place) -> const std::string& {
    if constexpr (requires { items[place].name; }) {
      return items[place].name;
    } else {
      return items[place];
    }
  };
  core::NearestSpelling nearest(name.substr(name.rfind('.') + 1));
  for (std::size_t i = 0; i < items.size(); ++i) nearest.consider(name_at(i), i);
  const auto place = nearest.index();
  return no_such(kind_name, name, std::string_view(place ? name_at(*place) : ""));
}

ObjectClassHandle nearest(const core::ObjectModel& model, std::string_view name,
                          ObjectClassHandle /*of this kind*/) {
  return core::nearest_object_class(model, name);
}
InteractionClassHandle nearest(const core::ObjectModel& model, std::string_view name,
                               InteractionClassHandle) {
  return core::nearest_interaction_class(model, name);
}

// Text with the first paths, for a refusal.
template <class Handle>
std::string some_paths(const core::ObjectModel& model, std::span<const Handle> classes) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(classes.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + model.path(classes[i]);
  }
  if (classes.size() > kShown) {
    text += " or one of " + std::to_string(classes.size() - kShown) + " more";
  }
  return text;
}

template <class Handle>
Error no_such_class(const core::ObjectModel& model, std::string_view kind_name,
                    std::string_view name, std::span<const Handle> candidates) {
  if (candidates.empty()) {
    return no_such(kind_name, name, std::string_view(model.path(nearest(model, name, Handle()))));
  }
  return wire::error(ErrorCode::NameNotFound, "the name " + wire::quoted(name) +
                                                  " fits more than one " + std::string(kind_name) +
                                                  ": " + some_paths(model, candidates) +
                                                  "; give more of its path");
}

// Logs a class that was found by the end of its path: in a later FED another class may have exactly
// this path.
template <class Handle>
Result<Handle> find_class(MemberContext& context, const core::ObjectModel& model,
                          const core::ClassMatch<Handle>& match, const char* kind_name,
                          std::string_view name) {
  if (!match.handle) return no_such_class<Handle>(model, kind_name, name, match.candidates);
  if (match.is_whole) return match.handle;
  const std::string subject = std::string(kind_name) + " has the path " + wire::quoted(name);
  context.log_once(subject, [&] {
    return "no " + subject + "; using " + model.path(match.handle) + ", whose path ends with it";
  });
  return match.handle;
}

// Handles of transportation and order types are their enumerators.
template <class Type>
Result<std::uint64_t> type_handle(std::string_view kind_name, std::string_view name, Type first,
                                  std::string_view first_name, Type second,
                                  std::string_view second_name) {
  if (boost::iequals(name, first_name)) return static_cast<std::uint64_t>(first);
  if (boost::iequals(name, second_name)) return static_cast<std::uint64_t>(second);
  return wire::error(ErrorCode::NameNotFound, "no " + std::string(kind_name) + " is called " +
                                                  wire::quoted(name) + "; there are " +
                                                  std::string(first_name) + " and " +
                                                  std::string(second_name));
}

// Space of attributes and interactions for which the FED names none. It is in no FED. RTI.hh has
// its names (DEFAULT_SPACE_NAME, DEFAULT_SPACE_DIMENSION_NAME).
core::RoutingSpace default_space(const core::ObjectModel& model) {
  const auto handle = model.default_space();
  return {"defaultSpace", handle, {{"dimension", wire::DimensionHandle(handle.value + 1)}}};
}

Result<core::RoutingSpace> space_of(const core::ObjectModel& model, wire::SpaceHandle handle) {
  if (const auto* space = model.find(handle)) return *space;
  if (handle == model.default_space()) return default_space(model);
  return wire::error(ErrorCode::SpaceNotDefined,
                     "no routing space has the handle " + std::to_string(handle.value));
}

}  // namespace

Result<ObjectClassHandle> SupportServices::perform_call(const wire::GetObjectClassHandle& m) {
  return find_class(context_, model(), model().match_object_class(m.name), "object class", m.name);
}

Result<std::string> SupportServices::perform_call(const wire::GetObjectClassName& m) {
  if (model().find(m.object_class) == nullptr) return not_defined(m.object_class);
  return model().path(m.object_class);
}

Result<AttributeHandle> SupportServices::perform_call(const wire::GetAttributeHandle& m) {
  if (model().find(m.object_class) == nullptr) return not_defined(m.object_class);
  const auto handle = model().attribute(m.object_class, m.name);
  if (!handle) {
    return no_such("attribute of " + model().path(m.object_class), m.name,
                   model().find(m.object_class)->attributes);
  }
  return handle;
}

Result<std::string> SupportServices::perform_call(const wire::GetAttributeName& m) {
  if (auto refusal = check_class(federation_, m.object_class, AttributeSet{m.attribute}))
    return *refusal;
  if (!m.attribute)
    return wire::error(ErrorCode::AttributeNotDefined, "0 is not an attribute handle");
  return model().find(m.object_class)->attributes[m.attribute.value - 1].name;
}

Result<InteractionClassHandle> SupportServices::perform_call(
    const wire::GetInteractionClassHandle& m) {
  return find_class(context_, model(), model().match_interaction_class(m.name), "interaction class",
                    m.name);
}

Result<std::string> SupportServices::perform_call(const wire::GetInteractionClassName& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class);
  return model().path(m.interaction_class);
}

Result<wire::ParameterHandle> SupportServices::perform_call(const wire::GetParameterHandle& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class);
  const auto handle = model().parameter(m.interaction_class, m.name);
  if (!handle) {
    return no_such("parameter of " + model().path(m.interaction_class), m.name,
                   model().find(m.interaction_class)->parameters);
  }
  return handle;
}

Result<std::string> SupportServices::perform_call(const wire::GetParameterName& m) {
  const auto* described = model().find(m.interaction_class);
  if (described == nullptr) return not_defined(m.interaction_class);
  if (!m.parameter || m.parameter.value > described->parameters.size()) {
    return wire::error(ErrorCode::InteractionParameterNotDefined,
                       "no parameter of " + model().path(m.interaction_class) + " has the handle " +
                           std::to_string(m.parameter.value));
  }
  return described->parameters[m.parameter.value - 1];
}

Result<ObjectHandle> SupportServices::perform_call(const wire::GetObjectInstanceHandle& m) {
  const ObjectHandle object = federation_.objects().find(m.name);
  if (object && known_.named(object)) return object;
  // A deleted instance's name is free, but until the removal is delivered the federate knows it by
  // this name.
  for (const auto& [handle, known] : known_.all()) {
    const ObjectInstance* instance = federation_.objects().find(ObjectHandle(handle));
    if (known.discovered && instance != nullptr && instance->deleted && *instance->name == m.name) {
      return ObjectHandle(handle);
    }
  }
  return wire::error(ErrorCode::ObjectNotKnown,
                     "no object instance known to this federate is called " + wire::quoted(m.name));
}

Result<std::string> SupportServices::perform_call(const wire::GetObjectInstanceName& m) {
  const auto known = known_.named(m.object);
  if (!known) return known.error();
  return federation_.objects().name(m.object);
}

Result<ObjectClassHandle> SupportServices::perform_call(const wire::GetObjectClass& m) {
  const auto known = known_.named(m.object);
  if (!known) return known.error();
  return known->known->known_class;
}

Result<wire::SpaceHandle> SupportServices::perform_call(const wire::GetRoutingSpaceHandle& m) {
  if (const auto declared = model().space(m.name)) return declared;
  const auto space = default_space(model());
  if (!boost::iequals(m.name, space.name)) return no_such("routing space", m.name, model().spaces);
  return space.handle;
}

Result<std::string> SupportServices::perform_call(const wire::GetRoutingSpaceName& m) {
  auto space = space_of(model(), m.space);
  if (!space) return space.error();
  return std::move(space->name);
}

Result<wire::DimensionHandle> SupportServices::perform_call(const wire::GetDimensionHandle& m) {
  const auto space = space_of(model(), m.space);
  if (!space) return space.error();
  const auto handle = model().dimension(*space, m.name);
  if (!handle) {
    return no_such("dimension of routing space " + space->name, m.name, space->dimensions);
  }
  return handle;
}

Result<std::string> SupportServices::perform_call(const wire::GetDimensionName& m) {
  const auto space = space_of(model(), m.space);
  if (!space) return space.error();
  for (const auto& dimension : space->dimensions) {
    if (dimension.handle == m.dimension) return dimension.name;
  }
  return wire::error(ErrorCode::DimensionNotDefined, "no dimension of routing space " +
                                                         space->name + " has the handle " +
                                                         std::to_string(m.dimension.value));
}

Result<wire::SpaceHandle> SupportServices::perform_call(
    const wire::GetAttributeRoutingSpaceHandle& m) {
  if (auto refusal = check_class(federation_, m.object_class, AttributeSet{m.attribute}))
    return *refusal;
  if (!m.attribute)
    return wire::error(ErrorCode::AttributeNotDefined, "0 is not an attribute handle");
  const auto space = model().find(m.object_class)->attributes[m.attribute.value - 1].space;
  return space ? space : model().default_space();
}

Result<wire::SpaceHandle> SupportServices::perform_call(
    const wire::GetInteractionRoutingSpaceHandle& m) {
  const auto* described = model().find(m.interaction_class);
  if (described == nullptr) return not_defined(m.interaction_class);
  return described->space ? described->space : model().default_space();
}

Result<std::uint64_t> SupportServices::perform_call(const wire::GetTransportationHandle& m) {
  return type_handle("transportation type", m.name, Transportation::reliable, "reliable",
                     Transportation::best_effort, "best_effort");
}

Result<std::string> SupportServices::perform_call(const wire::GetTransportationName& m) {
  if (m.transportation == static_cast<std::uint64_t>(Transportation::reliable)) return "reliable";
  if (m.transportation == static_cast<std::uint64_t>(Transportation::best_effort)) {
    return "best_effort";
  }
  return wire::error(ErrorCode::InvalidTransportationHandle,
                     "no transportation type has the handle " + std::to_string(m.transportation));
}

Result<std::uint64_t> SupportServices::perform_call(const wire::GetOrderingHandle& m) {
  return type_handle("order type", m.name, Ordering::receive, "receive", Ordering::timestamp,
                     "timestamp");
}

Result<std::string> SupportServices::perform_call(const wire::GetOrderingName& m) {
  if (m.order == static_cast<std::uint64_t>(Ordering::receive)) return "receive";
  if (m.order == static_cast<std::uint64_t>(Ordering::timestamp)) return "timestamp";
  return wire::error(ErrorCode::InvalidOrderingHandle,
                     "no order type has the handle " + std::to_string(m.order));
}

}  // namespace triad::rtia
