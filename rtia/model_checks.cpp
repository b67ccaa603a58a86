#include "rtia/model_checks.hpp"

#include <string>

#include "wire/harmless_text.hpp"

namespace triad::rtia {

namespace {

// Text that follows the first of `count` names.
std::string and_more(std::size_t count) {
  return count > 1 ? " (and " + std::to_string(count - 1) + " more)" : "";
}

// Text for handles of another class: a handle is valid for the class of its look-up and for that
// class's subclasses.
std::string unavailable_handle(const std::string& kind, const std::vector<std::uint32_t>& wrong,
                               const std::string& path, std::size_t last) {
  const bool is_clipped = wrong.front() == wire::AttributeSet::kLargest;
  return "the " + kind + " handle " + std::to_string(wrong.front()) +
         (is_clipped ? " or above" : "") + and_more(wrong.size()) + " is not available at " + path +
         (last == 0 ? ", which has no " + kind + "s"
                    : ", whose " + kind + "s have the handles 1 to " + std::to_string(last));
}

}  // namespace

wire::Error not_defined(wire::ObjectClassHandle object_class) {
  return wire::error(wire::ErrorCode::ObjectClassNotDefined,
                     "no object class has the handle " + std::to_string(object_class.value));
}

wire::Error not_defined(wire::InteractionClassHandle interaction_class) {
  return wire::error(
      wire::ErrorCode::InteractionClassNotDefined,
      "no interaction class has the handle " + std::to_string(interaction_class.value));
}

wire::Error not_available(const core::Federation& federation, wire::ObjectClassHandle object_class,
                          const wire::AttributeSet& attributes) {
  const auto& model = federation.model();
  const std::size_t last = model.find(object_class)->attributes.size();
  std::vector<std::uint32_t> wrong;
  attributes.for_each([&](wire::AttributeHandle attribute) {
    if (attribute.value < 1 || attribute.value > last) wrong.push_back(attribute.value);
  });
  return wire::error(wire::ErrorCode::AttributeNotDefined,
                     unavailable_handle("attribute", wrong, model.path(object_class), last));
}

wire::Error not_available(const core::Federation& federation,
                          wire::InteractionClassHandle interaction_class,
                          const std::vector<std::uint32_t>& parameters) {
  const auto& model = federation.model();
  const std::size_t last = model.find(interaction_class)->parameters.size();
  std::vector<std::uint32_t> wrong;
  for (const std::uint32_t handle : parameters) {
    if (handle < 1 || handle > last) wrong.push_back(handle);
  }
  return wire::error(wire::ErrorCode::InteractionParameterNotDefined,
                     unavailable_handle("parameter", wrong, model.path(interaction_class), last));
}

std::string named_attribute(const core::Federation& federation,
                            wire::ObjectClassHandle object_class,
                            const wire::AttributeSet& attributes) {
  const auto& defined = federation.model().find(object_class)->attributes;
  std::string name;
  attributes.for_each([&](wire::AttributeHandle attribute) {
    if (name.empty()) name = "the attribute " + defined[attribute.value - 1].name;
  });
  return name + and_more(attributes.size());
}

wire::Error error_about_attributes(wire::ErrorCode code, const core::Federation& federation,
                                   const KnownInstance& known, const wire::AttributeSet& attributes,
                                   const std::string& text) {
  return wire::error(code, wire::quoted(federation.objects().name(known.object)) + ": " +
                               named_attribute(federation, known.known->known_class, attributes) +
                               " " + text);
}

std::optional<wire::Error> check_class(const core::Federation& federation,
                                       wire::ObjectClassHandle object_class,
                                       const wire::AttributeSet& attributes) {
  if (federation.model().find(object_class) == nullptr) return not_defined(object_class);
  if (!federation.model().has_attributes(object_class, attributes)) {
    return not_available(federation, object_class, attributes);
  }
  return std::nullopt;
}

}  // namespace triad::rtia
