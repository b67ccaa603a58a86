// Suggests the known name nearest in spelling to an unknown one, for error texts. Called by the
// RTIA after a failed look-up; not fast.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/object_model.hpp"

namespace triad::core {

// Finds the name nearest to the given one, without regard to case. A name is near if few letters
// are omitted, inserted, replaced or swapped with the next: at most one in three, and at most
// three.
class NearestSpelling {
 public:
  explicit NearestSpelling(std::string_view name);

  // Compares a name. `index` identifies it in the result.
  void consider(std::string_view name, std::size_t index);
  // Returns the index of the nearest name, the first of several equally near; empty: no name is
  // near.
  std::optional<std::size_t> index() const { return index_; }

 private:
  std::string_view name_;
  std::size_t changes_max_ = 0;  // names that need more changes are ignored
  std::optional<std::size_t> index_;
};

// Returns the class with the path nearest to the name, compared over as many last parts as the name
// has. If no path is near, returns the class with its own name nearest to the last part of the
// name. Zero: no class is near.
ObjectClassHandle nearest_object_class(const ObjectModel& model, std::string_view name);
InteractionClassHandle nearest_interaction_class(const ObjectModel& model, std::string_view name);

}  // namespace triad::core
