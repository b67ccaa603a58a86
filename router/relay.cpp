#include "router/relay.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace triad::router {

namespace {

// So that a queue that comes and goes costs little: told are differences of so much, and its end.
constexpr std::size_t kBacklogStep = std::size_t{32} << 10;

}  // namespace

// --- The router nearer to the RTIG.

void Relay::on_upper_down(std::string_view reason) {
  upper_is_up_ = false;
  why_down_ = reason;
  std::vector<LinkId> all;
  for (const auto& [client, unused] : clients_) all.push_back(client);
  std::ranges::sort(all);
  for (const LinkId client : all) {
    refuse(client, "has lost its router's way to the RTIG: router " + name_ + ": " + why_down_);
  }
  clients_.clear();
}

Fault Relay::on_upper_frame(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame) return "a malformed frame";
  if (link_frame->for_router()) {
    const auto record = wire::parse_record(link_frame->record);
    return record ? take_from_upper(*record) : Fault("a malformed record");
  }
  for (std::size_t i = 0; i < link_frame->client_count(); ++i) {
    const LinkId client{link_frame->client(i)};
    if (clients_.contains(client)) host_.send_to_client(client, link_frame->record);
  }
  return {};
}

Fault Relay::take_from_upper(const wire::Record& record) {
  const auto kind = record.header.message_kind();
  Fault fault = "a " + std::string(name_of(kind)) + " record, which no router sends another";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->on(m); }) {
      const auto message = wire::decode<Message>(record.payload);
      fault =
          message ? this->on(*message) : "a malformed " + std::string(name_of(kind)) + " record";
    }
  });
  return fault;
}

// It may have gone already, by itself: then both have said so.
Fault Relay::on(const wire::ClientDown& down) {
  const LinkId client{down.client};
  if (clients_.erase(client) > 0) host_.disconnect(client, down.reason);
  return {};
}

Fault Relay::on(const wire::ClientAdmitted& admitted) {
  const auto at = clients_.find(LinkId{admitted.client});
  if (at == clients_.end()) return {};
  at->second.federation = &*federations_.emplace(admitted.federation).first;
  host_.admit(at->first, admitted.federation);
  return {};
}

template <class Message>
void Relay::tell_upper(const Message& message) {
  out_.clear();
  prefix_out_.clear();
  put_link_prefix({}, prefix_out_);
  wire::encode_record({}, message, out_);
  host_.send_to_upper(prefix_out_, out_);
}

// --- Clients.

void Relay::on_client_up(LinkId client, std::string_view transport, bool /*trusted*/) {
  if (!upper_is_up_) {
    return refuse(client, "cannot be served by router " + name_ + " now: " + why_down_);
  }
  if (clients_.size() >= clients_max_) {
    return refuse(client, "is one too many: router " + name_ + " may have " +
                              std::to_string(clients_max_) + " clients (limits: members)");
  }
  clients_[client];
  tell_upper(wire::ClientUp{client.value, transport});
}

void Relay::refuse(LinkId client, const std::string& text) {
  out_.clear();
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + text},
                      out_);
  host_.send_to_client(client, out_);
  host_.disconnect(client, text);
}

void Relay::on_client_record(LinkId client, wire::Bytes record) {
  if (!clients_.contains(client)) return;
  prefix_out_.clear();
  put_link_prefix(std::array{client.value}, prefix_out_);
  host_.send_to_upper(prefix_out_, record);
}

void Relay::on_client_down(LinkId client, std::string_view reason) {
  if (clients_.erase(client) > 0) tell_upper(wire::ClientDown{client.value, reason});
}

void Relay::on_client_backlog(LinkId client, std::size_t bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end()) return;
  std::size_t& told = at->second.told_backlog;
  if (bytes / kBacklogStep == told / kBacklogStep && (bytes > 0) == (told > 0)) return;
  told = bytes;
  tell_upper(wire::ClientBacklog{client.value, bytes, host_.unreliable_dropped(client)});
}

std::string_view Relay::federation_of(LinkId client) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return {};
  return *at->second.federation;
}

}  // namespace triad::router
