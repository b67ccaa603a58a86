// Queue of messages that wait for their time. Ordered by time stamp and, for equal stamps, by the
// sender's federate type, its handle and its own sequence. So every receiver, and every run with
// the same joins, has the same order. Stores copies; once it has grown it allocates nothing per
// message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_type.hpp"
#include "wire/handles.hpp"

namespace triad::core {

class TimestampQueue {
 public:
  // Properties by which a message is ordered and found.
  struct Origin {
    std::string_view federate_type;
    wire::FederateHandle sender;
    wire::Position position = 0;  // position in the sender's stream
    std::uint64_t serial = 0;     // serial of its retraction handle
  };

  explicit TimestampQueue(const TimeType& type) : type_(type) {}

  // Adds a copy of the message.
  void push(const Time& stamp, const Origin& origin, Bytes message);
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }

  // Return the earliest message and its stamp, valid until the queue changes. The queue must not be
  // empty.
  const Time& first_stamp() const { return entries_[heap_.front()].stamp; }
  Bytes first() const { return entries_[heap_.front()].message; }
  void pop();

  // Calls visit(stamp, origin, message) for each message, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const std::uint32_t place : heap_) {
      const Entry& entry = entries_[place];
      visit(entry.stamp, Origin{*entry.federate_type, entry.sender, entry.position, entry.serial},
            Bytes(entry.message));
    }
  }

  // Removes the messages that were sent with this retraction handle and returns their number.
  std::size_t erase(wire::FederateHandle sender, std::uint64_t serial);

 private:
  struct Entry {
    Time stamp;
    const std::string* federate_type = nullptr;
    wire::FederateHandle sender;
    wire::Position position = 0;
    std::uint64_t serial = 0;
    std::vector<std::byte> message;
  };

  bool is_later(std::uint32_t a, std::uint32_t b) const;

  const TimeType& type_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> heap_;  // heap of indices into entries_, earliest first
  std::set<std::string, std::less<>> federate_types_;
};

}  // namespace triad::core
