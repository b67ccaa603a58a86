// First-in, first-out queue that allocates only when it grows beyond its largest size so far. A
// std::deque allocates as its contents move along.
#pragma once

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <utility>

namespace triad::queues {

template <class T>
class Fifo : private boost::circular_buffer<T> {
  using Ring = boost::circular_buffer<T>;

 public:
  using typename Ring::const_iterator;
  using typename Ring::iterator;
  using typename Ring::value_type;

  // Adds an element. Existing elements may move in memory.
  void push_back(T element) {
    constexpr std::size_t kCapacityMin = 4;
    if (Ring::full()) Ring::set_capacity(std::max(kCapacityMin, 2 * Ring::capacity()));
    Ring::push_back(std::move(element));
  }

  using Ring::back;
  using Ring::begin;
  using Ring::clear;
  using Ring::empty;
  using Ring::end;
  using Ring::front;
  using Ring::pop_front;
  using Ring::size;
  using Ring::operator[];
};

}  // namespace triad::queues
