#include "router/program/overlay_host.hpp"

#include <sys/random.h>

#include <algorithm>
#include <map>
#include <set>

#include "files/line_output.hpp"
#include "overlay/files/key_file.hpp"
#include "records/assert.hpp"

namespace triad::router {

namespace {

constexpr std::size_t kNonceBytes = 32;

std::vector<std::optional<PeerIndex>> peers_by_place(const MeshPlace& mesh) {
  std::vector<std::optional<PeerIndex>> peers;
  for (const std::string& name : mesh.overlay->names) {
    const auto peer = std::ranges::find(mesh.peers, name, &Peer::name);
    peers.push_back(peer == mesh.peers.end()
                        ? std::nullopt
                        : std::optional(static_cast<PeerIndex>(peer - mesh.peers.begin())));
  }
  return peers;
}

Relaying::Setup relaying_of(const MeshOverlay& overlay, const overlay::PrivateKey& key,
                            const std::vector<std::optional<PeerIndex>>& peers) {
  Relaying::Setup setup{
      .own = overlay.own, .names = overlay.names, .peers = peers, .senders = overlay.senders};
  if (overlay.is_signed) {
    setup.key = key;
    setup.keys = overlay.keys;
  }
  return setup;
}

overlay::Participant::Setup participant_of(const MeshOverlay& overlay, const std::string& identity,
                                           const overlay::PrivateKey& key) {
  return {.own = overlay.own,
          .registry = overlay.registry,
          .names = overlay.names,
          .mesh = identity,
          .key = key,
          .registry_key = overlay.keys[overlay.registry],
          .tell_every = overlay.update,
          .keep = overlay.keep};
}

std::string_view name_of(overlay::Participant::State state) {
  switch (state) {
    case overlay::Participant::State::alone:
      return "has no registry";
    case overlay::Participant::State::asking:
      return "asks its registry";
    case overlay::Participant::State::refused:
      return "is refused by its registry";
    case overlay::Participant::State::admitted:
      break;
  }
  return "is in the overlay";
}

}  // namespace

wire::Result<std::unique_ptr<OverlayHost>> OverlayHost::create(const MeshPlace& mesh,
                                                               const std::string& key_file,
                                                               SendToPeer send, Log& log) {
  const std::string& file = key_file.empty() ? mesh.overlay->private_key : key_file;
  if (file.empty()) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "router " + mesh.identity.router +
                           " is in an overlay, and its private key is not given: say where it is, "
                           "--overlay-key FILE, or `private-keys` of the overlay");
  }
  auto key = overlay::read_key(file);
  if (!key) return key.error();
  std::unique_ptr<OverlayHost> host(new OverlayHost(mesh, *key, std::move(send), log));
  if (mesh.overlay->own == mesh.overlay->registry) {
    if (const auto opened = host->open_registry(); !opened) return opened.error();
  }
  return host;
}

OverlayHost::OverlayHost(const MeshPlace& mesh, overlay::PrivateKey key, SendToPeer send, Log& log)
    : overlay_(*mesh.overlay),
      mesh_(mesh.identity.mesh),
      identity_(mesh.identity.mesh + " " + mesh.identity.topology_hash),
      key_(std::move(key)),
      send_(std::move(send)),
      log_(log),
      peers_(peers_by_place(mesh)),
      relaying_(relaying_of(overlay_, key_, peers_),
                [&log](const std::string& line, std::uint64_t times) {
                  if (files::is_told(times)) log.warning(line + files::by_now(times));
                }),
      participant_(for_participant_, participant_of(overlay_, identity_, key_)) {}

wire::Result<void> OverlayHost::open_registry() {
  auto opened = overlay::RegistryFile::open(overlay_.file, mesh_, overlay_.names);
  if (!opened) return opened.error();
  file_.emplace(std::move(*opened));
  std::map<std::string, std::set<std::string>> groups;
  for (const auto& [federation, senders] : overlay_.senders) {
    std::set<std::string>& names = groups[federation];
    for (overlay::Place at = 0; at < overlay::end_of_places(overlay_.names.size()); ++at) {
      if (senders.test(at)) names.insert(overlay_.names[at]);
    }
  }
  if (const auto stored = file_->store_groups(groups); !stored) return stored;
  overlay::Registry::Setup setup{.own = overlay_.own,
                                 .names = overlay_.names,
                                 .keys = overlay_.keys,
                                 .mesh = identity_,
                                 .key = key_,
                                 .bounds = overlay_.bounds,
                                 .update_every = overlay_.update};
  registry_.emplace(for_registry_, std::move(setup), file_->state());
  log_.info("is the registry of the overlay of " + std::to_string(overlay_.names.size()) +
            " routers; its state is in " + overlay_.file);
  return {};
}

wire::Buffer OverlayHost::new_nonce() {
  wire::Buffer nonce(kNonceBytes);
  const ssize_t taken = ::getrandom(nonce.data(), nonce.size(), 0);
  RTI_ASSERT(taken == static_cast<ssize_t>(nonce.size()));
  return nonce;
}

overlay::Time OverlayHost::now() {
  return std::chrono::duration_cast<overlay::Time>(
      std::chrono::steady_clock::now().time_since_epoch());
}

void OverlayHost::start() {
  participant_.start(now());
  take_from_itself();
}

void OverlayHost::send(overlay::Place to, wire::Bytes record, bool for_registry) {
  if (to == overlay_.own) {
    to_itself_.push_back({for_registry, wire::Buffer(record.begin(), record.end())});
  } else if (peers_[to]) {
    send_(*peers_[to], record);
  }
}

// A router's records to itself are always correct, and handling them never fails.
void OverlayHost::take_from_itself() {
  while (!to_itself_.empty()) {
    const ToItself next = std::move(to_itself_.front());
    to_itself_.pop_front();
    const auto word = wire::parse_record(next.record);
    const Fault fault = next.for_registry ? registry_->on_word(overlay_.own, *word, now())
                                          : participant_.on_word(overlay_.own, *word, now());
    RTI_ASSERT(!fault);
  }
}

void OverlayHost::on_link(PeerIndex peer, bool is_up) {
  const overlay::Place place = place_of(peer);
  if (registry_ && !is_up) registry_->on_lost(place, now());
  participant_.on_link(place, is_up, now());
  take_from_itself();
}

Fault OverlayHost::on_word(PeerIndex from, const wire::Record& word) {
  const overlay::Place place = place_of(from);
  const bool is_for_registry = registry_ && overlay::is_for_registry(word.header.message_kind());
  Fault fault = is_for_registry ? registry_->on_word(place, word, now())
                                : participant_.on_word(place, word, now());
  take_from_itself();
  return fault;
}

void OverlayHost::on_tick() {
  participant_.on_tick(now());
  if (registry_) registry_->on_tick(now());
  take_from_itself();
}

void OverlayHost::use(std::uint64_t version) {
  if (relaying_.version_used() == 0) {
    log_.info("best effort to peers uses relays if the path is short enough");
  }
  relaying_.use(version);
}

// Continues after a failure: the registry has its state in memory.
void OverlayHost::store(const overlay::RegistryState& state) {
  const auto stored = file_->store(state);
  const bool failed_before = std::exchange(store_fails_, !stored);
  if (!stored && !failed_before) {
    log_.warning(stored.error().text + "; its state would be lost if this program ends");
  }
}

wire::OverlayInfo OverlayHost::info() const {
  const Relaying::Counts& counts = relaying_.counts();
  wire::OverlayInfo info;
  info.state = name_of(participant_.state());
  info.paths = relaying_.version_used();
  if (registry_) info.members = static_cast<std::uint32_t>(registry_->members().count());
  info.by_relays = counts.sent_by_relays;
  info.directly = counts.sent_directly;
  info.passed_on = counts.passed_on;
  info.late = counts.late;
  info.lost = counts.lost;
  info.refused = counts.refused;
  return info;
}

}  // namespace triad::router
