// Routers of a run (run.hpp): the places of members, and routers that crash, lose their link to the
// upper router, and come back. All members behind a router are lost with it, like members with a
// cut link.
#include <algorithm>
#include <cstdio>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

namespace {

constexpr std::uint64_t kRoutersMax = 12;
// Makes 500 bytes in a run count as one step of a router's queue.
constexpr std::size_t kQueueWeight = 64;

constexpr const char* kCrashed = "a router that crashes";
constexpr const char* kCut = "a router that loses its link";
constexpr const char* kCameBack = "a router that comes back";
constexpr const char* kLost = "members lost with a router";
constexpr const char* kJoinedAgain = "a member at a router that came back";
constexpr const char* kKept = "a record that a router need not forward";
constexpr const char* kPeersCut = "a link between peers that breaks";
constexpr const char* kPeersJoined = "a link between peers that comes back";
constexpr const char* kBetweenPeers = "data between peers";
constexpr const char* kInSegments = "data in shared memory at a router";
constexpr const char* kDrained = "a router that is asked to leave";
constexpr const char* kMoved = "a member that has moved";
constexpr const char* kStayed = "a member that stays at a router that was asked to leave";
constexpr const char* kLeft = "a router that leaves after its last member";
constexpr const char* kGivenUp = "a member that was lost during its move";
constexpr const char* kRelayed = "best effort that a relay of an overlay passes on";
constexpr const char* kOtherPaths = "an overlay with changed paths";
constexpr const char* kDropped = "best effort that a link between routers drops";

}  // namespace

void expect_routers(Tally& tally) {
  for (const char* event : {kCrashed, kCut, kCameBack, kLost, kJoinedAgain, kKept, kPeersCut,
                            kPeersJoined, kBetweenPeers, kInSegments, kRelayed, kOtherPaths,
                            kDropped, kDrained, kMoved, kStayed, kLeft, kGivenUp})
    tally.expect(event);
}

// Makes all routers peers of each other, so that records pass several relays.
void make_star(MeshOptions& mesh) {
  mesh.routers.assign(mesh.routers.size(), PlaceInMesh());
  mesh.groups.assign(mesh.groups.size(), 1);
}

// Returns few or many routers, in a tree of any form.
MeshOptions mesh_of(std::uint64_t seed) {
  MeshOptions mesh;
  wire::Random random(seed * 31 + 5);
  if (!random.one_in(3)) return mesh;
  mesh.piece = 1 + seed % 5;
  mesh.segments = seed % 2 == 0;
  const std::uint64_t routers = 1 + random.below(random.one_in(2) ? 3 : kRoutersMax);
  for (std::uint64_t at = 0; at < routers; ++at) {
    const std::uint64_t above = random.below(at + 1);
    mesh.routers.push_back(above == at ? PlaceInMesh() : PlaceInMesh(above));
  }
  if (random.one_in(3)) return mesh;
  const bool of_one_group = random.one_in(2);
  for (std::uint64_t at = 0; at < routers; ++at) {
    mesh.groups.push_back(of_one_group ? 1 : random.below(3));
  }
  if (seed % 4 == 0) mesh.relays = 1 + seed / 4 % 2;
  if (seed % 8 == 0) make_star(mesh);
  return mesh;
}

void raise_queue_weights(HarnessOptions& options) {
  options.backlog_factor = kQueueWeight;
  options.rtig.queue.hold *= kQueueWeight;
  options.rtig.queue.resume *= kQueueWeight;
}

// Connects a session to a router that has a path to the RTIG, or to the RTIG itself.
void FederationRun::add_session() {
  federates_.push_back(std::make_unique<FederateState>());
  if (!harness_.has_routers()) {
    harness_.add();
    return;
  }
  const RouterPlace router = random_below(harness_.routers().size());
  const bool here = one_in(4) || !harness_.routers().has_path_to_rtig(router) ||
                    harness_.routers().is_leaving(router);
  const Federate f = harness_.add_at(here ? PlaceInMesh() : PlaceInMesh(router));
  log_line(f, here ? "is at the RTIG" : "is at router" + std::to_string(router));
  if (!here && restarted_routers_.contains(router)) tally_.count(kJoinedAgain);
}

// Delivers several hops at once if there are routers.
void FederationRun::deliver() {
  const std::uint64_t hops = harness_.has_routers() ? 1 + random_below(4) : 1;
  for (std::uint64_t i = 0; i < hops; ++i) {
    (void)deliver_one();
    update_mom_objects();  // a member may join by one hop and be lost by the next
  }
}

// Effects are recorded first, because the delivered record may end the member's link.
bool FederationRun::deliver_one() {
  finish_calls();
  keep_move_targets_reachable();
  const bool delivered = harness_.deliver_one();
  record_stranded();
  return delivered;
}

std::vector<Federate> FederationRun::federates_behind(RouterPlace at) {
  std::vector<Federate> found;
  for (Federate f = 0; f < federates_.size(); ++f) {
    const bool is_behind = harness_.routers().is_behind(harness_.place_of(f), at);
    if (is_behind && !federates_[f]->lost) found.push_back(f);
  }
  return found;
}

void FederationRun::disturb_router() {
  RouterTree& routers = harness_.routers();
  const RouterPlace at = random_below(routers.size());
  if (routers.records_kept(at) > 0) tally_.count(kKept);
  if (routers.best_effort_dropped() > 0) tally_.count(kDropped);
  if (routers.may_restart(at)) {
    if (verbose_)
      std::printf("%5llu router%zu comes back\n", static_cast<unsigned long long>(now_), at);
    routers.restart(at);
    restarted_routers_.insert(at);
    tally_.count(kCameBack);
  } else if (routers.is_leaving(at) && routers.may_end(at) && federates_behind(at).empty()) {
    tally_.count(kLeft);
    harness_.crash_router(at);
  } else if (routers.has_path_to_rtig(at) && one_in(3)) {
    lose_router(at);
  } else if (routers.has_path_to_rtig(at) && one_in(2)) {
    drain_router(at);
  }
  if (routers.peers().link_count() > 0) disturb_peers(random_below(routers.peers().link_count()));
}

void FederationRun::disturb_peers(std::size_t link) {
  RouterTree& routers = harness_.routers();
  if (routers.data_between_peers() > 0) tally_.count(kBetweenPeers);
  if (routers.data_in_segments() > 0) tally_.count(kInSegments);
  if (routers.relayed_count() > 0) tally_.count(kRelayed);
  if (routers.has_relays() && one_in(3)) {
    routers.peers().change_paths();
    tally_.count(kOtherPaths);
  }
  routers.peers().set_slow(link, one_in(2));
  // Best effort in transit on the old path is lost, or overtaken by records on the new path.
  if (routers.peers().may_connect(link)) {
    history_.may_lose_best_effort = true;
    routers.peers().connect(link);
    tally_.count(kPeersJoined);
  } else if (one_in(4)) {
    history_.may_lose_best_effort = true;
    routers.peers().cut(link);
    tally_.count(kPeersCut);
  }
}

// Drains a router: its members go to other routers or to the RTIG's; some have no other place.
void FederationRun::drain_router(RouterPlace at) {
  RouterTree& routers = harness_.routers();
  for (Federate f = 0; f < federates_.size(); ++f) {
    if (harness_.place_of(f) != at || federates_[f]->lost) continue;
    const PlaceInMesh other = random_below(routers.size());
    const bool can = routers.has_path_to_rtig(*other) && !routers.is_leaving(*other) && other != at;
    if (one_in(5)) continue;
    harness_.moves().set_target(f, can ? other : PlaceInMesh());
  }
  if (verbose_)
    std::printf("%5llu router%zu is to leave\n", static_cast<unsigned long long>(now_), at);
  tally_.count(kDrained);
  counts_.requests += federates_.size() * federates_.size();
  routers.leave(at);
}

// Gives a member that must not be lost, because of a restore, another path if its new router is
// lost.
void FederationRun::keep_move_targets_reachable() {
  if (!harness_.has_routers()) return;
  for (Federate f = 0; f < federates_.size(); ++f) {
    const auto to = harness_.moves().target(f);
    const bool is_open = !to || !*to || harness_.routers().has_path_to_rtig(**to);
    if (!is_open && must_stay(f)) harness_.moves().set_target(f, PlaceInMesh());
  }
}

void FederationRun::record_stranded() {
  for (const Federate f : harness_.moves().take_stranded()) {
    if (!federates_[f]->lost) record_loss(f);
  }
}

// Ends moves when nothing is in transit: members that should have returned are lost. Returns false
// if there is none.
bool FederationRun::end_moves() {
  record_stranded();
  if (harness_.moves().count() > counts_.moves) {
    tally_.count(kMoved);
    counts_.moves = harness_.moves().count();
  }
  if (harness_.has_routers() && !harness_.routers().move_refusals().empty()) tally_.count(kStayed);
  if (!harness_.rtig().is_paused("F") || harness_.has_records_in_transit()) return false;
  tally_.count(kGivenUp);
  harness_.moves().end_overdue();
  return true;
}

void FederationRun::lose_router(RouterPlace at) {
  const std::vector<Federate> lost = federates_behind(at);
  if (std::ranges::any_of(lost, [this](Federate f) { return must_stay(f); })) return;
  for (Federate f = 0; f < federates_.size(); ++f) {
    const auto to = harness_.moves().target(f);
    if (to && harness_.routers().is_behind(*to, at) && must_stay(f)) return;
  }
  const bool crashes = one_in(2);
  if (verbose_) {
    std::printf("%5llu router%zu %s\n", static_cast<unsigned long long>(now_), at,
                crashes ? "crashes" : "loses its link");
  }
  tally_.count(crashes ? kCrashed : kCut);
  for (const Federate f : lost) {
    if (federates_[f]->member != nullptr) tally_.count(kLost);
    record_loss(f);
  }
  crashes ? harness_.crash_router(at) : harness_.routers().cut(at);
}

}  // namespace triad::test
