#include "router/link_frame.hpp"

#include "wire/message_list.hpp"

namespace triad::router {

std::optional<LinkFrame> parse_link_frame(wire::Bytes frame) {
  if (frame.size() < link_prefix_bytes(0) + sizeof(wire::RecordHeader)) return std::nullopt;
  std::uint32_t clients;
  std::uint32_t reserved;
  std::memcpy(&clients, frame.data(), sizeof clients);
  std::memcpy(&reserved, frame.data() + sizeof clients, sizeof reserved);
  if (reserved != 0 || clients > kClientsPerFrameMax) return std::nullopt;
  const std::size_t begins = link_prefix_bytes(clients);
  if (frame.size() < begins + sizeof(wire::RecordHeader)) return std::nullopt;
  return LinkFrame{frame.first(begins).subspan(link_prefix_bytes(0)), frame.subspan(begins)};
}

std::optional<std::string> farewell_of(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || !link_frame->for_router()) return std::nullopt;
  const auto record = wire::parse_record(link_frame->record);
  if (!record || record->header.message_kind() != wire::Kind::Refused) return std::nullopt;
  const auto refused = wire::decode<wire::Refused>(record->payload);
  return refused ? std::string(refused->text) : std::string("it refuses");
}

void put_link_prefix(std::span<const std::uint32_t> clients, wire::Buffer& out) {
  RTI_ASSERT(clients.size() <= kClientsPerFrameMax);
  const std::size_t at = out.size();
  out.resize(at + link_prefix_bytes(clients.size()));
  const auto count = static_cast<std::uint32_t>(clients.size());
  const std::uint32_t reserved = 0;
  std::byte* const place = out.data() + at;
  std::memcpy(place, &count, sizeof count);
  std::memcpy(place + sizeof count, &reserved, sizeof reserved);
  if (!clients.empty()) {
    std::memcpy(place + link_prefix_bytes(0), clients.data(), clients.size_bytes());
  }
}

}  // namespace triad::router
