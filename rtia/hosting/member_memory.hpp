// The memory that a federate shares, from the offer with the request to join until the end of the
// membership: none, a fabric, or a segment. Part of HostedAmbassador.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "rtia/ambassador.hpp"
#include "rtia/hosting/fabric_member.hpp"
#include "rtia/hosting/segment_member.hpp"
#include "transport/link.hpp"

namespace triad::rtia {

class MemberMemory {
 public:
  // Takes the `options` of shared memory on this machine; empty: the link carries everything.
  MemberMemory(std::optional<transport::FabricOptions> options, Ambassador& ambassador)
      : options_(options), ambassador_(ambassador) {}

  // Return null if the member is not in a fabric, or not in a segment. At most one of the two is
  // set.
  FabricMember* fabric() const { return fabric_.get(); }
  SegmentMember* segment() const { return segment_.get(); }
  // Returns the memory to flush and to wait for together with the link; null: the link alone.
  SharedMemory* shared() const { return shared_; }

  // Returns whether this federate may share memory.
  [[nodiscard]] bool may_share() const { return options_.has_value(); }
  // Offers an outbox over the link, for the next membership. The present memory stays until then.
  // Requires may_share().
  std::optional<wire::Error> offer(transport::Link& link);
  void withdraw_offer() { offer_.reset(); }
  // Leaves the present memory.
  void leave();
  // Leaves the present memory and withdraws the offer.
  void drop();

  // Returns true once for each membership: it begins by a join, a restore or a return.
  bool begins_membership();
  // Leaves the memory of the previous membership, and enters the fabric or the segment with the
  // offered outbox. Without an offer, the link carries everything. An error ends the link.
  wire::Result<void> enter_fabric(transport::Link& link);
  wire::Result<void> enter_segment(transport::Link& link);

 private:
  const std::optional<transport::FabricOptions> options_;
  Ambassador& ambassador_;
  SharedMemory::Offer offer_;
  std::unique_ptr<FabricMember> fabric_;
  std::unique_ptr<SegmentMember> segment_;
  SharedMemory* shared_ = nullptr;  // fabric_ or segment_
  std::uint64_t membership_ = 0;    // last handled Ambassador::membership_number()
};

}  // namespace triad::rtia
