// Changes of a member's link, as the host of the Ambassador (the code that runs it) carries them
// out: moves to another router (federation_pause.hpp), and returns after the loss of a link
// (member_recovery.hpp).
#pragma once

#include <cstddef>

#include "rtia/member_recovery.hpp"

namespace triad::rtia {

class Ambassador;

class LinkChanges {
 public:
  // Keeps references to both, which must outlive this object.
  LinkChanges(Ambassador& ambassador, Connection& connection)
      : ambassador_(ambassador), connection_(connection), recovery_(connection) {}

  // --- Moves. Returns whether this member must move to another link because its router is about to
  // leave the mesh. No records follow on the present link. The host makes a new link, calls
  // return_by_link(), and uses the new link from then on.
  bool is_to_move() const;
  // Continues the membership by the new link after a move.
  void return_by_link();

  // --- Returns. If can_resume() is true when the link ends, the host calls lose_link() in place of
  // Ambassador::record_link_loss(), makes a new link, and calls resume_by_link().
  bool can_resume() const;
  // Does the same as can_resume() for a federate that waits for the reply to its request to join.
  // It repeats the request by the new link, and the RTIG admits it once.
  bool can_repeat_join() const;
  // Records that the link has ended and that the member will return.
  void lose_link() {
    if (recovery_.is_on()) recovery_.lose_link();
  }
  // Continues the membership, or repeats the request to join, by the new link after a loss.
  void resume_by_link();
  // Tells the RTIG that the membership is given up, so that it does not wait for a return. The host
  // calls it before it closes the link of a member.
  void abandon();
  // Acknowledges received records. The host calls it about 20 ms after the last time, or before a
  // sleep of unknown length.
  void acknowledge() { recovery_.acknowledge(); }
  const MemberRecovery& recovery() const { return recovery_; }
  // Returns the number of sent records that are not acknowledged yet.
  std::size_t records_kept() const { return connection_.retention().size(); }

 private:
  friend class Ambassador;

  Ambassador& ambassador_;
  Connection& connection_;
  MemberRecovery recovery_;
};

}  // namespace triad::rtia
