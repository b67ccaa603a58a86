// Implements overlay.hpp: hosts a router's part in an overlay. Supplies its key, the links to
// peers, the clock, and the registry's file if the registry is here.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "overlay/files/registry_file.hpp"
#include "overlay/hosting/overlay.hpp"
#include "overlay/hosting/relaying.hpp"
#include "overlay/participant.hpp"
#include "overlay/registry.hpp"

namespace triad::overlay {

class OverlayHost final : public RouterOverlay {
 public:
  // Makes this router's part of the overlay; join_overlay() calls it with its own arguments. An
  // error names the key or the registry's file that cannot be read.
  static wire::Result<std::unique_ptr<RouterOverlay>> create(const router::MeshPlace& mesh,
                                                             const std::string& key_file,
                                                             SendToPeer send, router::Log& log);

  router::BestEffortRelays& relays() override { return relaying_; }
  void start() override;
  void record_link_state(PeerIndex peer, bool is_up) override;
  router::Fault receive_record(PeerIndex from, const wire::Record& record) override;
  void process_timers() override;
  wire::OverlayInfo info() const override;

 private:
  // Hosts of the participant and the registry. Records to this router itself are handled at the end
  // of the call.
  struct ParticipantHost final : Participant::Host {
    explicit ParticipantHost(OverlayHost& its) : host(its) {}
    void send_to_router(Place to, wire::Bytes record) override {
      host.send_to_router(to, record, true);
    }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void prepare_paths(const Paths& paths) override { host.relaying_.prepare_paths(paths); }
    void use_paths(std::uint64_t version) override { host.use_paths(version); }
    void use_no_paths() override { host.relaying_.use_no_paths(); }
    void log_info(std::string_view line) override { host.log_.info(line); }
    void log_warning(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct RegistryHost final : Registry::Host {
    explicit RegistryHost(OverlayHost& its) : host(its) {}
    void send_to_router(Place to, wire::Bytes record) override {
      host.send_to_router(to, record, false);
    }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void store_state(const RegistryState& state) override { host.store_state(state); }
    void log_info(std::string_view line) override { host.log_.info(line); }
    void log_warning(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct LocalRecord {
    bool for_registry = false;
    wire::Buffer record;
  };

  OverlayHost(const router::MeshPlace& mesh, PrivateKey key, SendToPeer send, router::Log& log);
  wire::Result<void> open_registry();
  static wire::Buffer new_nonce();
  static Time now();
  void send_to_router(Place to, wire::Bytes record, bool for_registry);
  void deliver_local_records();
  void use_paths(std::uint64_t version);
  void store_state(const RegistryState& state);
  Place place_of(PeerIndex peer) const { return relaying_.places()[peer]; }

  const router::MeshOverlay overlay_;
  const std::string mesh_name_;  // name of the mesh
  const std::string identity_;   // text of the mesh that signatures cover
  const PrivateKey key_;
  const SendToPeer send_;
  router::Log& log_;
  std::vector<std::optional<PeerIndex>> peers_by_place_;  // by place
  Relaying relaying_;
  ParticipantHost participant_host_{*this};
  RegistryHost registry_host_{*this};
  Participant participant_;
  std::optional<RegistryFile> file_;  // only at the registry
  std::optional<Registry> registry_;
  bool store_has_failed_ = false;
  std::deque<LocalRecord> local_records_;
};

}  // namespace triad::overlay
