// The object model of a federation: classes, attributes, interactions, parameters and routing
// spaces as the FED file declares them. Built by fed-parser, kept by the RTIG, sent to each RTIA at
// join. Constant once `ObjectModelBuilder` has made it; knows nothing of files.
//
// Handles: object and interaction classes count 1, 2, ... in file order
// (pre-order); an attribute or parameter keeps its number in every subclass, and a subclass counts
// on from its parent's last; spaces and dimensions share one counter, a space first, then its
// dimensions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/handle_set.hpp"
#include "wire/handles.hpp"

namespace triad::core {

using wire::AttributeHandle;
using wire::DimensionHandle;
using wire::InteractionClassHandle;
using wire::ObjectClassHandle;
using wire::Ordering;
using wire::ParameterHandle;
using wire::SpaceHandle;
using wire::Transportation;

// So many attributes or parameters a class may have with those that it inherits: their handles,
// from 1 on, must fit into sets.
inline constexpr std::size_t kMembersMax = wire::AttributeSet::kLargest - 1;

struct Attribute {
  std::string name;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  SpaceHandle space;  // zero: the default space
};

struct ObjectClass {
  std::string name;                        // last part only, as spelled in the FED
  ObjectClassHandle parent;                // zero for ObjectRoot
  std::vector<Attribute> attributes;       // available ones, inherited first; handle = index + 1
  std::uint32_t inherited_attributes = 0;  // how many of them come from the parent
};

struct InteractionClass {
  std::string name;
  InteractionClassHandle parent;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  SpaceHandle space;
  std::vector<std::string> parameters;  // available ones, inherited first; handle = index + 1
  std::uint32_t inherited_parameters = 0;
};

struct Dimension {
  std::string name;
  DimensionHandle handle;
};

// Cells of the grid (core/region_cells.hpp) by which an extent of a region is described at most,
// where nothing else is set: more keep more messages from federates whose regions they miss, and
// cost more with each modification and each message.
inline constexpr std::uint32_t kCellsOfExtent = 4;

struct RoutingSpace {
  std::string name;
  SpaceHandle handle;
  std::vector<Dimension> dimensions;
  std::uint32_t cells_of_extent = kCellsOfExtent;  // not of the FED: the RTIG says it
};

// What the name of a class leads to.
template <class Handle>
struct ClassMatch {
  Handle handle;                   // zero: none, or several
  bool is_whole = false;           // by its whole path, with or without the root's name
  std::vector<Handle> candidates;  // that are meant equally well, by the ends of their paths
};

struct ObjectModel {
  std::string name;                                   // (Federation ...) of the FED; informative
  std::vector<ObjectClass> object_classes;            // handle = index + 1; [0] is ObjectRoot
  std::vector<InteractionClass> interaction_classes;  // handle = index + 1; [0] is InteractionRoot
  std::vector<RoutingSpace> spaces;                   // without the default space

  // Null when the handle is not of this model.
  const ObjectClass* find(ObjectClassHandle handle) const;
  const InteractionClass* find(InteractionClassHandle handle) const;
  const RoutingSpace* find(SpaceHandle handle) const;

  // The default space comes behind every declared one; its handle follows their last.
  SpaceHandle default_space() const;

  // Look-ups by name: an exact match first, then a unique one without regard to case
  // (HLA 1.3 clause 10). A class path may begin with the root's name or not; FDD spellings of
  // the roots (HLAobjectRoot) are accepted. Empty when there is no such name. Of an attribute or
  // parameter the class may stand before it ("Vehicle.speed"): this one, or one above it.
  ObjectClassHandle object_class(std::string_view path) const;
  InteractionClassHandle interaction_class(std::string_view path) const;
  AttributeHandle attribute(ObjectClassHandle object_class, std::string_view name) const;
  ParameterHandle parameter(InteractionClassHandle interaction_class, std::string_view name) const;
  SpaceHandle space(std::string_view name) const;
  DimensionHandle dimension(const RoutingSpace& space, std::string_view name) const;

  // As object_class(), and where no class has this path the only one whose path ends with it
  // ("Tank" for Vehicle.Tank), as federates write that were made for CERTI.
  ClassMatch<ObjectClassHandle> match_object_class(std::string_view name) const;
  ClassMatch<InteractionClassHandle> match_interaction_class(std::string_view name) const;

  // "ObjectRoot.A.B"; empty for a handle that is not of this model.
  std::string path(ObjectClassHandle handle) const;
  std::string path(InteractionClassHandle handle) const;

  // True if `descendant` is `ancestor` or below it.
  bool is_a(ObjectClassHandle descendant, ObjectClassHandle ancestor) const;
  bool is_a(InteractionClassHandle descendant, InteractionClassHandle ancestor) const;
};

// The delete right is an attribute of ObjectRoot and so has the same handle in every class.
inline constexpr std::string_view kPrivilegeToDelete = "privilegeToDelete";

}  // namespace triad::core
