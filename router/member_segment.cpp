#include "router/member_segment.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// --- Members

void MemberSegment::add_member(LinkId client, FederateHandle member, bool has_queue) {
  Member newcomer{.federate = member, .has_queue = has_queue};
  for (const auto& [other, has] : members_) {
    if (!has.has_left) newcomer.to_be_read_by.push_back(has.federate);
  }
  for (const FormerMember& leaver : former_members_)
    newcomer.sent_read_positions[leaver.federate] = leaver.read;
  members_[client] = std::move(newcomer);
  publish({member, true});
  send_message(client, wire::SegmentEntered{});
  if (log_sent_ > 0) send_message(client, wire::LogPassed{{}, log_sent_});
}

void MemberSegment::mark_left(LinkId client) {
  const auto at = members_.find(client);
  if (at == members_.end() || std::exchange(at->second.has_left, true)) return;
  const FederateHandle leaver = at->second.federate;
  for (auto& [other, member] : members_) std::erase(member.to_be_read_by, leaver);
  is_due_ = true;
  publish({leaver, false});
}

void MemberSegment::remove_former_member(LinkId client) {
  mark_left(client);
  const auto at = members_.find(client);
  if (at == members_.end()) return;
  if (at->second.read > 0) former_members_.push_back({at->second.federate, at->second.read});
  members_.erase(at);
  if (members_.empty()) clear();
}

void MemberSegment::clear() {
  members_.clear();
  former_members_.clear();
  stage_ = Stage::none;
  log_reached_ = log_sent_ = 0;
  is_due_ = false;
}

std::optional<LinkId> MemberSegment::find(FederateHandle member) const {
  for (const auto& [client, has] : members_) {
    if (has.federate == member && !has.has_left) return client;
  }
  return std::nullopt;
}

// --- Records

void MemberSegment::record_read(LinkId client, Position position) {
  const auto at = members_.find(client);
  if (at == members_.end()) return;
  at->second.read = std::max(at->second.read, position);
  ++reads_;
}

void MemberSegment::record_link_record(LinkId client, bool is_data) {
  const auto at = members_.find(client);
  if (at == members_.end() || (!is_data && !at->second.has_written)) return;
  at->second.wants_to_write = true;
  is_due_ = true;
}

Fault MemberSegment::receive_read_statement(LinkId client, const wire::SegmentRead& read) {
  const auto at = members_.find(client);
  if (at == members_.end()) return {};
  for (auto& [other, member] : members_) {
    if (std::ranges::find(read.federates, member.federate) == read.federates.end()) continue;
    std::erase(member.to_be_read_by, at->second.federate);
  }
  is_due_ = true;
  return {};
}

void MemberSegment::send_read_positions(LinkId client) {
  const auto at = members_.find(client);
  if (at == members_.end() || at->second.has_left || at->second.reads_when_sent == reads_) return;
  Member& to = at->second;
  to.reads_when_sent = reads_;
  if (TRIAD_DEFECT(segment_states_no_read_positions)) return;
  wire::CausalDependencies read;
  for (const auto& [other, member] : members_) {
    if (other != client) add_read_position(to, member.federate, member.read, read);
  }
  for (const FormerMember& leaver : former_members_)
    add_read_position(to, leaver.federate, leaver.read, read);
  erase_former_members();
  if (!read.handled.empty()) send_message(client, read);
}

void MemberSegment::add_read_position(Member& to, FederateHandle of, Position read,
                                      wire::CausalDependencies& named) {
  if (read > 0 && std::exchange(to.sent_read_positions[of], read) != read)
    named.handled.push_back({of, read});
}

void MemberSegment::erase_former_members() {
  std::erase_if(former_members_, [&](const FormerMember& leaver) {
    const bool all_know = std::ranges::all_of(members_, [&](const auto& entry) {
      const auto told = entry.second.sent_read_positions.find(leaver.federate);
      return entry.second.has_left ||
             (told != entry.second.sent_read_positions.end() && told->second == leaver.read);
    });
    if (!all_know) return false;
    for (auto& [client, member] : members_) member.sent_read_positions.erase(leaver.federate);
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
    log_reached_ = host_.forwarded_log_position();
    stage_ = Stage::chosen;
    is_due_ = true;
    return;
  }
  if (any_member_has_queue()) return;
  if (stage_ == Stage::chosen && log_reached_ > log_sent_) {
    send_log_position();
    stage_ = Stage::log_sent;
    is_due_ = true;
    return;
  }
  permit_writers();
  stage_ = Stage::none;
  is_due_ = true;
}

bool MemberSegment::choose_writers() {
  const bool log_goes_on = host_.forwarded_log_position() > log_sent_;
  bool any = false;
  for (auto& [client, member] : members_) {
    const bool is_waiting = member.wants_to_write || (member.has_written && log_goes_on);
    if (!is_waiting || member.has_left || !member.to_be_read_by.empty()) continue;
    member.permitted_position = host_.fully_forwarded_position(client);
    if (!member.permitted_position) continue;
    member.wants_to_write = false;  // a later record by its link is another wish
    any = true;
  }
  return any;
}

void MemberSegment::send_log_position() {
  log_sent_ = log_reached_;
  for (const auto& [client, member] : members_) {
    if (!member.has_left) send_message(client, wire::LogPassed{{}, log_sent_});
  }
}

void MemberSegment::permit_writers() {
  for (auto& [client, member] : members_) {
    const auto may_write = std::exchange(member.permitted_position, std::nullopt);
    if (!may_write || member.has_left) continue;
    member.has_written = true;
    send_message(client, wire::SegmentWrite{*may_write});
  }
}

bool MemberSegment::any_member_has_queue() const {
  return std::ranges::any_of(
      members_, [](const auto& entry) { return !entry.second.has_left && entry.second.has_queue; });
}

void MemberSegment::record_queue(LinkId client, bool has_queue) {
  const auto at = members_.find(client);
  if (at == members_.end()) return;
  at->second.has_queue = has_queue;
  if (!has_queue) is_due_ = is_due_ || stage_ != Stage::none;
}

template <class Message>
void MemberSegment::send_message(LinkId client, const Message& message) {
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
