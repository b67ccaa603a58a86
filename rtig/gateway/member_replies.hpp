// Replies of the RTIG that are not in the recovery log and that a member may lose with its link:
// the answer to its join, the answer to its last request that belongs to no federation, and the
// answer to its resignation. A request that a member repeats by another link gets the same reply
// and has no second effect. Members are those of FederationRecovery. Pure.
#pragma once

#include <boost/container/flat_map.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

#include "rtig/gateway/federation_image.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class MemberReplies {
 public:
  using FederateHandle = wire::FederateHandle;
  using Milliseconds = std::chrono::milliseconds;

  // --- Members
  void add_member(FederateHandle member, const wire::SessionSecret& session) {
    members_[member].session = session;
  }
  void remove_member(FederateHandle member) { members_.erase(member); }
  // Returns the member with this session; empty: there is none.
  std::optional<FederateHandle> member_with(const wire::SessionSecret& session) const;
  // Returns the session of a member; none if it cannot return.
  wire::SessionSecret session(FederateHandle member) const {
    const auto at = members_.find(member);
    return at == members_.end() ? wire::SessionSecret() : at->second.session;
  }

  // --- Joins. Keeps JoinAccepted until the member shows that it has received it, but not longer
  // than until `until`: it has the object model, and a member that never does would keep its
  // memory.
  void keep_welcome(FederateHandle member, wire::Bytes record, Milliseconds until);
  void confirm_join(FederateHandle member);
  // Returns the kept record; empty: the join is confirmed, or the time is over.
  wire::Bytes welcome(FederateHandle member) const { return members_.at(member).welcome; }

  // --- Requests to create and destroy federations. Returns the reply if the member repeats its
  // last request of that kind, and empty bytes if the request is to be handled.
  wire::Bytes begin_outside_request(FederateHandle by, wire::Position position);
  // Returns true if this is the last request of the member and its reply is not known yet.
  bool awaits_outside_reply(FederateHandle by, wire::Position position) const;
  // Prepares for the member's return at another link. The desk has dropped its request if there is
  // no reply, so the repeated request is handled.
  void forget_unanswered_request(FederateHandle of);
  // Keeps the record if it is the reply to the last request.
  void keep_outside_reply(FederateHandle to, wire::Bytes record);

  // --- Resignations. move_farewells_to() passes all kept answers on, because the federation ends.
  void move_farewells_to(MemberReplies& other);
  // Keeps the answer to a former member until `until`.
  void keep_farewell(const wire::SessionSecret& session, FederateHandle leaver, wire::Bytes answer,
                     Milliseconds until);
  // Returns the kept answer; empty: there is none.
  wire::Bytes farewell(const wire::SessionSecret& session, FederateHandle leaver) const;

  // --- Images. Returns true if each member has confirmed its join. Add the farewells to an image,
  // and the last reply to one member; restore() takes both from an image.
  bool are_joins_confirmed() const;
  void save(FederationImage& image) const;
  void save(FederateHandle member, ImageProgress& progress) const;
  void restore(const FederationImage& image);

  // Drops the records that were to be kept until `now` or less.
  void drop_old(Milliseconds now);

 private:
  static constexpr std::size_t kFarewellsMax = 1024;

  struct Member {
    wire::SessionSecret session;
    wire::Buffer welcome;
    Milliseconds welcome_until{0};
    wire::Position outside = 0;  // position of the last request of that kind; 0: none
    wire::Buffer outside_reply;
  };
  struct Farewell {
    wire::SessionSecret session;
    FederateHandle leaver;
    wire::Buffer answer;
    Milliseconds until;
  };

  boost::container::flat_map<FederateHandle, Member> members_;
  std::deque<Farewell> farewells_;  // in ascending order of `until`, for each federation
};

}  // namespace triad::rtig
