// Table of the one-way delays between the routers of an overlay, as each router has measured them.
// Both ends of a link state its delay, and the longer value counts. A router that states false
// values can make only its own links look longer, and no other link shorter.
#pragma once

#include <algorithm>
#include <vector>

#include "overlay/places.hpp"
#include "records/assert.hpp"

namespace triad::overlay {

class Delays {
 public:
  explicit Delays(std::size_t places) : places_(places), stated_(places * places, kNoDelay) {}

  std::size_t places() const { return places_; }
  // Returns the larger of the two stated values; kNoDelay if one of the routers states no link or
  // has stated nothing.
  Delay between(Place one, Place other) const {
    return std::max(stated(one, other), stated(other, one));
  }
  // Return or set the delay that the router `by` states for its link to `to`.
  Delay stated(Place by, Place to) const { return stated_[index(by, to)]; }
  void set_stated(Place by, Place to, Delay delay) { stated_[index(by, to)] = delay; }
  // Removes all statements of the router `by`.
  void remove_stated(Place by) {
    std::fill_n(stated_.begin() + static_cast<std::ptrdiff_t>(index(by, 0)), places_, kNoDelay);
  }

 private:
  std::size_t index(Place by, Place to) const {
    RTI_ASSERT(by < places_ && to < places_);
    return by * places_ + to;
  }

  std::size_t places_;
  // Row: the router that states the delay; column: the router to which it is.
  std::vector<Delay> stated_;
};

}  // namespace triad::overlay
