// Routers of a CoreHarness: a tree of relays below the LowerRouters beside the RTIG. In-memory
// links that are first in, first out in each direction connect routers, and peers. Each hop of a
// frame is a separate step, and so is the end of a router's turn; the harness's scheduler chooses
// the steps. This is the host of router::Relay and router::LowerRouters, and the only part of the
// harness that knows them. It knows nothing of cores.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_order.hpp"
#include "overlay/hosting/relaying.hpp"
#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "tests/scenario/core/segment_streams.hpp"
#include "wire/random.hpp"

namespace triad::test {

// Index of a federate in the harness, from 0; not its handle.
using Federate = std::size_t;

// Index of a router in MeshOptions::routers.
using RouterPlace = std::size_t;
// Empty: the RTIG itself.
using PlaceInMesh = std::optional<RouterPlace>;

// Frame in transit, or the end of the link.
struct LinkItem {
  wire::Buffer frame;
  bool end = false;
};
using LinkItems = std::deque<LinkItem>;

struct MeshOptions {
  std::vector<PlaceInMesh> routers;  // upper router of each router, which must precede it
  // Group of each router, if any is given. Routers of one group below the same router have links to
  // each other. 0: no group.
  std::vector<std::size_t> groups = {};
  std::vector<PlaceInMesh> members;  // places in turn; empty: all at the RTIG itself
  std::size_t piece = 1024;          // as in router::InterestLimits
  // Members with a link to the same router share memory there, except every fourth.
  bool segments = false;
  bool drops_best_effort = false;  // links of routers lose some best effort
  // Largest number of routers to which a router of an overlay relays; each group is an overlay. 0:
  // no overlays.
  std::size_t relays = 0;
};

class RouterTree {
 public:
  // Services of the harness for members with a link to a router.
  class Members {
   public:
    virtual ~Members() = default;
    virtual void send_to_member(Federate member, wire::Bytes record) = 0;
    // Ends the member's link after everything sent to it.
    virtual void end_member_link(Federate member) = 0;
    // The member shares memory, and reads it from there on, from its next membership on.
    virtual void enter_segment(Federate member, const SegmentReader& begins) = 0;
  };

  // The RTIG above the tree.
  class Rtig : public router::Sink {
   public:
    virtual void send_digests() = 0;
    virtual bool digests_are_due() const = 0;
  };

  // Links between peers, which are ordered by their ends.
  class Peers {
   public:
    explicit Peers(RouterTree& tree) : tree_(tree) {}
    std::size_t link_count() const { return tree_.peer_links_.size(); }
    // Breaks a link: some of the records in transit arrive, in each direction.
    void cut(std::size_t link);
    // A slow link delivers only if there is nothing else to do.
    void set_slow(std::size_t link, bool slow) { tree_.peer_links_[link].slow = slow; }
    bool may_connect(std::size_t link) const;
    void connect(std::size_t link);
    // Lets the router stop acknowledging its peers' records, or acknowledge them again.
    void withhold_receipts(RouterPlace at, bool keeps) {
      tree_.routers_[at].withholds_receipts = keeps;
    }
    // Lets each router check for peers that delay others.
    void check_patience(std::chrono::milliseconds now);
    // Lets peers that the router has cut off have sessions with it again.
    void readmit(RouterPlace at);
    // Gives the overlays new paths.
    void change_paths();

   private:
    RouterTree& tree_;
  };

  // The arguments must outlive the tree. Faults in frames between routers are added to `faults`.
  RouterTree(const MeshOptions& options, Rtig& rtig, Members& members, wire::Random& random,
             std::vector<std::string>& faults);

  // --- Records of the RTIG. A client's transport is name_of(member), and then its place.
  bool has_client(router::LinkId client) const { return rtig_side_->lower.has_client(client); }
  void send_to_client(router::LinkId client, wire::Bytes record) {
    rtig_side_->send_to_client(client, record);
  }
  void notify(const router::Notice& notice) { rtig_side_->notify(notice); }
  router::LinkId router_of(router::LinkId client) const {
    return rtig_side_->lower.router_of(client);
  }
  bool send_to_router(router::LinkId router, wire::Bytes word) {
    return rtig_side_->send_to_router(router, word);
  }
  void disconnect(router::LinkId client, std::string_view reason) {
    rtig_side_->disconnect(client, reason);
  }
  // Routers' reports that members stay although the router is to leave.
  const std::vector<std::string>& move_refusals() const { return staying_; }
  static std::string name_of(Federate member) { return "federate " + std::to_string(member); }
  static Federate member_named(std::string_view transport);

  // --- Records of members. The first record makes a member a client of its router.
  void receive_from_member(Federate member, RouterPlace at, wire::Bytes record);
  void end_client(Federate member);
  // The member moves to another router, where its next record makes it a client.
  void move_client(Federate member);
  void record_backlog(Federate member, std::size_t bytes);

  // --- Scheduling. count_steps() returns the number of steps to choose from; run_step() takes one
  // of them.
  std::size_t count_steps();
  void run_step(std::size_t which);
  bool has_records_in_transit() const;
  // Reports to each router the queues of the routers below it, with lengths times `factor`.
  void report_backlogs(std::size_t factor);

  // --- Faults. crash() ends the router's process: some of its records to other routers arrive. The
  // harness informs members with a link to it.
  void crash(RouterPlace at);
  // Breaks its link to the upper router: some of the records in transit arrive, in each direction.
  void cut(RouterPlace at);
  // A crashed router comes back as a new one.
  bool may_restart(RouterPlace at) const;
  void restart(RouterPlace at);
  // Return whether the router, which has no link, may attach to another one, and let it do so.
  bool may_attach(RouterPlace at, PlaceInMesh to) const;
  void attach(RouterPlace at, PlaceInMesh to);
  // Empty the interest statements in transit to the router, or from those behind it, so that
  // routers must detect the difference. Return false if nothing is in transit.
  bool empty_interest_to(RouterPlace at) { return empty_interest(routers_[at].down); }
  bool empty_interest_from(RouterPlace at) { return empty_interest(routers_[at].up); }
  // leave() asks the router to leave the mesh. may_end() returns whether its process may end.
  void leave(RouterPlace at) { routers_[at].process->relay.leave_mesh(); }
  bool may_end(RouterPlace at) const { return routers_[at].process->relay.may_end(); }
  bool is_leaving(RouterPlace at) const {
    return routers_[at].process && routers_[at].process->relay.is_leaving();
  }
  // Returns whether a new member there has a path to the RTIG.
  bool has_path_to_rtig(RouterPlace at) const;
  // Returns whether the path from `at` to the RTIG passes `router`.
  bool is_behind(PlaceInMesh at, RouterPlace router) const;
  std::size_t size() const { return routers_.size(); }
  // Links between peers and their faults.
  Peers peers() { return Peers(*this); }
  bool has_relays() const { return relays_ > 0; }
  // Copies of records that running routers have relayed.
  std::uint64_t relayed_count() const;
  // Number of updates and interactions over links between peers.
  std::uint64_t data_between_peers() const { return data_between_peers_; }
  // Number of those that routers have read in shared memory.
  std::uint64_t data_in_segments() const { return data_in_segments_; }
  // Number of best-effort records dropped by links between routers.
  std::uint64_t best_effort_dropped() const { return best_effort_dropped_; }
  // Number of records of its members that the router has not forwarded to its upper router, because
  // no member there wants them.
  std::uint64_t records_kept(RouterPlace at) const {
    const auto& process = routers_[at].process;
    return process ? process->relay.records_kept() : 0;
  }

 private:
  // Side of a router, or of the RTIG, that faces lower routers.
  struct LowerSide final : router::LowerRouters::Host {
    LowerSide(RouterTree& owner, Rtig& beside)
        : tree(owner),
          rtig(&beside),
          last_id(kFirstClientOfRtig),
          lower(beside, *this, router::LowerRouters::SinkKind::rtig) {}
    LowerSide(RouterTree& owner, router::Relay& beside)
        : tree(owner),
          relay(&beside),
          lower(beside, *this, router::LowerRouters::SinkKind::relay) {}
    // The RTIG's numbers of clients differ from those of all routers, and from those of clients
    // with links to it.
    static constexpr std::uint64_t kFirstClientOfRtig = 1'000'000;
    void send_frame(router::LinkId router, wire::Bytes prefix, wire::Bytes record) override;
    router::LinkId new_client() override { return router::LinkId{++last_id}; }

    void send_to_client(router::LinkId client, wire::Bytes record);
    void notify(const router::Notice& notice) {
      lower.notify(notice);
      turn_is_due = true;
    }
    bool send_to_router(router::LinkId router, wire::Bytes word);
    void disconnect(router::LinkId client, std::string_view reason);
    void end_turn();
    bool digests_are_due() const {
      return relay != nullptr ? relay->digests_are_due() : rtig->digests_are_due();
    }
    void send_digests() { relay != nullptr ? relay->send_digests() : rtig->send_digests(); }

    RouterTree& tree;
    Rtig* const rtig = nullptr;  // one of the two is set
    router::Relay* const relay = nullptr;
    std::uint64_t last_id = 0;
    std::map<router::LinkId, RouterPlace> links;
    bool turn_is_due = false;  // a record was sent that may wait for the end of the turn
    router::LowerRouters lower;
  };

  // Process of a router.
  struct Process final : router::Relay::Host {
    Process(RouterTree& owner, RouterPlace its_place);
    void send_to_upper(wire::Bytes prefix, wire::Bytes record) override;
    void send_record(router::LinkId client, wire::Bytes record) override;
    void notify(const router::Notice& notice) override;
    router::LinkId router_of(router::LinkId client) const override {
      return above.lower.router_of(client);
    }
    bool send_to_router(router::LinkId router, wire::Bytes word) override {
      return above.send_to_router(router, word);
    }
    void log_warning(std::string_view line) override;
    void send_to_peer(router::PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override;
    void disconnect(router::LinkId client, std::string_view reason) override;
    wire::BestEffortLosses best_effort_losses(router::LinkId client) override;
    bool add_to_fabric(router::FabricId fabric, std::string_view, router::LinkId client,
                       wire::FederateHandle newcomer) override;
    void remove_from_fabric(router::FabricId fabric, wire::FederateHandle federate) override;
    void end_fabric(router::FabricId fabric) override;
    void publish(router::FabricId fabric, wire::FederateHandle to, wire::Bytes record) override;
    void read_segment(router::FabricId fabric) override;
    void read_one_of_segments(wire::Random& random);
    bool has_segment_input() const;

    bool turn_is_due() const { return above.turn_is_due || relay.turn_is_due(); }

    RouterTree& tree;
    const RouterPlace place;
    std::optional<overlay::Relaying> relaying;  // in an overlay
    router::Relay relay;
    LowerSide above{tree, relay};
    std::map<router::LinkId, Federate> members;  // with a link of their own
    struct Sharing {
      router::FabricId fabric{};
      wire::FederateHandle federate;
    };
    bool read_record_of_segment(router::LinkId client, const Sharing& of);
    std::map<router::FabricId, std::shared_ptr<SegmentStreams>> segments;
    std::map<router::LinkId, Sharing> sharing;
  };

  // Place of a router, and its link to the upper router.
  struct Router {
    PlaceInMesh above;
    std::size_t group = 0;
    std::unique_ptr<Process> process;    // null: it has crashed
    std::optional<router::LinkId> link;  // set while the upper router knows it
    bool is_up = false;                  // as far as the relay knows
    bool withholds_receipts = false;
    LinkItems up;
    LinkItems down;
    bool up_ended = true;
    bool down_ended = true;
  };

  // Link between two peers. Each end has its router's place, the other's index among its peers, the
  // items in transit to it, and whether the link has ended.
  struct PeerEnd {
    RouterPlace place = 0;
    router::PeerIndex other = 0;
    LinkItems items;
    bool ended = true;
    bool is_up = false;  // as far as the relay knows
  };
  struct PeerLink {
    PeerEnd ends[2];
    bool slow = false;
  };

  struct ClientPlace {
    RouterPlace place = 0;
    router::LinkId client;
  };

  struct Step {
    enum class Kind : std::uint8_t { up, down, peer, turn, digests, segment, acknowledge };
    Kind kind;
    // For a turn and for digests: the router, or the number of routers for the RTIG. For a peer:
    // the link and its end.
    std::size_t place;
  };

  // Returns whether the link drops the record, as a link with a full queue does.
  bool should_drop(wire::Bytes record);
  LowerSide* above(RouterPlace at);  // null: it has crashed
  LowerSide* side_with_turn(std::size_t place);
  bool turn_is_due(std::size_t place);
  void end_turn(std::size_t place);
  void deliver_up(RouterPlace at);
  void deliver_down(RouterPlace at);
  void deliver_to_peer(PeerLink& link, std::size_t end);
  std::vector<RouterPlace> peers_of(RouterPlace at) const;
  std::vector<std::string> names_of_peers(RouterPlace at) const;
  std::vector<RouterPlace> overlay_of(RouterPlace at) const;
  overlay::Relaying::Setup relaying_of(RouterPlace at) const;
  void create_peer_links();
  void add_steps_of_peers(bool slow);
  void end_peer_links_of(RouterPlace at);
  bool withholds_receipt(RouterPlace at, wire::Bytes record) const;
  void add_fault(RouterPlace at, const std::string& what);
  void cut_items(LinkItems& items, bool& ended);
  static bool empty_interest(LinkItems& items);

  Members& members_;
  wire::Random& random_;
  const core::TimeOrder time_order_{core::DoubleTime::kName};
  const std::size_t piece_;
  const bool has_segments_;
  const bool drops_best_effort_;
  const std::size_t relays_;
  std::uint64_t last_paths_ = 0;
  std::vector<std::string>& faults_;
  std::unique_ptr<LowerSide> rtig_side_;
  std::vector<Router> routers_;
  std::vector<PeerLink> peer_links_;
  std::vector<std::string> staying_;
  std::uint64_t data_between_peers_ = 0;
  std::uint64_t data_in_segments_ = 0;
  std::uint64_t best_effort_dropped_ = 0;
  std::map<Federate, ClientPlace> clients_;
  std::vector<Step> steps_;  // of the last count_steps()
};

}  // namespace triad::test
