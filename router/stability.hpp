// Positions up to which the data of each sender are stable: all receivers have acknowledged them,
// and the sender need not keep them any longer. A router knows its neighbours as receivers: members
// with a link to it, routers below, and the router above. Each neighbour speaks for all receivers
// beyond it (wire::Ack, wire::StreamsReceived). Pure.
#pragma once

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "router/link_id.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::router {

class Stability {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  // Adds a sender, until remove_sender(). Other senders are known from their first record until
  // everything that has arrived is stable.
  void add_sender(FederateHandle member) { senders_[member].stays = true; }
  void remove_sender(FederateHandle member) { senders_.erase(member); }
  // Removes a neighbour with nothing to receive any more.
  void remove_receiver(LinkId receiver);
  // Records that a reliable record of the member has arrived. Positions ascend, except in an epoch.
  void record_arrival(FederateHandle sender, Position position);
  // Records that the sender's record was passed to this receiver, or is kept from it because it is
  // away.
  void record_sent(FederateHandle sender, LinkId receiver, Position position);
  // Does the same for a record that goes to receivers in ascending order, if other records of the
  // sender do, too. Valid until the next other call that changes this object.
  class Turn;
  Turn begin_turn(FederateHandle sender, Position position);
  // Records that the receiver has received the senders' records up to these positions.
  void record_ack(LinkId receiver, std::span<const wire::StreamPosition> received);
  // Calls visit(sender, position) for the last record of each sender that has arrived.
  template <class Visit>
  void for_each_arrival(Visit&& visit) const {
    for (const auto& [sender, of] : senders_) visit(sender, of.arrived);
  }
  // Forgets all sent and acknowledged positions, at the beginning of an epoch.
  void begin_epoch();

  // Calls visit(sender, position) for each sender with a stable position that was not taken before.
  // Looks only at senders that have changed since the last call.
  template <class Visit>
  void take_stable(Visit&& visit) {
    taken_.swap(changed_);
    for (const FederateHandle sender : taken_) {
      const auto at = senders_.find(sender);
      if (at == senders_.end()) continue;
      Sender& of = at->second;
      of.is_changed = false;
      const Position stable = stable_position(of);
      if (stable > of.told) {
        of.told = stable;
        visit(sender, stable);
      }
      if (!of.stays && of.lagging.empty()) senders_.erase(at);
    }
    taken_.clear();
  }
  // Returns the receiver that has acknowledged least of the sender's records, as far as is known;
  // empty: all have acknowledged everything.
  std::optional<LinkId> slowest_receiver(FederateHandle sender) const {
    const auto at = senders_.find(sender);
    if (at == senders_.end() || at->second.lagging.empty()) return std::nullopt;
    return at->second.lagging.front().receiver;
  }
  // Returns true if take_stable() would visit a sender.
  bool has_stable() const;

 private:
  struct Progress {
    Position sent = 0;
    Position acked = 0;
    bool is_listed = false;  // in Sender::lagging
  };
  // A receiver that has not acknowledged everything, and its acknowledged position when it was
  // listed. It may have acknowledged more since.
  struct Lagging {
    Position acked = 0;
    LinkId receiver;
    // Orders a heap with the least position first.
    friend bool operator<(const Lagging& left, const Lagging& right) {
      return left.acked > right.acked;
    }
  };
  struct Sender {
    Position arrived = 0;
    Position told = 0;
    bool stays = false;
    bool is_changed = false;  // in changed_
    boost::container::flat_map<LinkId, Progress> receivers;
    // A heap with each receiver once at most. The entry of its first receiver is correct.
    std::vector<Lagging> lagging;
  };
  static Position stable_position(const Sender& of) {
    return of.lagging.empty() ? of.arrived : std::min(of.arrived, of.lagging.front().acked);
  }
  // Corrects or removes the first entries of the heap until the first one is correct. Each entry
  // that it moves stands for an acknowledgement since it was listed.
  static void update_lagging(Sender& of);
  // Returns null if the sender is not known. Tries the sender of the last call first, because each
  // record goes to several receivers.
  Sender* find_sender(FederateHandle sender);
  void record_change(FederateHandle sender, Sender& of);

  boost::container::flat_map<FederateHandle, Sender> senders_;
  std::size_t last_index_ = 0;           // in senders_, of find_sender()
  std::vector<FederateHandle> changed_;  // senders that have changed since take_stable()
  std::vector<FederateHandle> taken_;    // scratch of take_stable()
};

class Stability::Turn {
 public:
  Turn() = default;
  // Records that the record was passed to this receiver. Returns false, without an effect, if
  // record_sent() must do it.
  bool record_sent(LinkId receiver) {
    while (next_ != end_ && next_->first < receiver) ++next_;
    if (next_ == end_ || next_->first != receiver || !next_->second.is_listed) return false;
    next_->second.sent = position_;
    ++next_;
    return true;
  }

 private:
  friend Stability;
  using Receivers = boost::container::flat_map<LinkId, Progress>;
  Turn(Receivers& receivers, Position position)
      : next_(receivers.begin()), end_(receivers.end()), position_(position) {}

  Receivers::iterator next_ = {};
  Receivers::iterator end_ = {};
  Position position_ = 0;
};

inline Stability::Turn Stability::begin_turn(FederateHandle sender, Position position) {
  Sender* const of = find_sender(sender);
  return of == nullptr ? Turn() : Turn(of->receivers, position);
}

}  // namespace triad::router
