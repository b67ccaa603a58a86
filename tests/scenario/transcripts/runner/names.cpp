#include "tests/scenario/transcripts/runner/names.hpp"

namespace triad::test {

namespace {

// Handles of undefined or unknown objects.
constexpr std::uint32_t kNoSuchClass = 9999;
constexpr std::uint32_t kNoSuchMember = 9999;
constexpr std::uint64_t kNoSuchObject = 999'999;

template <class Handle, class Class>
void name_classes(NamesOf<Handle>& names, const core::ObjectModel& model,
                  const std::vector<Class>& classes, std::map<std::string, int>& of_the_name) {
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    const Handle handle(i + 1);
    const std::string& name = classes[i].name;
    names.add(of_the_name[name] == 1 ? name : model.path(handle), handle);
  }
}

}  // namespace

Names::Names(const core::ObjectModel& model) : model_(model) {
  std::map<std::string, int> of_the_name;
  for (const auto& c : model.object_classes) ++of_the_name[c.name];
  for (const auto& c : model.interaction_classes) ++of_the_name[c.name];
  name_classes(object_classes_, model, model.object_classes, of_the_name);
  name_classes(interactions_, model, model.interaction_classes, of_the_name);
  object_classes_.add("NoSuchClass", wire::ObjectClassHandle(kNoSuchClass));
  interactions_.add("NoSuchInteraction", wire::InteractionClassHandle(kNoSuchClass));
  objects.add("no-such-object", wire::ObjectHandle(kNoSuchObject));
  regions.add("no-such-region", wire::RegionHandle(kNoSuchObject));
}

void Names::add_object(const std::string& name, wire::ObjectHandle object,
                       wire::ObjectClassHandle registered_class) {
  objects.add(name, object);
  classes_of_objects_[object] = registered_class;
}

wire::ObjectClassHandle Names::class_of(wire::ObjectHandle object) const {
  const auto at = classes_of_objects_.find(object);
  return at == classes_of_objects_.end() ? wire::ObjectClassHandle{} : at->second;
}

CommandError Names::no_class(const std::string& name) const {
  std::vector<std::string> all = object_classes_.all();
  for (std::string& interaction : interactions_.all()) all.push_back(std::move(interaction));
  return no_such("class", name, all);
}

wire::AttributeHandle Names::attribute(wire::ObjectClassHandle c, const std::string& name) const {
  if (const auto own = model_.attribute(c, name)) return own;
  std::vector<std::string> names;
  for (const core::ObjectClass& other : model_.object_classes) {
    for (const core::Attribute& attribute : other.attributes) {
      if (attribute.name == name) return wire::AttributeHandle(kNoSuchMember);
      names.push_back(attribute.name);
    }
  }
  throw no_such("attribute", name, names);
}

wire::ParameterHandle Names::parameter(wire::InteractionClassHandle c,
                                       const std::string& name) const {
  if (const auto own = model_.parameter(c, name)) return own;
  std::vector<std::string> names;
  for (const core::InteractionClass& other : model_.interaction_classes) {
    for (const std::string& parameter : other.parameters) {
      if (parameter == name) return wire::ParameterHandle(kNoSuchMember);
      names.push_back(parameter);
    }
  }
  throw no_such("parameter", name, names);
}

wire::AttributeSet Names::attributes(wire::ObjectClassHandle c,
                                     const std::vector<std::string>& words) const {
  if (words.empty()) throw CommandError("name the attributes, or write 'nothing'");
  if (words.size() == 1 && words.front() == "nothing") return {};
  wire::AttributeSet set;
  for (const std::string& word : words) set.insert(attribute(c, word));
  return set;
}

std::string Names::text(wire::ObjectClassHandle c, const wire::AttributeSet& attributes) const {
  std::string text;
  attributes.for_each(
      [&](wire::AttributeHandle attribute) { text += " " + attribute_name(c, attribute.value); });
  return text.empty() ? " nothing" : text;
}

std::string Names::attribute_name(wire::ObjectClassHandle c, std::uint32_t attribute) const {
  const core::ObjectClass* found = model_.find(c);
  if (found == nullptr || attribute == 0 || attribute > found->attributes.size()) {
    return "#" + std::to_string(attribute);
  }
  return found->attributes[attribute - 1].name;
}

std::string Names::parameter_name(wire::InteractionClassHandle c, std::uint32_t parameter) const {
  const core::InteractionClass* found = model_.find(c);
  if (found == nullptr || parameter == 0 || parameter > found->parameters.size()) {
    return "#" + std::to_string(parameter);
  }
  return found->parameters[parameter - 1];
}

}  // namespace triad::test
