// Lets members move to other routers, because theirs are about to leave the mesh. The rules are
// core::MoveProgress's; here requests come in, its decisions go into the log, and members are sent
// away and return. One pause at a time in a federation, and none while it is saved or restored.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/move_progress.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

// What a move needs of the whole federation execution.
class Seats {
 public:
  virtual ~Seats() = default;
  // What is sent to the member from now on waits for its return; it has been told to go.
  virtual void vacate(FederateHandle federate) = 0;
  // The guest is the member, which goes on from there.
  virtual void take_up(FederateHandle federate, GuestId guest, const Origin& origin,
                       std::uint64_t pause) = 0;
  // It is resigned for this reason, wherever it is on its way.
  virtual void give_up(FederateHandle federate, const std::string& reason) = 0;
};

class MoveAuthority {
 public:
  // All outlive it.
  MoveAuthority(FederationContext& context, SaveRestoreAuthority& saves, Seats& seats)
      : context_(context), saves_(saves), seats_(seats) {}

  Fault on(FederateHandle by, const Record&, const wire::MoveAnswered&);
  Fault on(FederateHandle by, const Record&, const wire::PauseSettled&);
  Fault on(FederateHandle by, const Record&, const wire::MoveCompleted&);

  // Its router says that it is to move. By the token it is known when it returns.
  void ask(FederateHandle federate, std::uint64_t token);
  // A guest asks for a member's seat. Returns what is wrong with that; none: the guest has it.
  Fault take_up(GuestId guest, const Origin& origin, const wire::ReturnMember& returned);
  void member_left(FederateHandle leaver);

  bool pauses() const { return progress_.pauses(); }
  bool is_away(FederateHandle federate) const { return progress_.is_away(federate); }
  // A pause may begin now.
  bool is_due(std::chrono::milliseconds now) const {
    return progress_.is_due() && !saves_.in_progress() && now >= rests_until_;
  }
  void begin_pause();
  // Ends a pause that takes longer than RtigOptions::move_timeout, by the clock of now().
  void end_overdue();

 private:
  void begin_round();
  void send_away();
  void go_on();
  void end_pause();
  void stays(FederateHandle federate, const std::string& why);

  FederationContext& context_;
  SaveRestoreAuthority& saves_;
  Seats& seats_;
  core::MoveProgress progress_;
  std::chrono::milliseconds begun_at_{0};  // the pause; then, that members were sent away
  std::chrono::milliseconds paused_at_{0};
  std::chrono::milliseconds rests_until_{0};        // no pause begins before
  std::map<FederateHandle, std::uint64_t> tokens_;  // of members that were asked
};

}  // namespace triad::rtig
