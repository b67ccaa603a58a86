// Selection of values of an update or an interaction.
#pragma once

#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// Returns the pairs with handles for which `wanted` is true. They are copied to `buffer`, unless
// all are wanted: then the original view is returned.
template <class Wanted>
wire::ValueList select_values(const wire::ValueList& values, wire::Buffer& buffer,
                              Wanted&& wanted) {
  wire::ValueList subset;
  values.for_each(
      [&](std::uint32_t handle, wire::Bytes, wire::Bytes) { subset.count += wanted(handle); });
  if (subset.count == values.count) return values;
  buffer.clear();
  values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes pair) {
    if (wanted(handle)) buffer.insert(buffer.end(), pair.begin(), pair.end());
  });
  subset.pairs = buffer;
  return subset;
}

}  // namespace triad::rtia
