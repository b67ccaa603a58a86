// Frames on a link between two routers of a mesh, after the handshake: for whom, then one record.
//
//   u32 n            clients (little endian, as all of it)
//   u32 0            reserved
//   u32 n times      the clients' numbers on this link (wire/messages/router_messages.hpp)
//   bytes            one complete record (wire/record.hpp)
//
// Without clients the record is for the router at the other end. Knows nothing of links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "records/assert.hpp"
#include "wire/record.hpp"

namespace triad::router {

inline constexpr std::size_t kClientsPerFrameMax = 16384;

// What a frame has before its record.
constexpr std::size_t link_prefix_bytes(std::size_t clients) {
  return (2 + clients) * sizeof(std::uint32_t);
}
// A link's frames may be so much longer than records.
inline constexpr std::size_t kLinkPrefixBytesMax = link_prefix_bytes(kClientsPerFrameMax);

// A received frame; views into it, which need not be aligned.
struct LinkFrame {
  wire::Bytes client_bytes;
  wire::Bytes record;  // as long as a header at least; what it says is not checked

  bool for_router() const { return client_bytes.empty(); }
  std::size_t client_count() const { return client_bytes.size() / sizeof(std::uint32_t); }
  std::uint32_t client(std::size_t i) const {
    RTI_ASSERT(i < client_count());
    std::uint32_t number;
    std::memcpy(&number, client_bytes.data() + i * sizeof number, sizeof number);
    return number;
  }
};

// Empty: it is none.
std::optional<LinkFrame> parse_link_frame(wire::Bytes frame);

// Why the router at the other end ends the link, if that is what the frame says.
std::optional<std::string> farewell_of(wire::Bytes frame);

// Appends what comes before a record for these clients, no more than kClientsPerFrameMax.
void put_link_prefix(std::span<const std::uint32_t> clients, wire::Buffer& out);

}  // namespace triad::router
