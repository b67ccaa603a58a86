// Recovery and the end of a router (relay.hpp): acknowledgements of members' records, members that
// leave with the router, and members that may return by another one.
#include <algorithm>
#include <vector>

#include "router/relay.hpp"

namespace triad::router {

void Relay::send_acknowledgements() {
  for (auto& [name, federation] : federations_) federation.recovery().send_acknowledgements();
}

bool Relay::acknowledgements_are_due() {
  return std::ranges::any_of(
      federations_, [](auto& entry) { return entry.second.recovery().acknowledgements_are_due(); });
}

// --- Its end.

void Relay::leave_mesh() {
  const bool asked_before = std::exchange(is_leaving_, true);
  for (const auto& [client, served] : clients_) {
    if (served.federation != nullptr && host_.router_of(client) == LinkId{}) {
      send_message_to_upper(wire::ClientToMove{client.value});
    }
  }
  if (asked_before) return;
  const std::string reason = "router " + name_ + " is about to leave the mesh";
  out_.clear();
  wire::encode_record({}, wire::ComeAgain{0, true, reason}, out_);
  for (const auto& [client, unused] : clients_) {
    if (host_.router_of(client) == LinkId{}) host_.send_record(client, out_);
  }
}

void Relay::release_returning_clients(std::string_view reason) {
  std::vector<LinkId> returning;
  for (const auto& [client, of] : clients_) {
    if (of.may_return) returning.push_back(client);
  }
  std::ranges::sort(returning);
  for (const LinkId client : returning) {
    clients_.erase(client);
    host_.disconnect(client, reason);
  }
}

bool Relay::may_end() const {
  return is_leaving_ && std::ranges::none_of(clients_, [](const auto& entry) {
           return entry.second.federation != nullptr || entry.second.pending_request != 0;
         });
}

}  // namespace triad::router
