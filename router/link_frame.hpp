// Frames on a link between two routers of a mesh, after the handshake: the receivers, then one
// record.
//
//   u32 n            number of clients, in the lower 31 bits; the highest bit is set if a client's
//                    number takes more than 32 bits
//   u32 r            number of runs of consecutive numbers; 0: each number is listed
//   word n times     the clients' numbers on this link (wire/messages/router_messages.hpp). If two
//                    words per run are fewer: for each run its first number and its length. A word
//                    has 64 bits if the highest bit of n is set, otherwise 32
//   bytes            one complete record (wire/record.hpp)
//
// All integers are little endian. A frame without clients is for the router at the other end.
// Numbers are assigned consecutively, so a frame for all clients behind a link takes about as many
// bytes for any number of clients. The encoding of a list of clients is unique. Does not know
// links.
#pragma once

#include <array>
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

using ClientNumber = std::uint64_t;

// Returns the greatest length of the prefix in bytes, with numbers of 32 bits or, if `wide`, 64.
constexpr std::size_t link_prefix_bytes(std::size_t clients, bool wide = false) {
  return 2 * sizeof(std::uint32_t) +
         clients * (wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
}
// Bytes by which a link's frames may exceed records.
inline constexpr std::size_t kLinkPrefixBytesMax = link_prefix_bytes(kClientsPerFrameMax, true);

// A received frame: a view into its bytes, which need not be aligned.
class LinkFrame {
 public:
  // Checks the clients for parse_link_frame(). `names` names `clients` clients in `runs` runs, with
  // words of 64 bits if `wide`.
  LinkFrame(std::uint32_t clients, std::uint32_t runs, bool wide, wire::Bytes names,
            wire::Bytes its_record)
      : record(its_record),
        clients_(clients),
        runs_(runs),
        has_wide_numbers_(wide),
        names_(names) {}

  wire::Bytes record;  // at least as long as a header; not checked

  bool is_for_router() const { return clients_ == 0; }
  std::size_t client_count() const { return clients_; }
  ClientNumber first_client() const {
    RTI_ASSERT(clients_ > 0);
    return has_wide_numbers_ ? word<std::uint64_t>(0) : word<std::uint32_t>(0);
  }
  // Calls visit(client) in order until it returns false.
  template <class Visit>
  void while_each_client(Visit&& visit) const {
    has_wide_numbers_ ? visit_each<std::uint64_t>(visit) : visit_each<std::uint32_t>(visit);
  }
  template <class Visit>
  void for_each_client(Visit&& visit) const {
    while_each_client([&](ClientNumber client) {
      visit(client);
      return true;
    });
  }

 private:
  template <class Word, class Visit>
  void visit_each(Visit& visit) const {
    for (std::size_t i = 0; runs_ == 0 && i < clients_; ++i) {
      if (!visit(ClientNumber{word<Word>(i)})) return;
    }
    for (std::size_t run = 0; run < runs_; ++run) {
      const ClientNumber first = word<Word>(2 * run);
      const ClientNumber count = word<Word>(2 * run + 1);
      for (ClientNumber i = 0; i < count; ++i) {
        if (!visit(first + i)) return;
      }
    }
  }
  template <class Word>
  Word word(std::size_t i) const {
    Word word;
    std::memcpy(&word, names_.data() + i * sizeof word, sizeof word);
    return word;
  }

  std::uint32_t clients_;
  std::uint32_t runs_;
  bool has_wide_numbers_;
  wire::Bytes names_;
};

// Prefix of a record for the router at the other end: no clients, no runs.
inline constexpr std::array<std::byte, link_prefix_bytes(0)> kRouterPrefix{};

// Returns views into the frame; empty if it is malformed.
std::optional<LinkFrame> parse_link_frame(wire::Bytes frame);

// Returns the reason if the frame says that the router at the other end ends the link.
std::optional<std::string> farewell_reason(wire::Bytes frame);

// Appends the prefix of a record for these clients, at most kClientsPerFrameMax.
void append_link_prefix(std::span<const ClientNumber> clients, wire::Buffer& out);

}  // namespace triad::router
