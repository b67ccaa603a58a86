// Tells a member that a new promise of its own lets no other member advance. A waiting member waits
// for the promises of all others. So if two others still promise too little, at least one of them
// holds each waiting member back. The two are remembered, because they usually still lag at the
// next promise; then the member need not read the notes of all others (core/wake_ups.hpp). A note
// states a member's promise in shared memory.
#pragma once

#include <cstddef>

#include "records/time_note.hpp"

namespace triad::records {

class Laggards {
 public:
  // Returns true if two of the members at the indices below `count` promise no more than `before`.
  // `before` is this member's previous promise, with which it woke the members that could advance.
  // `promise_of(index)` returns an optional, which is empty if the promise cannot be known now.
  template <class PromiseOf>
  [[nodiscard]] bool has_two_laggards(const TimeNote::Bound& before, std::size_t count,
                                      PromiseOf&& promise_of) {
    const auto find = [&](std::size_t& laggard, std::size_t other) {
      for (std::size_t checked = 0; checked < count; ++checked, ++laggard) {
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
