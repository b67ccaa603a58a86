#include "rtig/gateway/member_replies.hpp"

#include <algorithm>
#include <utility>

namespace triad::rtig {

std::optional<wire::FederateHandle> MemberReplies::member_with(
    const wire::SessionSecret& session) const {
  for (const auto& [member, of] : members_) {
    if (of.session == session) return member;
  }
  return std::nullopt;
}

void MemberReplies::keep_welcome(FederateHandle member, wire::Bytes record, Milliseconds until) {
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  at->second.welcome.assign(record.begin(), record.end());
  at->second.welcome_until = until;
}

void MemberReplies::confirm_join(FederateHandle member) {
  wire::Buffer& welcome = members_.at(member).welcome;
  if (!welcome.empty()) welcome = {};
}

wire::Bytes MemberReplies::begin_outside_request(FederateHandle by, wire::Position position) {
  const auto at = members_.find(by);
  if (at == members_.end()) return {};
  Member& member = at->second;
  if (position == member.outside) return member.outside_reply;
  member.outside = position;
  member.outside_reply.clear();
  return {};
}

bool MemberReplies::awaits_outside_reply(FederateHandle by, wire::Position position) const {
  const auto at = members_.find(by);
  return at != members_.end() && position != 0 && position == at->second.outside &&
         at->second.outside_reply.empty();
}

void MemberReplies::forget_unanswered_request(FederateHandle of) {
  const auto at = members_.find(of);
  if (at != members_.end() && at->second.outside_reply.empty()) at->second.outside = 0;
}

void MemberReplies::keep_outside_reply(FederateHandle to, wire::Bytes record) {
  const auto at = members_.find(to);
  const auto reply = wire::parse_record(record);
  if (at == members_.end() || !reply) return;
  Member& member = at->second;
  if (member.outside == 0 || reply->header.after_position != member.outside) return;
  const wire::Kind kind = reply->header.message_kind();
  if (kind != wire::Kind::Accepted && kind != wire::Kind::Refused) return;
  member.outside_reply.assign(record.begin(), record.end());
}

void MemberReplies::move_farewells_to(MemberReplies& other) {
  for (Farewell& kept : std::exchange(farewells_, {})) {
    if (other.farewells_.size() >= kFarewellsMax) other.farewells_.pop_front();
    other.farewells_.push_back(std::move(kept));
  }
}

void MemberReplies::keep_farewell(const wire::SessionSecret& session, FederateHandle leaver,
                                  wire::Bytes answer, Milliseconds until) {
  if (!session) return;
  if (farewells_.size() >= kFarewellsMax) farewells_.pop_front();
  farewells_.push_back({session, leaver, {answer.begin(), answer.end()}, until});
}

wire::Bytes MemberReplies::farewell(const wire::SessionSecret& session,
                                    FederateHandle leaver) const {
  const auto at = std::ranges::find_if(farewells_, [&](const Farewell& kept) {
    return kept.leaver == leaver && kept.session == session;
  });
  return at == farewells_.end() ? wire::Bytes() : wire::Bytes(at->answer);
}

void MemberReplies::drop_old(Milliseconds now) {
  while (!farewells_.empty() && farewells_.front().until <= now) farewells_.pop_front();
  for (auto& [member, of] : members_) {
    if (!of.welcome.empty() && of.welcome_until <= now) of.welcome = {};
  }
}

bool MemberReplies::are_joins_confirmed() const {
  return std::ranges::all_of(members_, [](const auto& of) { return of.second.welcome.empty(); });
}

void MemberReplies::save(FederationImage& image) const {
  for (const Farewell& kept : farewells_) {
    const auto until = static_cast<std::uint64_t>(kept.until.count());
    image.farewells.push_back({kept.session, kept.leaver, kept.answer, until});
  }
}

void MemberReplies::save(FederateHandle member, ImageProgress& progress) const {
  const Member& of = members_.at(member);
  progress.outside = of.outside;
  progress.outside_reply = of.outside_reply;
}

void MemberReplies::restore(const FederationImage& image) {
  for (const ImageProgress& progress : image.members) {
    Member& of = members_.at(progress.member);
    of.welcome = {};
    of.outside = progress.outside;
    of.outside_reply.assign(progress.outside_reply.begin(), progress.outside_reply.end());
  }
  farewells_.clear();
  for (const ImageFarewell& kept : image.farewells)
    keep_farewell(kept.session, kept.leaver, kept.answer, Milliseconds(kept.until_ms));
}

}  // namespace triad::rtig
