// Clients as the authority of a federation sees them: a number, an origin, and the rules of their
// router.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/principal.hpp"
#include "router/router_rules.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

// Number of a client: the front desk knows it by this number at any time, the authority of a
// federation while it asks to join or returns by another link. The host, the caller of both,
// assigns the numbers and knows each client's link.
struct GuestId {
  std::uint64_t value = 0;
  friend auto operator<=>(const GuestId&, const GuestId&) = default;
};

// Words before the name of each router in the transport text of a client behind routers, from the
// nearest router to the one linked to the RTIG's router (router/lower_routers.cpp).
inline constexpr std::string_view kAtRouter = " at router ";

// Returns the nearest router of a client, from its transport text. Empty: its link ends here.
inline std::string nearest_router(std::string_view transport) {
  const std::size_t at = transport.find(kAtRouter);
  if (at == transport.npos) return {};
  const std::size_t begin = at + kAtRouter.size();
  return std::string(transport.substr(begin, transport.find(kAtRouter, begin) - begin));
}

// Place and program of a client: texts for people, and the router with the rules for it.
struct Origin {
  std::string transport;  // "tcp 127.0.0.1:51234"
  std::string router;     // nearest router of the mesh; empty: there is no mesh
  std::string release;    // Triad's version at the client
  std::string host;
  std::uint32_t process = 0;
  policy::Principal principal = {};
  std::string principal_text = {};  // principal.text(), for views of it

  std::string place() const { return wire::host_text(host) + " pid " + std::to_string(process); }
  std::string address() const {
    const std::string at = place() + " over " + transport;
    return principal.is_anonymous() ? at : at + " as " + principal.text();
  }
  router::RouterRules rules(const router::RulesOfRouters& all) const {
    const auto at = all.find(router);
    return at == all.end() ? router::RouterRules() : at->second;
  }
};

}  // namespace triad::rtig
