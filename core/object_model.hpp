// Object model of a federation: classes, attributes, interactions, parameters and routing spaces as
// the FED file declares them. fed-parser builds it, the RTIG keeps it and sends it to each RTIA at
// the join. It does not change after that. Knows nothing of files.
//
// Handles: object and interaction classes are numbered 1, 2, ... in file order (pre-order). An
// attribute or parameter keeps its number in every subclass, and a subclass continues after its
// parent's last number. Spaces and dimensions share one counter: a space first, then its
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

// Largest number of attributes or parameters of a class, inherited ones included. Their handles,
// from 1 on, must fit into sets.
inline constexpr std::size_t kMembersMax = wire::AttributeSet::kLargest - 1;

struct Attribute {
  std::string name;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  SpaceHandle space;  // zero: the default space
};

struct ObjectClass {
  std::string name;                   // last part only, as spelled in the FED
  ObjectClassHandle parent;           // zero for ObjectRoot
  std::vector<Attribute> attributes;  // available attributes, inherited first; handle = index + 1
  std::uint32_t inherited_attributes = 0;  // number inherited from the parent
};

struct InteractionClass {
  std::string name;
  InteractionClassHandle parent;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  SpaceHandle space;
  std::vector<std::string> parameters;  // available parameters, inherited first; handle = index + 1
  std::uint32_t inherited_parameters = 0;
};

struct Dimension {
  std::string name;
  DimensionHandle handle;
};

// Default for the largest number of grid cells (core/region_cells.hpp) that describe one extent.
// With more cells, filters keep more messages away from federates outside the region, but each
// modification and message costs more.
inline constexpr std::uint32_t kCellsOfExtent = 4;

struct RoutingSpace {
  std::string name;
  SpaceHandle handle;
  std::vector<Dimension> dimensions;
  std::uint32_t cells_of_extent = kCellsOfExtent;  // set by the RTIG, not by the FED file
};

// Result of a look-up of a class name.
template <class Handle>
struct ClassMatch {
  Handle handle;          // zero: no match, or several
  bool is_whole = false;  // matched by the whole path, with or without the root
  // Classes whose paths end with the name, if several match equally well.
  std::vector<Handle> candidates;
};

struct ObjectModel {
  std::string name;                         // (Federation ...) in the FED file; informative
  std::vector<ObjectClass> object_classes;  // handle = index + 1; [0] is ObjectRoot
  std::vector<InteractionClass> interaction_classes;  // handle = index + 1; [0] is InteractionRoot
  std::vector<RoutingSpace> spaces;                   // without the default space

  // Returns null if the handle is not in this model.
  const ObjectClass* find(ObjectClassHandle handle) const;
  const InteractionClass* find(InteractionClassHandle handle) const;
  const RoutingSpace* find(SpaceHandle handle) const;

  // Returns the handle of the default space, which follows all declared spaces and dimensions.
  SpaceHandle default_space() const;

  // Look-ups by name (HLA 1.3 clause 10). An exact match is preferred, then a unique match without
  // regard to case. A class path may omit the root, and the root names of FDD files (HLAobjectRoot)
  // are accepted. The name of an attribute or parameter may have its class or a superclass before
  // it ("Vehicle.speed"). Return zero if there is no such name.
  ObjectClassHandle object_class(std::string_view path) const;
  InteractionClassHandle interaction_class(std::string_view path) const;
  AttributeHandle attribute(ObjectClassHandle object_class, std::string_view name) const;
  ParameterHandle parameter(InteractionClassHandle interaction_class, std::string_view name) const;
  SpaceHandle space(std::string_view name) const;
  DimensionHandle dimension(const RoutingSpace& space, std::string_view name) const;

  // Look up a class by its path. If no class has this path, they accept the only class with a path
  // that ends with it ("Tank" for Vehicle.Tank). Federates written for CERTI use such names.
  ClassMatch<ObjectClassHandle> match_object_class(std::string_view name) const;
  ClassMatch<InteractionClassHandle> match_interaction_class(std::string_view name) const;

  // Returns e.g. "ObjectRoot.A.B", or "" if the handle is not in this model.
  std::string path(ObjectClassHandle handle) const;
  std::string path(InteractionClassHandle handle) const;

  // Returns true if `descendant` is `ancestor` or below it.
  bool is_a(ObjectClassHandle descendant, ObjectClassHandle ancestor) const;
  bool is_a(InteractionClassHandle descendant, InteractionClassHandle ancestor) const;

  // Returns true if the class is defined and has all of the attributes.
  bool has_attributes(ObjectClassHandle object_class, const wire::AttributeSet& attributes) const;
  // Returns true if all the attributes belong to the space. The class must have them.
  bool are_in_space(ObjectClassHandle object_class, const wire::AttributeSet& attributes,
                    SpaceHandle space) const;
};

// Attribute that carries the right to delete. ObjectRoot declares it, so it has the same handle in
// every class.
inline constexpr std::string_view kPrivilegeToDelete = "privilegeToDelete";

}  // namespace triad::core
