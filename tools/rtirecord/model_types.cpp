#include "tools/rtirecord/model_types.hpp"

#include <utility>

namespace triad::rtirecord {

namespace {

constexpr const char* kObjectClass = "object class ";
constexpr const char* kInteractionClass = "interaction class ";
constexpr const char* kAttribute = "attribute ";
constexpr const char* kParameter = "parameter ";

std::string member_of(const char* kind, const std::string& name, const std::string& path) {
  return kind + name + " of " + path;
}

// Adds the names that are not known. Members of an unknown class are left out.
void add_unknown(const decoding::DecodingTable::Classes& classes, const char* class_kind,
                 const char* member_kind, const std::set<std::string>& known,
                 std::set<std::string>& unknown) {
  for (const auto& [path, members] : classes) {
    if (!known.contains(class_kind + path)) {
      unknown.insert(class_kind + path);
      continue;
    }
    for (const auto& [name, type] : members) {
      auto member = member_of(member_kind, name, path);
      if (!known.contains(member)) unknown.insert(std::move(member));
    }
  }
}

}  // namespace

ModelTypes::ModelTypes(const decoding::DecodingTable& table, const core::ObjectModel& model)
    : model_(model) {
  for (const auto& [path, members] : table.objects()) {
    const auto of = model.object_class(path);
    if (!of) continue;
    known_.insert(kObjectClass + path);
    for (const auto& [name, type] : members) {
      const auto attribute = model.attribute(of, name);
      if (!attribute) continue;
      known_.insert(member_of(kAttribute, name, path));
      attributes_[{of.value, attribute.value}] = type.get();
    }
  }
  for (const auto& [path, members] : table.interactions()) {
    const auto of = model.interaction_class(path);
    if (!of) continue;
    known_.insert(kInteractionClass + path);
    for (const auto& [name, type] : members) {
      const auto parameter = model.parameter(of, name);
      if (!parameter) continue;
      known_.insert(member_of(kParameter, name, path));
      parameters_[{of.value, parameter.value}] = type.get();
    }
  }
}

const decoding::ValueType* ModelTypes::attribute(core::ObjectClassHandle of,
                                                 std::uint32_t handle) const {
  for (; of && model_.find(of) != nullptr; of = model_.find(of)->parent) {
    const auto type = attributes_.find({of.value, handle});
    if (type != attributes_.end()) return type->second;
  }
  return nullptr;
}

const decoding::ValueType* ModelTypes::parameter(core::InteractionClassHandle of,
                                                 std::uint32_t handle) const {
  for (; of && model_.find(of) != nullptr; of = model_.find(of)->parent) {
    const auto type = parameters_.find({of.value, handle});
    if (type != parameters_.end()) return type->second;
  }
  return nullptr;
}

const ModelTypes* TypesOfModels::of(const std::shared_ptr<const core::ObjectModel>& model) {
  if (!model || table_.empty()) return nullptr;
  const auto known = models_.find(model);
  if (known != models_.end()) return &known->second;
  return &models_.emplace(model, ModelTypes(table_, *model)).first->second;
}

std::set<std::string> TypesOfModels::unknown() const {
  std::set<std::string> known;
  for (const auto& [model, types] : models_)
    known.insert(types.known().begin(), types.known().end());
  std::set<std::string> unknown;
  if (models_.empty()) return unknown;
  add_unknown(table_.objects(), kObjectClass, kAttribute, known, unknown);
  add_unknown(table_.interactions(), kInteractionClass, kParameter, known, unknown);
  return unknown;
}

}  // namespace triad::rtirecord
