// What a router does not pass on yet of the updates and interactions that it passes on by itself:
// those of its own members (edge_switch.hpp), and those that peers send (peer_routes.hpp). Pure.
//
// A record waits until
//   - the log has passed the record's stamp here, and
//   - the RTIG has taken the records of its sender that come before it, and
//   - its sender's lane is open, and no restore is being told.
// The records of one sender leave in the order in which they came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/handles.hpp"

namespace triad::router {

// How far all who are behind this router have been sent the log of a federation.
class PassedLog {
 public:
  wire::Position position() const { return position_; }
  bool has_passed(wire::Position stamp) const { return stamp <= position_ && restore_end_ == 0; }

  // A record of the log, or one that follows it, shows that. True: it is further than before.
  bool advance(wire::Position position) {
    if (position <= position_) return false;
    position_ = position;
    return true;
  }
  // Word of it; what is said together with the log up to there has been said, too.
  void pass(wire::Position position) {
    if (position >= restore_end_) restore_end_ = 0;
    position_ = std::max(position_, position);
  }
  // A restore is said together with the log up to there. Until pass() nothing has passed.
  void restore_until(wire::Position end) { restore_end_ = std::max(restore_end_, end); }

 private:
  wire::Position position_ = 0;
  wire::Position restore_end_ = 0;  // 0: no restore is being told
};

class OrderGate {
 public:
  struct Held {
    wire::Buffer record;
    std::vector<LinkId> to;  // whom it is for, where that was decided when it came
    wire::Position stamp = 0;
    wire::Position behind = 0;  // of its sender's records
    std::uint64_t number = 0;   // counts what is held
  };

  // The records of one sender. Dropped before it is destroyed, if the gate goes on.
  class Lane {
   public:
    explicit Lane(bool is_open = true) : is_open_(is_open) {}
    bool empty() const { return held_.empty(); }
    std::size_t size() const { return held_.size(); }
    // Number of the record that is next; 0: none waits.
    std::uint64_t next() const { return held_.empty() ? 0 : held_.front().number; }

    // --- What lets its records pass; then release() is to be called.
    void set_open(bool is_open) { is_open_ = is_open; }
    // The RTIG has taken what its sender sent up to there, and what followed from that is here.
    void handle(wire::Position position) { handled_ = std::max(handled_, position); }
    // Its sender has become a member, and the RTIG had taken what it sent up to there.
    void restart(wire::Position handled) { handled_ = handled; }

   private:
    friend class OrderGate;
    std::deque<Held> held_;
    wire::Position handled_ = 0;
    bool is_open_ = true;
  };

  // The log outlives it.
  explicit OrderGate(const PassedLog& log) : log_(log) {}

  // Whether a record that comes now need not be held.
  bool may_pass(const Lane& lane, wire::Position stamp, wire::Position behind) const {
    return lane.held_.empty() && is_due(lane, stamp, behind);
  }
  void hold(Lane& lane, wire::Bytes record, std::span<const LinkId> to, wire::Position stamp,
            wire::Position behind);
  // pass(held) is called for each record that may leave now. It must not call back.
  template <class Pass>
  void release(Lane& lane, Pass&& pass) {
    while (!lane.held_.empty()) {
      const Held& next = lane.held_.front();
      if (!is_due(lane, next.stamp, next.behind)) return;
      pass(next);
      forget_next(lane);
    }
  }
  // What waits there is void.
  void drop(Lane& lane);

  // Nothing waits in any lane.
  bool empty() const { return records_ == 0; }
  std::size_t records() const { return records_; }
  std::size_t bytes() const { return bytes_; }
  // Number of the record that was held last.
  std::uint64_t last() const { return last_; }

 private:
  bool is_due(const Lane& lane, wire::Position stamp, wire::Position behind) const {
    return lane.is_open_ && behind <= lane.handled_ && log_.has_passed(stamp);
  }
  void forget_next(Lane& lane);

  const PassedLog& log_;
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace triad::router
