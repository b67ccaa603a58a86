#include "router/router_identity.hpp"

#include <algorithm>

#include "wire/print.hpp"

namespace triad::router {

namespace {

constexpr std::size_t kTextShown = 60;
constexpr std::size_t kHashShown = 12;  // as in `rtimesh check`
constexpr std::size_t kNeighboursShown = 10;

// The other router's text may contain anything.
std::string quoted(std::string_view text, std::size_t shown = kTextShown) {
  std::string out;
  wire::print_text(out, text.substr(0, shown));
  if (text.size() > shown) out.insert(out.size() - 1, "...");
  return out;
}

std::string neighbours_text(std::span<const std::string> neighbours) {
  if (neighbours.empty()) return "it has no neighbours";
  std::string text = "expected are ";
  const std::size_t shown = std::min(neighbours.size(), kNeighboursShown);
  for (std::size_t i = 0; i < shown; ++i) text += (i > 0 ? ", " : "") + quoted(neighbours[i]);
  if (shown == neighbours.size()) return text;
  return text + " and " + std::to_string(neighbours.size() - shown) + " more";
}

std::string protocol_text(std::uint32_t version, std::string_view release) {
  return "protocol version " + std::to_string(version) + " (Triad " + quoted(release) + ")";
}

}  // namespace

wire::RouterHello hello_of(const RouterIdentity& own, bool as_peer) {
  return {wire::kMagic, wire::kProtocolVersion,
          own.mesh,     own.topology_hash,
          own.router,   own.release,
          own.host,     own.process,
          as_peer};
}

std::optional<std::string> identity_refusal(const RouterIdentity& own,
                                            const wire::RouterHello& other,
                                            std::span<const std::string> expected_neighbours) {
  if (other.magic != wire::kMagic) {
    return "is not a Triad router: it did not begin with the handshake of one";
  }
  if (other.version != wire::kProtocolVersion) {
    return "speaks " + protocol_text(other.version, other.release) + ", this router " +
           protocol_text(wire::kProtocolVersion, own.release) +
           ": install the same release on both";
  }
  const std::string name = "calls itself " + quoted(other.router);
  if (other.mesh != own.mesh) {
    return name + " of mesh " + quoted(other.mesh) + ", this router is " + quoted(own.router) +
           " of mesh " + quoted(own.mesh) +
           ": give both the same topology file, or correct where the one connects";
  }
  if (other.topology_hash != own.topology_hash) {
    return name + " and has a topology file that differs from ours (its hash " +
           quoted(other.topology_hash, kHashShown) + ", ours " +
           quoted(own.topology_hash, kHashShown) + "): give both the same file";
  }
  if (other.router == own.router) {
    return name + ", as this router does, and is process " + std::to_string(other.process) +
           " on host " + quoted(other.host) + ": start each router of the topology file once";
  }
  if (std::ranges::find(expected_neighbours, other.router) == expected_neighbours.end()) {
    return name + ", which is no neighbour of " + quoted(own.router) + " in mesh " +
           quoted(own.mesh) + ": " + neighbours_text(expected_neighbours);
  }
  return std::nullopt;
}

}  // namespace triad::router
