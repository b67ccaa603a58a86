// Object models that declare a part of the MOM, to test the RTI with them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {

// Decides whether a class or a member of a class is kept. The path is "ObjectRoot.Manager.Federate"
// or "ObjectRoot.Manager.Federate.LBTS", for example.
using Keeps = std::function<bool(const std::string& path)>;

inline std::string name_of_member(const core::Attribute& attribute) {
  return attribute.name;
}
inline std::string name_of_member(const std::string& parameter) {
  return parameter;
}

// Subclasses of an omitted class are omitted, too.
template <class Handle, class Class, class Members>
std::vector<Class> part_of(const std::vector<Class>& classes, Members Class::*members,
                           std::uint32_t Class::*inherited, const core::ObjectModel& whole,
                           const Keeps& keeps) {
  std::vector<Class> part;
  std::map<Handle, Handle> handles;
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    Class made = classes[i];
    const std::string path = whole.path(Handle(i + 1));
    if ((made.parent && !handles.contains(made.parent)) || !keeps(path)) continue;
    const Members all = std::exchange(made.*members, {});
    if (made.parent) {
      made.parent = handles.at(made.parent);
      made.*members = part[made.parent.value - 1].*members;
    }
    const auto own = static_cast<std::ptrdiff_t>(
        std::exchange(made.*inherited, static_cast<std::uint32_t>((made.*members).size())));
    std::copy_if(all.begin() + own, all.end(), std::back_inserter(made.*members),
                 [&](const auto& member) { return keeps(path + "." + name_of_member(member)); });
    part.push_back(std::move(made));
    handles.emplace(Handle(i + 1), Handle(static_cast<std::uint32_t>(part.size())));
  }
  return part;
}

inline core::ObjectModel part_of_mom(const Keeps& keeps) {
  core::ObjectModel model = model_with_mom();
  const core::ObjectModel whole = model;
  model.object_classes =
      part_of<ObjectClassHandle>(whole.object_classes, &core::ObjectClass::attributes,
                                 &core::ObjectClass::inherited_attributes, whole, keeps);
  model.interaction_classes = part_of<InteractionClassHandle>(
      whole.interaction_classes, &core::InteractionClass::parameters,
      &core::InteractionClass::inherited_parameters, whole, keeps);
  return model;
}

inline core::ObjectModel mom_without(const std::string& left_out) {
  return part_of_mom([&](const std::string& path) { return path != left_out; });
}

}  // namespace triad::test
