#include "tests/fuzz/fed_property.hpp"

#include <algorithm>

#include "core/object_model_wire.hpp"
#include "fed-parser/fed_parser.hpp"

namespace triad::fed {

namespace {

// The time for look-ups grows with the size of the model. These are enough to find a wrong one.
constexpr std::uint32_t kLookupsMax = 200;

bool has_error(const ParseResult& result) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

template <class Handle, class Class, class Find>
bool paths_lead_back(const core::ObjectModel& model, const std::vector<Class>& classes, Find find) {
  const auto count = static_cast<std::uint32_t>(classes.size());
  for (std::uint32_t i = 1; i <= std::min(count, kLookupsMax); ++i) {
    if (find(model.path(Handle(i))) != Handle(i)) return false;
  }
  return true;
}

std::string_view broken_in_model(const core::ObjectModel& model) {
  wire::Buffer bytes;
  core::encode(model, bytes);
  if (!core::decode_object_model(bytes)) return "the model does not survive the wire";
  if (!model.attribute(core::ObjectClassHandle(1), core::kPrivilegeToDelete)) {
    return "the root has no delete right";
  }
  if (!model.object_class("Manager.Federate")) return "the MOM is missing";
  if (!paths_lead_back<core::ObjectClassHandle>(model, model.object_classes, [&](const auto& path) {
        return model.object_class(path);
      })) {
    return "an object class is not found by its path";
  }
  if (!paths_lead_back<core::InteractionClassHandle>(
          model, model.interaction_classes,
          [&](const auto& path) { return model.interaction_class(path); })) {
    return "an interaction class is not found by its path";
  }
  return {};
}

}  // namespace

std::string_view broken_property(std::string_view text) {
  const ParseResult result = parse(text, "input");
  if (result.ok() == has_error(result)) return "neither a model nor an error, or both";
  if (!result.ok() && result.first_error().empty()) return "an error without a text";
  const auto last_line =
      std::count(text.begin(), text.end(), '\n') + std::count(text.begin(), text.end(), '\r') + 1;
  for (const Diagnostic& d : result.diagnostics) {
    if (d.line < 1 || d.line > last_line || d.column < 0) return "an error outside of the text";
  }
  return result.ok() ? broken_in_model(*result.model) : std::string_view();
}

}  // namespace triad::fed
