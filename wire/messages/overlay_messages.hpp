// What the routers of an overlay say to each other (overlay/): best effort that goes along a tree
// of relays, and what they and their registry have to agree on for that. All of it goes by links
// between peers. A router is named by its place among those of its group, in the mesh's file.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/handles.hpp"
#include "wire/values.hpp"

namespace triad::wire {

using OverlayPlace = std::uint16_t;
inline constexpr OverlayPlace kNoOverlayPlace = 0xffff;

// A best-effort record of a member behind the router `source`, which goes to those named in `to`, a
// bit for each place, by the tree that has `source` as its root in these paths. `newest_session` is
// the highest of the sessions with peers that the source had when it sent it, and `number` its own
// number among the best effort of the source in this federation: whoever has received a later one,
// or a PeerFence behind it, drops it. The member's own records up to `behind` come first. The
// signature is the source's, of all bytes of this record before it and its length; it is empty
// where the overlay is not signed. The header has the flags of the record.
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

// To the registry: this router would be in the overlay. The nonce is what the registry is to sign.
struct OverlayJoin {
  Bytes nonce;
};
BOOST_DESCRIBE_STRUCT(OverlayJoin, (), (nonce))

// The registry's answer: this is to be signed, with the key that goes with the router's name.
struct OverlayChallenge {
  Bytes nonce;
};
BOOST_DESCRIBE_STRUCT(OverlayChallenge, (), (nonce))

struct OverlayProof {
  Bytes signature;
};
BOOST_DESCRIBE_STRUCT(OverlayProof, (), (signature))

// It is in the overlay; the registry proves in turn that it is the registry.
struct OverlayAdmitted {
  Bytes signature;
};
BOOST_DESCRIBE_STRUCT(OverlayAdmitted, (), (signature))

struct OverlayRefused {
  std::string_view reason;  // to follow "the registry refuses this router: "
};
BOOST_DESCRIBE_STRUCT(OverlayRefused, (), (reason))

// Between any two: how long is the way there and back? The answer has the same number.
struct OverlayProbe {
  std::uint64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayProbe, (), (number))

struct OverlayProbed {
  std::uint64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayProbed, (), (number))

// To the registry: half of the way there and back to each place, in microseconds; kNoOverlayDelay
// to one to which there is no link.
inline constexpr std::uint32_t kNoOverlayDelay = 0xffff'ffff;
struct OverlayDelays {
  std::vector<std::uint32_t> microseconds;
};
BOOST_DESCRIBE_STRUCT(OverlayDelays, (), (microseconds))

// From the registry: the paths of this version. For each source in turn, and in this for each
// place, from whom it gets what the source sends; kNoOverlayPlace: from nobody by relays. The
// source itself, where it is in the overlay, has its own place.
struct OverlayPaths {
  std::uint64_t version = 0;
  std::vector<OverlayPlace> parents;
};
BOOST_DESCRIBE_STRUCT(OverlayPaths, (), (version, parents))

// This router passes on what comes by the paths of this version.
struct OverlayPathsTaken {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayPathsTaken, (), (version))

// All do: they are to be used for what is sent from now on.
struct OverlayPathsUsed {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayPathsUsed, (), (version))

// To a source: what it sends by the paths of this version is not passed on here. It sends directly
// to this router and to those behind it, until it has others.
struct OverlayNotPassed {
  std::uint64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(OverlayNotPassed, (), (version))

}  // namespace triad::wire
