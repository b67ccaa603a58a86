// Callbacks that an RTIA has given out and that have not reached the federate: libRTI returns those
// of a batch to its rtia process (process_protocol.hpp), and a suspended membership keeps them.
// They are updates and interactions in receive order, and the federate receives them before all
// others.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "rtia/callback.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class ReturnedCallbacks {
 public:
  // Adds an encoded callback behind the others. `addressee` in its header is the class of an
  // interaction, as it was sent. Returns false if the callback is malformed, or of another kind.
  [[nodiscard]] bool push(wire::Bytes frame);
  void clear() { frames_.clear(); }
  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }

  // Removes and returns the oldest callback of which filter(callback, sent class) leaves something,
  // and drops those before it. Null: there is none. Valid until the next call.
  template <class Filter>
  const Callback* take(Filter&& filter) {
    has_taken_ = false;
    while (!has_taken_ && !frames_.empty()) {
      std::swap(taken_, frames_.front());
      frames_.pop_front();
      has_taken_ = decode(taken_) && filter(callback_, sent_class_);
    }
    return has_taken_ ? &callback_ : nullptr;
  }
  // Returns whether the last take() has returned a callback, and forget_taken() has not been called
  // since.
  bool has_taken() const { return has_taken_; }
  void forget_taken() { has_taken_ = false; }
  // Returns whether the callback is the one that take() has returned last.
  bool is_last(const Callback& callback) const { return &callback == &callback_; }
  // Returns the class of that callback, if it is an interaction, as it was sent.
  wire::InteractionClassHandle sent_class() const { return sent_class_; }
  // Appends copies of all callbacks.
  void copy_to(std::vector<std::string>& frames) const;

 private:
  bool decode(wire::Bytes frame);

  std::deque<wire::Buffer> frames_;  // oldest first
  wire::Buffer taken_;               // of which callback_ has views
  bool has_taken_ = false;
  Callback callback_;
  wire::InteractionClassHandle sent_class_;
};

}  // namespace triad::rtia
