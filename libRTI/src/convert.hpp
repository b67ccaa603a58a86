// Conversions at the HLA border: the API's integers, pointers and sets to the strong types of the
// wire, and back. Used by the services and the callback dispatcher.
#pragma once

#include <RTI.hh>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "libRTI/src/handle_sets.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::api {

// Converts a handle. A handle beyond the wire's width becomes one that is never defined, because
// cutting off its upper bits could make it valid.
template <class H>
constexpr H to_wire(RTI::ULong handle) {
  using Integer = typename H::integer_type;
  constexpr Integer kNever = std::numeric_limits<Integer>::max();
  if constexpr (std::numeric_limits<RTI::ULong>::max() <= kNever) {
    return H(static_cast<Integer>(handle));
  } else {
    return H(handle < kNever ? static_cast<Integer>(handle) : kNever);
  }
}

// Converts a space handle, the only signed kind of handle.
constexpr wire::SpaceHandle to_wire_space(RTI::SpaceHandle space) {
  return space < 0 ? wire::SpaceHandle(kUndefinedHandle)
                   : to_wire<wire::SpaceHandle>(static_cast<RTI::ULong>(space));
}

// Returns an empty text for a null pointer.
constexpr std::string_view text_of(const char* text) {
  return text == nullptr ? std::string_view{} : std::string_view(text);
}

// Converts an RTI::Boolean. It is an enumeration, so a federate's cast may have given it any value.
constexpr bool is_true(RTI::Boolean value) {
  return value != RTI::RTI_FALSE;
}

wire::AttributeSet to_wire(const RTI::AttributeHandleSet& set);
std::vector<wire::FederateHandle> to_wire(const RTI::FederateHandleSet& set);

template <class Tag, class Integer>
constexpr RTI::ULong from_wire(wire::Handle<Tag, Integer> handle) {
  return static_cast<RTI::ULong>(handle.value);
}
constexpr RTI::SpaceHandle from_wire(wire::SpaceHandle space) {
  return static_cast<RTI::SpaceHandle>(space.value);
}
constexpr RTI::ULong from_wire(std::uint64_t value) {
  return static_cast<RTI::ULong>(value);
}
constexpr RTI::Boolean from_wire(bool value) {
  return value ? RTI::RTI_TRUE : RTI::RTI_FALSE;
}
constexpr RTI::EventRetractionHandle from_wire(const wire::Retraction& retraction) {
  return {static_cast<RTI::UniqueID>(retraction.serial), from_wire(retraction.federate)};
}
constexpr RTI::Region* from_wire(RTI::Region* region) {
  return region;
}
// Returns a new set; the caller must delete it.
RTI::AttributeHandleSet* from_wire(const wire::AttributeSet& set);
// Returns a new copy; the caller must delete[] it.
inline char* from_wire(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace triad::api
