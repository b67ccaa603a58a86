// Numbers of messages that a federate has sent and received, by class. They are always counted,
// whether or not another federate subscribes to them in the MOM.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/object_model.hpp"
#include "core/saved.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

struct ClassTraffic {
  std::uint64_t calls = 0;            // for updateAttributeValues only
  std::array<std::uint64_t, 3> by{};  // by transportation
  std::uint64_t objects = 0;          // instances of the class, each counted once

  std::uint64_t of(wire::Transportation transportation) const {
    return by[static_cast<std::size_t>(transportation)];
  }
  void count(wire::Transportation transportation) {
    ++by[static_cast<std::size_t>(transportation)];
  }
  friend bool operator==(const ClassTraffic&, const ClassTraffic&) = default;
};

// Indexed by class handle; [0] is unused.
using Traffic = std::vector<ClassTraffic>;

struct MessageCounts {
  static MessageCounts of(const core::ObjectModel& model) {
    const Traffic of_objects(model.object_classes.size() + 1);
    const Traffic of_interactions(model.interaction_classes.size() + 1);
    return {.updates = of_objects,
            .reflections = of_objects,
            .sent = of_interactions,
            .received = of_interactions};
  }

  Traffic updates;      // by registered class
  Traffic reflections;  // by registered class
  Traffic sent;         // interactions
  Traffic received;     // by the class that was sent
};

}  // namespace triad::rtia

// Only classes with traffic are encoded.
template <>
struct triad::wire::Codec<triad::rtia::Traffic> {
  using ByHandle = std::map<std::uint32_t, rtia::ClassTraffic>;
  static void put(Encoder& out, const rtia::Traffic& traffic) {
    ByHandle kept;
    for (std::size_t i = 0; i < traffic.size(); ++i) {
      if (traffic[i] != rtia::ClassTraffic{})
        kept.emplace(static_cast<std::uint32_t>(i), traffic[i]);
    }
    out.put(kept);
  }
  // Reads saved counts into `traffic`, which must have an entry for each class already.
  static void get(Decoder& in, rtia::Traffic& traffic) {
    ByHandle kept;
    in.get(kept);
    for (const auto& [handle, of_class] : kept) {
      if (handle >= traffic.size()) return in.fail();
      traffic[handle] = of_class;
    }
  }
};

namespace triad::rtia {

TRIAD_SAVED(ClassTraffic, (calls, by, objects));
TRIAD_SAVED(MessageCounts, (updates, reflections, sent, received));

}  // namespace triad::rtia
