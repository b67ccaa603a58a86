#include "router/relaying.hpp"

#include <algorithm>
#include <cstring>

#include "records/assert.hpp"
#include "wire/harmless_text.hpp"

namespace triad::router {

namespace {

// What a signature takes at the end of a record: its length, and itself.
constexpr std::size_t kSealBytes = sizeof(std::uint32_t) + overlay::kSignatureBytes;

}  // namespace

Relaying::Relaying(Setup setup, Warn warn) : setup_(std::move(setup)), warn_(std::move(warn)) {
  RTI_ASSERT(setup_.names.size() <= overlay::kPlacesMax &&
             setup_.peers.size() == setup_.names.size());
  for (overlay::Place place = 0; place < overlay::end_of_places(setup_.peers.size()); ++place) {
    const auto& peer = setup_.peers[place];
    if (!peer) continue;
    if (places_.size() <= *peer) places_.resize(*peer + 1, overlay::kNoPlace);
    places_[*peer] = place;
  }
}

// --- Paths.

void Relaying::prepare(const overlay::Paths& paths) {
  prepared_.emplace(paths, setup_.own);
}

void Relaying::use(std::uint64_t version) {
  if (!prepared_ || prepared_->version() != version) return;
  before_ = std::move(used_);
  used_ = std::move(prepared_);
  prepared_.reset();
  uses_ = true;
  without_.reset();
  find_branches();
}

// What others send goes on.
void Relaying::use_none() {
  uses_ = false;
  find_branches();
}

void Relaying::set_peer_up(PeerIndex peer, bool is_up) {
  if (peer >= places_.size() || places_[peer] == overlay::kNoPlace) return;
  up_.set(places_[peer], is_up);
  last_passed_[places_[peer]] = 0;  // it may be another process now
  find_branches();
}

void Relaying::note_not_passed(PeerIndex peer, std::uint64_t version) {
  if (version_used() != version || version == 0) return;
  without_.set(places_[peer]);
  find_branches();
}

// Who is behind a relay that does not pass on, or to which there is no link, is reached directly.
void Relaying::find_branches() {
  branches_.clear();
  if (!uses_) return;
  for (const overlay::RelayTable::Child& child : used_->children(setup_.own)) {
    const auto& peer = setup_.peers[child.at];
    if (!peer || !is_up(child.at)) continue;
    Branch branch{*peer, child.at, {}};
    for (const auto& [at, way] : child.ways) {
      if ((way & ~up_).none() && (way & without_).none()) branch.reach.set(at);
    }
    if (branch.reach.any()) branches_.push_back(branch);
  }
}

const overlay::RelayTable* Relaying::find(std::uint64_t version) const {
  for (const auto* const table : {&used_, &prepared_, &before_}) {
    if (*table && (*table)->version() == version) return &**table;
  }
  return nullptr;
}

// --- Groups.

bool Relaying::may_send_at(std::string_view federation, overlay::Place place) const {
  if (setup_.senders.empty()) return true;
  const auto group = setup_.senders.find(federation);
  return group == setup_.senders.end() || group->second.test(place);
}

bool Relaying::may_send(std::string_view federation, PeerIndex peer) const {
  const overlay::Place place = peer < places_.size() ? places_[peer] : overlay::kNoPlace;
  return place == overlay::kNoPlace || may_send_at(federation, place);
}

void Relaying::refuse(std::string_view federation, PeerIndex peer) {
  refuse_at(federation, places_[peer]);
}

void Relaying::refuse_at(std::string_view federation, overlay::Place place) {
  ++counts_.refused;
  const std::uint64_t times = ++refused_[{std::string(federation), place}];
  const std::string what = "best effort in federation " + wire::quoted(federation);
  const std::string why = " is refused: the mesh's file does not name it among its senders";
  warn_(place == setup_.own ? what + " of this router's federates" + why
                            : what + " from router " + setup_.names[place] + why,
        times);
}

// --- What this router sends.

overlay::Places Relaying::split(const overlay::Places& receivers,
                                std::vector<PeerIndex>& relays) const {
  relays.clear();
  overlay::Places relayed;
  for (const Branch& branch : branches_) {
    overlay::Places wanted = receivers & branch.reach;
    // For the child alone there is nothing to be passed on.
    if (wanted.none() || (wanted.count() == 1 && wanted.test(branch.at))) continue;
    relayed |= wanted;
    relays.push_back(branch.peer);
  }
  return relayed;
}

wire::Bytes Relaying::sealed(wire::PeerRelayed word, const overlay::Places& to,
                             std::uint16_t flags) {
  bits_.fill(std::byte{0});
  for (overlay::Place at = 0; at < overlay::end_of_places(setup_.names.size()); ++at) {
    if (to.test(at)) bits_[at / 8] |= static_cast<std::byte>(1u << at % 8);
  }
  word.paths = used_->version();
  word.source = setup_.own;
  word.to = wire::Bytes(bits_).first(overlay::bytes_of_places(setup_.names.size()));
  static constexpr overlay::Signature kNoSignature{};
  if (setup_.key) word.signature = kNoSignature;
  wire::RecordHeader header;
  header.flags = flags;
  out_.clear();
  wire::encode_record(header, word, out_);
  if (setup_.key) {
    const auto sealed = std::span(out_).subspan(sizeof header);
    const overlay::Signature signature = setup_.key->sign(sealed.first(sealed.size() - kSealBytes));
    std::ranges::copy(signature, sealed.last(signature.size()).begin());
  }
  return out_;
}

// --- What comes.

std::optional<overlay::Places> Relaying::places_in(wire::Bytes bits) const {
  if (bits.size() != overlay::bytes_of_places(setup_.names.size())) return std::nullopt;
  overlay::Places places;
  for (overlay::Place at = 0; at < overlay::end_of_places(setup_.names.size()); ++at) {
    places.set(at, (bits[at / 8] >> at % 8 & std::byte{1}) != std::byte{0});
  }
  return places;
}

bool Relaying::is_signed_by(overlay::Place source, const wire::PeerRelayed& word,
                            wire::Bytes payload) const {
  if (!setup_.key) return word.signature.empty();
  return payload.size() > kSealBytes &&
         setup_.keys[source].verifies(payload.first(payload.size() - kSealBytes), word.signature);
}

Relaying::Verdict Relaying::judge(PeerIndex from, const wire::PeerRelayed& word,
                                  const wire::Record& record) {
  Verdict verdict;
  const auto to = places_in(word.to);
  const auto source = word.source < setup_.peers.size() ? setup_.peers[word.source] : std::nullopt;
  if (!to || !source) {
    verdict.fault = "a record to or from a router outside the overlay";
    return verdict;
  }
  if (word.record.size() > kRelayedBytesMax || word.federation.size() > kRelayedNameBytesMax) {
    verdict.fault = "a record too long for relays";
    return verdict;
  }
  const overlay::RelayTable* const table = find(word.paths);
  if (table == nullptr || table->parent(word.source) != places_[from]) {
    ++counts_.lost;
    const bool is_told = told_not_passed_[word.source] == word.paths;
    if (table == nullptr && !is_told && is_signed_by(word.source, word, record.payload)) {
      told_not_passed_[word.source] = word.paths;
      verdict.not_passed = source;
    }
    return verdict;
  }
  // Whoever passes it on has looked at that as well.
  if (!is_signed_by(word.source, word, record.payload)) {
    verdict.fault = "a record of router " + setup_.names[word.source] +
                    " without a valid signature of that router";
    return verdict;
  }
  if (word.number <= last_passed_[word.source]) {
    ++counts_.late;
    return verdict;
  }
  if (!may_send_at(word.federation, word.source)) {
    refuse_at(word.federation, word.source);
    return verdict;
  }
  last_passed_[word.source] = word.number;
  pass_on_.clear();
  for (const overlay::RelayTable::Child& child : table->children(word.source)) {
    if ((*to & child.behind).none()) continue;
    if (is_up(child.at) && setup_.peers[child.at]) {
      pass_on_.push_back(*setup_.peers[child.at]);
    } else if (std::exchange(told_not_passed_[word.source], word.paths) != word.paths) {
      verdict.not_passed = source;
    }
  }
  counts_.passed_on += pass_on_.size();
  verdict.pass_on = pass_on_;
  if (to->test(setup_.own)) verdict.deliver = source;
  return verdict;
}

}  // namespace triad::router
