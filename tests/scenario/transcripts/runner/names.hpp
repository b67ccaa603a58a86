// Names of a scenario and their objects, in both directions: federates, classes, attributes, object
// instances, regions and events. Classes are those of core/test_model.hpp and of the MOM.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/object_model.hpp"
#include "tests/scenario/core/core_harness.hpp"
#include "tests/scenario/transcripts/runner/words.hpp"

namespace triad::test {

// Names of objects of one kind. A name may be given again; the earlier object keeps it for
// printing.
template <class Thing>
class NamesOf {
 public:
  explicit NamesOf(std::string kind) : kind_(std::move(kind)) {}

  void add(const std::string& name, const Thing& thing) {
    things_[name] = thing;
    names_[thing] = name;
  }
  bool has(const std::string& name) const { return things_.contains(name); }
  const Thing& find(const std::string& name) const {
    const auto at = things_.find(name);
    if (at == things_.end()) throw no_such(kind_, name, all());
    return at->second;
  }
  // Returns "?" for an object without a name.
  std::string name(const Thing& thing) const {
    const auto at = names_.find(thing);
    return at == names_.end() ? "?" : at->second;
  }
  bool has_name(const Thing& thing) const { return names_.contains(thing); }
  std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (const auto& [name, thing] : things_) names.push_back(name);
    return names;
  }

 private:
  std::string kind_;
  std::map<std::string, Thing> things_;
  std::map<Thing, std::string> names_;
};

// Sender and number of an event, as in retraction handles.
using EventName = std::pair<wire::FederateHandle, std::uint64_t>;

class Names {
 public:
  explicit Names(const core::ObjectModel& model);

  NamesOf<Federate> federates{"federate"};          // numbers in the harness
  NamesOf<wire::FederateHandle> members{"member"};  // handles of the federates that have joined
  NamesOf<wire::ObjectHandle> objects{"object instance"};
  NamesOf<wire::RegionHandle> regions{"region"};
  NamesOf<EventName> events{"event"};

  void add_object(const std::string& name, wire::ObjectHandle object,
                  wire::ObjectClassHandle registered_class);
  // Returns the class at which the scenario has registered the instance, or zero.
  wire::ObjectClassHandle class_of(wire::ObjectHandle object) const;

  // Classes by the last part of their names, or by path if several have the same.
  bool is_object_class(const std::string& name) const { return object_classes_.has(name); }
  bool is_interaction_class(const std::string& name) const { return interactions_.has(name); }
  wire::ObjectClassHandle object_class(const std::string& name) const {
    return object_classes_.find(name);
  }
  wire::InteractionClassHandle interaction_class(const std::string& name) const {
    return interactions_.find(name);
  }
  std::string name(wire::ObjectClassHandle c) const { return object_classes_.name(c); }
  std::string name(wire::InteractionClassHandle c) const { return interactions_.name(c); }
  // Error: the name is neither an object class nor an interaction class.
  CommandError no_class(const std::string& name) const;

  // Return an invalid handle if another class has the name, but not this one. So a scenario can
  // show the refusals AttributeNotDefined and InteractionParameterNotDefined.
  wire::AttributeHandle attribute(wire::ObjectClassHandle c, const std::string& name) const;
  wire::ParameterHandle parameter(wire::InteractionClassHandle c, const std::string& name) const;
  // "nothing" alone is the empty set.
  wire::AttributeSet attributes(wire::ObjectClassHandle c,
                                const std::vector<std::string>& words) const;
  // Returns " position speed", or " nothing" for the empty set.
  std::string text(wire::ObjectClassHandle c, const wire::AttributeSet& attributes) const;
  std::string attribute_name(wire::ObjectClassHandle c, std::uint32_t attribute) const;
  std::string parameter_name(wire::InteractionClassHandle c, std::uint32_t parameter) const;

  const core::ObjectModel& model() const { return model_; }

 private:
  const core::ObjectModel& model_;
  NamesOf<wire::ObjectClassHandle> object_classes_{"object class"};
  NamesOf<wire::InteractionClassHandle> interactions_{"interaction class"};
  std::map<wire::ObjectHandle, wire::ObjectClassHandle> classes_of_objects_;
};

}  // namespace triad::test
