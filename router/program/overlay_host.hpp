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
  // Interval at which on_tick() must be called.
  static constexpr std::chrono::milliseconds kTick{100};

  // `mesh.overlay` must be set. A `key_file` that is not empty overrides the mesh's private key
  // file. The log must outlive the host. Returns an error with text if the key or the registry's
  // file cannot be read.
  static wire::Result<std::unique_ptr<OverlayHost>> create(const MeshPlace& mesh,
                                                           const std::string& key_file,
                                                           SendToPeer send, Log& log);

  Relaying& relaying() { return relaying_; }
  void start();
  void on_link(PeerIndex peer, bool is_up);
  Fault on_word(PeerIndex from, const wire::Record& word);
  void on_tick();
  wire::OverlayInfo info() const;

 private:
  // Hosts of the participant and the registry. Records to this router itself are handled at the end
  // of the call.
  struct ForParticipant final : overlay::Participant::Host {
    explicit ForParticipant(OverlayHost& its) : host(its) {}
    void send(overlay::Place to, wire::Bytes record) override { host.send(to, record, true); }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void prepare(const overlay::Paths& paths) override { host.relaying_.prepare(paths); }
    void use(std::uint64_t version) override { host.use(version); }
    void use_none() override { host.relaying_.use_none(); }
    void info(std::string_view line) override { host.log_.info(line); }
    void warn(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct ForRegistry final : overlay::Registry::Host {
    explicit ForRegistry(OverlayHost& its) : host(its) {}
    void send(overlay::Place to, wire::Bytes record) override { host.send(to, record, false); }
    wire::Buffer new_nonce() override { return OverlayHost::new_nonce(); }
    void store(const overlay::RegistryState& state) override { host.store(state); }
    void info(std::string_view line) override { host.log_.info(line); }
    void warn(std::string_view line) override { host.log_.warning(line); }
    OverlayHost& host;
  };
  struct ToItself {
    bool for_registry = false;
    wire::Buffer record;
  };

  OverlayHost(const MeshPlace& mesh, overlay::PrivateKey key, SendToPeer send, Log& log);
  wire::Result<void> open_registry();
  static wire::Buffer new_nonce();
  static overlay::Time now();
  void send(overlay::Place to, wire::Bytes record, bool for_registry);
  void take_from_itself();
  void use(std::uint64_t version);
  void store(const overlay::RegistryState& state);
  overlay::Place place_of(PeerIndex peer) const { return relaying_.place_of(peer); }

  const MeshOverlay overlay_;
  const std::string mesh_;      // name of the mesh
  const std::string identity_;  // text of the mesh that signatures cover
  const overlay::PrivateKey key_;
  const SendToPeer send_;
  Log& log_;
  std::vector<std::optional<PeerIndex>> peers_;  // by place
  Relaying relaying_;
  ForParticipant for_participant_{*this};
  ForRegistry for_registry_{*this};
  overlay::Participant participant_;
  std::optional<overlay::RegistryFile> file_;  // only at the registry
  std::optional<overlay::Registry> registry_;
  bool store_fails_ = false;
  std::deque<ToItself> to_itself_;
};

}  // namespace triad::router
