// The values of BmThruput's updates: constant bytes, the state of a moving entity, or random bytes.
// The kind matters for links that compress.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace benchmark_throughput {

class Values {
 public:
  // Chooses the bytes by `kind`: "moving", "random", or any other text for constant bytes. `size`
  // is in bytes.
  Values(const std::string& kind, std::size_t size)
      : moves_(kind == "moving"), is_random_(kind == "random"), bytes_(size, 'x') {}

  // Returns whether the values change from update to update.
  bool change() const { return moves_ || is_random_; }
  const std::vector<char>& current() const { return bytes_; }

  // Makes the values of the next update. Call only if change().
  void make_next() {
    if (moves_) return move();
    for (std::size_t at = 0; at < bytes_.size(); at += sizeof(std::uint64_t)) put(random_(), at);
  }

 private:
  static constexpr std::size_t kAxes = 3;
  static constexpr double kSecondsBetween = 0.1;

  // Writes position and velocity as doubles, as far as they fit; the rest is unchanged. The
  // velocity changes slightly each time, so that all low bits change.
  void move() {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      velocity_[axis] += static_cast<double>(random_() % 2001) / 1000.0 - 1.0;
      place_[axis] += velocity_[axis] * kSecondsBetween;
      put(place_[axis], axis * sizeof(double));
      put(velocity_[axis], (kAxes + axis) * sizeof(double));
    }
  }

  template <class Value>
  void put(const Value& value, std::size_t at) {
    if (at >= bytes_.size()) return;
    std::memcpy(bytes_.data() + at, &value, std::min(sizeof value, bytes_.size() - at));
  }

  const bool moves_;
  const bool is_random_;
  std::vector<char> bytes_;
  std::mt19937_64 random_{1};
  double place_[kAxes] = {4.1e6, 0.6e6, 4.8e6};  // In metres from the earth's centre.
  double velocity_[kAxes] = {20.0, -5.0, 0.5};
};

}  // namespace benchmark_throughput
