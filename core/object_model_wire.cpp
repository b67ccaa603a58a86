#include "core/object_model_wire.hpp"

#include <algorithm>

#include "wire/interest.hpp"

namespace triad::core {

namespace {

// Returns true if parents precede their children, so that every walk up the tree ends, and if the
// handles of attributes fit into sets.
template <class Class, class Items>
bool is_valid_tree(const std::vector<Class>& classes, Items Class::*items,
                   std::uint32_t Class::*inherited) {
  if (classes.empty() || classes.front().parent) return false;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const Class& c = classes[i];
    if ((c.*items).size() > kMembersMax) return false;
    if (i == 0) {
      if (c.*inherited != 0) return false;
      continue;
    }
    if (!c.parent || c.parent.value > i) return false;
    const Class& parent = classes[c.parent.value - 1];
    if (c.*inherited != (parent.*items).size() || (c.*items).size() < c.*inherited) return false;
  }
  return true;
}

bool has_valid_cell_count(const RoutingSpace& space) {
  return space.cells_of_extent >= 1 && space.cells_of_extent <= wire::kCellsMax;
}

}  // namespace

void encode(const ObjectModel& model, wire::Buffer& out) {
  wire::Encoder(out).put(model);
}

std::optional<ObjectModel> decode_object_model(wire::Bytes bytes) {
  ObjectModel model;
  wire::Decoder decoder(bytes);
  decoder.get(model);
  const bool is_valid = decoder.finished() &&
                        is_valid_tree(model.object_classes, &ObjectClass::attributes,
                                      &ObjectClass::inherited_attributes) &&
                        is_valid_tree(model.interaction_classes, &InteractionClass::parameters,
                                      &InteractionClass::inherited_parameters) &&
                        std::ranges::all_of(model.spaces, has_valid_cell_count);
  if (!is_valid) return std::nullopt;
  return model;
}

}  // namespace triad::core
