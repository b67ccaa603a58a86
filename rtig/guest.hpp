// Clients as the authority of a federation sees them: a number, an origin, and the rules of their
// router.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "router/router_rules.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

// Number of a client that is not a member: it asks to join, or returns by another link. The host,
// the caller of the authority, assigns the numbers and knows each client's link.
struct GuestId {
  std::uint64_t value = 0;
  friend auto operator<=>(const GuestId&, const GuestId&) = default;
};

// Place and program of a client: texts for people, and the router whose rules apply.
struct Origin {
  std::string transport;  // "tcp 127.0.0.1:51234"
  std::string router;     // nearest router of the mesh; empty: there is no mesh
  std::string release;    // Triad's version at the client
  std::string host;
  std::uint32_t process = 0;

  std::string place() const { return wire::host_text(host) + " pid " + std::to_string(process); }
  std::string address() const { return place() + " over " + transport; }
  router::RouterRules rules(const router::RulesOfRouters& all) const {
    const auto at = all.find(router);
    return at == all.end() ? router::RouterRules() : at->second;
  }
};

}  // namespace triad::rtig
