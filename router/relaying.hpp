// What a router of an overlay (overlay/) needs to send best effort by relays, and to be one: which
// of its peers pass on what to whom, what may be taken from whom, and the seal of its own records.
// Without it all best effort goes to each peer directly. Pure; shared by the federations of a
// Relay.
//
// What comes is passed on by the rules of one tree: it is taken from the parent alone, if its
// source has signed it, and goes to the children alone. A record that has been passed on, or one
// that is older, is not passed on again, so that it comes to an end whatever others do.
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

// What is longer goes directly: a relay looks at the signature before it goes on with anything.
inline constexpr std::size_t kRelayedBytesMax = std::size_t{64} << 10;
// The name of a federation is in each record.
inline constexpr std::size_t kRelayedNameBytesMax = 1024;

class Relaying {
 public:
  struct Setup {
    overlay::Place own = 0;
    std::vector<std::string> names = {};               // of all in the overlay, by their places
    std::vector<std::optional<PeerIndex>> peers = {};  // by place; none: itself, or no peer
    std::optional<overlay::PrivateKey> key = {};       // none: records are not signed
    std::vector<overlay::PublicKey> keys = {};         // of all, where they are
    // The groups: who may send best effort in the federation of that name. In others all may.
    std::map<std::string, overlay::Places, std::less<>> senders = {};
  };
  // A line for people, and how often there was reason for it.
  using Warn = std::function<void(const std::string& line, std::uint64_t times)>;

  Relaying(Setup setup, Warn warn);

  // --- Paths, as Participant::Host has it.
  void prepare(const overlay::Paths& paths);
  void use(std::uint64_t version);
  void use_none();
  // The version by which this router sends; 0: by none.
  std::uint64_t version_used() const { return uses_ ? used_->version() : 0; }
  void set_peer_up(PeerIndex peer, bool is_up);
  // What this one sends by the paths of that version the peer does not pass on.
  void note_not_passed(PeerIndex peer, std::uint64_t version);

  // --- Groups.
  bool may_send(std::string_view federation, PeerIndex peer) const;
  bool may_send(std::string_view federation) const { return may_send_at(federation, setup_.own); }
  // One that may not has sent, or would: it is counted.
  void refuse(std::string_view federation, PeerIndex peer);
  void refuse(std::string_view federation) { refuse_at(federation, setup_.own); }

  // --- What this router sends.
  // Over all federations, in the order in which it is sent.
  std::uint64_t next_number() { return ++last_number_; }
  overlay::Place place_of(PeerIndex peer) const { return places_[peer]; }
  // Of these receivers those that are to have a record by relays: then `relays` are the peers to
  // which it goes for that. The others are nearer directly, or cannot be reached.
  overlay::Places split(const overlay::Places& receivers, std::vector<PeerIndex>& relays) const;
  // The word for the relays: its source, paths and signature are filled in. Valid until the next.
  wire::Bytes sealed(wire::PeerRelayed word, const overlay::Places& to, std::uint16_t flags);

  // --- What comes.
  struct Verdict {
    Fault fault = {};                          // of the peer by which it has come
    std::span<const PeerIndex> pass_on = {};   // to these; valid until the next
    std::optional<PeerIndex> deliver = {};     // it is for this one, too: its source
    std::optional<PeerIndex> not_passed = {};  // the source is to be told that it was not passed on
  };
  Verdict judge(PeerIndex from, const wire::PeerRelayed& word, const wire::Record& record);

  // Since the start.
  struct Counts {
    std::uint64_t sent_by_relays = 0;  // records of this router's members
    std::uint64_t sent_directly = 0;   // copies of best effort to single peers
    std::uint64_t passed_on = 0;       // copies of others' records
    std::uint64_t late = 0;            // records that came and were overtaken, or not for anybody
    std::uint64_t lost = 0;     // of paths that are not known, or from another than the parent
    std::uint64_t refused = 0;  // of who may not send
  };
  Counts& counts() { return counts_; }
  const Counts& counts() const { return counts_; }

 private:
  // A child of this router in its own tree, and whom it reaches as far as this one knows.
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
  std::vector<overlay::Place> places_;  // of each peer
  overlay::Places up_;
  // Those that all have taken, those before, and those that others may use already.
  std::optional<overlay::RelayTable> used_;
  std::optional<overlay::RelayTable> before_;
  std::optional<overlay::RelayTable> prepared_;
  bool uses_ = false;
  overlay::Places without_;  // who does not pass on what this one sends by used_
  std::vector<Branch> branches_;
  std::uint64_t last_number_ = 0;
  std::array<std::uint64_t, overlay::kPlacesMax> last_passed_{};      // of each source
  std::array<std::uint64_t, overlay::kPlacesMax> told_not_passed_{};  // the version
  std::map<std::pair<std::string, overlay::Place>, std::uint64_t, std::less<>> refused_;
  std::vector<PeerIndex> pass_on_;
  std::array<std::byte, overlay::kPlacesMax / 8> bits_{};
  wire::Buffer out_;
  Counts counts_;
};

}  // namespace triad::router
