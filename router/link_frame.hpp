// Frames on a link between two routers of a mesh, after the handshake: for whom, then one record.
//
//   u32 n            clients (little endian, as all of it), in the lower 31 bits; the highest bit
//   is
//                    set if a number takes more than 32 bits
//   u32 r            runs of numbers that follow each other; 0: they are named one by one
//   word n times     the clients' numbers on this link (wire/messages/router_messages.hpp); where
//                    two words for each run are fewer, of each its first number and how many it
//                    has. A word has 64 bits if the highest bit of n is set, else 32
//   bytes            one complete record (wire/record.hpp)
//
// Without clients the record is for the router at the other end. Numbers are given one after the
// other, so what is for all behind a link takes about as much however many these are. There is one
// way to name the same clients in the same order. Knows nothing of links.
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

// Most bytes before the record, of numbers of 32 bits or, `wide`, of 64.
constexpr std::size_t link_prefix_bytes(std::size_t clients, bool wide = false) {
  return 2 * sizeof(std::uint32_t) +
         clients * (wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
}
// A link's frames may be so much longer than records.
inline constexpr std::size_t kLinkPrefixBytesMax = link_prefix_bytes(kClientsPerFrameMax, true);

// A received frame; views into it, which need not be aligned.
class LinkFrame {
 public:
  // As parse_link_frame() has found them: `names` holds so many clients, in so many runs, by words
  // of 64 bits if they are `wide`.
  LinkFrame(std::uint32_t clients, std::uint32_t runs, bool wide, wire::Bytes names,
            wire::Bytes its_record)
      : record(its_record), clients_(clients), runs_(runs), wide_(wide), names_(names) {}

  wire::Bytes record;  // as long as a header at least; what it says is not checked

  bool for_router() const { return clients_ == 0; }
  std::size_t client_count() const { return clients_; }
  ClientNumber first_client() const {
    RTI_ASSERT(clients_ > 0);
    return wide_ ? word<std::uint64_t>(0) : word<std::uint32_t>(0);
  }
  // In order, until `visit` says no.
  template <class Visit>
  void while_each_client(Visit&& visit) const {
    wide_ ? visit_each<std::uint64_t>(visit) : visit_each<std::uint32_t>(visit);
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
  bool wide_;
  wire::Bytes names_;
};

// What comes before a record for the router at the other end: no clients, in no runs.
inline constexpr std::array<std::byte, link_prefix_bytes(0)> kRouterPrefix{};

// Empty: it is none.
std::optional<LinkFrame> parse_link_frame(wire::Bytes frame);

// Why the router at the other end ends the link, if that is what the frame says.
std::optional<std::string> farewell_of(wire::Bytes frame);

// Appends what comes before a record for these clients, no more than kClientsPerFrameMax.
void put_link_prefix(std::span<const ClientNumber> clients, wire::Buffer& out);

}  // namespace triad::router
