// The name that somebody may have meant by one that there is not: the nearest in spelling, for the
// error that says so. Called by the RTIA where a look-up has failed; takes its time.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/object_model.hpp"

namespace triad::core {

// Compares names with the wanted one, without regard to case. A name is near if few letters are
// left out, put in, replaced or swapped with the next: one in three, and three at most.
class NearestSpelling {
 public:
  explicit NearestSpelling(std::string_view wanted);

  void consider(std::string_view name, std::size_t place);
  // That of the nearest name, of equals the first; empty: none is near.
  std::optional<std::size_t> place() const { return place_; }

 private:
  std::string_view wanted_;
  std::size_t most_ = 0;  // a name that needs more changes is not considered
  std::optional<std::size_t> place_;
};

// The class whose path, or as much of its end as the name has parts, is nearest to the name; else
// the one whose own name is nearest to the last part. Zero: none is near.
ObjectClassHandle nearest_object_class(const ObjectModel& model, std::string_view name);
InteractionClassHandle nearest_interaction_class(const ObjectModel& model, std::string_view name);

}  // namespace triad::core
