#include "tests/fuzz/link_frame_property.hpp"

#include <algorithm>
#include <vector>

#include "router/link_frame.hpp"

namespace triad::router {

std::string_view broken_link_frame_property(std::span<const std::uint8_t> frame) {
  const wire::Bytes bytes = std::as_bytes(frame);
  const auto parsed = parse_link_frame(bytes);
  if (!parsed) return {};
  if (parsed->client_count() > kClientsPerFrameMax) return "a frame for too many clients";
  if (parsed->record.size() < sizeof(wire::RecordHeader)) return "a record without a header";
  if (parsed->is_for_router() != (parsed->client_count() == 0))
    return "for the router, and for not";

  std::vector<ClientNumber> clients;
  parsed->for_each_client([&](ClientNumber client) { clients.push_back(client); });
  if (clients.size() != parsed->client_count()) return "other clients than it has";
  wire::Buffer again;
  append_link_prefix(clients, again);
  if (again.size() > link_prefix_bytes(clients.size(), true))
    return "a prefix of more than it may have";
  again.insert(again.end(), parsed->record.begin(), parsed->record.end());
  if (!std::ranges::equal(again, bytes)) return "a frame has two encodings";
  return {};
}

}  // namespace triad::router
