// Notices: changes of members and federations that the program and the routers below must know. The
// RTIG and router::Relay give them (ClientLinks::notify); LowerRouters sends them on to the routers
// that they concern. Views are valid during the call.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "router/client_membership.hpp"
#include "router/link_id.hpp"
#include "wire/handles.hpp"

namespace triad::router {

// The client has become a member, by joining or by a restore. Precedes the first record to the
// member.
struct MemberAdmitted {
  LinkId client;
  Membership membership;
};
// The client is no longer a member. Precedes the log record of the resignation, which follows
// `log_position`.
struct MemberResigned {
  LinkId client;
  wire::Position log_position = 0;
};
// The member stays at a router that leaves the mesh, for this reason, a text for users.
struct MemberStays {
  LinkId client;
  std::string_view reason;
};
// The RTIG has handled the client's records up to this position.
struct RequestsHandled {
  LinkId client;
  wire::Position position = 0;
};
// All members of the federation have been sent its log up to this position.
struct LogForwarded {
  std::string_view federation;
  wire::Position position = 0;
};
// All records that members behind `from` sent before the direct session have been sent to the other
// router.
struct ForwardedBefore {
  std::uint64_t session = 0;
  LinkId from;
};

using Notice = std::variant<MemberAdmitted, MemberResigned, MemberStays, RequestsHandled,
                            LogForwarded, ForwardedBefore>;

}  // namespace triad::router
