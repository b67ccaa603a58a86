#include "tools/rtirecord/model_types.hpp"

#include <algorithm>
#include <iterator>

namespace triad::rtirecord {

ModelTypes::ModelTypes(const decoding::DecodingTable& table, const core::ObjectModel& model)
    : model_(model) {
  for (const auto& [path, members] : table.objects()) {
    const auto of = model.object_class(path);
    if (!of) unknown_.insert("object class " + path);
    for (const auto& [name, type] : members) {
      const auto attribute = of ? model.attribute(of, name) : core::AttributeHandle{};
      if (attribute) {
        attributes_[{of.value, attribute.value}] = type.get();
      } else if (of) {
        unknown_.insert("attribute " + name + " of " + path);
      }
    }
  }
  for (const auto& [path, members] : table.interactions()) {
    const auto of = model.interaction_class(path);
    if (!of) unknown_.insert("interaction class " + path);
    for (const auto& [name, type] : members) {
      const auto parameter = of ? model.parameter(of, name) : core::ParameterHandle{};
      if (parameter) {
        parameters_[{of.value, parameter.value}] = type.get();
      } else if (of) {
        unknown_.insert("parameter " + name + " of " + path);
      }
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
  std::set<std::string> unknown;
  for (const auto& [model, types] : models_) {
    if (&types == &models_.begin()->second) {
      unknown = types.unknown();
      continue;
    }
    std::set<std::string> both;
    std::ranges::set_intersection(unknown, types.unknown(), std::inserter(both, both.end()));
    unknown = std::move(both);
  }
  return unknown;
}

}  // namespace triad::rtirecord
