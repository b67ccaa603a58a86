#include "router/lower_routers.hpp"

#include <algorithm>
#include <utility>

namespace triad::router {

namespace {

// Clients are told of their router's queue in steps of this.
constexpr std::size_t kQueueStep = std::size_t{64} << 10;

}  // namespace

// --- Routers.

void LowerRouters::add(LinkId router, std::string_view name) {
  routers_.try_emplace(router, std::string(name),
                       [this, router](wire::Bytes prefix, wire::Bytes record) {
                         send_frame(router, prefix, record);
                       });
}

void LowerRouters::remove(LinkId router, std::string_view reason) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  const auto clients = std::move(at->second.clients);
  const std::string why = "its router " + at->second.name + " is gone: " + std::string(reason);
  routers_.erase(at);
  for (const auto& [number, client] : clients) clients_behind_.erase(client);
  for (const auto& [number, client] : clients) clients_.on_client_down(client, why);
}

std::optional<LinkId> LowerRouters::find(std::string_view name) const {
  for (const auto& [link, router] : routers_) {
    if (router.name == name) return link;
  }
  return std::nullopt;
}

Fault LowerRouters::take(LinkId router, wire::Bytes frame) {
  Router& from = routers_.at(router);
  ++from.frames_received;
  from.bytes_received += frame.size();
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || link_frame->client_count() > 1) return "a malformed frame";
  if (link_frame->for_router()) {
    const auto record = wire::parse_record(link_frame->record);
    return record ? take_from_router(router, from, *record) : Fault("a malformed record");
  }
  const std::uint32_t number = link_frame->client(0);
  const auto client = from.clients.find(number);
  if (client != from.clients.end()) {
    clients_.on_client_record(client->second, link_frame->record);
  } else if (number > from.last_number) {
    return unannounced(number);
  }
  return {};
}

Fault LowerRouters::take_from_router(LinkId router, Router& from, const wire::Record& record) {
  const auto kind = record.header.message_kind();
  Fault fault = "a " + std::string(name_of(kind)) + " record, which no router sends another";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->on(router, from, m); }) {
      const auto message = wire::decode<Message>(record.payload);
      fault = message ? this->on(router, from, *message)
                      : "a malformed " + std::string(name_of(kind)) + " record";
    }
  });
  return fault;
}

Fault LowerRouters::on(LinkId router, Router& from, const wire::ClientUp& up) {
  if (from.clients.contains(up.client)) {
    return "a client with the number " + std::to_string(up.client) + ", which another one has";
  }
  from.last_number = std::max(from.last_number, up.client);
  const LinkId client = host_.new_client();
  from.clients[up.client] = client;
  clients_behind_[client] = {router, up.client, 0, 0};
  clients_.on_client_up(client, std::string(up.transport) + " at router " + from.name, false);
  return {};
}

Fault LowerRouters::on(LinkId, Router& from, const wire::ClientDown& down) {
  if (down.client > from.last_number) return unannounced(down.client);
  const auto at = from.clients.find(down.client);
  if (at == from.clients.end()) return {};
  const LinkId client = at->second;
  forget(client);
  clients_.on_client_down(client, down.reason);
  return {};
}

Fault LowerRouters::on(LinkId, Router& from, const wire::ClientBacklog& backlog) {
  if (backlog.client > from.last_number) return unannounced(backlog.client);
  const auto at = from.clients.find(backlog.client);
  if (at == from.clients.end()) return {};
  const LinkId client = at->second;
  Client& behind = clients_behind_.at(client);
  behind.backlog = backlog.bytes;
  behind.dropped = backlog.dropped;
  clients_.on_client_backlog(client, behind.backlog + from.backlog);
  return {};
}

Fault LowerRouters::unannounced(std::uint32_t number) {
  return "something of client " + std::to_string(number) + ", which it has not announced";
}

// What waits here waits for all behind it, as one queue.
void LowerRouters::on_backlog(LinkId router, std::size_t bytes) {
  Router& of = routers_.at(router);
  if (bytes / kQueueStep == of.backlog / kQueueStep && (bytes > 0) == (of.backlog > 0)) return;
  of.backlog = bytes;
  std::vector<LinkId> clients;
  for (const auto& [number, client] : of.clients) clients.push_back(client);
  for (const LinkId client : clients) {
    const auto at = clients_behind_.find(client);
    if (at != clients_behind_.end()) {
      clients_.on_client_backlog(client, at->second.backlog + bytes);
    }
  }
}

// --- Clients behind them.

void LowerRouters::send(LinkId client, wire::Bytes record) {
  const Client& to = clients_behind_.at(client);
  Router& router = routers_.at(to.router);
  if (!std::exchange(router.gathers, true)) gathering_.push_back(to.router);
  router.fan_out.add(to.number, record);
}

void LowerRouters::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  Router& to = routers_.at(router);
  ++to.frames_sent;
  to.bytes_sent += prefix.size() + record.size();
  host_.send_to_router(router, prefix, record);
}

void LowerRouters::admit(LinkId client, std::string_view federation) {
  const Client& admitted = clients_behind_.at(client);
  tell(admitted.router, wire::ClientAdmitted{admitted.number, federation});
}

void LowerRouters::disconnect(LinkId client, std::string_view reason) {
  const Client leaving = clients_behind_.at(client);
  forget(client);
  tell(leaving.router, wire::ClientDown{leaving.number, reason});
}

void LowerRouters::forget(LinkId client) {
  const auto at = clients_behind_.find(client);
  routers_.at(at->second.router).clients.erase(at->second.number);
  clients_behind_.erase(at);
}

void LowerRouters::flush() {
  for (const LinkId router : gathering_) {
    const auto at = routers_.find(router);
    if (at == routers_.end()) continue;
    at->second.fan_out.flush();
    at->second.gathers = false;
  }
  gathering_.clear();
}

// Behind what was sent before.
template <class Message>
void LowerRouters::tell(LinkId router, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  routers_.at(router).fan_out.add_for_router(out_);
}

std::vector<wire::RouterLinkInfo> LowerRouters::status() const {
  std::vector<wire::RouterLinkInfo> links;
  for (const auto& [link, router] : routers_) {
    links.push_back({router.name, true, "", static_cast<std::uint32_t>(router.clients.size()),
                     router.frames_sent, router.bytes_sent, router.frames_received,
                     router.bytes_received});
  }
  return links;
}

}  // namespace triad::router
