// An entity as the federates tell each other of it, and dead reckoning: it goes straight on until
// it tells otherwise, so everybody can work out where it is.
#ifndef CLUTTER_ENTITY_HPP
#define CLUTTER_ENTITY_HPP

#include <cmath>
#include <cstring>
#include <random>

#include "country.hpp"

struct State {
  double number;  // of the update, from 1 on
  double time;    // since the start: from when on it moves so
  double x, y;
  double speed_x, speed_y;
  double sent;  // by the sender's clock, for who measures; the other federates are on its host

  State at(double then) const {
    State moved = *this;
    moved.time = then;
    moved.x += speed_x * (then - time);
    moved.y += speed_y * (then - time);
    return moved;
  }
};

// What travels: 120 bytes, as in the load that the paper on overlay multicast assumes for an
// object. One kind of machine: the bytes of a double are the same everywhere.
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

// In the same paper an object sends 3.1 messages a second.
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

  // Another course from `time` on: a little to one side, or back if it would leave the box.
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
    const double speed = between(5, 25);  // m/s: people who run, and vehicles
    state.speed_x = speed * std::cos(course);
    state.speed_y = speed * std::sin(course);
  }

  static constexpr double kPi = 3.14159265358979;
  std::mt19937 random_;
};

#endif
