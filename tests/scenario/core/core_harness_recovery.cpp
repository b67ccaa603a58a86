// Members that return by new links after the loss of theirs (CoreHarness).
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tests/scenario/core/core_harness.hpp"

namespace triad::test {

namespace {

// Above the links of federates and of clients behind routers.
constexpr std::uint64_t kFirstNewLink = std::uint64_t{1} << 50;

}  // namespace

// At its place, or at another one if there is no path from there to the RTIG or if the test moves
// members.
PlaceInMesh CoreHarness::LinkLosses::next_place(Federate federate) {
  const MemberSession& session = *harness.sessions_[federate];
  if (!harness.tree_) return {};
  std::vector<PlaceInMesh> places{PlaceInMesh()};
  for (RouterPlace at = 0; at < harness.tree_->size(); ++at) {
    if (harness.tree_->has_path_to_rtig(at)) places.emplace_back(at);
  }
  const bool can_stay = std::ranges::find(places, session.at) != places.end();
  if (can_stay && !changes_places) return session.at;
  return places[harness.random_.below(places.size())];
}

// A router learns of the end of the old link before the member's new link.
void CoreHarness::LinkLosses::leave_router(Federate federate) {
  MemberSession& session = *harness.sessions_[federate];
  while (!session.up.empty()) {
    if (!session.up.front().end) {
      harness.tree_->receive_from_member(session.federate(), *session.at, session.up.front().frame);
    }
    session.up.pop_front();
  }
  harness.tree_->move_client(session.federate());
}

void CoreHarness::LinkLosses::change_link(Federate federate) {
  MemberSession& session = *harness.sessions_[federate];
  if (session.at) {
    leave_router(federate);
  } else {
    if (!session.up_ended) session.up.push_back({{}, true});
    if (!session.up.empty()) old_links.push_back({session.link, std::move(session.up)});
  }
  session.at = next_place(federate);
  session.up.clear();
  session.down.clear();
  session.backlog_reported = 0;
  session.handshake_done = session.up_ended = session.down_ended = false;
  session.link = rtig::LinkId{kFirstNewLink + returns++};
  new_links[session.link] = federate;
  harness.queue_hello(session);
}

void CoreHarness::LinkLosses::return_now(Federate federate) {
  change_link(federate);
  harness.sessions_[federate]->ambassador.link_changes().resume_by_link();
}

void CoreHarness::LinkLosses::start_process(Federate federate) {
  change_link(federate);
  MemberSession& session = *harness.sessions_[federate];
  std::destroy_at(&session.ambassador);
  std::construct_at(&session.ambassador, session,
                    harness.with_session(harness.options_.rtia, federate));
}

void CoreHarness::LinkLosses::deliver_up() {
  const std::size_t at = harness.random_.below(old_links.size());
  OldLink& old = old_links[at];
  const Item item = std::move(old.up.front());
  old.up.pop_front();
  const rtig::LinkId link = old.link;
  if (old.up.empty()) old_links.erase(old_links.begin() + static_cast<std::ptrdiff_t>(at));
  if (item.end) {
    harness.rtig_.remove_client(link, "closed its connection", end);
  } else {
    harness.rtig_.receive_from_client(link, item.frame);
  }
}

bool CoreHarness::LinkLosses::acknowledge() {
  bool sent = false;
  for (const auto& session : harness.sessions_) {
    rtia::LinkChanges& link = session->ambassador.link_changes();
    if (!link.recovery().acknowledgement_is_due() || session->dead || session->stopped) continue;
    link.acknowledge();
    sent = true;
  }
  if (harness.rtig_.recovery_checks_are_due()) {
    harness.rtig_.check_recoveries();
    sent = true;
  }
  return sent;
}

std::size_t CoreHarness::LinkLosses::records_kept(Federate federate) const {
  return harness.sessions_[federate]->ambassador.link_changes().records_kept();
}

void CoreHarness::LinkLosses::pass_time(std::chrono::milliseconds time) {
  harness.pass_time(time);
  harness.rtig_.check_recoveries();
}

}  // namespace triad::test
