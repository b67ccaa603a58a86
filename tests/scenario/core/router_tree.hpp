// The routers of a CoreHarness: a tree of relays below the LowerRouters beside the RTIG, joined by
// links in memory that are first in, first out in each direction, and peers by links of the same
// kind. Each hop of a frame is a step of
// its own, as is what goes out at the end of a router's turn; the harness's scheduler chooses among
// them. This is the host of router::Relay and router::LowerRouters, and the one place in the
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
#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "tests/scenario/core/segment_streams.hpp"
#include "wire/random.hpp"

namespace triad::test {

// The federate by its place in the harness, from 0; not its handle.
using Federate = std::size_t;

// A router by its place in MeshOptions::routers.
using RouterPlace = std::size_t;
// None: the RTIG itself.
using PlaceInMesh = std::optional<RouterPlace>;

// A frame on its way, or the end of the link.
struct LinkItem {
  wire::Buffer frame;
  bool end = false;
};
using LinkItems = std::deque<LinkItem>;

struct MeshOptions {
  std::vector<PlaceInMesh> routers;  // what is above each: one that comes before it
  // The group of each, if any is given: routers of one group below the same router have links to
  // each other. 0: in none.
  std::vector<std::size_t> groups = {};
  std::vector<PlaceInMesh> members;  // where they are, in turn; none: all at the RTIG itself
  std::size_t piece = 1024;          // router::InterestLimits has it
  // Members with a link to the same router share memory there, but for every fourth.
  bool segments = false;
  bool drops_best_effort = false;  // links of routers lose some of it
  // Each group is an overlay, in which a router passes on to so many others at most. 0: none is.
  std::size_t relays = 0;
};

class RouterTree {
 public:
  // What the harness does for members with a link to a router.
  class Members {
   public:
    virtual ~Members() = default;
    virtual void send_to_member(Federate member, wire::Bytes record) = 0;
    // What was sent goes out first, then its link ends.
    virtual void end_member(Federate member) = 0;
    // It shares memory, and reads it from there on, from its next membership on.
    virtual void enter_segment(Federate member, const SegmentReader& begins) = 0;
  };

  // The RTIG above the tree.
  class Rtig : public router::Sink {
   public:
    virtual void tell_digests() = 0;
    virtual bool digests_are_due() const = 0;
  };

  // The arguments outlive the tree, which adds faults of frames between routers to `faults`.
  RouterTree(const MeshOptions& options, Rtig& rtig, Members& members, wire::Random& random,
             std::vector<std::string>& faults);

  // --- What the RTIG sends; a client's transport is name_of(member), and then where it is.
  bool has_client(router::LinkId client) const { return rtig_side_->lower.has_client(client); }
  void send(router::LinkId client, wire::Bytes record) { rtig_side_->send(client, record); }
  void admit(router::LinkId client, const router::Membership& membership) {
    rtig_side_->admit(client, membership);
  }
  void resign(router::LinkId client, wire::Position log_position) {
    rtig_side_->resign(client, log_position);
  }
  router::LinkId router_of(router::LinkId client) const {
    return rtig_side_->lower.router_of(client);
  }
  void log_passed(std::string_view federation, wire::Position position) {
    rtig_side_->log_passed(federation, position);
  }
  bool send_to_router(router::LinkId router, wire::Bytes word) {
    return rtig_side_->send_word(router, word);
  }
  void disconnect(router::LinkId client, std::string_view reason) {
    rtig_side_->disconnect(client, reason);
  }
  void stays(router::LinkId client, std::string_view reason) {
    if (has_client(client)) rtig_side_->lower.stays(client, reason);
    rtig_side_->turn_is_due = true;
  }
  // That members of routers stay behind them, as those said.
  const std::vector<std::string>& staying() const { return staying_; }
  static std::string name_of(Federate member) { return "federate " + std::to_string(member); }
  static Federate named(std::string_view transport);

  // --- What members send. The first record makes one a client of its router.
  void on_record(Federate member, RouterPlace at, wire::Bytes record);
  void on_end(Federate member);
  // The same of one that goes to another router, where its next record makes it a client.
  void on_move(Federate member);
  void on_backlog(Federate member, std::size_t bytes);

  // --- The scheduler's part.
  // How many steps there are to choose from now; step() takes one of them.
  std::size_t ready();
  void step(std::size_t which);
  bool in_flight() const;
  // To each router, what waits in the queues of those below it; a byte counts for so many.
  void report_backlogs(std::size_t factor);

  // --- Faults.
  // Its process ends: of what it sent to other routers some arrives. Those with a link to it are
  // the harness's to tell.
  void crash(RouterPlace at);
  // Its link to the router above breaks: of what is on its way either way, some arrives.
  void cut(RouterPlace at);
  // One that crashed is a new one then.
  bool may_come_back(RouterPlace at) const;
  void come_back(RouterPlace at);
  // What is on its way to it, or from those behind it, of interest has nothing in it when it comes:
  // routers are to find that they differ. False: nothing is on its way.
  bool lose_interest_to(RouterPlace at) { return lose_interest(routers_[at].down); }
  bool lose_interest_from(RouterPlace at) { return lose_interest(routers_[at].up); }
  // It is asked to leave the mesh; whether its process may end.
  void leave(RouterPlace at) { routers_[at].process->relay.leave_mesh(); }
  bool may_end(RouterPlace at) const { return routers_[at].process->relay.may_end(); }
  bool is_leaving(RouterPlace at) const {
    return routers_[at].process && routers_[at].process->relay.is_leaving();
  }
  // Who connects there now has a way to the RTIG.
  bool serves(RouterPlace at) const;
  // Whether what is at `at` has its way to the RTIG through `router`.
  bool is_behind(PlaceInMesh at, RouterPlace router) const;
  std::size_t size() const { return routers_.size(); }
  // The links between peers, in the order of their ends.
  std::size_t peer_links() const { return peer_links_.size(); }
  // It breaks: of what is on its way either way, some arrives.
  void cut_peers(std::size_t link);
  // Nothing comes by it while there is something else to do.
  void set_slow(std::size_t link, bool slow) { peer_links_[link].slow = slow; }
  bool may_connect_peers(std::size_t link) const;
  void connect_peers(std::size_t link);
  // It ceases to acknowledge the words of its peers, or acknowledges them again.
  void keep_receipts(RouterPlace at, bool keeps) { routers_[at].keeps_receipts = keeps; }
  // Each router looks for peers that hold up others.
  void look_at_peers(std::chrono::milliseconds now);
  // Peers that the router has cut off may have sessions with it again.
  void readmit_peers(RouterPlace at);
  // Those in overlays have other paths from now on.
  void change_paths();
  bool has_relays() const { return relays_ > 0; }
  // Copies of records that routers which run have passed on as relays.
  std::uint64_t relayed() const;
  // Updates and interactions that have come by links between peers.
  std::uint64_t data_between_peers() const { return data_between_peers_; }
  // That routers have read in shared memory.
  std::uint64_t data_in_segments() const { return data_in_segments_; }
  // Best effort that links between routers have dropped.
  std::uint64_t best_effort_dropped() const { return best_effort_dropped_; }
  // Records of those behind it that it has not passed on to the router above: nobody there wants
  // them.
  std::uint64_t records_kept(RouterPlace at) const {
    const auto& process = routers_[at].process;
    return process ? process->relay.records_kept() : 0;
  }

 private:
  // What has routers below it: a relay, or what is beside the RTIG.
  struct Above final : router::LowerRouters::Host {
    Above(RouterTree& owner, Rtig& beside)
        : tree(owner),
          rtig(&beside),
          last_id(kFirstClientOfRtig),
          lower(beside, *this, router::LowerRouters::Beside::rtig) {}
    Above(RouterTree& owner, router::Relay& beside)
        : tree(owner), relay(&beside), lower(beside, *this, router::LowerRouters::Beside::relay) {}
    // The RTIG knows clients by other numbers than any router does, and than those with links to
    // it.
    static constexpr std::uint64_t kFirstClientOfRtig = 1'000'000;
    void send_frame(router::LinkId router, wire::Bytes prefix, wire::Bytes record) override;
    router::LinkId new_client() override { return router::LinkId{++last_id}; }

    void send(router::LinkId client, wire::Bytes record);
    void admit(router::LinkId client, const router::Membership& membership);
    void resign(router::LinkId client, wire::Position log_position);
    void handled(router::LinkId client, wire::Position position);
    void log_passed(std::string_view federation, wire::Position position);
    bool send_word(router::LinkId router, wire::Bytes word);
    void passed_before(std::uint64_t session, router::LinkId from);
    void disconnect(router::LinkId client, std::string_view reason);
    void end_turn();
    bool digests_are_due() const {
      return relay != nullptr ? relay->digests_are_due() : rtig->digests_are_due();
    }
    void tell_digests() { relay != nullptr ? relay->tell_digests() : rtig->tell_digests(); }

    RouterTree& tree;
    Rtig* const rtig = nullptr;  // one of the two is there
    router::Relay* const relay = nullptr;
    std::uint64_t last_id = 0;
    std::map<router::LinkId, RouterPlace> links;
    bool turn_is_due = false;  // something was sent that may wait for the end of the turn
    router::LowerRouters lower;
  };

  // A router's process.
  struct Process final : router::Relay::Host {
    Process(RouterTree& owner, RouterPlace its_place);
    void send_to_upper(wire::Bytes prefix, wire::Bytes record) override;
    void send(router::LinkId client, wire::Bytes record) override;
    void admit(router::LinkId client, const router::Membership& membership) override {
      above.admit(client, membership);
    }
    void resign(router::LinkId client, wire::Position log_position) override {
      above.resign(client, log_position);
    }
    router::LinkId router_of(router::LinkId client) const override {
      return above.lower.router_of(client);
    }
    void handled(router::LinkId client, wire::Position position) override {
      above.handled(client, position);
    }
    void log_passed(std::string_view federation, wire::Position position) override {
      above.log_passed(federation, position);
    }
    bool send_to_router(router::LinkId router, wire::Bytes word) override {
      return above.send_word(router, word);
    }
    void warn(std::string_view line) override;
    void passed_before(std::uint64_t session, router::LinkId from) override {
      above.passed_before(session, from);
    }
    void send_to_peer(router::PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override;
    void disconnect(router::LinkId client, std::string_view reason) override;
    void stays(router::LinkId client, std::string_view reason) override;
    wire::BestEffortLosses unreliable_dropped(router::LinkId client) override;
    bool enter_fabric(router::FabricId fabric, router::LinkId client,
                      wire::FederateHandle newcomer) override;
    void leave_fabric(router::FabricId fabric, wire::FederateHandle federate) override;
    void end_fabric(router::FabricId fabric) override;
    void publish(router::FabricId fabric, wire::FederateHandle to, wire::Bytes record) override;
    void read_fabric(router::FabricId fabric) override;
    void read_one_of_segments(wire::Random& random);
    bool has_segment_input() const;

    bool turn_is_due() const { return above.turn_is_due || relay.turn_is_due(); }

    RouterTree& tree;
    const RouterPlace place;
    std::optional<router::Relaying> relaying;  // in an overlay
    router::Relay relay;
    Above above{tree, relay};
    std::map<router::LinkId, Federate> members;  // with a link of their own
    struct Sharing {
      router::FabricId fabric{};
      wire::FederateHandle federate;
    };
    bool read_next(router::LinkId client, const Sharing& of);
    std::map<router::FabricId, std::shared_ptr<SegmentStreams>> segments;
    std::map<router::LinkId, Sharing> sharing;
  };

  // A router's place, and its link to the one above.
  struct Router {
    PlaceInMesh above;
    std::size_t group = 0;
    std::unique_ptr<Process> process;    // null: it has crashed
    std::optional<router::LinkId> link;  // as long as the one above knows it
    bool is_up = false;                  // as far as the relay knows
    bool keeps_receipts = false;
    LinkItems up;
    LinkItems down;
    bool up_ended = true;
    bool down_ended = true;
  };

  // Between two peers. Of each end: where it is, as which of its peers it knows the other, what is
  // on its way to it, and whether that has ended.
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

  struct Seat {
    RouterPlace place = 0;
    router::LinkId client;
  };

  struct Step {
    enum class Kind : std::uint8_t { up, down, peer, turn, digests, segment };
    Kind kind;
    // Of a turn and digests: that of the RTIG is behind those of routers. Of a peer: the link, and
    // the end.
    std::size_t place;
  };

  // As a link does that is behind.
  bool drops(wire::Bytes record);
  Above* above(RouterPlace at);  // null: it has crashed
  Above* having_turn(std::size_t place);
  bool turn_is_due(std::size_t place);
  void end_turn(std::size_t place);
  void deliver_up(RouterPlace at);
  void deliver_down(RouterPlace at);
  void deliver_to_peer(PeerLink& link, std::size_t end);
  std::vector<RouterPlace> peers_of(RouterPlace at) const;
  std::vector<std::string> names_of_peers(RouterPlace at) const;
  std::vector<RouterPlace> overlay_of(RouterPlace at) const;
  router::Relaying::Setup relaying_of(RouterPlace at) const;
  void join_peers();
  void add_steps_of_peers(bool slow);
  void end_peer_links_of(RouterPlace at);
  bool keeps_receipt(RouterPlace at, wire::Bytes record) const;
  void find_fault(RouterPlace at, const std::string& what);
  void end_after_some(LinkItems& items, bool& ended);
  static bool lose_interest(LinkItems& items);

  Members& members_;
  wire::Random& random_;
  const core::TimeOrder time_order_{core::DoubleTime::kName};
  const std::size_t piece_;
  const bool has_segments_;
  const bool drops_best_effort_;
  const std::size_t relays_;
  std::uint64_t last_paths_ = 0;
  std::vector<std::string>& faults_;
  std::unique_ptr<Above> rtig_side_;
  std::vector<Router> routers_;
  std::vector<PeerLink> peer_links_;
  std::vector<std::string> staying_;
  std::uint64_t data_between_peers_ = 0;
  std::uint64_t data_in_segments_ = 0;
  std::uint64_t best_effort_dropped_ = 0;
  std::map<Federate, Seat> seats_;
  std::vector<Step> steps_;  // of the last ready()
};

}  // namespace triad::test
