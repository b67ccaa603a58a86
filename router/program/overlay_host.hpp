// Hosts a router's part in an overlay: supplies its key, the links to peers, the clock, and the
// registry's file if the registry is here. Used by RouterServer.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "overlay/files/registry_file.hpp"
#include "overlay/participant.hpp"
#include "overlay/registry.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "router/relaying.hpp"

namespace triad::router {

class OverlayHost {
 public:
  using SendToPeer = std::function<void(PeerIndex peer, wire::Bytes record)>;
  // Interval at which process_timers() must be called.
  static constexpr std::chrono::milliseconds kTick{100};

  // `mesh.overlay` must be set. A `key_file` that is not empty overrides the mesh's private key
  // file. The log must outlive the host. Returns an error with text if the key or the registry's
  // file cannot be read.
  static wire::Result<std::unique_ptr<OverlayHost>> create(const MeshPlace& mesh,
                                                           const std::string& key_file,
                                                           SendToPeer send, Log& log);

  Relaying& relaying() { return relaying_; }
  void start();
  void record_link_state(PeerIndex peer, bool is_up);
  Fault receive_record(PeerIndex from, const wire::Record& word);
  void process_timers();
  wire::OverlayInfo overlay_info() const;

 private:
  // Hosts of the participant and the registry. Records to this router itself are handled at the end
  // of the call.
  struct ParticipantHost final : overlay::Participant::Host {
    explicit ParticipantHost(OverlayHost& its) : host(its) {}
    void send_to_router(overlay::Place to, wire::Bytes record) override {
      host.send_to_router(to, record, true);
    }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void prepare_paths(const overlay::Paths& paths) override {
      host.relaying_.prepare_paths(paths);
    }
    void use_paths(std::uint64_t version) override { host.use_paths(version); }
    void use_no_paths() override { host.relaying_.use_no_paths(); }
    void log_info(std::string_view line) override { host.log_.info(line); }
    void log_warning(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct RegistryHost final : overlay::Registry::Host {
    explicit RegistryHost(OverlayHost& its) : host(its) {}
    void send_to_router(overlay::Place to, wire::Bytes record) override {
      host.send_to_router(to, record, false);
    }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void store_state(const overlay::RegistryState& state) override { host.store_state(state); }
    void log_info(std::string_view line) override { host.log_.info(line); }
    void log_warning(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct LocalRecord {
    bool for_registry = false;
    wire::Buffer record;
  };

  OverlayHost(const MeshPlace& mesh, overlay::PrivateKey key, SendToPeer send, Log& log);
  wire::Result<void> open_registry();
  static wire::Buffer new_nonce();
  static overlay::Time now();
  void send_to_router(overlay::Place to, wire::Bytes record, bool for_registry);
  void deliver_local_records();
  void use_paths(std::uint64_t version);
  void store_state(const overlay::RegistryState& state);
  overlay::Place place_of(PeerIndex peer) const { return relaying_.place_of(peer); }

  const MeshOverlay overlay_;
  const std::string mesh_name_;  // name of the mesh
  const std::string identity_;   // text of the mesh that signatures cover
  const overlay::PrivateKey key_;
  const SendToPeer send_;
  Log& log_;
  std::vector<std::optional<PeerIndex>> peers_by_place_;  // by place
  Relaying relaying_;
  ParticipantHost participant_host_{*this};
  RegistryHost registry_host_{*this};
  overlay::Participant participant_;
  std::optional<overlay::RegistryFile> file_;  // only at the registry
  std::optional<overlay::Registry> registry_;
  bool store_has_failed_ = false;
  std::deque<LocalRecord> local_records_;
};

}  // namespace triad::router
