// How long what one router of an overlay sends to another one is on its way, as each of them has
// measured it. Both ends of a link state its delay, and the longer one counts: who lies makes its
// own links longer, and those of nobody else shorter.
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
  // None where one of the two has stated that there is no link, or nothing.
  Delay between(Place one, Place other) const {
    return std::max(stated(one, other), stated(other, one));
  }
  Delay stated(Place by, Place to) const { return stated_[index(by, to)]; }
  void state(Place by, Place to, Delay delay) { stated_[index(by, to)] = delay; }
  void forget(Place by) {
    std::fill_n(stated_.begin() + static_cast<std::ptrdiff_t>(index(by, 0)), places_, kNoDelay);
  }

 private:
  std::size_t index(Place by, Place to) const {
    RTI_ASSERT(by < places_ && to < places_);
    return by * places_ + to;
  }

  std::size_t places_;
  std::vector<Delay> stated_;  // by who states it
};

}  // namespace triad::overlay
