// Rules for a router of an overlay (overlay/) that sends best effort by relays and is a relay
// itself: the peers to which it passes a record, the peers from which it accepts one, and the
// signature of its own records. Without an overlay all best effort goes to each peer directly.
// Pure; shared by the federations of a Relay.
//
// A received record follows one tree. It is accepted only from the parent and with its source's
// signature, and is passed only to the children. A record that was passed on before, or an older
// one, is not passed on again. So no record circulates, even if other routers are faulty.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overlay/keys.hpp"
#include "overlay/relay_table.hpp"
#include "router/fault.hpp"
#include "router/peer.hpp"
#include "wire/record.hpp"

namespace triad::router {

// Longer records go directly, because a relay verifies the signature before it passes a record
// on.
inline constexpr std::size_t kRelayedBytesMax = std::size_t{64} << 10;
// Each record contains the name of its federation.
inline constexpr std::size_t kRelayedNameBytesMax = 1024;

class Relaying {
 public:
  struct Setup {
    overlay::Place own = 0;
    std::vector<std::string> names = {};               // index: place
    std::vector<std::optional<PeerIndex>> peers = {};  // index: place; none: not a peer
    std::optional<overlay::PrivateKey> key = {};       // none: records are not signed
    std::vector<overlay::PublicKey> keys = {};         // index: place
    // Groups: places that may send best effort in the federation with this name. In other
    // federations all may.
    std::map<std::string, overlay::Places, std::less<>> senders = {};
  };
  // Logs a line. `times`: number of occurrences so far.
  using Warn = std::function<void(const std::string& line, std::uint64_t times)>;

  Relaying(Setup setup, Warn warn);

  // --- Paths, as in Participant::Host
  void prepare(const overlay::Paths& paths);
  void use(std::uint64_t version);
  void use_none();
  // Returns the version of the paths by which this router sends; 0: none.
  std::uint64_t version_used() const { return uses_ ? used_->version() : 0; }
  void set_peer_up(PeerIndex peer, bool is_up);
  // Records that the peer does not pass on this router's records on the paths of that version.
  void note_not_passed(PeerIndex peer, std::uint64_t version);

  // --- Groups
  bool may_send(std::string_view federation, PeerIndex peer) const;
  bool may_send(std::string_view federation) const { return may_send_at(federation, setup_.own); }
  // Counts a record of a router that may not send.
  void refuse(std::string_view federation, PeerIndex peer);
  void refuse(std::string_view federation) { refuse_at(federation, setup_.own); }

  // --- Output of this router
  // Returns the next number. Numbers ascend over all federations.
  std::uint64_t next_number() { return ++last_number_; }
  overlay::Place place_of(PeerIndex peer) const { return places_[peer]; }
  // Returns those of the receivers that get the record by relays, and the peers to send it to in
  // `relays`. The others are faster directly, or cannot be reached.
  overlay::Places split(const overlay::Places& receivers, std::vector<PeerIndex>& relays) const;
  // Encodes the word for relays with its source, paths and signature. The result is valid until
  // the next call.
  wire::Bytes sealed(wire::PeerRelayed word, const overlay::Places& to, std::uint16_t flags);

  // --- Input
  struct Verdict {
    Fault fault = {};                          // fault of the peer that sent it
    std::span<const PeerIndex> pass_on = {};   // receivers; valid until the next call
    std::optional<PeerIndex> deliver = {};     // its source, if it is for this router as well
    std::optional<PeerIndex> not_passed = {};  // source to inform that it was not passed on
  };
  Verdict judge(PeerIndex from, const wire::PeerRelayed& word, const wire::Record& record);

  // Counts since the start.
  struct Counts {
    std::uint64_t sent_by_relays = 0;  // records of this router's members
    std::uint64_t sent_directly = 0;   // copies of best effort to single peers
    std::uint64_t passed_on = 0;       // copies of others' records
    std::uint64_t late = 0;            // records that were overtaken, or without a receiver
    std::uint64_t lost = 0;            // with unknown paths, or not from the parent
    std::uint64_t refused = 0;         // of routers that may not send
  };
  Counts& counts() { return counts_; }
  const Counts& counts() const { return counts_; }

 private:
  // Child of this router in its own tree, and the places that it reaches, as far as this router
  // knows.
  struct Branch {
    PeerIndex peer = 0;
    overlay::Place at = 0;
    overlay::Places reach = {};
  };

  bool may_send_at(std::string_view federation, overlay::Place place) const;
  void refuse_at(std::string_view federation, overlay::Place place);
  const overlay::RelayTable* find(std::uint64_t version) const;
  void find_branches();
  bool is_up(overlay::Place place) const { return up_.test(place); }
  std::optional<overlay::Places> places_in(wire::Bytes bits) const;
  bool is_signed_by(overlay::Place source, const wire::PeerRelayed& word,
                    wire::Bytes payload) const;

  const Setup setup_;
  const Warn warn_;
  std::vector<overlay::Place> places_;  // index: peer
  overlay::Places up_;
  // Paths that all routers use, the previous ones, and the next ones, which others may use
  // already.
  std::optional<overlay::RelayTable> used_;
  std::optional<overlay::RelayTable> before_;
  std::optional<overlay::RelayTable> prepared_;
  bool uses_ = false;
  overlay::Places without_;  // places that do not pass on this router's records on used_
  std::vector<Branch> branches_;
  std::uint64_t last_number_ = 0;
  std::array<std::uint64_t, overlay::kPlacesMax> last_passed_{};      // index: source
  std::array<std::uint64_t, overlay::kPlacesMax> told_not_passed_{};  // versions, by source
  std::map<std::pair<std::string, overlay::Place>, std::uint64_t, std::less<>> refused_;
  std::vector<PeerIndex> pass_on_;
  std::array<std::byte, overlay::kPlacesMax / 8> bits_{};
  wire::Buffer out_;
  Counts counts_;
};

}  // namespace triad::router
