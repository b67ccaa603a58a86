// Replaces the handles in a ReportServiceInvocation by names. The service and the argument's name
// determine the kind of a handle. Pure; the Tracer fills the table.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// A ReportServiceInvocation as texts.
struct ServiceInvocation {
  std::uint64_t federate = 0;
  bool by_rti = false;
  std::string service;
  std::vector<std::string> arguments;  // In the form "theObject=17".
  std::string returned;
  std::string exception;
};

class NameTable {
 public:
  struct Class {
    std::string name;
    std::map<std::uint64_t, std::string> members;  // Attributes or parameters.
  };
  struct Object {
    std::string name;
    std::uint64_t object_class = 0;
  };

  void add_object_class(std::uint64_t handle, Class described) {
    object_classes_[handle] = std::move(described);
  }
  void add_interaction_class(std::uint64_t handle, Class described) {
    interaction_classes_[handle] = std::move(described);
  }
  void add_space(std::uint64_t handle, std::string name) { spaces_[handle] = std::move(name); }
  void add_object(std::uint64_t handle, Object object) { objects_[handle] = std::move(object); }
  // Adds an unknown instance to the table if the report names it. On shared memory a federate's
  // discovery may be read before another federate's registration.
  void add_from_report(const ServiceInvocation& report);
  // Marks an instance as removed, but keeps its name for reports that may still arrive. The name is
  // dropped after many further removals.
  void remove_object(std::uint64_t handle);
  // Adds a federate and returns its display name: its name, with its handle if another federate has
  // or had the same name.
  const std::string& add_federate(std::uint64_t handle, const std::string& name);
  // Removes a federate before a restore gives its handle to another one.
  void remove_federate(std::uint64_t handle);

  bool has_federate(std::uint64_t handle) const { return federates_.contains(handle); }
  // Returns the display name, or "federate 7" for an unknown handle.
  std::string federate(std::uint64_t handle) const;
  // Returns the instance; null if the handle is unknown.
  const Object* object(std::uint64_t handle) const;
  // Return the name, or the number of an unknown handle.
  std::string object_class(std::uint64_t handle) const;
  std::string interaction_class(std::uint64_t handle) const;
  std::string space(std::uint64_t handle) const;
  // Return the class; null if the handle is unknown.
  const Class* find_object_class(std::uint64_t handle) const;
  const Class* find_interaction_class(std::uint64_t handle) const;

 private:
  std::map<std::uint64_t, Class> object_classes_;
  std::map<std::uint64_t, Class> interaction_classes_;
  std::map<std::uint64_t, std::string> spaces_;
  std::map<std::uint64_t, Object> objects_;
  std::deque<std::uint64_t> removed_objects_;
  std::map<std::uint64_t, std::string> federates_;
};

// Converts a report to an event with names. Handles that are not in the table remain. The caller
// sets the event's time and the federate's name.
TraceEvent make_event(const ServiceInvocation& report, const NameTable& names);

// Returns the argument "theTime" of a callback that states the federate's time; empty for other
// reports.
std::string_view time_reached(const ServiceInvocation& report);

}  // namespace triad::rtictl
