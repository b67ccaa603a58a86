// Support services (HLA 1.3 clause 10): look-ups of handles and names. Handles are printed as
// numbers, those of object instances as the scenario's names. Switches are in
// declaration_commands.cpp.
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

std::string shown(Stage& stage, wire::ObjectHandle handle) {
  return stage.names().objects.name(handle);
}
template <class Handle>
std::string shown(Stage&, const Handle& handle) {
  if constexpr (std::is_integral_v<Handle>) {
    return std::to_string(handle);
  } else {
    return std::to_string(handle.value);
  }
}

template <wire::Call C>
void look_up(Stage& stage, Federate f, const Words& words, const C& request) {
  stage.call(f, words, request, [&stage](const typename C::Reply& found) {
    if constexpr (std::is_same_v<typename C::Reply, std::string>) {
      stage.add_line(found);
    } else {
      stage.add_line(shown(stage, found));
    }
  });
}

std::string_view take_name(Stage& stage, Words& words) {
  return stage.keep(words.take_word("a name"));
}

template <class Handle>
Handle take_handle(Words& words) {
  const std::uint64_t number = number_of(words.take_word("a number"));
  if constexpr (std::is_integral_v<Handle>) {
    return number;
  } else {
    return Handle(static_cast<typename Handle::integer_type>(number));
  }
}

// Takes the class or space to which an attribute, parameter or dimension belongs.
template <class Owner>
Owner take_owner(Stage& stage, Words& words) {
  if (!words.take_word_if("of")) throw CommandError("say of which class or space: 'of Tank'");
  if constexpr (std::is_same_v<Owner, wire::SpaceHandle>) {
    return stage.model().space(words.take_word("the name of a routing space"));
  } else if constexpr (std::is_same_v<Owner, wire::ObjectClassHandle>) {
    return take_class(stage, words).object_class;
  } else {
    return take_class(stage, words).interaction_class;
  }
}

// Syntax: gets object class handle Vehicle.Tank
template <wire::Call C>
void get_handle(Stage& stage, Federate f, Words& words) {
  const std::string_view name = take_name(stage, words);
  look_up(stage, f, words, C{name});
}

// Syntax: gets object class name 3
template <wire::Call C, class Handle>
void get_name(Stage& stage, Federate f, Words& words) {
  const auto handle = take_handle<Handle>(words);
  look_up(stage, f, words, C{handle});
}

// Syntax: gets attribute handle speed of Tank
template <wire::Call C, class Owner>
void get_handle_of(Stage& stage, Federate f, Words& words) {
  const std::string_view name = take_name(stage, words);
  const auto owner = take_owner<Owner>(stage, words);
  look_up(stage, f, words, C{name, owner});
}

// Syntax: gets attribute name 3 of Tank
template <wire::Call C, class Handle, class Owner>
void get_name_of(Stage& stage, Federate f, Words& words) {
  const auto handle = take_handle<Handle>(words);
  const auto owner = take_owner<Owner>(stage, words);
  look_up(stage, f, words, C{handle, owner});
}

void get_instance_name(Stage& stage, Federate f, Words& words) {
  const auto object = take_object(stage, words);
  look_up(stage, f, words, wire::GetObjectInstanceName{object});
}

// Syntax: gets routing space of Tank position; of Shot
void get_space_of(Stage& stage, Federate f, Words& words) {
  const ClassName name = take_class(stage, words);
  if (name.interaction_class) {
    return look_up(stage, f, words, wire::GetInteractionRoutingSpaceHandle{name.interaction_class});
  }
  const auto attribute =
      stage.names().attribute(name.object_class, words.take_word("the name of an attribute"));
  look_up(stage, f, words, wire::GetAttributeRoutingSpaceHandle{attribute, name.object_class});
}

using wire::InteractionClassHandle;
using wire::ObjectClassHandle;
using wire::SpaceHandle;

constexpr Command kSupportCommands[] = {
    {"gets object class handle", get_handle<wire::GetObjectClassHandle>},
    {"gets object class name", get_name<wire::GetObjectClassName, ObjectClassHandle>},
    {"gets attribute handle", get_handle_of<wire::GetAttributeHandle, ObjectClassHandle>},
    {"gets attribute name",
     get_name_of<wire::GetAttributeName, wire::AttributeHandle, ObjectClassHandle>},
    {"gets interaction class handle", get_handle<wire::GetInteractionClassHandle>},
    {"gets interaction class name",
     get_name<wire::GetInteractionClassName, InteractionClassHandle>},
    {"gets parameter handle", get_handle_of<wire::GetParameterHandle, InteractionClassHandle>},
    {"gets parameter name",
     get_name_of<wire::GetParameterName, wire::ParameterHandle, InteractionClassHandle>},
    {"gets object instance handle", get_handle<wire::GetObjectInstanceHandle>},
    {"gets object instance name", get_instance_name},
    {"gets routing space handle", get_handle<wire::GetRoutingSpaceHandle>},
    {"gets routing space name", get_name<wire::GetRoutingSpaceName, SpaceHandle>},
    {"gets routing space of", get_space_of},
    {"gets dimension handle", get_handle_of<wire::GetDimensionHandle, SpaceHandle>},
    {"gets dimension name",
     get_name_of<wire::GetDimensionName, wire::DimensionHandle, SpaceHandle>},
    {"gets transportation handle", get_handle<wire::GetTransportationHandle>},
    {"gets transportation name", get_name<wire::GetTransportationName, std::uint64_t>},
    {"gets ordering handle", get_handle<wire::GetOrderingHandle>},
    {"gets ordering name", get_name<wire::GetOrderingName, std::uint64_t>},
};

}  // namespace

Commands support_commands() {
  return kSupportCommands;
}

}  // namespace triad::test
