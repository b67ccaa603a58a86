// Members of the harness with links to routers of a mesh (router_tree.hpp). Their records go to
// their router, and leave the tree to the RTIG, which handles each member like one with a link of
// its own.
#include "tests/scenario/core/core_harness.hpp"

namespace triad::test {

PlaceInMesh CoreHarness::next_place() const {
  const auto& places = options_.mesh.members;
  return places.empty() ? PlaceInMesh() : places[sessions_.size() % places.size()];
}

void CoreHarness::deliver_to_router(MemberSession& session, const Item& item) {
  if (item.end) {
    tree_->end_client(session.federate());
  } else {
    tree_->receive_from_member(session.federate(), *session.at, item.frame);
  }
}

// --- Output of the tree.

void CoreHarness::add_client(rtig::LinkId client, const router::NewClient& arrived) {
  clients_behind_routers_[client] = RouterTree::member_named(arrived.transport);
  rtig_.add_client(client, arrived);
}

// As for a client with a link to the RTIG: all work is done before its request is handled.
void CoreHarness::receive_from_client(rtig::LinkId client, wire::Bytes record) {
  show_record(*sessions_[clients_behind_routers_.at(client)], true, record);
  (void)rtig_reader_.merge.run(~std::size_t{0});
  if (tree_->has_client(client)) rtig_.receive_from_client(client, record);
}

void CoreHarness::remove_client(rtig::LinkId client, std::string_view reason, router::LinkEnd end) {
  rtig_.remove_client(client, reason, end);
}

void CoreHarness::record_backlog(rtig::LinkId client, std::size_t bytes) {
  rtig_.record_backlog(client, bytes);
}

rtig::LinkId CoreHarness::router_of(rtig::LinkId link) const {
  return tree_ ? tree_->router_of(link) : rtig::LinkId{};
}

// --- Services of routers for members.

void CoreHarness::send_to_member(Federate member, wire::Bytes record) {
  MemberSession& session = *sessions_[member];
  if (!session.down_ended) session.down.push_back({{record.begin(), record.end()}, false});
}

void CoreHarness::end_member_link(Federate member) {
  MemberSession& session = *sessions_[member];
  if (!session.down_ended) session.down.push_back({{}, true});
  session.down_ended = true;
}

// --- Members that move.

// Sends a router's last record. A router without members may end in the same turn, so its last
// record to all its links comes in one batch with the order to move.
void CoreHarness::deliver_refusal(MemberSession& session) {
  wire::Buffer farewell;
  wire::encode_record(
      {}, wire::Refused{wire::ErrorCode::RTIinternalError, "the router was stopped"}, farewell);
  (void)session.ambassador.receive_record(wire::Bytes(farewell));
}

// The member's records leave before its link ends.
void CoreHarness::move(MemberSession& session) {
  while (!session.up.empty()) deliver_up(session);
  if (moves_ % 2 == 0) deliver_refusal(session);
  tree_->move_client(session.federate());
  session.down.clear();
  session.backlog_reported = 0;
  session.handshake_done = session.up_ended = session.down_ended = false;
  session.segment = session.next_segment = {};
  session.segment_part = {};
  const auto next = std::exchange(session.move_target, std::nullopt);
  if (!next || (*next && !tree_->has_path_to_rtig(**next))) {
    session.up_ended = session.down_ended = true;
    stranded_.push_back(session.federate());
    return lose_link(session, "nobody answers at the router to which it was to go");
  }
  session.at = *next;
  ++moves_;
  queue_hello(session);
  session.ambassador.link_changes().return_by_link();
}

void CoreHarness::Moves::end_overdue() {
  harness_.pass_time(std::chrono::hours(1));
  harness_.rtig_.end_overdue_moves();
}

void CoreHarness::Store::end_overdue_saves() {
  harness.pass_time(std::chrono::hours(1));
  harness.rtig_.end_overdue_saves();
}

void CoreHarness::pass_time(std::chrono::milliseconds time) {
  now_ += time;
  rtig_.set_time(now_);
}

// --- Faults.

void CoreHarness::crash_router(RouterPlace at) {
  tree_->crash(at);
  for (const auto& session : sessions_) {
    if (session->at != at) continue;
    session->up.clear();
    session->up_ended = true;
    if (session->down_ended) continue;
    truncate(session->down);
    session->down.push_back({{}, true});
    session->down_ended = true;
  }
}

}  // namespace triad::test
