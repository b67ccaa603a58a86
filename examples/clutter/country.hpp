// The country: a square of areas, one for each federate, and an independent grid of cells.
// Coordinates are metres, as in the routing space.
#ifndef CLUTTER_COUNTRY_HPP
#define CLUTTER_COUNTRY_HPP

#include <algorithm>

// A rectangle. The east and north bounds are outside it, like the upper bounds of a region's range.
struct Box {
  unsigned long west, south, east, north;

  bool overlaps(const Box& other) const {
    return west < other.east && other.west < east && south < other.north && other.south < north;
  }
  bool contains(double x, double y) const {
    return x >= static_cast<double>(west) && x < static_cast<double>(east) &&
           y >= static_cast<double>(south) && y < static_cast<double>(north);
  }
  bool operator==(const Box& other) const {
    return west == other.west && south == other.south && east == other.east && north == other.north;
  }
};

class Country {
 public:
  Country(unsigned long federates, unsigned long side, unsigned long reach, unsigned long cell)
      : side_(side), reach_(reach), cell_(cell) {
    while (columns_ * columns_ < federates) ++columns_;
  }

  // Returns the area of a federate, numbered from 0.
  Box area(unsigned long federate) const {
    const unsigned long west = federate % columns_ * side_, south = federate / columns_ * side_;
    return {west, south, west + side_, south + side_};
  }

  // Returns the area with its surroundings that can be seen. The federate subscribes to it, and its
  // entities move within it.
  Box watched(unsigned long federate) const {
    const Box own = area(federate);
    const unsigned long end = columns_ * side_;
    return {own.west - std::min(own.west, reach_), own.south - std::min(own.south, reach_),
            std::min(own.east + reach_, end), std::min(own.north + reach_, end)};
  }

  // Returns the cell of a point. An entity beyond the country's west or south edge is in the
  // outermost cell.
  Box cell_at(double x, double y) const {
    const unsigned long west = static_cast<unsigned long>(std::max(x, 0.0)) / cell_ * cell_;
    const unsigned long south = static_cast<unsigned long>(std::max(y, 0.0)) / cell_ * cell_;
    return {west, south, west + cell_, south + cell_};
  }

 private:
  const unsigned long side_, reach_, cell_;
  unsigned long columns_ = 1;
};

#endif
