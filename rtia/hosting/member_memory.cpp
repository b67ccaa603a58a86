#include "rtia/hosting/member_memory.hpp"

#include <utility>

namespace triad::rtia {

// Shared memory and links have the same limit of message size.
std::optional<wire::Error> MemberMemory::offer(transport::Link& link) {
  transport::FabricOptions options = *options_;
  options.message_bytes_max = link.frame_bytes_max();
  auto offered = SharedMemory::offer(link, options);
  if (!offered) return offered.error();
  offer_ = std::move(*offered);
  return std::nullopt;
}

void MemberMemory::leave() {
  shared_ = nullptr;
  fabric_.reset();
  segment_.reset();
}

void MemberMemory::drop() {
  leave();
  offer_.reset();
}

bool MemberMemory::begins_membership() {
  return std::exchange(membership_, ambassador_.membership_number()) !=
         ambassador_.membership_number();
}

wire::Result<void> MemberMemory::enter_fabric(transport::Link& link) {
  leave();
  auto offer = std::exchange(offer_, nullptr);
  if (offer == nullptr) return {};
  auto entered = FabricMember::enter(link, ambassador_, std::move(offer));
  if (!entered) return entered.error();
  fabric_ = std::move(*entered);
  shared_ = fabric_.get();
  return {};
}

wire::Result<void> MemberMemory::enter_segment(transport::Link& link) {
  leave();
  auto offer = std::exchange(offer_, nullptr);
  if (offer == nullptr) return {};
  auto entered = SegmentMember::enter(link, ambassador_, std::move(offer));
  if (!entered) return entered.error();
  segment_ = std::move(*entered);
  shared_ = segment_.get();
  return {};
}

}  // namespace triad::rtia
