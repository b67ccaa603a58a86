// The start of the tracer: handles of the MOM, the names in the object model, and subscriptions.
#include <memory>

#include "tools/rtictl/trace/tracer.hpp"

#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

// Takes ownership of a text that the library has allocated.
std::string taken(char* text) {
  const std::unique_ptr<char[]> owned(text);
  return owned == nullptr ? std::string() : std::string(owned.get());
}

// Returns "A.B" for "ObjectRoot.A.B".
std::string below_root(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == path.npos ? path : path.substr(dot + 1);
}

// Returns false if the FED does not have the name.
template <class Handle, class LookUp>
bool look_up(Handle& handle, const LookUp& call) {
  try {
    handle = call();
    return true;
  } catch (const RTI::NameNotFound&) {
    return false;
  }
}

}  // namespace

std::optional<Failure> Tracer::bind() {
  const auto lacks = [&](const std::string& what) {
    return Failure{ExitCode::refused, "the federation " + wire::quoted(options_.federation) +
                                          " cannot be followed: its FED has " + "no " + what +
                                          "; declare it as HLA 1.3 does, or remove the class " +
                                          "from the FED, and the RTI adds it"};
  };
  if (!look_up(manager_, [&] { return rti_.getObjectClassHandle("Manager.Federate"); })) {
    return lacks("object class Manager.Federate");
  }
  const auto attribute = [&](RTI::AttributeHandle& handle, const char* name) {
    return look_up(handle, [&] { return rti_.getAttributeHandle(name, manager_); });
  };
  if (!attribute(manager_handle_, "FederateHandle")) {
    return lacks("attribute FederateHandle of Manager.Federate");
  }
  if (!attribute(manager_type_, "FederateType")) {
    return lacks("attribute FederateType of Manager.Federate");
  }
  attribute(manager_time_, "FederateTime");  // Optional: without it a trace shows no times.
  const std::string path = "Manager.Federate.";
  if (!bind(set_reporting_, path + "Adjust.SetServiceReporting", {"Federate", "ReportingState"}) ||
      !bind(report_, path + "Report.ReportServiceInvocation",
            {"Federate", "Service", "Initiator"})) {
    return lacks(unavailable_);
  }
  bind(alert_, path + "Report.Alert", {});
  return std::nullopt;
}

// Finds the interaction class and all its parameters. Fails if one of `parameters` is missing.
bool Tracer::bind(Interaction& interaction, const std::string& name,
                  const std::vector<std::string>& parameters) {
  const auto found = [&] { return rti_.getInteractionClassHandle(name.c_str()); };
  if (!look_up(interaction.handle, found)) {
    unavailable_ = "interaction class " + name;
    return false;
  }
  try {
    for (RTI::ParameterHandle handle = 1;; ++handle) {
      const std::string parameter = taken(rti_.getParameterName(handle, interaction.handle));
      interaction.parameters[parameter] = handle;
      interaction.names[handle] = parameter;
    }
  } catch (const RTI::InteractionParameterNotDefined&) {
    // End of the list.
  }
  for (const std::string& parameter : parameters) {
    if (interaction.parameters.contains(parameter)) continue;
    unavailable_ = "parameter " + parameter + " of " + name;
    return false;
  }
  return true;
}

// Learns all classes and attributes. Triad's handles are consecutive from 1.
void Tracer::learn_classes() {
  try {
    for (RTI::ObjectClassHandle handle = 1;; ++handle) {
      NameTable::Class described{below_root(taken(rti_.getObjectClassName(handle))), {}};
      try {
        for (RTI::AttributeHandle attribute = 1;; ++attribute) {
          described.members[attribute] = taken(rti_.getAttributeName(attribute, handle));
          learn_space(rti_.getAttributeRoutingSpaceHandle(attribute, handle));
        }
      } catch (const RTI::AttributeNotDefined&) {
        // End of the list.
      }
      names_.add_object_class(handle, std::move(described));
    }
  } catch (const RTI::ObjectClassNotDefined&) {
    // End of the list.
  }
}

void Tracer::learn_interactions() {
  try {
    for (RTI::InteractionClassHandle handle = 1;; ++handle) {
      NameTable::Class described{below_root(taken(rti_.getInteractionClassName(handle))), {}};
      learn_space(rti_.getInteractionRoutingSpaceHandle(handle));
      try {
        for (RTI::ParameterHandle parameter = 1;; ++parameter) {
          described.members[parameter] = taken(rti_.getParameterName(parameter, handle));
        }
      } catch (const RTI::InteractionParameterNotDefined&) {
        // End of the list.
      }
      names_.add_interaction_class(handle, std::move(described));
    }
  } catch (const RTI::InteractionClassNotDefined&) {
    // End of the list.
  }
}

void Tracer::learn_space(RTI::SpaceHandle space) {
  try {
    names_.add_space(static_cast<std::uint64_t>(space), taken(rti_.getRoutingSpaceName(space)));
  } catch (const RTI::SpaceNotDefined&) {
    // The default space has no name.
  }
}

// Subscribes to reports first: a report from a federate that this tracer has not yet asked for
// shows that another federate has.
void Tracer::subscribe() {
  rti_.publishInteractionClass(set_reporting_.handle);
  rti_.subscribeInteractionClass(report_.handle);
  rti_.subscribeInteractionClass(set_reporting_.handle);
  if (alert_.handle != 0) rti_.subscribeInteractionClass(alert_.handle);

  const std::unique_ptr<RTI::AttributeHandleSet> attributes(
      RTI::AttributeHandleSetFactory::create(3));
  attributes->add(manager_handle_);
  attributes->add(manager_type_);
  if (manager_time_ != 0) attributes->add(manager_time_);
  rti_.subscribeObjectClassAttributes(manager_, *attributes);

  // An instance is discovered at the first subscribed class, so subclasses, which have higher
  // handles, are subscribed to first. The subscriptions are passive, so no federate starts to
  // register or update for them. They are for privilegeToDelete, which is never updated.
  RTI::ObjectClassHandle handle = 1;
  while (names_.find_object_class(handle) != nullptr) ++handle;
  for (--handle; handle > 0; --handle) {
    const std::string name = names_.object_class(handle);
    if (name == "Manager" || name.starts_with("Manager.")) continue;
    attributes->empty();
    attributes->add(rti_.getAttributeHandle("privilegeToDelete", handle));
    rti_.subscribeObjectClassAttributes(handle, *attributes, RTI::RTI_FALSE);
  }
}

}  // namespace triad::rtictl
