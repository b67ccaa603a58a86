// How the server keeps its links within their limits (link_limits.hpp), and what it does where
// memory runs out: that ends who asks for too much of it, never the program.
#include <algorithm>
#include <new>

#include "router/program/clock.hpp"
#include "router/program/heartbeat.hpp"
#include "router/program/link_server.hpp"
#include "router/program/newcomer_origin.hpp"

namespace triad::router {

namespace {

// Who knows no other router tries the one that is about to leave again, in so many milliseconds: it
// may be started anew.
constexpr std::uint32_t kLeavingAfter = 500;

}  // namespace

// Within whatever is being done for the link: what follows from it comes when that is over.
void LinkServer::on_no_memory(LinkId id) noexcept {
  try {
    if (std::ranges::find(starved_, id) == starved_.end()) starved_.push_back(id);
    log_.error("no memory for what a peer asks for; it ends, or its federation, and others go on");
  } catch (const std::bad_alloc&) {
    // Its place in the list was reserved, or it is one of many; and the log has had its say before.
  }
}

void LinkServer::end_those_without_memory() {
  constexpr std::size_t kAtOnce = 64;
  starved_.reserve(kAtOnce);
  for (std::size_t left = starved_.size(); left > 0; --left) {
    const LinkId id = starved_.back();
    starved_.pop_back();
    carry_out(id, [&] { host_.on_no_memory(id); });
  }
}

// Now and then, from now on.
void LinkServer::watch_links() {
  constexpr std::chrono::milliseconds kSometimes{5'000};
  const auto timeout = options_.frame_timeout;
  loop_->every(timeout.count() > 0 ? timeout / 4 : kSometimes, [this] { look_at_links(); });
  if (options_.heartbeat.count() == 0) return;
  loop_->every(transport::Duration(options_.heartbeat) / 4, [this] { check_heartbeats(); });
}

// What only a look at each link tells.
void LinkServer::look_at_links() {
  const std::chrono::milliseconds at = now();
  const auto timeout = options_.frame_timeout;
  std::vector<LinkId> overdue;
  for (auto& [id, session] : sessions_) {
    bool late = session.frame.is_overdue(session.link->begun_frame(), at, timeout);
    late = host_.is_overdue_elsewhere(id, at, timeout) || late;
    if (late && timeout.count() > 0) overdue.push_back(id);
  }
  std::ranges::sort(overdue);
  for (const LinkId id : overdue) {
    end(id,
        "began a record and has not gone on with it for " + seconds(timeout) + " (frame.timeout)");
  }
  held_elsewhere_ = host_.held_elsewhere();
  std::erase_if(admitted_, [this](const auto& entry) { return !is_served(entry.first); });
  log_.tell_left_out();
}

void LinkServer::check_heartbeats() {
  std::vector<LinkId> silent;
  for (const auto& [id, session] : sessions_) {
    const auto silence = silence_of(session.link->descriptor());
    if (silence && *silence > options_.heartbeat) silent.push_back(id);
  }
  std::ranges::sort(silent);  // the order of a hash table may not reach the federations
  for (const LinkId id : silent) {
    if (sessions_.find(id) == nullptr) continue;
    lose(id, "its machine has not answered for " + seconds(options_.heartbeat) + " (heartbeat)");
  }
}

// Looks at each link only where much is held and more than at the last look.
void LinkServer::end_who_holds_most() {
  constexpr std::size_t kWorthALook = std::size_t{1} << 20;
  const std::size_t held = *options_.link.memory + held_elsewhere_;
  if (held <= options_.memory.least() || held < held_at_last_look_ + kWorthALook) {
    held_at_last_look_ = std::min(held, held_at_last_look_);
    return;
  }
  held_at_last_look_ = held;
  std::vector<Holder> holders;
  for (const auto& [id, session] : sessions_) {
    holders.push_back(
        {id, host_.federation_of(id), session.link->held_bytes() + host_.held_elsewhere(id)});
  }
  for (const auto& [id, reason] : beyond(options_.memory, std::move(holders))) end(id, reason);
}

// A stranger, another release and an operator hear from the handler: what is wrong, or what is
// asked in the middle of a crowd.
std::optional<wire::ComeAgain> LinkServer::postponed(LinkId client, wire::Bytes first_record) {
  const auto record = wire::parse_record(first_record);
  if (!record || record->header.message_kind() != wire::Kind::Hello) return std::nullopt;
  const auto hello = wire::decode<wire::Hello>(record->payload);
  if (!hello || hello->magic != wire::kMagic || hello->version != wire::kProtocolVersion ||
      hello->program == wire::kOperatorTool) {
    return std::nullopt;
  }
  if (host_.is_leaving()) {
    why_postponed_ = options_.name + " is about to leave the mesh";
    return wire::ComeAgain{kLeavingAfter, true, why_postponed_};
  }
  Newcomers::Origin origin = origin_of_client(client);
  origin.process = process_of(*hello);
  const auto after = newcomers_.come(client, origin, now());
  if (!after) return std::nullopt;
  if (newcomers_.told() >= tell_newcomers_at_) {
    log_.info("more than " + std::to_string(newcomers_.at_once()) +
              " clients come at once (newcomers.max): " + std::to_string(newcomers_.told()) +
              " so far were told to come again");
    tell_newcomers_at_ = 10 * newcomers_.told();
  }
  why_postponed_ = "more than " + std::to_string(newcomers_.at_once()) +
                   " clients come to it at once (newcomers.max)";
  return wire::ComeAgain{static_cast<std::uint32_t>(after->count()), false, why_postponed_};
}

std::uint64_t LinkServer::address_of(std::string_view transport) {
  return origin_of(transport).address;
}

Newcomers::Origin LinkServer::origin_of_client(LinkId client) {
  if (const LinkSession* const session = sessions_.find(client)) {
    return origin_of(session->link->peer());
  }
  return origin_behind(lower_.router_of(client), lower_.address_of(client));
}

// The peer is told, if it still reads.
void LinkServer::end(LinkId id, const std::string& reason) {
  LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  const CausedBy charged(*this, id.value);
  if (!session->ending && host_.federation_of(id).empty()) {
    log_.info("closed the link from " + session->link->peer() + ": it " + reason);
  }
  if (!session->ending) {
    tell(*session, wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + reason});
  }
  lose(id, reason);
}

}  // namespace triad::router
