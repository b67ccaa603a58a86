// Moves members to other routers when their router is about to leave the mesh. core::MoveProgress
// has the rules; MoveAuthority takes the requests, writes the decisions into the log, sends members
// away and lets them return. A federation has one pause for moves at a time, and none during a save
// or a restore.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/move_progress.hpp"
#include "rtig/authority_image.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

// Operations of a move on the whole federation execution. Authority implements them.
class Seats {
 public:
  virtual ~Seats() = default;
  // Keeps further records for the member until it returns. The member has been told to go.
  virtual void vacate(FederateHandle federate) = 0;
  // Lets the member continue at the guest's link.
  virtual void continue_member(FederateHandle federate, GuestId guest, const Origin& origin,
                               std::uint64_t pause) = 0;
  // Resigns the member for this reason, also if it is on its way to another router.
  virtual void resign_moving_member(FederateHandle federate, const std::string& reason) = 0;
};

class MoveAuthority {
 public:
  // Keeps references to all arguments, which must outlive this object.
  MoveAuthority(FederationContext& context, SaveRestoreAuthority& saves, Seats& seats)
      : context_(context), writer_(context.writer()), saves_(saves), seats_(seats) {}

  Fault receive_from_member(FederateHandle by, const Record&, const wire::MoveAnswered&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::PauseSettled&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::MoveCompleted&);

  // Asks the member whether it can move, because its router leaves the mesh. The member proves its
  // identity by the token when it returns.
  void ask_to_move(FederateHandle federate, std::uint64_t token);
  // Gives the guest the seat of the member that it names. Returns a fault if the guest may not have
  // it.
  Fault readmit_member(GuestId guest, const Origin& origin, const wire::ReturnMember& returned);
  void remove_member(FederateHandle leaver);

  bool is_paused() const { return progress_.is_paused(); }
  // Returns true if no member moves or is to move.
  bool is_idle() const { return progress_.is_idle(); }
  // Add the number and the time of the last pause to an image, and replace them by those of an
  // image.
  void save(AuthorityImage& image) const {
    image.last_pause_number = progress_.number();
    image.next_pause_after_ms = static_cast<std::uint64_t>(next_pause_after_.count());
  }
  void restore(const AuthorityImage& image) {
    progress_.continue_from(image.last_pause_number);
    next_pause_after_ = std::chrono::milliseconds(image.next_pause_after_ms);
  }
  bool is_away(FederateHandle federate) const { return progress_.is_away(federate); }
  // Returns true if a pause may begin now.
  bool is_pause_due(std::chrono::milliseconds now) const {
    return progress_.is_due() && !saves_.busy_error() && now >= next_pause_after_;
  }
  void begin_pause();
  // Ends a phase of a pause that takes longer than Timeouts::move.
  void end_overdue();

 private:
  // Asks all members, in the next round, whether records are in transit.
  void begin_round();
  // Tells the members that move to leave their links. Called when no record is in transit.
  void send_members_away();
  // Ends the pause, in progress_ too. Called when all members have returned.
  void end_moves();
  // Logs the end of the pause, and sets the time of rest before the next one.
  void end_pause();
  // Reports that the member does not move, to the log and to its router.
  void report_move_refusal(FederateHandle federate, const std::string& why);

  FederationContext& context_;
  OutputWriter& writer_;
  SaveRestoreAuthority& saves_;
  Seats& seats_;
  core::MoveProgress progress_;
  std::chrono::milliseconds begun_at_{0};  // of the pause, then of the moves
  std::chrono::milliseconds paused_at_{0};
  std::chrono::milliseconds next_pause_after_{0};   // no pause begins before this time
  std::map<FederateHandle, std::uint64_t> tokens_;  // of members that were asked to move
};

}  // namespace triad::rtig
