// Messages between the routers of an overlay (overlay/): best effort along a tree of relays, and
// the agreement with the registry that it needs. All of them use links between peers. A router is
// named by its place in its group in the mesh's file.
#pragma once

#include <bitset>
#include <boost/describe.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/handles.hpp"
#include "wire/values.hpp"

namespace triad::wire {

using OverlayPlace = std::uint16_t;
inline constexpr OverlayPlace kNoOverlayPlace = 0xffff;
inline constexpr std::size_t kOverlayPlacesMax = 256;
using OverlayPlaces = std::bitset<kOverlayPlacesMax>;

// Best-effort record of a member at the router `source`, for the routers in `to` (one bit per
// place). It follows the tree with root `source` in this version of the paths. `newest_session` is
// the highest session with a peer that the source had when it sent the record. `number` counts the
// source's best effort in this federation: a router that has received a higher number, or a later
// PeerFence, drops the record. The member's own records up to `behind` must be handled first.
// `signature` is the source's, over all bytes of this record before the signature and its length;
// it is empty if the overlay is not signed. The header has the flags of the record.
struct PeerRelayed {
  std::uint64_t paths = 0;
  OverlayPlace source = 0;
  std::uint64_t newest_session = 0;
  std::uint64_t number = 0;
  Position behind = 0;
  std::string_view federation;
  Bytes to;
  Bytes record;
  Bytes signature;
};
BOOST_DESCRIBE_STRUCT(PeerRelayed, (),
                      (paths, source, newest_session, number, behind, federation, to, record,
                       signature))

// Request to the registry for admission. The registry must sign the nonce.
struct OverlayJoin {
  Bytes nonce;
};
BOOST_DESCRIBE_STRUCT(OverlayJoin, (), (nonce))

// Reply of the registry: the router must sign this nonce with the key that belongs to its name.
struct OverlayChallenge {
  Bytes nonce;
};
BOOST_DESCRIBE_STRUCT(OverlayChallenge, (), (nonce))

struct OverlayProof {
  Bytes signature;
};
BOOST_DESCRIBE_STRUCT(OverlayProof, (), (signature))

// Reply of the registry: the router is admitted. The signature proves that the sender is the
// registry.
struct OverlayAdmitted {
  Bytes signature;
};
BOOST_DESCRIBE_STRUCT(OverlayAdmitted, (), (signature))

struct OverlayRefused {
  std::string_view reason;  // follows "the registry refuses this router: "
};
BOOST_DESCRIBE_STRUCT(OverlayRefused, (), (reason))

// Measurement of the round-trip time between two routers. The reply OverlayProbed has the same
// number.
struct OverlayProbe {
  std::uint64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayProbe, (), (number))

struct OverlayProbed {
  std::uint64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayProbed, (), (number))

// Report to the registry: half of the round-trip time to each place, in microseconds.
// kNoOverlayDelay: no link to that place.
inline constexpr std::uint32_t kNoOverlayDelay = 0xffff'ffff;
struct OverlayDelays {
  std::vector<std::uint32_t> microseconds;
};
BOOST_DESCRIBE_STRUCT(OverlayDelays, (), (microseconds))

// Paths of one version, from the registry. For each source in turn, `parents` has for each place
// the router from which it receives the data of the source. kNoOverlayPlace: it receives none by
// relays. The source itself, if it is in the overlay, has its own place.
struct OverlayPaths {
  std::uint64_t version = 0;
  std::vector<OverlayPlace> parents;
};
BOOST_DESCRIBE_STRUCT(OverlayPaths, (), (version, parents))

// Reply to OverlayPaths: this router now forwards data by the paths of this version.
struct OverlayPathsTaken {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayPathsTaken, (), (version))

// From the registry: all routers do. Sources use these paths from now on.
struct OverlayPathsUsed {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayPathsUsed, (), (version))

// To a source: this router cannot forward its data by the paths of this version. The source sends
// directly to this router and to the routers after it on the path, until it has other paths.
struct OverlayNotPassed {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayNotPassed, (), (version))

}  // namespace triad::wire
