#include "core/timestamp_queue.hpp"

#include <algorithm>
#include <tuple>

#include "records/defect.hpp"

namespace triad::core {

void TimestampQueue::push(const Time& stamp, const Origin& origin, Bytes message) {
  std::uint32_t place = 0;
  if (free_.empty()) {
    place = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    place = free_.back();
    free_.pop_back();
  }
  auto federate_type = federate_types_.find(origin.federate_type);
  if (federate_type == federate_types_.end()) {
    federate_type = federate_types_.emplace(origin.federate_type).first;
  }
  Entry& entry = entries_[place];
  entry.stamp = stamp;
  entry.federate_type = &*federate_type;
  entry.sender = origin.sender;
  entry.position = origin.position;
  entry.serial = origin.serial;
  entry.message.assign(message.begin(), message.end());
  heap_.push_back(place);
  std::ranges::push_heap(heap_, [this](auto a, auto b) { return is_later(a, b); });
}

void TimestampQueue::pop() {
  std::ranges::pop_heap(heap_, [this](auto a, auto b) { return is_later(a, b); });
  free_.push_back(heap_.back());
  heap_.pop_back();
}

std::size_t TimestampQueue::erase(wire::FederateHandle sender, std::uint64_t serial) {
  const auto erased = std::erase_if(heap_, [&](std::uint32_t place) {
    const Entry& entry = entries_[place];
    if (entry.sender != sender || entry.serial != serial) return false;
    free_.push_back(place);
    return true;
  });
  if (erased > 0) {
    std::ranges::make_heap(heap_, [this](auto a, auto b) { return is_later(a, b); });
  }
  return erased;
}

bool TimestampQueue::is_later(std::uint32_t a, std::uint32_t b) const {
  const Entry& left = entries_[a];
  const Entry& right = entries_[b];
  if (const int order = type_.compare(left.stamp, right.stamp); order != 0) return order > 0;
  if (TRIAD_DEFECT(equal_stamps_by_arrival)) return false;
  return std::tie(*left.federate_type, left.sender, left.position) >
         std::tie(*right.federate_type, right.sender, right.position);
}

}  // namespace triad::core
