// Kinds of waits for promises of others, and the answers to them (router/time_reduction.hpp).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace triad::router {

// Answer to one member: the least promise of the others or, if bounds cannot be compared, all
// different ones.
template <class Bound>
struct Reduced {
  // True if every other member that promises at all has promised. If false, there is no bound.
  bool known = false;
  boost::container::small_vector<Bound, 1> promises;  // empty, if known: no other member promises
  // The least of all conditional promises, including the member's own. It holds only while all of
  // them hold together. Empty: no member promises conditionally, or they do not hold together.
  boost::container::small_vector<Bound, 1> together;
};

enum class WaitsFor : std::uint8_t {
  nothing,    // gets no answer
  bound,      // gets one answer, when the reduced promise has reached a bound
  each_rise,  // gets an answer whenever the reduced promise has risen
};

}  // namespace triad::router
