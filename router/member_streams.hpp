// The streams of a federation's members at a router below the RTIG's, if the federation recovers:
// how far the receivers beyond this router have received them, and which records count in an epoch
// (wire/messages/recovery_messages.hpp). A sender's home is the neighbour by which its records
// come. Pure, part of a Switch.
#pragma once

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

#include "records/recovery_class.hpp"
#include "router/link_id.hpp"
#include "router/stability.hpp"
#include "wire/messages/router_messages.hpp"
#include "wire/record.hpp"

namespace triad::router {

class MemberStreams {
 public:
  using FederateHandle = wire::FederateHandle;

  // The neighbour above. No link has this number.
  static constexpr LinkId kUpper{~std::uint64_t{0}};

  // Begins to count, because the federation recovers. Until then no function has an effect.
  void enable() { is_enabled_ = true; }
  bool is_enabled() const { return is_enabled_; }

  // --- Members behind this router that may return. Others are neither senders nor receivers here:
  // they keep nothing and acknowledge nothing. `home`: the client, or the router below with its
  // link.
  void add_member(LinkId client, FederateHandle member, LinkId home);
  void remove_member(LinkId client, FederateHandle member);
  // Records that the client's link has ended, here or at a router below. Nothing is acknowledged
  // until the RTIG decides about its member, which may return and lack records.
  void record_link_end(LinkId client);
  // Forgets all positions, at a restore.
  void restart() { stability_.begin_epoch(); }

  // Records that the router above has cut off a member, and so may have lost its own way. Then the
  // records that the member lacks must not be acknowledged when it is removed.
  void record_cut_off() { is_waiting_ = is_waiting_ || is_enabled_; }

  // --- Steps of a recovery. The RTIG says `over` at the end of an epoch, and again if no member is
  // away then, or no longer.
  void receive_step(const wire::FederationRecovers& recovers);
  // Returns true from a loss, or from the beginning of an epoch, to the end of the recovery.
  bool is_in_recovery() const { return is_waiting_; }
  // Returns false if a record of the client must be ignored, because it was sent before the client
  // took the epoch.
  [[nodiscard]] bool accepts(LinkId client, const wire::Record& record);

  // --- Records. Only those count that their senders keep.
  void record_from_member(const wire::RecordHeader& header);
  void record_from_upper(const wire::RecordHeader& header);
  // Records that the record goes to this neighbour below, now or later.
  void record_sent_down(const wire::RecordHeader& header, LinkId receiver);
  void record_sent_up(const wire::RecordHeader& header);

  // --- Acknowledgements
  void record_received(LinkId by, std::span<const wire::StreamPosition> received);
  // Returns true if acknowledgements may be sent, as far as this router knows.
  bool may_acknowledge() const { return is_enabled_ && !is_waiting_ && ended_.empty(); }
  bool has_stable() const { return stability_.has_stable(); }
  // Calls visit(sender, position, home) for each sender with a stable position that has advanced.
  template <class Visit>
  void take_stable(Visit&& visit) {
    stability_.take_stable([&](FederateHandle sender, wire::Position position) {
      visit(sender, position, home(sender));
    });
  }

 private:
  LinkId home(FederateHandle sender) const {
    const auto at = homes_.find(sender);
    return at == homes_.end() ? kUpper : at->second;
  }

  bool is_enabled_ = false;
  bool is_waiting_ = false;
  bool is_in_epoch_ = false;
  bool is_lost_in_epoch_ = false;  // a member, since the epoch began
  std::uint64_t epoch_ = 0;
  Stability stability_;
  boost::container::flat_map<FederateHandle, LinkId> homes_;  // of members behind this router
  boost::container::flat_map<LinkId, std::size_t> members_by_home_;
  boost::container::flat_set<LinkId> clients_;  // of these members
  boost::container::flat_set<LinkId> ended_;    // clients with ended links
  boost::container::flat_set<LinkId> ignored_;  // clients that have to take the epoch
};

}  // namespace triad::router
