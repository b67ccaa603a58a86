// Names in place of the handles that ReportServiceInvocation has: what a handle in an argument
// stands for follows from the service and the argument's name. Pure: the tracer fills the table.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// A ReportServiceInvocation as it came, in texts.
struct ServiceInvocation {
  std::uint64_t federate = 0;
  bool by_rti = false;
  std::string service;
  std::vector<std::string> arguments;  // "theObject=17"
  std::string returned;
  std::string exception;
};

class NameTable {
 public:
  struct Class {
    std::string name;
    std::map<std::uint64_t, std::string> members;  // attributes or parameters
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
  // What the report tells of an instance that is not known yet: where federates share memory, who
  // follows them may read of one's discovery before another's registration.
  void learn(const ServiceInvocation& report);
  // Reports of it may still come: it is forgotten when many others have been removed as well.
  void remove_object(std::uint64_t handle);
  // What the federate is called from now on: its name, with its handle if another one has or had
  // the same.
  const std::string& add_federate(std::uint64_t handle, const std::string& name);
  // The handle is about to be another federate's, by a restore.
  void forget_federate(std::uint64_t handle);

  bool knows_federate(std::uint64_t handle) const { return federates_.contains(handle); }
  // "federate 7" of one that is not known.
  std::string federate(std::uint64_t handle) const;
  const Object* object(std::uint64_t handle) const;
  std::string object_class(std::uint64_t handle) const;
  std::string interaction_class(std::uint64_t handle) const;
  std::string space(std::uint64_t handle) const;
  // Null for a class that is not known.
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

// The report as an event, with names. What the table does not know keeps its handle. The event's
// time and what the federate is called are the caller's to fill in.
TraceEvent named(const ServiceInvocation& report, const NameTable& names);

// "theTime" of a callback that says how far the federate is; empty: it is none.
std::string_view time_reached(const ServiceInvocation& report);

}  // namespace triad::rtictl
