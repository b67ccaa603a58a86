// Holds updates and interactions that a router forwards without the RTIG until their causes have
// been forwarded. Used for records of members (edge_switch.hpp) and of peers (peer_routes.hpp).
// Pure.
//
// A record leaves when
//   - the log has been forwarded up to the record's stamp, and
//   - the RTIG has handled the earlier requests of its sender, and
//   - its sender's lane is open, and no restore is in progress.
// Records of one sender leave in the order in which they came.
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

// Position up to which all members behind this router have been sent the log of a federation.
class ForwardedLog {
 public:
  wire::Position position() const { return position_; }
  bool has_forwarded(wire::Position stamp) const { return stamp <= position_ && restore_end_ == 0; }

  // Records that the log is at this position, as a record from above shows. Returns true if it
  // advanced.
  bool advance(wire::Position position) {
    if (position <= position_) return false;
    position_ = position;
    return true;
  }
  // Handles LogPassed: all members have been sent the log and all messages of routers up to this
  // position. Ends a restore that ends there.
  void record_forwarded(wire::Position position) {
    if (position >= restore_end_) restore_end_ = 0;
    position_ = std::max(position_, position);
  }
  // Begins a restore, which ends when record_forwarded() reaches `end`. Until then has_forwarded()
  // is false.
  void restore_until(wire::Position end) { restore_end_ = std::max(restore_end_, end); }

 private:
  wire::Position position_ = 0;
  wire::Position restore_end_ = 0;  // 0: no restore is in progress
};

class OrderGate {
 public:
  struct Held {
    wire::Buffer record;
    std::vector<LinkId> receivers;  // chosen on arrival; empty: chosen when it leaves
    wire::Position stamp = 0;
    wire::Position request_position = 0;  // position of the sender's last request before the record
    std::uint64_t number = 0;             // ascending over all lanes
  };

  // Queue of one sender. Must be dropped before it is destroyed, unless the gate ends as well.
  class Lane {
   public:
    explicit Lane(bool is_open = true) : is_open_(is_open) {}
    bool empty() const { return held_.empty(); }
    std::size_t size() const { return held_.size(); }
    // Returns the number of the first record, or 0.
    std::uint64_t first_number() const { return held_.empty() ? 0 : held_.front().number; }

    // --- Conditions. Call release() after a change.
    // Opens or closes the lane. A closed one holds all records, as while its sender is not a
    // member.
    void set_open(bool is_open) { is_open_ = is_open; }
    // Records that the RTIG has handled the sender's records up to there, and that their effects
    // have come.
    void record_handled(wire::Position position) { handled_ = std::max(handled_, position); }
    // Records that the sender has become a member. The RTIG has handled its records up to there.
    void restart(wire::Position handled) { handled_ = handled; }

   private:
    friend class OrderGate;
    std::deque<Held> held_;
    wire::Position handled_ = 0;
    bool is_open_ = true;
  };

  // Keeps a reference to the log, which must outlive the gate.
  explicit OrderGate(const ForwardedLog& log) : log_(log) {}

  // Returns true if a new record may be forwarded now. Otherwise the caller holds it.
  bool may_pass(const Lane& lane, wire::Position stamp, wire::Position behind) const {
    return lane.held_.empty() && is_due(lane, stamp, behind);
  }
  void hold(Lane& lane, wire::Bytes record, std::span<const LinkId> to, wire::Position stamp,
            wire::Position behind);
  // Removes each record that may leave now, after calling pass(held). `pass` must not call back.
  template <class Pass>
  void release(Lane& lane, Pass&& pass) {
    while (!lane.held_.empty()) {
      const Held& next = lane.held_.front();
      if (!is_due(lane, next.stamp, next.request_position)) return;
      pass(next);
      pop_first(lane);
    }
  }
  // Removes all records without forwarding them.
  void drop(Lane& lane);

  bool empty() const { return records_ == 0; }
  std::size_t records() const { return records_; }
  std::size_t bytes() const { return bytes_; }
  // Returns the number of the newest record.
  std::uint64_t last_number() const { return last_number_; }

 private:
  // Returns true if the log and the sender's earlier request no longer hold the record back.
  bool is_due(const Lane& lane, wire::Position stamp, wire::Position behind) const {
    return lane.is_open_ && behind <= lane.handled_ && log_.has_forwarded(stamp);
  }
  void pop_first(Lane& lane);

  const ForwardedLog& log_;
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t last_number_ = 0;
};

}  // namespace triad::router
