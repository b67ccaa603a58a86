#include "router/program/link_server.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "router/program/clock.hpp"
#include "router/program/peer_address.hpp"
#include "transport/url.hpp"
#include "wire/limits.hpp"
#include "wire/operator_url.hpp"

namespace triad::router {

namespace {

constexpr std::chrono::milliseconds kFarewellAtStop{1'000};
// Interval at which the server asks links that are to end whether they have delivered all output.
constexpr std::chrono::milliseconds kDeliveryLook{5};

// Returns a number above those of all sessions of earlier programs here. A program begins less than
// one session in a microsecond.
std::uint64_t last_session_before_start() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count());
}

bool is_fault(transport::Error::Code code) {
  using enum transport::Error::Code;
  return code == bad_frame || code == frame_too_large;
}

std::string count_text(std::size_t count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace

transport::Result<std::unique_ptr<LinkServer>> LinkServer::create(const LinkServerOptions& given,
                                                                  Sink& sink, MemoryEvents memory,
                                                                  Log& log) {
  LinkServerOptions options = given;
  auto loop = transport::EventLoop::create({.spin = options.spin});
  if (!loop) return loop.error();
  const int stop_fd = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (stop_fd < 0) {
    return transport::Error{transport::Error::Code::no_room,
                            "cannot make an eventfd: " + std::generic_category().message(errno)};
  }
  if (options.heartbeat.count() > 0) {
    // The transport may take up to twice this time.
    options.link.keepalive = std::max(options.heartbeat / 2, std::chrono::seconds(1));
  }
  options.link.frame_bytes_max =
      options.message_bytes_max + wire::kRecordBytesAdded + kLinkPrefixBytesMax;
  if (!options.link.memory) options.link.memory = std::make_shared<std::size_t>(0);
  if (options.fabric) {
    options.fabric->message_bytes_max = options.message_bytes_max + wire::kRecordBytesAdded;
  }
  const auto in_mesh = options.mesh ? options.mesh->multicast : std::nullopt;
  const auto to = in_mesh ? in_mesh : options.multicast;
  if (to) {
    auto multicast = transport::make_multicast(*to);
    if (!multicast) {
      return transport::error(multicast.error().code, "cannot use multicast to " + to_string(*to) +
                                                          ": " + multicast.error().text +
                                                          ", or remove the setting `multicast`");
    }
    options.link.multicast = std::move(*multicast);
  }
  std::unique_ptr<LinkServer> server(
      new LinkServer(options, sink, std::move(memory), log, std::move(*loop), stop_fd));
  if (options.mesh && options.mesh->routers_in_process > 1) {
    const auto listening =
        server->acceptor_.listen_apart(url_in_process(options.mesh->identity.router));
    if (!listening) return listening.error();
  }
  return server;
}

std::size_t LinkServer::max_client_queue_bytes(const LinkServerOptions& options) {
  const auto in_mesh = options.mesh ? options.mesh->queue_bytes() : std::nullopt;
  return in_mesh.value_or(options.resign_bytes);
}

LinkServer::LinkServer(const LinkServerOptions& options, Sink& sink, MemoryEvents memory, Log& log,
                       std::unique_ptr<transport::EventLoop> loop, int stop_fd)
    : options_(options),
      sink_(sink),
      log_(log),
      client_queue_bytes_max_(max_client_queue_bytes(options)),
      unjoined_max_(max_unjoined_links(options)),
      stop_fd_(stop_fd),
      loop_(std::move(loop)),
      acceptor_(*loop_, options.link, options.all_may_operate, acceptor_events()),
      lower_(sink, *this,
             options.mesh && !options.mesh->uppers.empty() ? LowerRouters::SinkKind::relay
                                                           : LowerRouters::SinkKind::rtig,
             LowerRouters::kClientsOfRouterMax, last_session_before_start()),
      reception_(Newcomers(options.newcomers_max, options.newcomers_patience,
                           static_cast<std::uint64_t>(now().count()) ^
                               (std::uint64_t{options.process} << 32)),
                 options.name, options.host, options.process, log),
      trunks_(options_.mesh),
      last_id_(options.last_link) {
  fabrics_.emplace(*loop_, options_.fabric, log_, fabric_events(std::move(memory)));
  loop_->add_descriptor(stop_fd_, [this] { is_stopping_ = true; });
}

LinkServer::~LinkServer() {
  fabrics_->forget();
  loop_.reset();
  ::close(stop_fd_);
}

Acceptor::Events LinkServer::acceptor_events() {
  return {.on_link = [this](std::unique_ptr<transport::Link> link,
                            bool trusted) { begin_session(std::move(link), trusted); },
          .on_error =
              [this](const transport::Error& error) {
                if (error.code == transport::Error::Code::turned_away) {
                  sink_.record_turned_away(error.text);
                  return log_.warning(error.text);
                }
                log_.error("cannot accept a link; still serving " +
                           count_text(sessions_.size(), "peer", "peers") + ": " + error.text);
              }};
}

transport::Result<void> LinkServer::listen(std::string_view url) {
  const auto parsed = transport::parse_url(url);
  if (!parsed) return parsed.error();
  return acceptor_.listen_for_peers(*parsed);
}

transport::Result<void> LinkServer::listen_for_operators() {
  const std::size_t router = options_.mesh ? options_.mesh->place_in_process : 0;
  return acceptor_.listen_apart(
      *transport::parse_url(wire::operator_url(options_.process, router)));
}

void LinkServer::run(LinkId earlier) {
  last_id_ = std::max(last_id_, earlier);
  watch_links();
  watch_multicast();
  watch_routers();
  loop_->set_turn_end_callback([this] {
    sink_.end_turn();
    lower_.flush();
  });
  while (!is_stopping_) {
    try {
      loop_->run_once(std::nullopt);
      end_failed_links();
      examine_output();
      end_links_over_limits();
      sink_.after_flush();
    } catch (const std::bad_alloc&) {
      log_.error(
          "no memory for work that belongs to no peer: it is skipped; lower memory.total, or give "
          "this machine more memory");
    } catch (const std::exception& exception) {
      log_.error("work that belongs to no peer failed (" + std::string(exception.what()) +
                 ") and is skipped; this is a defect: please report it");
    }
  }
  send_farewells();
}

void LinkServer::stop() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_fd_, &one, sizeof one);
}

// --- Input of links ---

void LinkServer::begin_session(std::unique_ptr<transport::Link> link, bool trusted) {
  if (is_stopping_) return;
  const LinkId id = new_client();
  if (id == LinkId{}) return;
  transport::Link& accepted = *link;
  accepted.limit_frames(wire::kHandshakeBytesMax, options_.link.frame_bytes_max);
  const CausedBy charged(*this, id.value);
  const transport::LinkKey key = loop_->add(std::move(link), *this);
  try {
    LinkSession& session = sessions_.add(id, key, accepted);
    session.is_trusted = trusted;
    session.address = router::address_of(accepted.peer());
    unjoined_.add(id, session.address);
    start_handshake_timer(session);
    log_.debug("link from " + accepted.description());
    make_room();
  } catch (const std::bad_alloc&) {
    unjoined_.remove(id);
    sessions_.remove(id, key);
    loop_->close(key);
    log_.error("no memory for another link: closed it; still serving " +
               count_text(sessions_.size(), "peer", "peers"));
  }
}

void LinkServer::receive_frame(transport::LinkKey link, transport::Bytes frame) {
  LinkSession* const found = sessions_.find(link);
  if (found == nullptr || found->is_ending || is_stopping_) return;
  LinkSession& session = *found;
  const LinkId id = session.id;
  const CausedBy charged(*this, id.value);
  switch (session.kind) {
    case LinkSession::ProgramKind::stranger:
      return on_first_frame(session, frame);
    case LinkSession::ProgramKind::client:
      if (receive_datagram_note(session, frame)) return;
      if (session.is_unjoined) record_request(session);
      return call_for_client(id, [&] { sink_.receive_from_client(id, frame); });
    case LinkSession::ProgramKind::inquirer:
      record_request(session);
      return receive_query(session, frame);
    case LinkSession::ProgramKind::router:
      return receive_from_router(session, frame);
    case LinkSession::ProgramKind::peer:
      return receive_from_peer(session, frame);
  }
}

void LinkServer::on_first_frame(LinkSession& session, transport::Bytes frame) {
  if (session.timer) loop_->cancel_timer(*session.timer);
  session.timer.reset();
  const std::size_t most = options_.link.frame_bytes_max;
  session.link->limit_frames(std::min(wire::kUnjoinedRecordBytesMax, most), most);
  const auto record = wire::parse_record(frame);
  const auto kind = record ? record->header.message_kind() : wire::Kind::none;
  if (kind == wire::Kind::RouterHello) return receive_router_hello(session, *record);
  if (kind == wire::Kind::Hello && options_.mesh) {
    const auto hello = wire::decode<wire::Hello>(record->payload);
    if (hello && hello->program == wire::kMeshInquirer) {
      session.kind = LinkSession::ProgramKind::inquirer;
      start_request_timer(session);
      return send_message(session,
                          wire::Hello{wire::kMagic, wire::kProtocolVersion, options_.name,
                                      options_.mesh->identity.release, options_.mesh->identity.host,
                                      options_.process, options_.message_bytes_max});
    }
  }
  begin_client(session, frame);
}

// Routers announce clients in ascending order (wire::ClientUp), and the link may have come long
// before: it gets a new number.
void LinkServer::begin_client(LinkSession& session, transport::Bytes frame) {
  const LinkId id = new_client();
  if (id == LinkId{}) return end(session.id, "came when all link numbers were used up");
  unjoined_.remove(session.id);
  sessions_.renumber(session, id);
  unjoined_.add(id, session.address);
  if (const auto again = postponement_of(id, frame)) {
    send_message(session, *again);
    return disconnect(id, again->text);
  }
  session.kind = LinkSession::ProgramKind::client;
  start_request_timer(session);
  // Best-effort records hold no sender.
  session.link->limit_unreliable(
      {.queue_bytes_max = options_.hold_bytes, .age_max = best_effort_age()});
  call_for_client(id, [&] {
    sink_.add_client(id, {session.link->peer(), session.link->principal(), session.is_trusted});
    if (find_alive(id) != nullptr) sink_.receive_from_client(id, frame);
  });
}

LinkId LinkServer::new_client() {
  if (last_id_ >= kLastLink) {
    log_.error("has used up all link numbers and serves no more links: restart it");
    return {};
  }
  return LinkId{++last_id_.value};
}

// The sink does not see the negotiation of the datagram channel.
bool LinkServer::receive_datagram_note(const LinkSession& session, transport::Bytes frame) {
  if (wire::peek_kind(frame) != wire::Kind::DatagramChannel) return false;
  const auto record = wire::parse_record(frame);
  if (!record) return false;
  const auto note = wire::decode<wire::DatagramChannel>(record->payload);
  // Only members send best-effort records, so only members get a socket and its memory.
  if (session.kind == LinkSession::ProgramKind::client && session.is_unjoined) return true;
  transport::DatagramChannel* const channel = session.link->capabilities().datagrams;
  if (note && channel != nullptr) channel->receive_note(transport::note_of(*note));
  return true;
}

void LinkServer::send_datagram_note(transport::LinkKey link, const transport::DatagramNote& note) {
  if (LinkSession* const session = sessions_.find(link)) {
    send_message(*session, transport::message_of<wire::DatagramChannel>(note));
  }
}

void LinkServer::process_closed_link(transport::LinkKey link, const transport::Error& reason) {
  const LinkSession* const found = sessions_.find(link);
  if (found == nullptr) return;
  const LinkSession& session = *found;
  const CausedBy charged(*this, session.id.value);
  if (is_fault(reason.code) && session.federation.empty()) {
    const bool heard = session.kind != LinkSession::ProgramKind::stranger;
    log_.info(std::string("closed the link from a program that has ") +
              (heard ? "not joined: " : "sent no handshake: ") + reason.text);
  } else {
    log_.debug("link ended: " + reason.text);
  }
  const bool is_closed = reason.code == transport::Error::Code::peer_closed;
  drop_client(session.id, reason.text, is_closed ? LinkEnd::closed_by_peer : LinkEnd::other);
}

// A paused link is not read, so the handshake may wait in it.
void LinkServer::end_without_handshake(LinkId id) {
  LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  if (session->is_paused) return start_handshake_timer(*session);
  const CausedBy charged(*this, id.value);
  log_.info("closed the link from " + session->link->description() + ": no handshake came within " +
            seconds_text(options_.handshake_timeout));
  drop_client(id, "no handshake came in time");
}

void LinkServer::start_handshake_timer(LinkSession& session) {
  session.timer = loop_->add_timer(options_.handshake_timeout,
                                   [this, id = session.id] { end_without_handshake(id); });
}

void LinkServer::start_request_timer(LinkSession& session) {
  if (options_.unjoined_timeout.count() == 0) return;
  session.timer = loop_->add_timer(options_.unjoined_timeout,
                                   [this, id = session.id] { end_without_request(id); });
}

void LinkServer::record_request(LinkSession& session) {
  unjoined_.record_input(session.id);
  if (!session.timer) return;
  loop_->cancel_timer(*session.timer);
  session.timer.reset();
}

void LinkServer::end_without_request(LinkId id) {
  LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  if (session->is_paused) return start_request_timer(*session);
  end(id, "has sent no request since its handshake, for " +
              seconds_text(options_.unjoined_timeout) + " (unjoined.timeout)");
}

// Ends a session after its link has ended, or ends both now. Tells the sink, unless the sink has
// already disconnected the client.
void LinkServer::drop_client(LinkId id, std::string_view reason, LinkEnd end) {
  LinkSession& session = *sessions_.find(id);
  const CausedBy charged(*this, id.value);
  // Handles the records that the client wrote before its end. One of them may resign the client or
  // get it expelled.
  if (!session.is_ending && !is_stopping_) fabrics_->drain(id);
  if (!std::exchange(session.is_ending, true) && !is_stopping_) {
    if (session.kind == LinkSession::ProgramKind::client) {
      call_for_client(id, [&] { sink_.remove_client(id, reason, end); });
    } else if (session.kind == LinkSession::ProgramKind::router) {
      trunks_.record_loss(lower_.name(id), reason);
      log_.warning("router " + lower_.name(id) + " is gone: " + std::string(reason));
      call_for_client(id, [&] { lower_.remove(id, reason); });
    } else if (session.kind == LinkSession::ProgramKind::peer) {
      const auto peer = static_cast<PeerIndex>(session.peer);
      trunks_.disconnect_peer(peer, reason);
      log_.warning("peer " + trunks_.peer_name(peer) +
                   " has lost its link: " + std::string(reason));
      call_for_client(id, [&] { trunks_.peer_events(peer).on_down(reason); });
    }
  }
  forget(id);
}

void LinkServer::forget(LinkId id) {
  reception_.release_place(id);
  unjoined_.remove(id);
  const LinkSession& session = *sessions_.find(id);
  const CausedBy charged(*this, id.value);
  if (session.timer) loop_->cancel_timer(*session.timer);
  const transport::LinkKey key = session.key;
  log_losses(session);
  sessions_.remove(id, key);
  loop_->close(key);  // no effect if it has ended
}

void LinkServer::log_losses(const LinkSession& session) {
  const wire::BestEffortLosses lost = session.dropped();
  if (lost.on_the_way > 0) {
    log_.info("link to " + peer_text(session) + ": " +
              count_text(lost.on_the_way, "datagram was", "datagrams were") + " lost on the way");
  }
  const std::uint64_t all = lost.total() - lost.on_the_way;
  if (all == 0) return;
  const std::string by_priority = wire::text_by_priority(lost);
  log_.info("link to " + peer_text(session) + ": " +
            count_text(all, "best-effort record was", "best-effort records were") +
            " dropped here" + (by_priority.empty() ? "" : " (by priority " + by_priority + ")"));
}

LinkSession* LinkServer::find_alive(LinkId id) {
  LinkSession* const session = sessions_.find(id);
  return session == nullptr || session->is_ending || is_stopping_ ? nullptr : session;
}

// --- Output ---

void LinkServer::send_record(LinkId to, wire::Bytes record) {
  LinkSession* const session = sessions_.find(to);
  if (session == nullptr) {
    if (lower_.has_client(to)) lower_.send_to_client(to, record);
    return;
  }
  if (session->is_ending) return;
  if (const auto lossy = wire::best_effort_of(record)) {
    loop_->send_unreliable(session->key, record, lossy->priority,
                           transport::SharedKey{lossy->interest_key});
  } else {
    loop_->send(session->key, record);
  }
  sessions_.touch(*session);
}

void LinkServer::send_later(LinkId to, wire::Bytes record) {
  LinkSession* const session = sessions_.find(to);
  if (session == nullptr) return send_record(to, record);
  if (session->is_ending) return;
  loop_->send_later(session->key, record);
  sessions_.touch(*session);
}

void LinkServer::apply_notice(const MemberAdmitted& admitted) {
  const LinkId client = admitted.client;
  reception_.release_place(client);
  admissions_.record_join(client, now());
  LinkSession* const session = sessions_.find(client);
  if (session == nullptr) return;
  const std::size_t most = options_.link.frame_bytes_max;
  session->link->limit_frames(most, most);
  session->is_unjoined = false;
  session->federation = admitted.membership.federation;
  unjoined_.remove(client);
}

void LinkServer::apply_notice(const MemberResigned& resigned) {
  const LinkId client = resigned.client;
  admissions_.record_leave(client, now());
  LinkSession* const session = sessions_.find(client);
  if (session == nullptr) return;
  session->federation.clear();
  if (find_alive(client) == nullptr) return;
  session->is_unjoined = true;
  unjoined_.add(client, session->address);
}

void LinkServer::disconnect(LinkId client, std::string_view reason) {
  if (lower_.has_client(client)) return lower_.disconnect(client, reason);
  LinkSession* const session = sessions_.find(client);
  if (session == nullptr || session->is_ending) return;
  session->is_ending = true;
  session->federation.clear();
  // Until it ends, the link takes a descriptor and memory.
  unjoined_.add(client, session->address);
  if (session->timer) loop_->cancel_timer(*session->timer);
  session->timer = loop_->add_timer(options_.farewell_timeout, [this, client] {
    if (sessions_.find(client) != nullptr) forget(client);
  });
  sessions_.touch(*session);
}

wire::BestEffortLosses LinkServer::best_effort_losses(LinkId client) {
  if (lower_.has_client(client)) return lower_.best_effort_losses(client);
  const LinkSession* const session = sessions_.find(client);
  return session == nullptr ? wire::BestEffortLosses() : session->dropped();
}

void LinkServer::request_turn() {
  if (std::exchange(turn_is_requested_, true)) return;
  loop_->add_timer(transport::Duration(0), [this] { turn_is_requested_ = false; });
}

void LinkServer::pause(const PausedClients& paused) {
  has_paused_all_ = paused.all;
  if (!std::exchange(has_paused_some_, paused.any()) && !paused.any()) return;
  for (auto& [id, session] : sessions_) {
    const bool pauses = is_paused(session, paused);
    if (std::exchange(session.is_paused, pauses) != pauses) loop_->set_paused(session.key, pauses);
  }
}

bool LinkServer::is_paused(const LinkSession& session, const PausedClients& paused) const {
  switch (session.kind) {
    case LinkSession::ProgramKind::peer:  // a paused router waits for its peers' acknowledgements
      return false;
    case LinkSession::ProgramKind::router:
      return paused.all || lower_.has_members_of_any(session.id, paused.federations);
    default:
      return paused.is_paused(session.federation);
  }
}

// --- Queues of links ---

// Flushes, then examines each link that has new output or had a backlog at the last call. The
// consequences (senders held, a federate expelled) produce output to more links, which are examined
// next.
void LinkServer::examine_output() {
  fabrics_->flush_and_report();
  sessions_.examine_touched(
      [this] {
        lower_.flush();
        loop_->flush();
      },
      [this](LinkSession& session) { examine_output(session); });
}

void LinkServer::examine_output(LinkSession& session) {
  const LinkId id = session.id;
  const CausedBy charged(*this, id.value);
  const std::size_t backlog = session.link->queued_bytes();
  if (session.is_ending) {
    if (session.link->has_delivered()) return forget(id);
    schedule_delivery_check();
  }
  log_multicast_trouble(session);
  sessions_.record_backlog(session,
                           session.is_ending ? std::max<std::size_t>(backlog, 1) : backlog);
  const std::uint64_t dropped = session.dropped().total();
  const bool same = backlog == std::exchange(session.reported_backlog, backlog) &&
                    dropped == std::exchange(session.reported_dropped, dropped);
  if (session.is_ending || same) return;
  if (session.is_of_router()) return examine_router(session, backlog);
  call_for_client(id, [&] { sink_.record_backlog(id, backlog); });
  // The sink has expelled a member that does not read, and so ended its session.
  if (backlog <= client_queue_bytes_max_ || session.is_ending) return;
  const std::string reason = session.federation.empty()
                                 ? "does not read the answers to its requests"
                                 : "does not read what is sent to it: " + std::to_string(backlog) +
                                       " bytes are queued at " + options_.name;
  log_.info("closed the link from " + session.link->description() + ": it " + reason);
  drop_client(id, reason);
}

// --- The end ---

void LinkServer::send_farewells() {
  sink_.begin_end();
  log_.log_remaining_left_out();
  log_.info("stops and informs " + count_text(sessions_.size(), "peer", "peers"));
  lower_.flush();
  for (auto& [id, session] : sessions_) {
    if (session.is_ending) continue;
    send_message(session, wire::Refused{wire::ErrorCode::RTIinternalError,
                                        "the " + options_.name + " was stopped"});
  }
  // Peers that read get all output. Peers that do not read delay the end by kFarewellAtStop at
  // most.
  bool late = false;
  loop_->add_timer(kFarewellAtStop, [&late] { late = true; });
  loop_->flush();
  while (!late && !has_delivered_all()) {
    schedule_delivery_check();
    loop_->run_once(std::nullopt);
  }
  for (const auto& [id, session] : sessions_) loop_->close(session.key);
  sessions_.clear();
  fabrics_->forget();
}

void LinkServer::close() {
  loop_.reset();
  log_.info("stopped");
}

// If a link is closed while its peer still sends, the kernel resets the connection, and the peer
// loses bytes that it has not acknowledged.
bool LinkServer::has_delivered_all() const {
  return std::ranges::all_of(sessions_,
                             [](const auto& entry) { return entry.second.link->has_delivered(); });
}

void LinkServer::schedule_delivery_check() {
  if (std::exchange(delivery_check_is_scheduled_, true)) return;
  loop_->add_timer(kDeliveryLook, [this] { delivery_check_is_scheduled_ = false; });
}

}  // namespace triad::router
