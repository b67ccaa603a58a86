// A mesh of real routers in one process, of any size, in which every frame and byte is counted: the
// RTIG with its router, a Relay for each other router, and links in memory between them. It goes by
// rounds: in each one every router takes what has come to it and then ends its turn. Members are
// stand-ins (stand_in.hpp), of which it knows no more than what they are sent.
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
#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "rtig/rtig.hpp"
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

// By one direction of a link. Of bytes, those of frames without their lengths.
struct Carried {
  Count all;
  std::uint64_t number_bytes = 0;  // of what is before the records: for which clients they are
  std::array<Count, wire::kKindNumbersEnd> kinds{};
  const Count& of(wire::Kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  void add(wire::Bytes prefix, wire::Bytes record);
};

// Between two routers: from the one further from the RTIG, or of peers the later, to the other.
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
  // Who is at a router; what it does may not call back.
  class Member {
   public:
    virtual ~Member() = default;
    virtual void take(wire::Bytes record) = 0;
    virtual void end(std::string_view reason) = 0;
  };

  // Each link is there from the start. Where the first group is an overlay, best effort between its
  // routers goes by relays as soon as it has paths.
  GrownMesh(topology::Topology topology, core::ObjectModel model);
  ~GrownMesh();
  GrownMesh(const GrownMesh&) = delete;
  GrownMesh& operator=(const GrownMesh&) = delete;

  // --- Members, which outlive it. The place of each is its number.
  std::size_t add(RouterIndex at, Member& member);
  void send(std::size_t member, wire::Bytes record);
  RouterIndex router_of(std::size_t member) const { return seats_[member].at; }

  // Until nothing is on its way.
  void settle();
  // In the overlay of the first group, whose places are those of topology::routers_of_overlay().
  void use_paths(const overlay::Paths& paths);
  // All routers tell the digests that are due.
  void tell_digests();

  // --- What was counted since begin_counting().
  void begin_counting();
  const std::vector<CountedLink>& links() const { return links_; }
  std::uint64_t rounds() const { return rounds_; }
  // To and from members at the RTIG's router, and by it to and from routers.
  Count at_rtig_router() const;

  // --- What there is.
  const topology::Topology& topology() const { return topology_; }
  // The next one towards the RTIG.
  std::optional<RouterIndex> above(RouterIndex at) const { return above_[at]; }
  std::vector<RouterIndex> leaves() const;
  const core::Federation* federation() const;
  // Whose records pass the router, with a link to it or behind others below it; not of the RTIG's.
  std::size_t clients_at(RouterIndex at) const;
  std::uint64_t records_kept_at(RouterIndex at) const;
  // What a router has passed on for others in the overlay.
  std::uint64_t passed_on_at(RouterIndex at) const;
  std::int64_t memory_of(RouterIndex at) const { return bytes_of(account_of(at)); }
  // What the RTIG or a router found wrong.
  const std::vector<std::string>& faults() const { return faults_; }

  static constexpr const char* kFederation = "growth";
  static constexpr std::size_t kMembersMax = 1u << 20;

 private:
  class Place;
  class RtigPlace;
  class RelayPlace;
  struct Seat {
    RouterIndex at = 0;
    LinkId client;
    Member* member = nullptr;
    bool ended = false;
  };
  // Of a link, what is on its way in one direction.
  struct Direction {
    std::deque<wire::Buffer> frames;
  };
  struct Ends {
    Direction up;
    Direction down;
    // As the one end knows the other: of routers in a tree the upper one knows the lower by this.
    LinkId lower_is;
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
  std::optional<router::Relaying::Setup> relaying_of(RouterIndex at) const;
  void carry(std::size_t link, bool up, wire::Bytes prefix, wire::Bytes record);
  void deliver(const Arrival& arrival);
  void turn_is_due(RouterIndex at);
  void end_turns();
  void tell(std::size_t member, wire::Bytes record);
  void end(std::size_t member, std::string_view reason);
  void find_fault(RouterIndex at, const std::string& what);
  const std::string& name(RouterIndex at) const { return topology_.routers[at].name; }

  const topology::Topology topology_;
  const std::vector<std::optional<RouterIndex>> above_;
  const core::TimeOrder order_{core::DoubleTime::kName};
  std::vector<overlay::PrivateKey> keys_;  // of the overlay's routers
  std::vector<std::unique_ptr<Place>> places_;
  std::vector<CountedLink> links_;
  std::vector<Ends> ends_;
  std::vector<std::size_t> link_up_;                                   // of each router
  std::vector<std::unordered_map<std::uint32_t, std::size_t>> peers_;  // of each, their links
  std::deque<Arrival> arrivals_;
  std::vector<bool> due_;
  std::vector<RouterIndex> turns_;
  std::vector<Seat> seats_;
  Count members_of_rtig_router_;
  std::uint64_t rounds_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace triad::growth
