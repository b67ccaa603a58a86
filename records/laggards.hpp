// Who has promised too little for anybody to go on by a new promise of one's own: whoever waits
// waits for all others, so of two such one holds it back. They are kept, as mostly they lag behind
// still when one's next promise is made; so it need not look at all others to know that it wakes
// nobody (core/wake_ups.hpp).
#pragma once

#include <cstddef>

#include "records/time_note.hpp"

namespace triad::records {

class Laggards {
 public:
  // Two of those at the indices below `count` promise no more than `before`: what one had promised
  // before, when it woke whom that let go on. `promise_of(index)`: optional, none of one that
  // cannot be known now.
  template <class PromiseOf>
  [[nodiscard]] bool hold_back_all(const TimeNote::Bound& before, std::size_t count,
                                   PromiseOf&& promise_of) {
    const auto find = [&](std::size_t& laggard, std::size_t other) {
      for (std::size_t looks = 0; looks < count; ++looks, ++laggard) {
        if (laggard >= count) laggard = 0;
        if (laggard == other) continue;
        const auto promise = promise_of(laggard);
        if (promise && (*promise < before || *promise == before)) return true;
      }
      return false;
    };
    return find(first_, second_) && find(second_, first_);
  }

 private:
  std::size_t first_ = 0;
  std::size_t second_ = 1;
};

}  // namespace triad::records
