// Rules for a router of an overlay (overlay/) that sends best effort by relays and is a relay
// itself: the peers to which it passes a record, the peers from which it accepts one, and the
// signature of its own records. Pure.
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
#include "router/best_effort_relays.hpp"

namespace triad::overlay {

using router::PeerIndex;

class Relaying final : public router::BestEffortRelays {
 public:
  struct Setup {
    Place own_place = 0;
    std::vector<std::string> names = {};               // index: place
    std::vector<std::optional<PeerIndex>> peers = {};  // index: place; none: not a peer
    std::optional<PrivateKey> key = {};                // none: records are not signed
    std::vector<PublicKey> keys = {};                  // index: place
    // Groups: places that may send best effort in the federation with this name. In other
    // federations all may.
    std::map<std::string, Places, std::less<>> senders = {};
  };
  // Logs a line. `times`: number of occurrences so far.
  using Warn = std::function<void(const std::string& line, std::uint64_t times)>;

  Relaying(Setup setup, Warn warn);

  // --- Paths. Called by the Participant's host.
  // Relays records that arrive by these paths, without sending by them yet.
  void prepare_paths(const Paths& paths);
  // Sends by the prepared paths with this version.
  void use_paths(std::uint64_t version);
  // Sends directly to every peer.
  void use_no_paths();
  // Returns the version of the paths by which this router sends; 0: none.
  std::uint64_t version_used() const { return uses_paths_ ? current_->version() : 0; }

  // --- BestEffortRelays
  void set_peer_up(PeerIndex peer, bool is_up) override;
  bool has_paths() const override { return version_used() != 0; }
  bool may_send(std::string_view federation, std::optional<PeerIndex> peer) const override;
  void count_refusal(std::string_view federation, std::optional<PeerIndex> peer) override;
  std::uint64_t next_number() override { return ++last_number_; }
  std::span<const Place> places() const override { return places_; }
  Places split_receivers(const Places& receivers, std::vector<PeerIndex>& relays) const override;
  wire::Bytes seal(wire::PeerRelayed word, const Places& to, std::uint16_t flags) override;
  Verdict check_relayed(PeerIndex from, const wire::PeerRelayed& word,
                        const wire::Record& record) override;
  void record_not_relayed(PeerIndex peer, std::uint64_t version) override;
  Counts& counts() override { return counts_; }
  const Counts& counts() const { return counts_; }

 private:
  // Child of this router in its own tree, and the places that it reaches, as far as this router
  // knows.
  struct ChildBranch {
    PeerIndex peer = 0;
    Place at = 0;
    Places reach = {};
  };

  bool may_send_at(std::string_view federation, Place place) const;
  void count_refusal_at(std::string_view federation, Place place);
  const RelayTable* find(std::uint64_t version) const;
  void find_branches();
  bool is_up(Place place) const { return linked_places_.test(place); }
  std::optional<Places> places_in(wire::Bytes bits) const;
  bool is_signed_by(Place source, const wire::PeerRelayed& word, wire::Bytes payload) const;

  const Setup setup_;
  const Warn warn_;
  std::vector<Place> places_;  // index: peer
  Places linked_places_;
  // Paths that all routers use, the previous ones, and the next ones, which others may use
  // already.
  std::optional<RelayTable> current_;
  std::optional<RelayTable> previous_;
  std::optional<RelayTable> prepared_;
  bool uses_paths_ = false;
  Places non_relaying_;  // places that do not pass on this router's records on used_
  std::vector<ChildBranch> branches_;
  std::uint64_t last_number_ = 0;
  std::array<std::uint64_t, kPlacesMax> last_relayed_{};          // index: source
  std::array<std::uint64_t, kPlacesMax> reported_not_relayed_{};  // versions, by source
  std::map<std::pair<std::string, Place>, std::uint64_t, std::less<>> refused_;
  std::vector<PeerIndex> relay_to_;
  std::array<std::byte, kPlacesMax / 8> bits_{};
  wire::Buffer out_;
  Counts counts_;
};

}  // namespace triad::overlay
