// What a member may wait for of the promises of others, and be told of them
// (router/time_reduction.hpp).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace triad::router {

// What one member may be told: all others' promises as one or, where bounds cannot be compared, as
// the different ones.
template <class Bound>
struct Reduced {
  // Every other that promises at all has said so by now. If not, there is no bound.
  bool known = false;
  boost::container::small_vector<Bound, 1> promises;  // none, if known: nobody else promises
  // The least of all conditional promises, the member's own among them: it holds only as long as
  // all of them hold together. Empty: nobody promises conditionally, or they do not hold together.
  boost::container::small_vector<Bound, 1> together;
};

enum class WaitsFor : std::uint8_t {
  nothing,    // tell it nothing
  bound,      // tell it once the reduced promise has reached a bound
  each_rise,  // tell it whenever the reduced promise has risen
};

}  // namespace triad::router
