// A mesh of real routers in one process, of any size, in which every frame and byte is counted: the
// RTIG with its router, a Relay for each other router, and links in memory. It runs in rounds. In
// each round every router handles its input and ends its turn. Members are stand-ins
// (stand_in.hpp); the mesh only delivers records to them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "benchmarks/growth/counted_memory.hpp"
#include "core/federation_state.hpp"
#include "core/time_order.hpp"
#include "overlay/hosting/relaying.hpp"
#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "rtig/gateway/rtig.hpp"
#include "topology/topology.hpp"

namespace triad::growth {

using router::LinkId;
using topology::RouterIndex;

struct Count {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  void add(std::size_t of) {
    ++frames;
    bytes += of;
  }
};

// Traffic of one direction of a link. Bytes do not include the length fields of frames.
struct Carried {
  Count all;
  std::uint64_t number_bytes = 0;  // in prefixes of records, which name their clients
  std::array<Count, wire::kKindNumbersEnd> kinds{};
  const Count& of(wire::Kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  void add(wire::Bytes prefix, wire::Bytes record);
};

// Link between two routers. `lower` is the one farther from the RTIG or, between peers, the later
// one.
struct CountedLink {
  RouterIndex lower = 0;
  RouterIndex upper = 0;
  bool between_peers = false;
  Carried up;
  Carried down;
  std::uint64_t frames() const { return up.all.frames + down.all.frames; }
  std::uint64_t bytes() const { return up.all.bytes + down.all.bytes; }
};

class GrownMesh {
 public:
  // A member at a router. Its functions must not call back.
  class Member {
   public:
    virtual ~Member() = default;
    virtual void receive_record(wire::Bytes record) = 0;
    virtual void end(std::string_view reason) = 0;
  };

  // Connects all links. If the first group has an overlay, best effort between its routers is
  // relayed after use_paths().
  GrownMesh(topology::Topology topology, core::ObjectModel model);
  ~GrownMesh();
  GrownMesh(const GrownMesh&) = delete;
  GrownMesh& operator=(const GrownMesh&) = delete;

  // --- Members, which must outlive the mesh. add() returns the member's number.
  std::size_t add(RouterIndex at, Member& member);
  void send(std::size_t member, wire::Bytes record);
  RouterIndex router_of(std::size_t member) const { return seats_[member].at; }

  // Runs rounds until nothing is in transit.
  void settle();
  // Sets paths for the overlay of the first group. Places are those of
  // topology::routers_of_overlay().
  void use_paths(const overlay::Paths& paths);
  // Makes all routers send the digests that are due.
  void send_digests();

  // --- Counts since begin_counting().
  void begin_counting();
  const std::vector<CountedLink>& links() const { return links_; }
  std::uint64_t rounds() const { return rounds_; }
  // Returns the traffic of the RTIG's router with its members and with routers.
  Count at_rtig_router() const;

  // --- State.
  const topology::Topology& topology() const { return topology_; }
  // Returns the next router towards the RTIG.
  std::optional<RouterIndex> above(RouterIndex at) const { return above_[at]; }
  std::vector<RouterIndex> leaves() const;
  const core::Federation* federation() const;
  // Returns the number of clients with records that pass this router: its own and those of lower
  // routers. Not valid for the RTIG's router.
  std::size_t clients_at(RouterIndex at) const;
  std::uint64_t records_kept_at(RouterIndex at) const;
  // Returns the number of records that the router has relayed for others in the overlay.
  std::uint64_t relayed_records_at(RouterIndex at) const;
  std::int64_t memory_of(RouterIndex at) const { return bytes_of(account_of(at)); }
  // Returns the errors reported by the RTIG and the routers.
  const std::vector<std::string>& faults() const { return faults_; }

  static constexpr const char* kFederation = "growth";
  static constexpr std::size_t kMembersMax = 1u << 20;

 private:
  class Place;
  class RtigPlace;
  class RelayPlace;
  struct ClientPlace {
    RouterIndex at = 0;
    LinkId client;
    Member* member = nullptr;
    bool has_ended = false;
  };
  // Frames in transit in one direction of a link.
  struct Direction {
    std::deque<wire::Buffer> frames;
  };
  struct Ends {
    Direction up;
    Direction down;
    // Identifiers of the ends: the LinkId of the lower router at the upper one, in a tree; the
    // index of each at the other, between peers.
    LinkId lower_id;
    router::PeerIndex upper_as_peer = 0;
    router::PeerIndex lower_as_peer = 0;
  };
  struct Arrival {
    std::size_t link = 0;
    bool up = false;
  };

  static Account account_of(RouterIndex at) { return static_cast<Account>(at + 1); }
  void join_routers();
  void join_peers();
  std::vector<RouterIndex> peers_of(RouterIndex at) const;
  void make_keys();
  std::optional<overlay::Relaying::Setup> relaying_of(RouterIndex at) const;
  void carry(std::size_t link, bool up, wire::Bytes prefix, wire::Bytes record);
  void deliver(const Arrival& arrival);
  void schedule_turn(RouterIndex at);
  void end_turns();
  void deliver_to_member(std::size_t member, wire::Bytes record);
  void end(std::size_t member, std::string_view reason);
  void add_fault(RouterIndex at, const std::string& fault_text);
  const std::string& name(RouterIndex at) const { return topology_.routers[at].name; }

  const topology::Topology topology_;
  const std::vector<std::optional<RouterIndex>> above_;
  const core::TimeOrder order_{core::DoubleTime::kName};
  std::vector<overlay::PrivateKey> keys_;  // Keys of the overlay's routers.
  std::vector<std::unique_ptr<Place>> places_;
  std::vector<CountedLink> links_;
  std::vector<Ends> ends_;
  std::vector<std::size_t> link_up_;  // Link to the upper router, by router.
  // Links to peers, by router and peer index.
  std::vector<std::unordered_map<std::uint32_t, std::size_t>> peers_;
  std::deque<Arrival> arrivals_;
  std::vector<bool> due_;
  std::vector<RouterIndex> turns_;
  std::vector<ClientPlace> seats_;
  Count members_of_rtig_router_;
  std::uint64_t rounds_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace triad::growth
