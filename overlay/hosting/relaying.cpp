#include "overlay/hosting/relaying.hpp"

#include <algorithm>
#include <cstring>

#include "records/assert.hpp"
#include "wire/harmless_text.hpp"

namespace triad::overlay {

namespace {

// What a signature takes at the end of a record: its length, and itself.
constexpr std::size_t kSealBytes = sizeof(std::uint32_t) + kSignatureBytes;

}  // namespace

Relaying::Relaying(Setup setup, Warn warn) : setup_(std::move(setup)), warn_(std::move(warn)) {
  RTI_ASSERT(setup_.names.size() <= kPlacesMax && setup_.peers.size() == setup_.names.size());
  for (Place place = 0; place < end_of_places(setup_.peers.size()); ++place) {
    const auto& peer = setup_.peers[place];
    if (!peer) continue;
    if (places_.size() <= *peer) places_.resize(*peer + 1, kNoPlace);
    places_[*peer] = place;
  }
}

// --- Paths.

void Relaying::prepare_paths(const Paths& paths) {
  prepared_.emplace(paths, setup_.own_place);
}

void Relaying::use_paths(std::uint64_t version) {
  if (!prepared_ || prepared_->version() != version) return;
  previous_ = std::move(current_);
  current_ = std::move(prepared_);
  prepared_.reset();
  uses_paths_ = true;
  non_relaying_.reset();
  find_branches();
}

// What others send goes on.
void Relaying::use_no_paths() {
  uses_paths_ = false;
  find_branches();
}

void Relaying::set_peer_up(PeerIndex peer, bool is_up) {
  if (peer >= places_.size() || places_[peer] == kNoPlace) return;
  linked_places_.set(places_[peer], is_up);
  last_relayed_[places_[peer]] = 0;  // it may be another process now
  find_branches();
}

void Relaying::record_not_relayed(PeerIndex peer, std::uint64_t version) {
  if (version_used() != version || version == 0) return;
  non_relaying_.set(places_[peer]);
  find_branches();
}

// Who is behind a relay that does not pass on, or to which there is no link, is reached directly.
void Relaying::find_branches() {
  branches_.clear();
  if (!uses_paths_) return;
  for (const RelayTable::Child& child : current_->children(setup_.own_place)) {
    const auto& peer = setup_.peers[child.at];
    if (!peer || !is_up(child.at)) continue;
    ChildBranch branch{*peer, child.at, {}};
    for (const auto& [at, way] : child.routes) {
      if ((way & ~linked_places_).none() && (way & non_relaying_).none()) branch.reach.set(at);
    }
    if (branch.reach.any()) branches_.push_back(branch);
  }
}

const RelayTable* Relaying::find(std::uint64_t version) const {
  for (const auto* const table : {&current_, &prepared_, &previous_}) {
    if (*table && (*table)->version() == version) return &**table;
  }
  return nullptr;
}

// --- Groups.

bool Relaying::may_send_at(std::string_view federation, Place place) const {
  if (setup_.senders.empty()) return true;
  const auto group = setup_.senders.find(federation);
  return group == setup_.senders.end() || group->second.test(place);
}

bool Relaying::may_send(std::string_view federation, std::optional<PeerIndex> peer) const {
  const Place place = !peer ? setup_.own_place : *peer < places_.size() ? places_[*peer] : kNoPlace;
  return place == kNoPlace || may_send_at(federation, place);
}

void Relaying::count_refusal(std::string_view federation, std::optional<PeerIndex> peer) {
  count_refusal_at(federation, peer ? places_[*peer] : setup_.own_place);
}

void Relaying::count_refusal_at(std::string_view federation, Place place) {
  ++counts_.refused;
  const std::uint64_t times = ++refused_[{std::string(federation), place}];
  const std::string subject = "best effort in federation " + wire::quoted(federation);
  const std::string reason = " is refused: the mesh's file does not name it among its senders";
  warn_(place == setup_.own_place ? subject + " of this router's federates" + reason
                                  : subject + " from router " + setup_.names[place] + reason,
        times);
}

// --- What this router sends.

Places Relaying::split_receivers(const Places& receivers, std::vector<PeerIndex>& relays) const {
  relays.clear();
  Places relayed;
  for (const ChildBranch& branch : branches_) {
    Places wanted = receivers & branch.reach;
    // For the child alone there is nothing to be passed on.
    if (wanted.none() || (wanted.count() == 1 && wanted.test(branch.at))) continue;
    relayed |= wanted;
    relays.push_back(branch.peer);
  }
  return relayed;
}

wire::Bytes Relaying::seal(wire::PeerRelayed word, const Places& to, std::uint16_t flags) {
  bits_.fill(std::byte{0});
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    if (to.test(at)) bits_[at / 8] |= static_cast<std::byte>(1u << at % 8);
  }
  word.paths = current_->version();
  word.source = setup_.own_place;
  word.to = wire::Bytes(bits_).first(bytes_of_places(setup_.names.size()));
  static constexpr Signature kNoSignature{};
  if (setup_.key) word.signature = kNoSignature;
  wire::RecordHeader header;
  header.flags = flags;
  out_.clear();
  wire::encode_record(header, word, out_);
  if (setup_.key) {
    const auto sealed = std::span(out_).subspan(sizeof header);
    const Signature signature = setup_.key->sign(sealed.first(sealed.size() - kSealBytes));
    std::ranges::copy(signature, sealed.last(signature.size()).begin());
  }
  return out_;
}

// --- What comes.

std::optional<Places> Relaying::places_in(wire::Bytes bits) const {
  if (bits.size() != bytes_of_places(setup_.names.size())) return std::nullopt;
  Places places;
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    places.set(at, (bits[at / 8] >> at % 8 & std::byte{1}) != std::byte{0});
  }
  return places;
}

bool Relaying::is_signed_by(Place source, const wire::PeerRelayed& word,
                            wire::Bytes payload) const {
  if (!setup_.key) return word.signature.empty();
  return payload.size() > kSealBytes &&
         setup_.keys[source].is_valid_signature(payload.first(payload.size() - kSealBytes),
                                                word.signature);
}

Relaying::Verdict Relaying::check_relayed(PeerIndex from, const wire::PeerRelayed& word,
                                          const wire::Record& record) {
  Verdict verdict;
  const auto to = places_in(word.to);
  const auto source = word.source < setup_.peers.size() ? setup_.peers[word.source] : std::nullopt;
  if (!to || !source) {
    verdict.fault = "a record to or from a router outside the overlay";
    return verdict;
  }
  if (word.record.size() > kRecordBytesMax || word.federation.size() > kNameBytesMax) {
    verdict.fault = "a record too long for relays";
    return verdict;
  }
  const RelayTable* const table = find(word.paths);
  if (table == nullptr || table->parent(word.source) != places_[from]) {
    ++counts_.lost;
    const bool is_told = reported_not_relayed_[word.source] == word.paths;
    if (table == nullptr && !is_told && is_signed_by(word.source, word, record.payload)) {
      reported_not_relayed_[word.source] = word.paths;
      verdict.not_relayed_source = source;
    }
    return verdict;
  }
  // Whoever passes it on has looked at that as well.
  if (!is_signed_by(word.source, word, record.payload)) {
    verdict.fault = "a record of router " + setup_.names[word.source] +
                    " without a valid signature of that router";
    return verdict;
  }
  if (word.number <= last_relayed_[word.source]) {
    ++counts_.late;
    return verdict;
  }
  if (!may_send_at(word.federation, word.source)) {
    count_refusal_at(word.federation, word.source);
    return verdict;
  }
  last_relayed_[word.source] = word.number;
  relay_to_.clear();
  for (const RelayTable::Child& child : table->children(word.source)) {
    if ((*to & child.subtree).none()) continue;
    if (is_up(child.at) && setup_.peers[child.at]) {
      relay_to_.push_back(*setup_.peers[child.at]);
    } else if (std::exchange(reported_not_relayed_[word.source], word.paths) != word.paths) {
      verdict.not_relayed_source = source;
    }
  }
  counts_.passed_on += relay_to_.size();
  verdict.relay_to = relay_to_;
  if (to->test(setup_.own_place)) verdict.deliver_from = source;
  return verdict;
}

}  // namespace triad::overlay
