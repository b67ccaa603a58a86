// The routers of a GrownMesh, the mesh in one process of grown_mesh.hpp. RtigPlace runs the state
// machine rtig::Rtig with its router, RelayPlace runs router::Relay. Each contains a
// router::LowerRouters for the links to lower routers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "benchmarks/growth/grown_mesh.hpp"

namespace triad::growth {

// Base of RtigPlace and RelayPlace: called by GrownMesh, and by the state machine through its host
// interface. Members with a link to this router and clients behind lower routers are all clients
// with LinkIds of this router.
class GrownMesh::Place : public router::LowerRouters::Host {
 public:
  Place(GrownMesh& mesh, RouterIndex at) : mesh_(mesh), at_(at) {}
  ~Place() override = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  // Add a lower router by the mesh's index of the link to it, and a member by its index in the
  // mesh. Return the new LinkId.
  LinkId add_router(const std::string& name, std::size_t link);
  LinkId add_member(std::size_t member);
  router::Fault receive_from_lower(LinkId router, wire::Bytes frame) {
    return lower_->receive_frame(router, frame);
  }
  // Ends the turn in which this router has handled its input. Returns whether another turn is
  // needed.
  bool end_turn();
  // Sends digests of changed interest to neighbours, which compare them with their own state.
  virtual void send_digests() = 0;

  void receive_from_member(LinkId client, wire::Bytes record);
  virtual std::size_t clients() const = 0;

  // --- Implemented by relays.
  virtual void record_upper_connected() {}
  virtual void record_peer_connected(router::PeerIndex) {}
  virtual router::Fault receive_from_upper(wire::Bytes) { return "only a relay receives this"; }
  virtual router::Fault receive_from_peer(router::PeerIndex, wire::Bytes) {
    return "only a relay receives this";
  }
  // Returns the number of records that the relay did not forward, because no member beyond its
  // upper router needed them.
  virtual std::uint64_t records_kept() const { return 0; }
  virtual overlay::Relaying* relaying() { return nullptr; }
  // --- Implemented by the RTIG's router.
  virtual const core::Federation* federation() const { return nullptr; }

  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) override;
  LinkId new_client() override { return LinkId{++last_id_}; }

 protected:
  virtual router::Sink& sink() = 0;
  // Ends the turn of the derived class.
  virtual bool end_own_turn() = 0;
  std::optional<std::size_t> member_at(LinkId client) const {
    return client.value < members_.size() ? members_[client.value] : std::nullopt;
  }
  void send_to(LinkId client, wire::Bytes record);
  void end_link(LinkId client, std::string_view reason);
  void add_fault(const std::string& fault_text) { mesh_.add_fault(at_, fault_text); }

  GrownMesh& mesh_;
  const RouterIndex at_;
  std::optional<router::LowerRouters> lower_;

 private:
  std::uint64_t last_id_ = 0;
  std::unordered_map<LinkId, std::size_t> links_;  // Lower router to the mesh's index of its link.
  // Index in the mesh of each member with a link to this router, by LinkId.
  std::vector<std::optional<std::size_t>> members_;
};

class GrownMesh::RtigPlace final : public Place, private rtig::Downlinks, router::Sink {
 public:
  RtigPlace(GrownMesh& mesh, RouterIndex at, core::ObjectModel model);

  const core::Federation* federation() const override { return rtig_.state(kFederation); }
  std::size_t clients() const override {
    return federation() == nullptr ? 0 : federation()->members().size();
  }
  void send_digests() override { rtig_.send_digests(); }

 private:
  router::Sink& sink() override { return *this; }
  bool end_own_turn() override;

  // --- rtig::Downlinks
  void send_record(LinkId to, wire::Bytes record) override { send_to(to, record); }
  void disconnect(LinkId link, std::string_view reason) override;
  void notify(const router::Notice& notice) override { lower_->notify(notice); }
  LinkId router_of(LinkId client) const override { return lower_->router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return lower_->send_to_router(router, word);
  }
  void log(std::string_view) override {}
  void log_warning(std::string_view line) override { add_fault("warns: " + std::string(line)); }

  // --- router::Sink
  void add_client(LinkId client, const router::NewClient& arrived) override {
    rtig_.add_client(client, arrived);
  }
  void receive_from_client(LinkId client, wire::Bytes record) override {
    rtig_.receive_from_client(client, record);
  }
  void remove_client(LinkId client, std::string_view reason, router::LinkEnd end) override {
    rtig_.remove_client(client, reason, end);
  }
  void record_backlog(LinkId client, std::size_t bytes) override {
    rtig_.record_backlog(client, bytes);
  }
  router::Fault receive_from_router(LinkId router, const router::RouterMessage& word) override {
    return rtig_.receive_from_router(router, word);
  }

  rtig::Rtig rtig_;
};

class GrownMesh::RelayPlace final : public Place, private router::Relay::Host {
 public:
  RelayPlace(GrownMesh& mesh, RouterIndex at, const core::TimeOrder& order,
             std::vector<std::string> peers, std::optional<overlay::Relaying::Setup> relaying);

  std::size_t clients() const override { return relay_.client_count(); }
  void send_digests() override { relay_.send_digests(); }
  overlay::Relaying* relaying() override { return relaying_ ? &*relaying_ : nullptr; }
  void record_upper_connected() override { relay_.record_upper_connected(); }
  void record_peer_connected(router::PeerIndex peer) override {
    relay_.record_peer_connected(peer);
  }
  router::Fault receive_from_upper(wire::Bytes frame) override {
    return relay_.receive_frame_from_upper(frame);
  }
  router::Fault receive_from_peer(router::PeerIndex peer, wire::Bytes frame) override {
    return relay_.receive_frame_from_peer(peer, frame);
  }
  std::uint64_t records_kept() const override { return relay_.records_kept(); }

 private:
  router::Sink& sink() override { return relay_; }
  bool end_own_turn() override;

  // --- router::Relay::Host
  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override;
  void send_record(LinkId client, wire::Bytes record) override { send_to(client, record); }
  void notify(const router::Notice& notice) override;
  LinkId router_of(LinkId client) const override { return lower_->router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return lower_->send_to_router(router, word);
  }
  void log_warning(std::string_view line) override { add_fault("warns: " + std::string(line)); }
  void send_to_peer(router::PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override;
  void disconnect(LinkId client, std::string_view reason) override;
  wire::BestEffortLosses best_effort_losses(LinkId client) override;

  std::optional<overlay::Relaying> relaying_;  // Set if the router is in an overlay.
  router::Relay relay_;
};

}  // namespace triad::growth
