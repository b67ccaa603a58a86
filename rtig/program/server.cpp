#include "rtig/program/server.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "core/counted.hpp"
#include "rtig/program/clock.hpp"
#include "rtig/program/fabric_coordinator.hpp"
#include "rtig/program/heartbeat.hpp"
#include "transport/url.hpp"
#include "wire/limits.hpp"
#include "wire/pieces.hpp"

namespace triad::rtig {

namespace {

constexpr std::chrono::milliseconds kFarewellAtStop{1'000};

// Between asking who waits and reporting it, and the other way round: long enough for whoever ticks
// now and then, and a small part of the waiting that is to be noticed.
transport::Duration patience(std::chrono::milliseconds waiting) {
  using std::chrono::milliseconds;
  return std::clamp(waiting / 8, milliseconds(20), milliseconds(2'000));
}

// The Rtig never sees an id twice, so there is an end to them.
constexpr auto kLinksMax = std::numeric_limits<std::uint32_t>::max();

bool is_fault(transport::Error::Code code) {
  using enum transport::Error::Code;
  return code == bad_frame || code == frame_too_large;
}

}  // namespace

transport::Result<std::unique_ptr<Server>> Server::create(ServerOptions options, Log& log) {
  auto loop = transport::EventLoop::create({.spin = options.spin});
  if (!loop) return loop.error();
  const int stop_fd = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (stop_fd < 0) {
    return transport::Error{transport::Error::Code::no_room,
                            "cannot make an eventfd: " + std::generic_category().message(errno)};
  }
  if (options.heartbeat.count() > 0) {
    // The transport takes up to twice as long as it is told.
    options.link.keepalive = std::max(options.heartbeat / 2, std::chrono::seconds(1));
  }
  options.link.frame_bytes_max = options.message_bytes_max + wire::kRecordBytesAdded;
  options.link.memory = std::make_shared<std::size_t>(0);
  options.rtig.record_bytes_max = options.message_bytes_max;
  if (options.fabric) options.fabric->message_bytes_max = options.link.frame_bytes_max;
  return std::unique_ptr<Server>(new Server(options, log, std::move(*loop), stop_fd));
}

Server::Server(const ServerOptions& options, Log& log, std::unique_ptr<transport::EventLoop> loop,
               int stop_fd)
    : options_(options),
      log_(log),
      stop_fd_(stop_fd),
      loop_(std::move(loop)),
      saves_(options_.saves),
      rtig_(*this, options_.rtig) {
  loop_->add_descriptor(stop_fd_, [this] { stopping_ = true; });
}

Server::~Server() {
  loop_.reset();
  ::close(stop_fd_);
}

transport::Result<void> Server::listen(std::string_view url) {
  auto actual = add_listener(url);
  if (!actual) return actual.error();
  urls_.push_back(std::move(*actual));
  return {};
}

transport::Result<void> Server::listen_for_operators() {
  const auto actual = add_listener(wire::operator_url(options_.rtig.process));
  if (!actual) return actual.error();
  return {};
}

// Where it is, with the actual port. What is not tcp is open to this user's processes alone.
transport::Result<std::string> Server::add_listener(std::string_view url) {
  const auto parsed = transport::parse_url(url);
  if (!parsed) return parsed.error();
  auto listener = transport::listen(*parsed, options_.link);
  if (!listener) return listener.error();
  std::string actual = (*listener)->url();
  const bool trusted = options_.anybody_operates || parsed->scheme != transport::Url::Scheme::tcp;
  loop_->add_listener(
      std::move(*listener),
      [this, trusted](std::unique_ptr<transport::Link> link) {
        exhaustion_told_ = false;
        begin(std::move(link), trusted);
      },
      [this](const transport::Error& error) {
        // Out of descriptors, say: told once, however many come meanwhile.
        if (std::exchange(exhaustion_told_, true)) return;
        log_.error("cannot accept a link, and goes on serving " +
                   core::counted(sessions_.size(), "peer") + ": " + error.text);
      });
  return actual;
}

void Server::run() {
  if (options_.heartbeat.count() > 0) check_heartbeats_later();
  if (options_.rtig.report_waits.count() > 0) look_for_waits_later(true);
  watch_links_later();
  if (options_.rtig.hold_patience.count() > 0) check_holds_later();
  while (!stopping_) {
    try {
      loop_->run_once(std::nullopt);
      end_those_without_memory();
      settle();
      end_who_holds_most();
      if (rtig_.next_report() != report_due_) schedule_reports();
    } catch (const std::bad_alloc&) {
      log_.error("no memory for what nobody in particular asked for; goes on without");
    }
    time_told_ = false;
  }
  say_farewell();
}

void Server::stop() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_fd_, &one, sizeof one);
}

// --- What the Rtig asks for ---

void Server::send(LinkId to, wire::Bytes record) {
  Session* session = find(to);
  if (session == nullptr || session->ending) return;
  // What was published before is there when the link's record comes.
  if (session->coordinator != nullptr) session->coordinator->flush();
  if (wire::to_be_cut(record)) {
    wire::cut(record, [&](wire::Bytes piece) { loop_->send(session->key, piece); });
  } else if (!wire::may_be_lost(record)) {
    loop_->send(session->key, record);
  } else if (session->link->queued_bytes() > options_.rtig.hold_bytes) {
    ++session->unreliable_dropped;  // nobody is held for it
  } else {
    loop_->send_unreliable(session->key, record);
  }
  touch(to, *session);
}

void Server::admit(LinkId link) {
  const std::size_t most = options_.link.frame_bytes_max;
  if (const Session* session = find(link)) session->link->limit_frames(most, most);
}

void Server::disconnect(LinkId link) {
  Session* session = find(link);
  if (session == nullptr || session->ending) return;
  session->ending = true;
  if (session->timer) loop_->cancel_timer(*session->timer);
  session->timer = loop_->add_timer(options_.farewell_timeout, [this, link] {
    if (find(link) != nullptr) forget(link);
  });
  touch(link, *session);
}

// --- Saves. The others wait meanwhile: the federation that is saved does so anyway, and what is
// to be on the disk is there when its members are told.

std::vector<Downlinks::Save> Server::list_saves() {
  return saves_ ? saves_->list() : std::vector<Save>{};
}

wire::Result<void> Server::store_save(std::string_view federation, std::string_view label,
                                      wire::Bytes file) {
  return saves_->store(federation, label, file);
}

wire::Result<wire::Buffer> Server::load_save(std::string_view federation, std::string_view label) {
  return saves_->load(federation, label);
}

// --- Shared memory ---

FabricCoordinator* Server::coordinator(FabricId fabric) {
  if (const auto at = coordinators_.find(fabric); at != coordinators_.end())
    return at->second.coordinator;
  FabricCoordinator::Receiver receiver;
  receiver.on_record = [this](LinkId link, wire::Bytes frame) {
    if (find_alive(link) == nullptr) return;
    tell_time();
    carry_out(link, [&] { rtig_.on_record(link, frame); });
  };
  receiver.passes_over = [this](LinkId link, wire::Bytes beginning) {
    return rtig_.passes_over(link, beginning);
  };
  receiver.on_passed_over = [this](LinkId link, wire::Bytes beginning) {
    if (find_alive(link) == nullptr) return;
    tell_time();
    carry_out(link, [&] { rtig_.on_passed_over(link, beginning); });
  };
  auto created = FabricCoordinator::create(fabric, *options_.fabric, std::move(receiver));
  if (!created) {
    log_.error("federates of this host cannot share memory and use their links instead: " +
               created.error().text);
    return nullptr;
  }
  Coordinator& coordinator = coordinators_[fabric];
  coordinator.coordinator = created->get();
  FabricCoordinator* const served = coordinator.coordinator;
  coordinator.key = loop_->add(std::move(*created), [served](std::size_t records_max) {
    return served->serve(records_max);
  });
  return served;
}

bool Server::enter_fabric(FabricId fabric, LinkId link, wire::FederateHandle newcomer) {
  Session* const session = find(link);
  if (session == nullptr || !options_.fabric) return false;
  transport::DescriptorPort* const port = session->link->descriptor_port();
  if (port == nullptr) return false;
  // The last one offered is this join's; those before are of joins that failed.
  std::optional<transport::PassedDescriptors> endpoint;
  while (auto offered = port->take()) endpoint = std::move(*offered);
  const auto note = endpoint ? transport::AttachMessage::read(*endpoint) : std::nullopt;
  if (!note || note->fabric != 0) return false;
  FabricCoordinator* const entered = coordinator(fabric);
  if (entered == nullptr) return false;
  const auto result = entered->enter(newcomer, link, *port, std::move(*endpoint));
  if (result) {
    session->coordinator = entered;
    session->member = newcomer;
  } else {
    log_.error("federate " + std::to_string(newcomer.value) +
               " cannot share memory and uses its link instead: " + result.error().text);
  }
  return result.has_value();
}

void Server::leave_fabric(FabricId fabric, wire::FederateHandle member) {
  const auto at = coordinators_.find(fabric);
  if (at == coordinators_.end()) return;
  if (const auto link = at->second.coordinator->link_of(member)) {
    if (Session* const session = find(*link)) session->coordinator = nullptr;
  }
  at->second.coordinator->leave(member);
}

void Server::end_fabric(FabricId fabric) {
  const auto at = coordinators_.find(fabric);
  if (at == coordinators_.end()) return;
  if (loop_) loop_->close(at->second.key);
  coordinators_.erase(at);
}

void Server::publish(FabricId fabric, wire::FederateHandle to, wire::Bytes record) {
  if (const auto at = coordinators_.find(fabric); at != coordinators_.end())
    at->second.coordinator->publish(to, record);
}

void Server::wake(FabricId fabric, wire::FederateHandle member) {
  if (const auto at = coordinators_.find(fabric); at != coordinators_.end())
    at->second.coordinator->wake(member);
}

Standing Server::standing(FabricId fabric, wire::FederateHandle member) {
  const auto at = coordinators_.find(fabric);
  return at == coordinators_.end() ? Standing{} : at->second.coordinator->standing(member);
}

void Server::settle_fabrics() {
  for (auto& [id, coordinator] : coordinators_) {
    coordinator.coordinator->flush();
    for (const auto& [link, reason] : coordinator.coordinator->take_faulty()) {
      if (find(link) != nullptr) lose(link, reason);
    }
    if (coordinator.coordinator->take_shut_doorbell()) {
      log_.warning(
          "a member of a federation in shared memory has shut down what wakes rtig for it; rtig "
          "looks 100 times a second instead");
    }
    report_lag(coordinator);
  }
}

// One log for all: what waits in its queue waits for whoever is furthest behind.
void Server::report_lag(Coordinator& coordinator) {
  const auto lagging = coordinator.coordinator->lagging();
  const std::size_t backlog = lagging ? coordinator.coordinator->queued_bytes() : 0;
  if (lagging == coordinator.lagging && backlog == coordinator.reported_backlog) return;
  const auto former = std::exchange(coordinator.lagging, lagging);
  coordinator.reported_backlog = backlog;
  if (former && former != lagging && find(*former)) {
    carry_out(*former, [&] { rtig_.on_backlog(*former, 0); });
  }
  if (lagging) carry_out(*lagging, [&] { rtig_.on_backlog(*lagging, backlog); });
}

// --- What links bring ---

void Server::begin(std::unique_ptr<transport::Link> link, bool trusted) {
  if (stopping_) return;
  if (last_id_ == kLinksMax) {
    log_.error("has used up all link numbers and accepts no more links: restart it");
    return;
  }
  const LinkId id{++last_id_};
  transport::Link& accepted = *link;
  accepted.limit_frames(wire::kHandshakeBytesMax, options_.link.frame_bytes_max);
  const transport::LinkKey key = loop_->add(std::move(link), *this);
  try {
    Session& session = sessions_[id];
    session.id = id;
    session.link = &accepted;
    session.key = key;
    session.timer =
        loop_->add_timer(options_.handshake_timeout, [this, id] { on_handshake_due(id); });
    by_key_.emplace(session.key, &session);
    log_.debug("link from " + accepted.peer());
    tell_time();
    rtig_.on_link_up(id, accepted.peer(), trusted);
  } catch (const std::bad_alloc&) {
    by_key_.erase(key);
    sessions_.erase(id);
    loop_->close(key);
    log_.error("no memory for another link, and goes on serving " +
               std::to_string(sessions_.size()));
  }
}

namespace {

bool asks_to_join(transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  return record && record->header.message_kind() == wire::Kind::JoinFederationExecution;
}

}  // namespace

void Server::on_frame(transport::LinkKey link, transport::Bytes frame) {
  // What has come in shared memory is to be in the newcomer's snapshot.
  if (!coordinators_.empty() && asks_to_join(frame)) {
    for (auto& [fabric, coordinator] : coordinators_) coordinator.coordinator->drain_all();
  }
  const auto at = by_key_.find(link);
  if (at == by_key_.end() || at->second->ending || stopping_) return;
  Session& session = *at->second;
  const bool was_heard = std::exchange(session.heard, true);
  if (!was_heard && session.timer) {
    loop_->cancel_timer(*session.timer);
    session.timer.reset();
  }
  if (!was_heard) {
    const std::size_t most = options_.link.frame_bytes_max;
    session.link->limit_frames(std::min(wire::kUnjoinedRecordBytesMax, most), most);
  }
  if (was_heard && on_datagram_channel(session, frame)) return;
  tell_time();
  carry_out(session.id, [&, id = session.id] { rtig_.on_record(id, frame); });
}

// What the two ends of a link agree on about frames that may be lost is no matter of the Rtig.
bool Server::on_datagram_channel(const Session& session, transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!record || record->header.message_kind() != wire::Kind::DatagramChannel) return false;
  using Kind = transport::DatagramNote::Kind;
  const auto note = wire::decode<wire::DatagramChannel>(record->payload);
  transport::DatagramChannel* const channel = session.link->datagram_channel();
  if (note && channel != nullptr) {
    channel->on_note({static_cast<Kind>(note->step), note->port, note->token});
  }
  return true;
}

void Server::on_datagram_note(transport::LinkKey link, const transport::DatagramNote& note) {
  wire::Buffer bytes;
  wire::encode_record({},
                      wire::DatagramChannel{static_cast<wire::DatagramChannelStep>(note.kind),
                                            note.port, note.token},
                      bytes);
  loop_->send(link, bytes);
}

void Server::on_closed(transport::LinkKey link, const transport::Error& reason) {
  const auto at = by_key_.find(link);
  if (at == by_key_.end()) return;
  const Session& session = *at->second;
  if (is_fault(reason.code) && rtig_.federation_of(session.id).empty()) {
    log_.info("closed the link from a " +
              std::string(session.heard ? "program that has not joined: " : "stranger: ") +
              reason.text);
  } else {
    log_.debug("link ended: " + reason.text);
  }
  lose(session.id, reason.text);
}

void Server::on_handshake_due(LinkId id) {
  Session* session = find(id);
  if (session == nullptr) return;
  log_.info("closed the link from " + session->link->peer() + ": no greeting came within " +
            seconds(options_.handshake_timeout));
  lose(id, "no greeting came in time");
}

void Server::check_heartbeats_later() {
  loop_->add_timer(transport::Duration(options_.heartbeat) / 4, [this] {
    check_heartbeats();
    check_heartbeats_later();
  });
}

void Server::check_heartbeats() {
  std::vector<LinkId> silent;
  for (const auto& [id, session] : sessions_) {
    const auto silence = silence_of(session.link->descriptor());
    if (silence && *silence > options_.heartbeat) silent.push_back(id);
  }
  std::ranges::sort(silent);  // the order of a hash table may not reach the federations
  for (const LinkId id : silent) {
    if (find(id) == nullptr) continue;
    lose(id, "its machine has not answered for " + seconds(options_.heartbeat) + " (heartbeat)");
  }
}

// Once in a turn: what it is for are ages in seconds.
void Server::tell_time() {
  if (std::exchange(time_told_, true)) return;
  rtig_.on_time(now());
}

void Server::schedule_reports() {
  if (report_timer_) loop_->cancel_timer(*report_timer_);
  report_timer_.reset();
  report_due_ = rtig_.next_report();
  if (!report_due_) return;
  const auto left = std::max(*report_due_ - now(), std::chrono::milliseconds(0));
  report_timer_ = loop_->add_timer(left, [this] {
    report_timer_.reset();
    report_due_.reset();
    rtig_.on_time(now());
    rtig_.report_managers();
  });
}

void Server::look_for_waits_later(bool ask) {
  loop_->add_timer(patience(options_.rtig.report_waits), [this, ask] {
    tell_time();
    ask ? rtig_.ask_for_waits() : rtig_.report_waits();
    look_for_waits_later(!ask);
  });
}

void Server::check_holds_later() {
  loop_->add_timer(patience(options_.rtig.hold_patience), [this] {
    tell_time();
    rtig_.end_long_holds();
    check_holds_later();
  });
}

// For a link that ended, or that ends here and now, before the Rtig was done with it.
void Server::lose(LinkId id, std::string_view reason) {
  Session& session = *find(id);
  // What it wrote before it ended counts; it may have resigned, or be expelled for it.
  if (session.coordinator != nullptr && !session.ending && !stopping_)
    session.coordinator->drain(session.member);
  if (!std::exchange(session.ending, true) && !stopping_) {
    carry_out(id, [&] { rtig_.on_link_down(id, reason); });
  }
  forget(id);
}

void Server::forget(LinkId id) {
  const auto at = sessions_.find(id);
  if (at->second.timer) loop_->cancel_timer(*at->second.timer);
  const transport::LinkKey key = at->second.key;
  tell_losses(at->second);
  by_key_.erase(key);
  sessions_.erase(at);
  loop_->close(key);  // no effect if it has ended
}

std::uint64_t Server::unreliable_dropped(LinkId link) {
  const Session* const session = find(link);
  if (session == nullptr) return 0;
  const transport::DatagramChannel* const channel = session->link->datagram_channel();
  return session->unreliable_dropped + (channel == nullptr ? 0 : channel->dropped());
}

void Server::tell_losses(const Session& session) {
  const std::uint64_t lost = unreliable_dropped(session.id);
  if (lost == 0) return;
  log_.info("link to " + session.link->peer() + ": " +
            core::counted(lost, "best-effort record was", "best-effort records were") +
            " dropped here");
}

Server::Session* Server::find(LinkId id) {
  const auto at = sessions_.find(id);
  return at == sessions_.end() ? nullptr : &at->second;
}

Server::Session* Server::find_alive(LinkId id) {
  Session* const session = find(id);
  return session == nullptr || session->ending || stopping_ ? nullptr : session;
}

// --- What still waits in a link's queue ---

void Server::touch(LinkId id, Session& session) {
  if (std::exchange(session.listed, true)) return;
  touched_.push_back(id);
}

// Flushes, and looks at the queue of each link that was sent to or that lagged before. What that
// brings about (senders held, a federate expelled) touches others, which then have their turn.
void Server::settle() {
  settle_fabrics();
  touched_.insert(touched_.end(), lagging_.begin(), lagging_.end());
  lagging_.clear();
  while (!touched_.empty()) {
    loop_->flush();
    settling_.swap(touched_);
    for (const LinkId id : settling_) {
      if (Session* session = find(id)) settle(id, *session);
    }
    settling_.clear();
  }
}

void Server::settle(LinkId id, Session& session) {
  const std::size_t backlog = session.link->queued_bytes();
  if (session.ending && backlog == 0) return forget(id);
  if (transport::DatagramChannel* const channel = session.link->datagram_channel()) {
    if (const auto trouble = channel->trouble()) log_.info(*trouble);
  }
  session.listed = backlog > 0;
  if (session.listed) lagging_.push_back(id);
  if (session.ending || backlog == std::exchange(session.reported_backlog, backlog)) return;
  carry_out(id, [&] { rtig_.on_backlog(id, backlog); });
  // The Rtig expels a federate that does not read. Here is who asks without having joined.
  if (backlog > options_.rtig.resign_bytes && !session.ending) {
    log_.info("closed the link from " + session.link->peer() +
              ": it does not read the answers to its requests");
    lose(id, "it does not read the answers to its requests");
  }
}

// --- The end ---

void Server::say_farewell() {
  log_.info("stops and tells " + core::counted(sessions_.size(), "peer"));
  wire::Buffer farewell;
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "the rtig was stopped"},
                      farewell);
  for (auto& [id, session] : sessions_) {
    if (!session.ending) loop_->send(session.key, farewell);
  }
  // Peers that read get the rest of what was sent to them; one that does not holds up nobody.
  bool late = false;
  loop_->add_timer(kFarewellAtStop, [&late] { late = true; });
  loop_->flush();
  while (!late && !all_taken()) loop_->run_once(std::nullopt);
  for (const auto& [id, session] : sessions_) loop_->close(session.key);
  by_key_.clear();
  sessions_.clear();
  loop_.reset();
  log_.info("stopped");
}

bool Server::all_taken() const {
  return std::ranges::all_of(
      sessions_, [](const auto& entry) { return entry.second.link->queued_bytes() == 0; });
}

}  // namespace triad::rtig
