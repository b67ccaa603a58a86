// StatusDesk: answers programs that ask a router of a mesh for its status, or that it leaves the
// mesh. Part of LinkServer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "router/lower_routers.hpp"
#include "router/program/link_sessions.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/reception.hpp"
#include "router/program/trunk_links.hpp"
#include "router/sink.hpp"
#include "transport/multicast/multicast.hpp"

namespace triad::router {

class StatusDesk {
 public:
  // Keeps references to the arguments, which must outlive the object.
  StatusDesk(const std::optional<MeshPlace>& mesh, Sink& sink, LinkSessions& sessions,
             const TrunkLinks& trunks, const LowerRouters& lower, const Reception& reception)
      : mesh_(mesh),
        sink_(sink),
        sessions_(sessions),
        trunks_(trunks),
        lower_(lower),
        reception_(reception) {}

  // Request that this program may not make. Its link ends. `text` begins with "may only request".
  struct Misuse {
    std::string text;
  };
  struct Refusal {
    std::string text;
  };
  // The texts of a status are valid until the mesh changes.
  using Answer = std::variant<wire::RouterStatus, Refusal, Misuse>;
  // Answers a program that requests the status, or that this router leaves the mesh. The status
  // then says that it leaves. A request to leave is refused unless `is_trusted`. `multicast` is
  // null if the router does not use it.
  Answer answer(wire::Bytes request, bool is_trusted, const transport::Multicast* multicast);

 private:
  // Adds a line for each link to a router or peer.
  void add_links(wire::RouterStatus& status);
  wire::MulticastInfo multicast_info(const transport::Multicast& multicast) const;

  const std::optional<MeshPlace>& mesh_;
  Sink& sink_;
  LinkSessions& sessions_;
  const TrunkLinks& trunks_;
  const LowerRouters& lower_;
  const Reception& reception_;
};

}  // namespace triad::router
