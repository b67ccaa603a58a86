// Sessions of the members of one federation, and the position of each member's last record.
// Authority begins and ends sessions; the authorities of the service groups read them.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/object_directory.hpp"
#include "rtig/guest.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

// Rights of a member at its router, by the mesh's file (rtig/mesh_rules.hpp).
struct MemberRights {
  bool may_regulate = true;
  std::optional<wire::PassingClasses> passing_classes = {};  // none: all classes pass
};

struct MemberSession {
  // Secret by which the member proves its identity after the loss of its link; none: it cannot
  // return.
  wire::SessionSecret session = {};
  Origin origin;
  MemberRights rights = {};
  bool observer = false;  // is resigned before a save or restore, such as `rtictl trace`
  bool shares_memory = false;
  bool is_away = false;  // it has lost its link and may return, or is suspended
  std::chrono::milliseconds joined_at{0};
  // Log position at which the member last lost an attribute that it owned or a class that it
  // published.
  wire::Position last_loss = 0;
};

class MemberSessions {
 public:
  using FederateHandle = wire::FederateHandle;

  // Begins a session. The member has sent no record yet.
  void begin(FederateHandle federate, MemberSession session);
  // Records that the member continues at another origin.
  void continue_at(FederateHandle federate, const Origin& origin, MemberRights rights);
  // Records that the member is away until it continues at another origin. `is_suspended`: no
  // process runs it.
  void record_absence(FederateHandle federate, bool is_suspended);
  void end(FederateHandle federate) { sessions_.erase(federate); }
  void end_all() { sessions_.clear(); }

  const std::map<FederateHandle, MemberSession>& all() const { return sessions_; }
  bool empty() const { return sessions_.empty(); }
  bool contains(FederateHandle federate) const { return sessions_.contains(federate); }
  // Returns the session of a member.
  const MemberSession& at(FederateHandle federate) const { return sessions_.at(federate); }

  // Returns the position of the last record of the member that reached the RTIG.
  wire::Position position(FederateHandle federate) const { return positions_[federate.value]; }
  void record_position(FederateHandle federate, wire::Position position) {
    wire::Position& last = positions_[federate.value];
    last = std::max(last, position);
  }
  // Returns the last positions of the members that share memory.
  std::vector<wire::StreamPosition> shared_positions() const;

  // Records that the log record at `position` may take attributes or classes from the member, or
  // attributes from the owners of the instance. Call before that record is appended.
  void record_loss(FederateHandle federate, wire::Position position) {
    sessions_.at(federate).last_loss = position;
  }
  void record_losses(const core::ObjectInstance& instance, wire::Position position);

 private:
  std::map<FederateHandle, MemberSession> sessions_;
  std::vector<wire::Position> positions_;  // by handle, for each member
};

}  // namespace triad::rtig
