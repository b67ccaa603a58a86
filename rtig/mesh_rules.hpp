// Rules of the mesh's file, applied to one federation: which classes pass at a router, whether its
// federates may regulate, and how much may be queued for them. Constant after construction. The
// RTIG enforces the rules, because it knows the nearest router of each federate.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/class_priorities.hpp"
#include "core/federation_state.hpp"
#include "core/passing_classes.hpp"
#include "rtig/guest.hpp"
#include "rtig/member_sessions.hpp"
#include "rtig/options.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

class MeshRules {
 public:
  using FederateHandle = wire::FederateHandle;

  // Keeps references to both arguments, which must outlive this object.
  MeshRules(const AuthorityOptions& options, const core::Federation& federation);

  // Returns the rights of a member at this origin.
  MemberRights rights_at(const Origin& origin) const;
  // Returns the rights of a member and the priorities of best effort, for its RTIA, with a view
  // into the session.
  wire::RulesAtRouter rules_for(const MemberSession& session) const;
  // Returns the maximum number of bytes that may be queued for a client at that origin; none: the
  // default limit.
  std::optional<std::size_t> queue_max(const Origin& origin) const;

  template <class Handle>
  bool passes(const MemberRights& rights, Handle which) const {
    return !rights.passing_classes ||
           core::is_passing_class(federation_.model(), *rights.passing_classes, which);
  }
  // Returns the path of a class that the member publishes or subscribes to and that does not pass;
  // none: all pass.
  std::optional<std::string> blocked_class(const MemberRights& rights,
                                           const core::MemberSnapshot& member) const;
  // Returns the reason why the member may not move to that origin: it does something that the rules
  // of the router there forbid. None: it may move.
  std::optional<std::string> move_refusal(FederateHandle federate, const Origin& origin) const;

  // Returns a line for the log for each class name in the mesh's file that the object model lacks.
  std::vector<std::string> unknown_class_lines(const std::string& federation_name) const;

 private:
  const AuthorityOptions& options_;
  const core::Federation& federation_;
  const wire::ClassPriorities priorities_;
};

}  // namespace triad::rtig
