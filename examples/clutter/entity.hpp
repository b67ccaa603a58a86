// An entity as the federates exchange it, and dead reckoning: an entity moves in a straight line
// until its next update, so all federates can compute its position.
#ifndef CLUTTER_ENTITY_HPP
#define CLUTTER_ENTITY_HPP

#include <cmath>
#include <cstring>
#include <random>

#include "country.hpp"

struct State {
  double number;  // Number of the update, from 1.
  double time;    // Start of this movement, in seconds since the start.
  double x, y;
  double speed_x, speed_y;
  double sent;  // Time of sending, for measurements. All federates use the clock of one host.

  State at(double then) const {
    State moved = *this;
    moved.time = then;
    moved.x += speed_x * (then - time);
    moved.y += speed_y * (then - time);
    return moved;
  }
};

// The value of an update: 120 bytes, as the paper on overlay multicast assumes for an object. All
// machines must encode a double in the same way.
struct EncodedState {
  static const unsigned long kSize = 120;

  explicit EncodedState(const State& state) : bytes() { std::memcpy(bytes, &state, sizeof state); }
  static State decode(const char* value) {
    State state;
    std::memcpy(&state, value, sizeof state);
    return state;
  }

  char bytes[kSize];
};
static_assert(sizeof(State) <= EncodedState::kSize, "the state has room in its bytes");

// The same paper assumes 3.1 messages per second for an object.
const double kUpdatesASecond = 3.1;

class Driver {
 public:
  explicit Driver(unsigned long seed) : random_(static_cast<std::mt19937::result_type>(seed)) {}

  double seconds_to_next_turn() { return between(0.5, 1.5) / kUpdatesASecond; }

  State place(const Box& box, double time) {
    State state = {};
    state.time = time;
    state.x = between(static_cast<double>(box.west), static_cast<double>(box.east));
    state.y = between(static_cast<double>(box.south), static_cast<double>(box.north));
    set_course(state, between(-kPi, kPi));
    return state;
  }

  // Returns the state with a new course from `time`: a little to one side, or back if the entity
  // would leave the box.
  State turn(const State& before, const Box& box, double time) {
    State state = before.at(time);
    ++state.number;
    double course = std::atan2(state.speed_y, state.speed_x) + between(-0.4, 0.4);
    const State soon = state.at(time + 2 / kUpdatesASecond);
    if (!box.contains(soon.x, soon.y)) {
      course = std::atan2(static_cast<double>(box.south + box.north) / 2 - state.y,
                          static_cast<double>(box.west + box.east) / 2 - state.x);
    }
    set_course(state, course);
    return state;
  }

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  void set_course(State& state, double course) {
    const double speed = between(5, 25);  // In m/s, as for running people and vehicles.
    state.speed_x = speed * std::cos(course);
    state.speed_y = speed * std::sin(course);
  }

  static constexpr double kPi = 3.14159265358979;
  std::mt19937 random_;
};

#endif
