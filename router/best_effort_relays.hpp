// BestEffortRelays: the overlay of a Relay and its PeerRoutes, in which best effort to several
// peers goes by relays. Without an overlay, best effort goes to each peer directly. Shared by the
// federations of a Relay; overlay/hosting/relaying.hpp implements it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "router/fault.hpp"
#include "router/neighbour_router.hpp"
#include "wire/messages/overlay_messages.hpp"
#include "wire/record.hpp"

namespace triad::router {

class BestEffortRelays {
 public:
  // Longer records go directly, because a relay verifies the signature before it passes a record
  // on.
  static constexpr std::size_t kRecordBytesMax = std::size_t{64} << 10;
  // Each record contains the name of its federation.
  static constexpr std::size_t kNameBytesMax = 1024;

  virtual ~BestEffortRelays() = default;

  virtual void set_peer_up(PeerIndex peer, bool is_up) = 0;
  // Returns whether there are paths by which this router sends.
  virtual bool has_paths() const = 0;
  // Returns whether the peer, or this router if there is none, may send best effort in the
  // federation.
  virtual bool may_send(std::string_view federation, std::optional<PeerIndex> peer) const = 0;
  // Counts a record of a router that may not send.
  virtual void count_refusal(std::string_view federation, std::optional<PeerIndex> peer) = 0;

  // --- Output of this router
  // Returns the next number. Numbers ascend over all federations.
  virtual std::uint64_t next_number() = 0;
  // Returns the place of each peer in the overlay, by PeerIndex.
  virtual std::span<const wire::OverlayPlace> places() const = 0;
  // Returns those of the receivers that get the record by relays, and the peers to send it to in
  // `relays`. The others are faster directly, or cannot be reached.
  virtual wire::OverlayPlaces split_receivers(const wire::OverlayPlaces& receivers,
                                              std::vector<PeerIndex>& relays) const = 0;
  // Encodes the word for relays with its source, paths and signature. The result is valid until
  // the next call.
  virtual wire::Bytes seal(wire::PeerRelayed word, const wire::OverlayPlaces& to,
                           std::uint16_t flags) = 0;

  // --- Input
  struct Verdict {
    Fault fault = {};                            // fault of the peer that sent it
    std::span<const PeerIndex> relay_to = {};    // receivers; valid until the next call
    std::optional<PeerIndex> deliver_from = {};  // its source, if it is for this router as well
    std::optional<PeerIndex> not_relayed_source = {};  // source to inform that it was not passed on
  };
  virtual Verdict check_relayed(PeerIndex from, const wire::PeerRelayed& word,
                                const wire::Record& record) = 0;
  // Records that the peer does not pass on this router's records on the paths of that version.
  virtual void record_not_relayed(PeerIndex peer, std::uint64_t version) = 0;

  // Counts since the start.
  struct Counts {
    std::uint64_t sent_by_relays = 0;  // records of this router's members
    std::uint64_t sent_directly = 0;   // copies of best effort to single peers
    std::uint64_t passed_on = 0;       // copies of others' records
    std::uint64_t late = 0;            // records that were overtaken, or without a receiver
    std::uint64_t lost = 0;            // with unknown paths, or not from the parent
    std::uint64_t refused = 0;         // of routers that may not send
  };
  virtual Counts& counts() = 0;
};

}  // namespace triad::router
