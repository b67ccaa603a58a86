// Serves the clients of a program. Accepts links of any transport, gives their records to a Sink,
// and sends records. Ends links that make no handshake, stall within a frame, or hold too much
// memory. Clients on this machine may also share memory. In a mesh, routers below connect like
// clients and bring clients of their own (router/lower_routers.hpp). Used by rtig and rtirouter.
// Does not interpret the records of clients. Its parts without I/O on links: Acceptor,
// LinkSessions, Reception, TrunkLinks, HeldMemory and StatusDesk.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "router/lower_routers.hpp"
#include "router/neighbour_router.hpp"
#include "router/peer_patience.hpp"
#include "router/program/acceptor.hpp"
#include "router/program/admissions.hpp"
#include "router/program/clock.hpp"
#include "router/program/fabric_coordinators.hpp"
#include "router/program/held_memory.hpp"
#include "router/program/link_sessions.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "router/program/reception.hpp"
#include "router/program/router_link_events.hpp"
#include "router/program/trunk_links.hpp"
#include "router/program/unjoined_links.hpp"
#include "router/sink.hpp"
#include "transport/connect.hpp"
#include "transport/event_loop.hpp"
#include "transport/multicast/multicast.hpp"

namespace triad::router {

struct LinkServerOptions {
  transport::LinkOptions link;
  // Time for which the loop polls for input before it sleeps (EventLoopOptions).
  transport::Duration spin{0};
  // Best effort for several clients goes to this group as one datagram, if they receive it. The
  // mesh's file may override this address. Empty: no multicast.
  std::optional<transport::MulticastAddress> multicast = {};
  // A link that sends no record within this time after its accept is ended.
  std::chrono::milliseconds handshake_timeout{10'000};
  // Greatest number of clients that are connecting and have not joined yet. Further clients are
  // asked to come again later. 0: no limit.
  std::size_t newcomers_max = 256;
  std::chrono::milliseconds newcomers_patience{2'000};  // each counts for this time at most
  // Greatest number of links of programs that have not joined. Beyond it, one of them ends for each
  // new link (unjoined_links.hpp). 0: no limit.
  std::size_t unjoined_max = 4096;
  // Time after its handshake within which a program must send a request, or its link ends. Zero: no
  // limit.
  std::chrono::milliseconds unjoined_timeout{60'000};
  // A TCP link whose peer's machine has not answered for this time is ended. Zero: never. A process
  // stopped in a debugger is not silent, because its machine answers.
  std::chrono::seconds heartbeat{0};
  // Greatest length of a record that a member may send.
  std::size_t message_bytes_max = std::size_t{64} << 20;
  // A link whose incomplete frame makes no progress for this time is ended. Zero: never.
  std::chrono::milliseconds frame_timeout{30'000};
  MemoryLimits memory;
  // Bytes queued for one client: above `hold_bytes`, best effort to it is dropped; above
  // `resign_bytes`, its link ends, unless the sink has expelled it. For clients, not routers, the
  // mesh's file may override `resign_bytes`.
  std::size_t hold_bytes = 64u << 20;
  std::size_t resign_bytes = std::size_t{2} << 30;
  // Time that a link which is to end still has to deliver its output.
  std::chrono::milliseconds farewell_timeout{2'000};
  // True: any peer may send operators' requests. False: only processes of this user on this
  // machine.
  bool all_may_operate = false;
  std::string name = "rtig";      // name of this program in texts for peers
  std::string host = {};          // this machine's name
  std::uint32_t process = 0;      // process id of this program
  LinkId last_link = {};          // links get numbers above this one; tests begin near the last
  std::optional<MeshPlace> mesh;  // none: no router may connect
  // Shared memory for federates on this machine with an shm link. Empty: they use their links only.
  std::optional<transport::FabricOptions> fabric = transport::FabricOptions{};
};

// Clients from which nothing is read, because their records cannot be passed on.
struct PausedClients {
  bool all = false;
  std::set<std::string, std::less<>> federations = {};  // pauses the members of these
  bool is_paused(std::string_view federation) const {
    return all || federations.contains(federation);
  }
  bool any() const { return all || !federations.empty(); }
};
inline constexpr const char* kNoMemory = "asks for more than there is memory for";
inline constexpr const char* kDefect =
    "sent a record that this program failed to process, which is a defect of this program";
constexpr const char* failure_text(Failure failure) {
  return failure == Failure::no_memory ? kNoMemory : kDefect;
}

// Events of members that share memory. Each member is named by its link.
struct MemoryEvents {
  std::function<void(LinkId, wire::Bytes record)> on_record;
  // Returns true if the rest of a long record, of which only these first bytes have come, is
  // needed. If not, the rest is skipped and on_header_only handles the beginning.
  std::function<bool(LinkId, const wire::ParsedFrame& beginning)> needs_rest;
  std::function<void(LinkId, const wire::ParsedFrame& beginning)> on_header_only;
  std::function<void(LinkId, std::size_t backlog)> on_backlog;
  // Bytes that the program holds for a client elsewhere, and for all of them. Null: none.
  std::function<std::uint64_t(LinkId)> held_elsewhere = {};
  std::function<std::uint64_t()> held_elsewhere_in_all = {};
};

class LinkServer : private transport::LinkHandler, private LowerRouters::Host, private LineCauses {
 public:
  // Creates a server that also listens for routers of its process. The log and the sink must
  // outlive it.
  static transport::Result<std::unique_ptr<LinkServer>> create(const LinkServerOptions& given,
                                                               Sink& sink, MemoryEvents memory,
                                                               Log& log);
  ~LinkServer() override;

  // Adds a listener at `url`, of any transport. Called before run(), any number of times.
  transport::Result<void> listen(std::string_view url);
  // Listens at wire::operator_url() as well, which urls() does not include.
  transport::Result<void> listen_for_operators();
  Acceptor& acceptor() { return acceptor_; }
  const Acceptor& acceptor() const { return acceptor_; }

  // Sets the events of a peer that connects to this router, before run(). `peer` is its index in
  // MeshPlace::peers.
  void set_peer_events(PeerIndex peer, RouterLinkEvents events) {
    trunks_.set_peer_events(peer, std::move(events));
  }
  // Calls both functions at intervals if this router has neighbours in a mesh (router/relay.hpp).
  // The second function receives the routers from which nothing is read at present. Called before
  // run().
  using FindLateRouters = std::function<LateRouters(std::span<const NeighbourRouter> unread)>;
  void set_interest_checks(std::function<void()> tell_digests, FindLateRouters find_late);

  // Serves until stop(), then sends a farewell to every peer and ends all links. Clients have
  // numbers above `earlier`. Called once.
  void run(LinkId earlier = {});
  // Ends the listeners and the event loop. Called after run().
  void close();
  // Makes run() return. May be called from any thread, from a signal handler, and before run().
  void stop();
  transport::EventLoop& loop() { return *loop_; }

  // --- Functions for the sink.
  void send_record(LinkId to, wire::Bytes record);
  // Sends a record that is not urgent: it may wait in the link's queue until another record is sent
  // or a fraction of a second has passed.
  void send_later(LinkId to, wire::Bytes record);
  // Handles a notice, and passes it on to the routers below.
  void notify(const Notice& notice) {
    std::visit([this](const auto& one) { apply_notice(one); }, notice);
    lower_.notify(notice);
  }
  // Returns the router through which the client is connected, or zero (router/lower_routers.hpp).
  LinkId router_of(LinkId client) const { return lower_.router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) {
    return lower_.send_to_router(router, word);
  }
  // Sends a frame to a peer that connects to this router. Drops it while there is no link.
  void send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) {
    send_frame(trunks_.link_of(peer), prefix, record);
  }
  // Flushes the records sent before, then ends the link. Does not call Sink::remove_client().
  void disconnect(LinkId client, std::string_view reason);
  // Ends the link at once. Calls Sink::remove_client().
  void drop_client(LinkId client, std::string_view reason, LinkEnd end = LinkEnd::other);
  wire::BestEffortLosses best_effort_losses(LinkId client);
  // Returns the origin of a client that is served.
  Newcomers::Origin origin_of_client(LinkId client);
  // Returns true if the client is connected, here or at a router below, and not being disconnected.
  bool is_serving(LinkId client) {
    return find_alive(client) != nullptr || lower_.has_client(client);
  }
  // Returns true if a router below is connected.
  bool has_routers_below() const { return !lower_.status().empty(); }
  // Returns the client's session. Null: it has no link of its own, or no longer.
  LinkSession* find(LinkId client) { return sessions_.find(client); }
  // Reads nothing from these clients, nor from routers below that have some of them, until the next
  // call. Must be called in each turn.
  void pause(const PausedClients& paused);
  // Returns the output left for a peer that connects to this router. Empty: there is no link.
  std::optional<PeerOutput> output_for_peer(PeerIndex peer);
  // Sends new clients to other routers from now on.
  void refuse_newcomers() { reception_.refuse_newcomers(); }
  // Adds `change` to the bytes that the sink holds on behalf of the client.
  void record_held_bytes(LinkId client, std::ptrdiff_t change) {
    held_.record_held_by_sink(client, change);
  }
  FabricCoordinators& fabrics() { return *fabrics_; }
  // Adds a member to the shared memory of its federation. Returns false if the member offers no
  // memory or cannot be added; the log has the reason.
  bool add_to_fabric(FabricId fabric, std::string_view federation, LinkId client,
                     wire::FederateHandle newcomer);
  // Makes a call on behalf of this client. An exception ends the client, not the program.
  template <class Call>
  void call_for_client(LinkId client, Call&& call) {
    const CausedBy charged(*this, client.value);
    call_guarded([client] { return client; }, call);
  }
  // Charges the log's lines to this client while the result lives. The client may be behind a
  // router.
  CausedBy charge_lines_to(LinkId client) { return CausedBy(*this, client.value); }
  // Returns the cause for lines that another thread writes because of this client.
  files::LineCause line_cause_of(LinkId client) { return line_cause(client.value); }
  // Makes the loop run another turn, even without input.
  void request_turn();

 private:
  LinkServer(const LinkServerOptions& options, Sink& sink, MemoryEvents memory, Log& log,
             std::unique_ptr<transport::EventLoop> loop, int stop_fd);

  // Return the limits on the bytes queued for a client and on the links without a member.
  static std::size_t max_client_queue_bytes(const LinkServerOptions& options);
  static std::size_t max_unjoined_links(const LinkServerOptions& options);

  void apply_notice(const MemberAdmitted& admitted);
  void apply_notice(const MemberResigned& resigned);
  // The other notices are for routers below alone.
  template <class Other>
  void apply_notice(const Other& /*notice*/) {}
  void receive_frame(transport::LinkKey link, transport::Bytes frame) override;
  void process_closed_link(transport::LinkKey link, const transport::Error& reason) override;
  void send_datagram_note(transport::LinkKey link, const transport::DatagramNote& note) override;
  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) override;
  // Returns true if the client has a link here or at a router below.
  bool is_served(LinkId client);
  // Returns the text that names the origin of a client without a link of its own here.
  std::string host_behind_router(LinkId client) const;
  files::LineCause line_cause(std::uint64_t link) override;
  LinkId new_client() override;
  std::optional<wire::ComeAgain> postponement_of(LinkId client, wire::Bytes first_record) override;
  std::uint64_t address_of(std::string_view transport) override;

  // Returns the time that best effort may wait in a queue here; empty: no limit.
  std::optional<std::chrono::milliseconds> best_effort_age() const {
    return options_.mesh ? options_.mesh->best_effort_age() : std::nullopt;
  }
  // Returns true if the link is not read now, because the program's output waits.
  bool is_paused(const LinkSession& session, const PausedClients& paused) const;
  LinkSession* find_alive(LinkId client);  // null also for a link that is ending
  // Serves an accepted link. The first frame shows whether it is a router, a query or a client.
  void begin_session(std::unique_ptr<transport::Link> link, bool trusted);
  // Handles the first frame, which shows the kind of program.
  void on_first_frame(LinkSession& session, transport::Bytes frame);
  void begin_client(LinkSession& session, transport::Bytes frame);
  // Ends the link if no handshake comes in time.
  void start_handshake_timer(LinkSession& session);
  // Ends the link if no request comes in time; record_request() stops that.
  void start_request_timer(LinkSession& session);
  void record_request(LinkSession& session);
  // Ends links that have not joined, if there are too many.
  void make_room();
  void receive_router_hello(LinkSession& session, const wire::Record& record);
  // Answers a query about the router's status.
  void receive_query(LinkSession& session, transport::Bytes frame);
  FabricCoordinators::Events fabric_events(MemoryEvents memory);
  Acceptor::Events acceptor_events();
  // Sends a message to the program at the other end. On a router's link it gets kRouterPrefix, so
  // it is not for a client there.
  template <class Message>
  void send_message(LinkSession& session, const Message& message) {
    const transport::Bytes prefix =
        session.is_of_router() ? transport::Bytes(kRouterPrefix) : transport::Bytes();
    wire::Buffer bytes;
    wire::encode_record({}, message, bytes);
    const std::array<transport::Bytes, 2> parts{prefix, transport::Bytes(bytes)};
    loop_->send(session.key, parts);
    if (session.keepalive) session.keepalive->record_sent(now());
  }
  void receive_from_router(LinkSession& session, transport::Bytes frame);
  void receive_from_peer(LinkSession& session, transport::Bytes frame);
  // Ends the link of a router or peer with too much in its queue, or reports a router's queue.
  void examine_router(LinkSession& session, std::size_t backlog);
  void end_without_handshake(LinkId id);
  void end_without_request(LinkId id);
  // Makes a call. After an exception it ends the peer that `peer` returns, not the program.
  template <class Peer, class Call>
  void call_guarded(Peer&& peer, Call&& call) {
    try {
      call();
    } catch (const std::bad_alloc&) {
      record_failure(peer(), Failure::no_memory, "");
    } catch (const std::exception& exception) {
      record_failure(peer(), Failure::defect, exception.what());
    }
  }
  // Records that handling this peer's input has failed; end_failed_links() ends it after the call.
  void record_failure(LinkId id, Failure why, const char* exception) noexcept;
  // Name a peer in logs: its address, and the federation in which it is joined.
  std::string peer_text(LinkId id);
  static std::string peer_text(const LinkSession& session);
  // Ends the links recorded by record_failure().
  void end_failed_links();
  // Ends the link without a line in the log; end() also logs it.
  void end_quietly(LinkId id, const std::string& reason);
  // Start the periodic checks of links, of multicast and of routers.
  void watch_links();
  void watch_multicast();
  void log_multicast_trouble(const LinkSession& session);
  void watch_routers();
  // Ends links that stall within a frame; check_routers() ends silent links of routers.
  void check_links();
  void check_routers();
  // Returns the paused links of routers and peers, which cannot be late.
  std::vector<NeighbourRouter> unread_routers() const;
  void log_late_routers(const LateRouters& late);
  // Ends the links that hold the most memory if all together hold too much.
  void end_links_over_limits();
  void end(LinkId id, const std::string& reason);
  // Ends links to machines that no longer answer.
  void check_heartbeats();
  // Handles a note of the link's datagram channel. Returns false if the frame is something else.
  static bool receive_datagram_note(const LinkSession& session, transport::Bytes frame);
  void log_losses(const LinkSession& session);
  // Erases the session of a link that has ended.
  void forget(LinkId id);
  // Flushes, and reports queues that have changed to the sink, until nothing more is sent.
  void examine_output();
  void examine_output(LinkSession& session);
  // Tells all peers that this program stops.
  void send_farewells();
  // Returns true if all peers have acknowledged all bytes.
  bool has_delivered_all() const;
  // Ends a turn soon, in which examine_output() looks at the links that are to end.
  void schedule_delivery_check();

  // Constant after construction.
  const LinkServerOptions options_;
  Sink& sink_;
  Log& log_;
  const std::size_t client_queue_bytes_max_;
  const std::size_t unjoined_max_;
  const int stop_fd_;  // an eventfd: readable once stop() was called

  // Owned by the thread in run().
  std::unique_ptr<transport::EventLoop> loop_;
  Acceptor acceptor_;
  std::vector<std::pair<LinkId, Failure>> failed_;  // links to end because of an exception
  HeldMemory held_;
  LinkSessions sessions_;
  std::optional<FabricCoordinators> fabrics_;  // not empty; uses the loop
  LowerRouters lower_;
  UnjoinedLinks unjoined_;
  std::uint64_t ended_for_room_ = 0;  // links that ended to make room for others
  std::uint64_t next_made_room_report_ =
      1;  // value of ended_for_room_ for the next line in the log
  Reception reception_;
  Admissions admissions_;
  TrunkLinks trunks_;
  LinkId last_id_;
  bool has_paused_some_ = false;
  bool has_paused_all_ = false;
  bool turn_is_requested_ = false;
  bool delivery_check_is_scheduled_ = false;
  bool is_stopping_ = false;
};

}  // namespace triad::router
