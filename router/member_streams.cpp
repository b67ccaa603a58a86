#include "router/member_streams.hpp"

#include "records/defect.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

using records::RecoveryClass;

void MemberStreams::add_member(LinkId client, FederateHandle member, LinkId home) {
  if (!is_enabled_) return;
  clients_.insert(client);
  ignored_.erase(client);
  if (homes_.emplace(member, home).second) ++members_by_home_[home];
  stability_.add_sender(member);
}

void MemberStreams::remove_member(LinkId client, FederateHandle member) {
  if (!is_enabled_) return;
  clients_.erase(client);
  ignored_.erase(client);
  ended_.erase(client);
  stability_.remove_sender(member);
  const auto at = homes_.find(member);
  if (at == homes_.end()) return;
  const LinkId home = at->second;
  homes_.erase(at);
  if (--members_by_home_[home] > 0) return;
  members_by_home_.erase(home);
  stability_.remove_receiver(home);
}

void MemberStreams::record_link_end(LinkId client) {
  if (clients_.contains(client)) ended_.insert(client);
}

void MemberStreams::receive_step(const wire::FederationRecovers& recovers) {
  if (!is_enabled_) return;
  if (recovers.step == wire::RecoveryStep::member_lost &&
      TRIAD_DEFECT(acked_by_routers_after_a_loss)) {
    return;
  }
  using Step = wire::RecoveryStep;
  // A member that was lost in the epoch lacks records also after it.
  const bool ends_epoch = recovers.step == Step::over && is_in_epoch_;
  is_waiting_ = recovers.step != Step::over || (ends_epoch && is_lost_in_epoch_);
  is_lost_in_epoch_ = recovers.step == Step::member_lost && is_in_epoch_;
  if (recovers.step == Step::over) is_in_epoch_ = false;
  if (recovers.step != Step::begins) return;
  is_in_epoch_ = true;
  epoch_ = recovers.epoch;
  stability_.begin_epoch();
  ignored_ = clients_;
}

bool MemberStreams::accepts(LinkId client, const wire::Record& record) {
  if (ignored_.empty() || TRIAD_DEFECT(no_fence_at_routers)) return true;
  const auto at = ignored_.find(client);
  if (at == ignored_.end()) return true;
  if (record.header.message_kind() != wire::Kind::RecoveryTaken) return false;
  const auto taken = wire::decode<wire::RecoveryTaken>(record.payload);
  if (!taken || taken->epoch != epoch_) return false;
  ignored_.erase(at);
  return true;
}

void MemberStreams::record_from_member(const wire::RecordHeader& header) {
  if (homes_.contains(header.from()) &&
      records::recovery_class_upwards(header) != RecoveryClass::control) {
    stability_.record_arrival(header.from(), header.position);
  }
}

void MemberStreams::record_from_upper(const wire::RecordHeader& header) {
  if (is_enabled_ && records::recovery_class_downwards(header) == RecoveryClass::data)
    stability_.record_arrival(header.from(), header.position);
}

// A copy that comes back to the router from which its record came is acknowledged there.
void MemberStreams::record_sent_down(const wire::RecordHeader& header, LinkId receiver) {
  if (!is_enabled_ || records::recovery_class_downwards(header) != RecoveryClass::data) return;
  const FederateHandle sender = header.from();
  if (members_by_home_.contains(receiver) && receiver != home(sender))
    stability_.record_sent(sender, receiver, header.position);
}

void MemberStreams::record_sent_up(const wire::RecordHeader& header) {
  if (is_enabled_ && records::recovery_class_upwards(header) != RecoveryClass::control)
    stability_.record_sent(header.from(), kUpper, header.position);
}

void MemberStreams::record_received(LinkId by, std::span<const wire::StreamPosition> received) {
  if (is_enabled_ && !is_in_epoch_) stability_.record_ack(by, received);
}

}  // namespace triad::router
