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

Relaying::Setup make_relaying_setup(const MeshOverlay& overlay, const overlay::PrivateKey& key,
                                    const std::vector<std::optional<PeerIndex>>& peers) {
  Relaying::Setup setup{.own_place = overlay.own_place,
                        .names = overlay.names,
                        .peers = peers,
                        .senders = overlay.senders};
  if (overlay.is_signed) {
    setup.key = key;
    setup.keys = overlay.keys;
  }
  return setup;
}

overlay::Participant::Setup make_participant_setup(const MeshOverlay& overlay,
                                                   const std::string& identity,
                                                   const overlay::PrivateKey& key) {
  return {.own_place = overlay.own_place,
          .registry_place = overlay.registry_place,
          .names = overlay.names,
          .mesh = identity,
          .key = key,
          .registry_key = overlay.keys[overlay.registry_place],
          .report_interval = overlay.update,
          .keep_paths_for = overlay.keep};
}

std::string_view state_name(overlay::Participant::State state) {
  switch (state) {
    case overlay::Participant::State::disconnected:
      return "has no registry";
    case overlay::Participant::State::requesting:
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
  if (mesh.overlay->own_place == mesh.overlay->registry_place) {
    if (const auto opened = host->open_registry(); !opened) return opened.error();
  }
  return host;
}

OverlayHost::OverlayHost(const MeshPlace& mesh, overlay::PrivateKey key, SendToPeer send, Log& log)
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
  auto opened = overlay::RegistryFile::open(overlay_.file, mesh_name_, overlay_.names);
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
  overlay::Registry::Setup setup{.own_place = overlay_.own_place,
                                 .names = overlay_.names,
                                 .keys = overlay_.keys,
                                 .mesh = identity_,
                                 .key = key_,
                                 .bounds = overlay_.bounds,
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

overlay::Time OverlayHost::now() {
  return std::chrono::duration_cast<overlay::Time>(
      std::chrono::steady_clock::now().time_since_epoch());
}

void OverlayHost::start() {
  participant_.start(now());
  deliver_local_records();
}

void OverlayHost::send_to_router(overlay::Place to, wire::Bytes record, bool for_registry) {
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
  const overlay::Place place = place_of(peer);
  if (registry_ && !is_up) registry_->record_lost_link(place, now());
  participant_.record_link_state(place, is_up, now());
  deliver_local_records();
}

Fault OverlayHost::receive_record(PeerIndex from, const wire::Record& word) {
  const overlay::Place place = place_of(from);
  const bool is_for_registry = registry_ && overlay::is_for_registry(word.header.message_kind());
  Fault fault = is_for_registry ? registry_->receive_record(place, word, now())
                                : participant_.receive_record(place, word, now());
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
void OverlayHost::store_state(const overlay::RegistryState& state) {
  const auto stored = file_->store_state(state);
  const bool failed_before = std::exchange(store_has_failed_, !stored);
  if (!stored && !failed_before) {
    log_.warning(stored.error().text + "; its state would be lost if this program ends");
  }
}

wire::OverlayInfo OverlayHost::overlay_info() const {
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

}  // namespace triad::router
