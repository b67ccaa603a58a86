#include "router/member_segment.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// --- Members

void MemberSegment::enter(LinkId client, FederateHandle member) {
  Member newcomer{.federate = member};
  for (const auto& [other, has] : members_) {
    if (!has.has_left) newcomer.to_be_read_by.push_back(has.federate);
  }
  for (const Leaver& leaver : leavers_) newcomer.told[leaver.federate] = leaver.read;
  members_[client] = std::move(newcomer);
  publish({member, true});
  tell(client, wire::SegmentEntered{});
  if (log_told_ > 0) tell(client, wire::LogPassed{{}, log_told_});
}

void MemberSegment::leave(LinkId client) {
  const auto at = members_.find(client);
  if (at == members_.end() || std::exchange(at->second.has_left, true)) return;
  const FederateHandle leaver = at->second.federate;
  for (auto& [other, member] : members_) std::erase(member.to_be_read_by, leaver);
  is_due_ = true;
  publish({leaver, false});
}

void MemberSegment::forget(LinkId client) {
  leave(client);
  const auto at = members_.find(client);
  if (at == members_.end()) return;
  if (at->second.read > 0) leavers_.push_back({at->second.federate, at->second.read});
  members_.erase(at);
  if (members_.empty()) clear();
}

void MemberSegment::clear() {
  members_.clear();
  leavers_.clear();
  stage_ = Stage::none;
  log_reached_ = log_told_ = 0;
  is_due_ = false;
}

std::optional<LinkId> MemberSegment::find(FederateHandle member) const {
  for (const auto& [client, has] : members_) {
    if (has.federate == member && !has.has_left) return client;
  }
  return std::nullopt;
}

// --- Records

void MemberSegment::note_read(LinkId client, Position position) {
  const auto at = members_.find(client);
  if (at == members_.end()) return;
  at->second.read = std::max(at->second.read, position);
  ++reads_;
}

void MemberSegment::note_sent_by_link(LinkId client, bool is_data) {
  const auto at = members_.find(client);
  if (at == members_.end() || (!is_data && !at->second.has_written)) return;
  at->second.wishes_to_write = true;
  is_due_ = true;
}

Fault MemberSegment::on_read(LinkId client, const wire::SegmentRead& read) {
  const auto at = members_.find(client);
  if (at == members_.end()) return {};
  for (auto& [other, member] : members_) {
    if (std::ranges::find(read.federates, member.federate) == read.federates.end()) continue;
    std::erase(member.to_be_read_by, at->second.federate);
  }
  is_due_ = true;
  return {};
}

void MemberSegment::before_sending(LinkId client) {
  const auto at = members_.find(client);
  if (at == members_.end() || at->second.has_left || at->second.told_at == reads_) return;
  Member& to = at->second;
  to.told_at = reads_;
  if (TRIAD_DEFECT(segment_names_nothing_read)) return;
  wire::CausalDependencies read;
  for (const auto& [other, member] : members_) {
    if (other != client) name_read(to, member.federate, member.read, read);
  }
  for (const Leaver& leaver : leavers_) name_read(to, leaver.federate, leaver.read, read);
  forget_leavers();
  if (!read.handled.empty()) tell(client, read);
}

void MemberSegment::name_read(Member& to, FederateHandle of, Position read,
                              wire::CausalDependencies& named) {
  if (read > 0 && std::exchange(to.told[of], read) != read) named.handled.push_back({of, read});
}

void MemberSegment::forget_leavers() {
  std::erase_if(leavers_, [&](const Leaver& leaver) {
    const bool all_know = std::ranges::all_of(members_, [&](const auto& entry) {
      const auto told = entry.second.told.find(leaver.federate);
      return entry.second.has_left ||
             (told != entry.second.told.end() && told->second == leaver.read);
    });
    if (!all_know) return false;
    for (auto& [client, member] : members_) member.told.erase(leaver.federate);
    return true;
  });
}

// --- Permission to write

// Between two steps all that was sent before must have left. Otherwise a permitted member could
// write before another member finds on its link the records that this data follows.
void MemberSegment::after_flush() {
  is_due_ = false;
  if (stage_ == Stage::none) {
    if (!choose_writers()) return;
    log_reached_ = host_.log_passed();
    stage_ = Stage::chosen;
    is_due_ = true;
    return;
  }
  if (anybody_is_behind()) return;
  if (stage_ == Stage::chosen && log_reached_ > log_told_) {
    tell_log();
    stage_ = Stage::log_told;
    is_due_ = true;
    return;
  }
  tell_writers();
  stage_ = Stage::none;
  is_due_ = true;
}

bool MemberSegment::choose_writers() {
  const bool log_goes_on = host_.log_passed() > log_told_;
  bool any = false;
  for (auto& [client, member] : members_) {
    const bool is_waiting = member.wishes_to_write || (member.has_written && log_goes_on);
    if (!is_waiting || member.has_left || !member.to_be_read_by.empty()) continue;
    member.may_write = host_.passed_on(client);
    if (!member.may_write) continue;
    member.wishes_to_write = false;  // a later record by its link is another wish
    any = true;
  }
  return any;
}

void MemberSegment::tell_log() {
  log_told_ = log_reached_;
  for (const auto& [client, member] : members_) {
    if (!member.has_left) tell(client, wire::LogPassed{{}, log_told_});
  }
}

void MemberSegment::tell_writers() {
  for (auto& [client, member] : members_) {
    const auto may_write = std::exchange(member.may_write, std::nullopt);
    if (!may_write || member.has_left) continue;
    member.has_written = true;
    tell(client, wire::SegmentWrite{*may_write});
  }
}

bool MemberSegment::anybody_is_behind() const {
  return std::ranges::any_of(members_, [&](const auto& entry) {
    return !entry.second.has_left && host_.is_behind(entry.first);
  });
}

template <class Message>
void MemberSegment::tell(LinkId client, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send_by_link(client, out_);
}

void MemberSegment::publish(const wire::SegmentMember& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.publish(out_);
}

}  // namespace triad::router
