// Frames on links between routers, for tests: encoding, and text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/contract/frames.hpp"

namespace triad::test {

wire::Buffer joined(wire::Bytes prefix, wire::Bytes record);
// Without clients the record is for the router at the other end.
wire::Buffer link_frame(const std::vector<std::uint64_t>& clients, wire::Bytes record);

// " for ann, bob: update 1 of cid"; a record for the router itself: ": log passed 5".
std::string link_frame_text(wire::Bytes frame, const ClientNames& client_names);
// Number and transport of the client that the frame announces.
std::optional<std::pair<std::uint64_t, std::string>> announced_client(wire::Bytes frame);
// Round of the interest word in the frame, if it has one.
std::optional<std::uint64_t> interest_round_of(wire::Bytes frame);
// Digest of an interest that consists of this entry.
std::uint64_t digest_of_interest(const wire::InterestEntry& entry);
// Acknowledgement of a peer's word, if the frame has a word that is acknowledged.
std::optional<wire::PeerReceived> sequence_of(wire::Bytes frame);

}  // namespace triad::test
