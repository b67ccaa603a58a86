// Positions up to which the data of each sender are stable: all receivers have acknowledged them
// (wire::Ack), and the sender need not keep them any longer. Used by the root for members with
// links to it. Pure.
#pragma once

#include <boost/container/flat_map.hpp>
#include <span>

#include "wire/messages/stream_messages.hpp"

namespace triad::router {

class Stability {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  void add_sender(FederateHandle member) { senders_[member]; }
  // Removes a member, also as a receiver of others.
  void remove_member(FederateHandle member);
  // Records that a reliable record of the member has arrived. Positions ascend.
  void record_arrival(FederateHandle sender, Position position) {
    Sender& of = senders_[sender];
    if (position > of.arrived) of.arrived = position;
  }
  // Records that the sender's record was passed to this receiver, or is kept from it while it is
  // away.
  void record_sent(FederateHandle sender, FederateHandle receiver, Position position);
  // The receiver has received the senders' records up to these positions.
  void record_ack(FederateHandle receiver, std::span<const wire::StreamPosition> received);
  // Forgets all sent and acknowledged positions, at the beginning of an epoch.
  void begin_epoch();

  // Calls visit(sender, position) for each sender with a stable position that was not taken before.
  template <class Visit>
  void take_stable(Visit&& visit) {
    for (auto& [sender, of] : senders_) {
      const Position stable = stable_position(of);
      if (stable <= of.told) continue;
      of.told = stable;
      visit(sender, stable);
    }
  }
  // Returns true if take_stable() would visit a sender.
  bool has_stable() const;

 private:
  struct Progress {
    Position sent = 0;
    Position acked = 0;
  };
  struct Sender {
    Position arrived = 0;
    Position told = 0;
    boost::container::flat_map<FederateHandle, Progress> receivers;
  };
  static Position stable_position(const Sender& of);

  boost::container::flat_map<FederateHandle, Sender> senders_;
};

}  // namespace triad::router
