// The part of LinkServer that keeps links within their limits (link_limits.hpp). If memory runs
// out, it ends the peer that asks for too much, never the program.
#include <sys/resource.h>

#include <algorithm>
#include <new>

#include "router/program/clock.hpp"
#include "router/program/heartbeat.hpp"
#include "router/program/link_server.hpp"
#include "router/program/newcomer_origin.hpp"
#include "wire/harmless_text.hpp"

namespace triad::router {

// Runs within the call that failed; the link ends after it.
void LinkServer::record_failure(LinkId id, Failure why, const char* exception) noexcept {
  try {
    if (std::ranges::find(failed_, id, &decltype(failed_)::value_type::first) == failed_.end()) {
      failed_.emplace_back(id, why);
    }
    if (why == Failure::no_memory) {
      log_.error("no memory for a request of " + peer_text(id) +
                 "; its link or its federation ends, others continue; lower memory.total, or give "
                 "this machine more memory");
    } else {
      log_.error("a record of " + peer_text(id) + " could not be processed (" +
                 std::string(exception) +
                 "), which is a defect; please report it; its link or its federation ends, others "
                 "continue");
    }
  } catch (const std::bad_alloc&) {
    // Its place in the list is reserved unless there are many failures, and the line above was
    // attempted.
  }
}

std::string LinkServer::peer_text(LinkId id) {
  const LinkSession* const session = sessions_.find(id);
  return session == nullptr ? "a program behind a router" : peer_text(*session);
}

std::string LinkServer::peer_text(const LinkSession& session) {
  const std::string& address = session.link->description();
  if (session.federation.empty()) return address;
  return address + ", a federate of federation " + wire::quoted(session.federation);
}

// Only clients are reported to the sink; the link of a router is ended here.
void LinkServer::end_failed_links() {
  constexpr std::size_t kAtOnce = 64;
  failed_.reserve(kAtOnce);
  for (std::size_t left = failed_.size(); left > 0; --left) {
    const auto [id, why] = failed_.back();
    failed_.pop_back();
    call_for_client(id, [&, id = id, why = why] {
      const LinkSession* const session = sessions_.find(id);
      if (session != nullptr && session->is_of_router()) return end(id, failure_text(why));
      sink_.record_failure(id, why);
    });
  }
}

// Links come one at a time, so few end at once.
void LinkServer::make_room() {
  while (unjoined_max_ > 0 && unjoined_.size() > unjoined_max_) {
    const LinkId id = *unjoined_.link_to_end();
    unjoined_.remove(id);
    if (++ended_for_room_ >= next_made_room_report_) {
      const ChargedTo charge(files::LineCause{});  // an operator looks for this line
      log_.warning("more than " + std::to_string(unjoined_max_) +
                   " programs that have not joined are connected (unjoined.max): " +
                   std::to_string(ended_for_room_) +
                   " so far were disconnected, each the one silent for longest at the address with "
                   "the most of them");
      next_made_room_report_ = 10 * ended_for_room_;
    }
    end_quietly(id,
                "has been silent for longest of more programs than may be connected without "
                "having joined (unjoined.max)");
  }
}

// Half of the descriptors are for members and routers. The routers of one process share them.
std::size_t LinkServer::max_unjoined_links(const LinkServerOptions& options) {
  const std::size_t routers = options.mesh ? options.mesh->routers_in_process : 1;
  rlimit limit{};
  const bool is_known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  if (options.unjoined_max == 0 || !is_known) return options.unjoined_max;
  return std::min<std::size_t>(options.unjoined_max, limit.rlim_cur / (2 * routers));
}

// Starts periodic checks of all links.
void LinkServer::watch_links() {
  constexpr std::chrono::milliseconds kSometimes{5'000};
  const auto timeout = options_.frame_timeout;
  loop_->add_periodic_timer(timeout.count() > 0 ? timeout / 4 : kSometimes,
                            [this] { check_links(); });
  if (options_.heartbeat.count() == 0) return;
  loop_->add_periodic_timer(transport::Duration(options_.heartbeat) / 4,
                            [this] { check_heartbeats(); });
}

// Finds faults that show only when each link is examined. A paused link is not read, so a frame on
// it cannot make progress.
void LinkServer::check_links() {
  const std::chrono::milliseconds at = now();
  const auto timeout = options_.frame_timeout;
  std::vector<LinkId> overdue;
  for (auto& [id, session] : sessions_) {
    if (session.is_paused) {
      session.frame.record_unread(at);
      fabrics_->record_unread(id, at);
      continue;
    }
    bool late = session.frame.is_overdue(session.link->incomplete_frame(), at, timeout);
    late = fabrics_->is_overdue(id, at, timeout) || late;
    if (late && timeout.count() > 0) overdue.push_back(id);
  }
  std::ranges::sort(overdue);
  for (const LinkId id : overdue) {
    end(id,
        "began a record and sent no more of it for " + seconds_text(timeout) + " (frame.timeout)");
  }
  held_.measure(fabrics_->held_bytes());
  admissions_.forget_unless([this](LinkId client) { return is_served(client); });
  log_.log_left_out();
}

void LinkServer::check_heartbeats() {
  std::vector<LinkId> silent;
  for (const auto& [id, session] : sessions_) {
    const auto silence = unanswered_time(session.link->descriptor());
    if (silence && *silence > options_.heartbeat) silent.push_back(id);
  }
  std::ranges::sort(silent);  // a hash table's order must not reach the federations
  for (const LinkId id : silent) {
    if (sessions_.find(id) == nullptr) continue;
    drop_client(id, "its machine has not answered for " + seconds_text(options_.heartbeat) +
                        " (heartbeat)");
  }
}

// Examines each link only if much is held, and more than at the last look.
void LinkServer::end_links_over_limits() {
  const std::size_t held = *options_.link.memory + held_.all() + lower_.held_bytes();
  if (!held_.is_worth_a_look(held, options_.memory.least())) return;
  std::vector<Holder> holders;
  for (const auto& [id, session] : sessions_) {
    holders.push_back({.link = id,
                       .federation = session.federation,
                       .bytes = session.link->held_bytes() + fabrics_->held_bytes_of(id) +
                                held_.of(id) + lower_.held_bytes(id),
                       .is_router = session.is_of_router(),
                       .address = session.address,
                       .last_input = unjoined_.last_input_of(id)});
  }
  for (const auto& [id, reason] : links_over_limits(options_.memory, holders)) end(id, reason);
}

// The sink refuses strangers and other releases.
std::optional<wire::ComeAgain> LinkServer::postponement_of(LinkId client,
                                                           wire::Bytes first_record) {
  const auto record = wire::parse_record(first_record);
  if (!record || record->header.message_kind() != wire::Kind::Hello) return std::nullopt;
  const auto hello = wire::decode<wire::Hello>(record->payload);
  if (!hello || hello->magic != wire::kMagic || hello->version != wire::kProtocolVersion) {
    return std::nullopt;
  }
  const LinkSession* const session = sessions_.find(client);
  const bool is_local = session != nullptr && session->address.empty();
  return reception_.postponement_of(client, *hello, origin_of_client(client), is_local, now());
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

// Tells the peer the reason, if it still reads.
void LinkServer::end(LinkId id, const std::string& reason) {
  const LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  const CausedBy charged(*this, id.value);
  if (!session->is_ending && session->federation.empty()) {
    log_.info("closed the link from " + session->link->description() + ": it " + reason);
  }
  end_quietly(id, reason);
}

void LinkServer::end_quietly(LinkId id, const std::string& reason) {
  LinkSession* const session = sessions_.find(id);
  if (session == nullptr) return;
  if (!session->is_ending) {
    send_message(*session,
                 wire::Refused{wire::ErrorCode::RTIinternalError, "this program " + reason});
  }
  drop_client(id, reason);
}

}  // namespace triad::router
