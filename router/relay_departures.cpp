// Recovery and the end of a router (relay.hpp): acknowledgements of members' records, ways to the
// RTIG, members that leave with the router, and members that may return by another one.
#include <algorithm>
#include <variant>
#include <vector>

#include "router/relay.hpp"
#include "router/router_dispatch.hpp"

namespace triad::router {

void Relay::send_acknowledgements() {
  for (auto& [name, federation] : federations_) federation.recovery().send_acknowledgements();
}

bool Relay::acknowledgements_are_due() {
  return std::ranges::any_of(
      federations_, [](auto& entry) { return entry.second.recovery().acknowledgements_are_due(); });
}

// --- Ways to the RTIG.

Fault Relay::receive_message(const wire::RouterAttached& attached) {
  send_words(way_up_.confirm(attached.number));
  if (way_up_.is_confirmed()) host_.record_way(true);
  return {};
}

// The router above has ended the links of all clients that it had.
Fault Relay::receive_message(const wire::RouterDetached& detached) {
  send_words(way_up_.detach(detached.reason));
  host_.record_way(false);
  return {};
}

Fault Relay::receive_message(LinkId router, const wire::AttachRouter& attach) {
  send_words(way_up_.request(router, attach));
  return {};
}

void Relay::send_words(const WayUp::Words& words) {
  for (const WayUp::Word& word : words) {
    std::visit(
        [&](const auto& message) {
          if (!word.to) return send_message_to_upper(message);
          (void)send_message_to_router(host_, *word.to, message, out_);
        },
        word.message);
  }
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
