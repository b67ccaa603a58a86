#include "overlay/hosting/overlay_host.hpp"

#include <sys/random.h>

#include <algorithm>
#include <map>
#include <set>

#include "files/line_output.hpp"
#include "overlay/files/key_file.hpp"
#include "records/assert.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kNonceBytes = 32;

std::vector<std::optional<PeerIndex>> peers_by_place(const router::MeshPlace& mesh) {
  std::vector<std::optional<PeerIndex>> peers;
  for (const std::string& name : mesh.overlay->names) {
    const auto peer = std::ranges::find(mesh.peers, name, &router::Peer::name);
    peers.push_back(peer == mesh.peers.end()
                        ? std::nullopt
                        : std::optional(static_cast<PeerIndex>(peer - mesh.peers.begin())));
  }
  return peers;
}

// The file's reader has checked the key's form. The first signature shows if it is a point of the
// curve.
PublicKey public_key(const std::string& text) {
  const auto key = PublicKey::parse(text);
  RTI_ASSERT(key);
  return *key;
}

std::vector<PublicKey> public_keys(const router::MeshOverlay& overlay) {
  std::vector<PublicKey> keys;
  for (const std::string& text : overlay.keys) keys.push_back(public_key(text));
  return keys;
}

Bounds bounds_of(const router::MeshOverlay& overlay) {
  return {.out_degree = overlay.out_degree,
          .delay_max = static_cast<Delay>(overlay.delay_max.count())};
}

Relaying::Setup make_relaying_setup(const router::MeshOverlay& overlay, const PrivateKey& key,
                                    const std::vector<std::optional<PeerIndex>>& peers) {
  Relaying::Setup setup{.own_place = overlay.own_place,
                        .names = overlay.names,
                        .peers = peers,
                        .senders = overlay.senders};
  if (overlay.is_signed) {
    setup.key = key;
    setup.keys = public_keys(overlay);
  }
  return setup;
}

Participant::Setup make_participant_setup(const router::MeshOverlay& overlay,
                                          const std::string& identity, const PrivateKey& key) {
  return {.own_place = overlay.own_place,
          .registry_place = overlay.registry_place,
          .names = overlay.names,
          .mesh = identity,
          .key = key,
          .registry_key = public_key(overlay.keys[overlay.registry_place]),
          .report_interval = overlay.update,
          .keep_paths_for = overlay.keep};
}

std::string_view state_name(Participant::State state) {
  switch (state) {
    case Participant::State::disconnected:
      return "has no registry";
    case Participant::State::requesting:
      return "asks its registry";
    case Participant::State::refused:
      return "is refused by its registry";
    case Participant::State::admitted:
      break;
  }
  return "is in the overlay";
}

}  // namespace

wire::Result<std::unique_ptr<RouterOverlay>> OverlayHost::create(const router::MeshPlace& mesh,
                                                                 const std::string& key_file,
                                                                 SendToPeer send,
                                                                 router::Log& log) {
  const std::string& file = key_file.empty() ? mesh.overlay->private_key : key_file;
  if (file.empty()) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "router " + mesh.identity.router +
                           " is in an overlay, and its private key is not given: say where it is, "
                           "--overlay-key FILE, or `private-keys` of the overlay");
  }
  auto key = read_key(file);
  if (!key) return key.error();
  std::unique_ptr<OverlayHost> host(new OverlayHost(mesh, *key, std::move(send), log));
  if (mesh.overlay->own_place == mesh.overlay->registry_place) {
    if (const auto opened = host->open_registry(); !opened) return opened.error();
  }
  return std::unique_ptr<RouterOverlay>(std::move(host));
}

OverlayHost::OverlayHost(const router::MeshPlace& mesh, PrivateKey key, SendToPeer send,
                         router::Log& log)
    : overlay_(*mesh.overlay),
      mesh_name_(mesh.identity.mesh),
      identity_(mesh.identity.mesh + " " + mesh.identity.topology_hash),
      key_(std::move(key)),
      send_(std::move(send)),
      log_(log),
      peers_by_place_(peers_by_place(mesh)),
      relaying_(make_relaying_setup(overlay_, key_, peers_by_place_),
                [&log](const std::string& line, std::uint64_t times) {
                  if (files::is_logged_occurrence(times))
                    log.warning(line + files::occurrences_suffix(times));
                }),
      participant_(participant_host_, make_participant_setup(overlay_, identity_, key_)) {}

wire::Result<void> OverlayHost::open_registry() {
  auto opened = RegistryFile::open(overlay_.file, mesh_name_, overlay_.names);
  if (!opened) return opened.error();
  file_.emplace(std::move(*opened));
  std::map<std::string, std::set<std::string>> groups;
  for (const auto& [federation, senders] : overlay_.senders) {
    std::set<std::string>& names = groups[federation];
    for (Place at = 0; at < end_of_places(overlay_.names.size()); ++at) {
      if (senders.test(at)) names.insert(overlay_.names[at]);
    }
  }
  if (auto stored = file_->store_groups(groups); !stored) return stored;
  Registry::Setup setup{.own_place = overlay_.own_place,
                        .names = overlay_.names,
                        .keys = public_keys(overlay_),
                        .mesh = identity_,
                        .key = key_,
                        .bounds = bounds_of(overlay_),
                        .update_interval = overlay_.update};
  registry_.emplace(registry_host_, std::move(setup), file_->state());
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

Time OverlayHost::now() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

void OverlayHost::start() {
  participant_.start(now());
  deliver_local_records();
}

void OverlayHost::send_to_router(Place to, wire::Bytes record, bool for_registry) {
  if (to == overlay_.own_place) {
    local_records_.push_back({for_registry, wire::Buffer(record.begin(), record.end())});
  } else if (peers_by_place_[to]) {
    send_(*peers_by_place_[to], record);
  }
}

// A router's records to itself are always correct, and handling them never fails.
void OverlayHost::deliver_local_records() {
  while (!local_records_.empty()) {
    const LocalRecord next = std::move(local_records_.front());
    local_records_.pop_front();
    const auto word = wire::parse_record(next.record);
    const Fault fault = next.for_registry
                            ? registry_->receive_record(overlay_.own_place, *word, now())
                            : participant_.receive_record(overlay_.own_place, *word, now());
    RTI_ASSERT(!fault);
  }
}

void OverlayHost::record_link_state(PeerIndex peer, bool is_up) {
  const Place place = place_of(peer);
  if (registry_ && !is_up) registry_->record_lost_link(place, now());
  participant_.record_link_state(place, is_up, now());
  deliver_local_records();
}

router::Fault OverlayHost::receive_record(PeerIndex from, const wire::Record& record) {
  const Place place = place_of(from);
  const bool is_for_registry = registry_ && overlay::is_for_registry(record.header.message_kind());
  Fault fault = is_for_registry ? registry_->receive_record(place, record, now())
                                : participant_.receive_record(place, record, now());
  deliver_local_records();
  return fault;
}

void OverlayHost::process_timers() {
  participant_.process_timers(now());
  if (registry_) registry_->process_timers(now());
  deliver_local_records();
}

void OverlayHost::use_paths(std::uint64_t version) {
  if (relaying_.version_used() == 0) {
    log_.info("best effort to peers uses relays if the path is short enough");
  }
  relaying_.use_paths(version);
}

// Continues after a failure: the registry has its state in memory.
void OverlayHost::store_state(const RegistryState& state) {
  const auto stored = file_->store_state(state);
  const bool failed_before = std::exchange(store_has_failed_, !stored);
  if (!stored && !failed_before) {
    log_.warning(stored.error().text + "; its state would be lost if this program ends");
  }
}

wire::OverlayInfo OverlayHost::info() const {
  const Relaying::Counts& counts = relaying_.counts();
  wire::OverlayInfo info;
  info.state = state_name(participant_.state());
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

wire::Result<std::unique_ptr<RouterOverlay>> join_overlay(const router::MeshPlace& mesh,
                                                          const std::string& key_file,
                                                          SendToPeer send, router::Log& log) {
  return OverlayHost::create(mesh, key_file, std::move(send), log);
}

}  // namespace triad::overlay
