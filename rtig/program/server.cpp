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
#include "transport/url.hpp"
#include "wire/limits.hpp"
#include "wire/pieces.hpp"

namespace triad::rtig {

namespace {

constexpr std::chrono::milliseconds kFarewellAtStop{1'000};

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
      fabrics_(*loop_, options_.fabric, log, fabric_events()),
      rtig_(*this, options_.rtig),
      timers_(*loop_, rtig_, options_.rtig) {
  loop_->add_descriptor(stop_fd_, [this] { stopping_ = true; });
}

Server::~Server() {
  fabrics_.forget();
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
  watch_links();
  timers_.start();
  loop_->on_turn_end([this] { rtig_.end_turn(); });
  while (!stopping_) {
    try {
      loop_->run_once(std::nullopt);
      end_those_without_memory();
      settle();
      end_who_holds_most();
      timers_.schedule();
    } catch (const std::bad_alloc&) {
      log_.error("no memory for what nobody in particular asked for; goes on without");
    }
    timers_.begin_turn();
  }
  say_farewell();
}

void Server::stop() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_fd_, &one, sizeof one);
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
    LinkSession& session = sessions_.add(id, key, accepted);
    session.timer =
        loop_->add_timer(options_.handshake_timeout, [this, id] { on_handshake_due(id); });
    log_.debug("link from " + accepted.peer());
    timers_.tell_time();
    rtig_.on_link_up(id, accepted.peer(), trusted);
  } catch (const std::bad_alloc&) {
    sessions_.remove(id, key);
    loop_->close(key);
    log_.error("no memory for another link, and goes on serving " +
               std::to_string(sessions_.size()));
  }
}

void Server::on_frame(transport::LinkKey link, transport::Bytes frame) {
  LinkSession* const found = sessions_.find(link);
  if (found == nullptr || found->ending || stopping_) return;
  LinkSession& session = *found;
  // Who has not joined may be about to: what has come in shared memory is to be in a newcomer's
  // snapshot.
  if (!fabrics_.empty() && rtig_.federation_of(session.id).empty()) fabrics_.drain_all();
  const bool was_heard = std::exchange(session.heard, true);
  if (!was_heard && session.timer) {
    loop_->cancel_timer(*session.timer);
    session.timer.reset();
  }
  if (!was_heard) {
    const std::size_t most = options_.link.frame_bytes_max;
    session.link->limit_frames(std::min(wire::kUnjoinedRecordBytesMax, most), most);
  }
  if (was_heard && take_datagram_note(session, frame)) return;
  // Behind what it had written in shared memory.
  if (session.coordinator != nullptr) session.coordinator->drain_written(session.member);
  if (session.ending) return;
  timers_.tell_time();
  carry_out(session.id, [&, id = session.id] { rtig_.on_record(id, frame); });
}

// What the two ends of a link agree on about frames that may be lost is no matter of the Rtig.
bool Server::take_datagram_note(const LinkSession& session, transport::Bytes frame) {
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
  const LinkSession* const found = sessions_.find(link);
  if (found == nullptr) return;
  const LinkSession& session = *found;
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
  const LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  log_.info("closed the link from " + session->link->peer() + ": no handshake came within " +
            seconds(options_.handshake_timeout));
  lose(id, "no handshake came in time");
}

// For a link that ended, or that ends here and now, before the Rtig was done with it.
void Server::lose(LinkId id, std::string_view reason) {
  LinkSession& session = *sessions_.find(id);
  // What it wrote before it ended counts; it may have resigned, or be expelled for it.
  if (session.coordinator != nullptr && !session.ending && !stopping_)
    session.coordinator->drain(session.member);
  if (!std::exchange(session.ending, true) && !stopping_) {
    carry_out(id, [&] { rtig_.on_link_down(id, reason); });
  }
  forget(id);
}

void Server::forget(LinkId id) {
  const LinkSession& session = *sessions_.find(id);
  if (session.timer) loop_->cancel_timer(*session.timer);
  const transport::LinkKey key = session.key;
  tell_losses(session);
  sessions_.remove(id, key);
  loop_->close(key);  // no effect if it has ended
}

void Server::tell_losses(const LinkSession& session) {
  const std::uint64_t lost = session.dropped();
  if (lost == 0) return;
  log_.info("link to " + session.link->peer() + ": " +
            core::counted(lost, "best-effort record was", "best-effort records were") +
            " dropped here");
}

LinkSession* Server::find_alive(LinkId id) {
  LinkSession* const session = sessions_.find(id);
  return session == nullptr || session->ending || stopping_ ? nullptr : session;
}

FabricCoordinators::Events Server::fabric_events() {
  FabricCoordinators::Events events;
  events.receiver.on_record = [this](LinkId link, wire::Bytes frame) {
    if (find_alive(link) == nullptr) return;
    timers_.tell_time();
    carry_out(link, [&] { rtig_.on_record(link, frame); });
  };
  events.receiver.wants = [this](LinkId link, wire::Bytes beginning) {
    return rtig_.wants(link, beginning);
  };
  events.receiver.on_header_only = [this](LinkId link, wire::Bytes beginning) {
    if (find_alive(link) == nullptr) return;
    timers_.tell_time();
    carry_out(link, [&] { rtig_.on_header_only(link, beginning); });
  };
  events.on_fault = [this](LinkId link, std::string_view reason) {
    if (sessions_.find(link) != nullptr) lose(link, reason);
  };
  events.on_backlog = [this](LinkId link, std::size_t backlog) {
    if (backlog == 0 && sessions_.find(link) == nullptr) return;
    carry_out(link, [&] { rtig_.on_backlog(link, backlog); });
  };
  return events;
}

// --- What still waits in a link's queue ---

// Flushes, and looks at the queue of each link that was sent to or that lagged before. What that
// brings about (senders held, a federate expelled) touches others, which then have their turn.
void Server::settle() {
  fabrics_.settle();
  sessions_.settle([this] { loop_->flush(); }, [this](LinkSession& session) { settle(session); });
}

void Server::settle(LinkSession& session) {
  const LinkId id = session.id;
  const std::size_t backlog = session.link->queued_bytes();
  if (session.ending && backlog == 0) return forget(id);
  if (transport::DatagramChannel* const channel = session.link->datagram_channel()) {
    if (const auto trouble = channel->trouble()) log_.info(*trouble);
  }
  sessions_.note_backlog(session, backlog);
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
  sessions_.clear();
  fabrics_.forget();
  loop_.reset();
  log_.info("stopped");
}

bool Server::all_taken() const {
  return std::ranges::all_of(
      sessions_, [](const auto& entry) { return entry.second.link->queued_bytes() == 0; });
}

}  // namespace triad::rtig
