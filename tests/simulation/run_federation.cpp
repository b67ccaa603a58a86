// Federation management in a run (run.hpp): membership, synchronization points, other federation
// executions, and calls by sessions that are not members.
#include <algorithm>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;
using wire::ResignAction;

// --- Membership.

void FederationRun::join(Federate f) {
  if (!may_join()) return;
  static const char* const kTypes[] = {"alpha", "beta", "gamma"};
  const std::string type = kTypes[below(3)];
  Fate busy;
  busy.may = {ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress};
  judged(f, type, wire::JoinFederationExecution{keep(type), "F", {}}, busy,
         [this, f, type](FederateHandle handle) {
           auto member = std::make_unique<Member>();
           member->handle = handle;
           member->type = type;
           member->name = type + std::to_string(handle.value);
           member->joined_at = now_;
           member->clock.advances_wait = leniency_of(seed_).advances_wait;
           member->clock.tolerates_ulp = leniency_of(seed_).tolerates_ulp;
           ones_[f]->member = member.get();
           history_.members.push_back(std::move(member));
           prepare(f);
         });
}

// Makes most members able at once to exchange messages.
void FederationRun::prepare(Federate f) {
  One& one = *ones_[f];
  one.own.clear();
  one.mine.clear();
  one.to_do.clear();
  one.updates = one.interactions = one.reflected = one.received = 0;
  observe(f);
  const auto to_do = [&](auto what) { one.to_do.emplace_back(what); };
  to_do([this, f] { publish(f, kVehicleClass, AttributeSet::up_to(3)); });
  if (!one_in(8)) to_do([this, f] { publish_interactions(f, kShotClass); });
  if (!one_in(4)) to_do([this, f] { subscribe(f, kVehicleClass, AttributeSet::up_to(3)); });
  if (!one_in(4)) to_do([this, f] { subscribe_interactions(f, kShotClass); });
  for (std::uint64_t i = below(3); i > 0; --i) to_do([this, f] { declare(f); });
  for (std::uint64_t i = with_regions_ ? 2 : 0; i > 0; --i) {
    to_do([this, f] { create_region(f); });
    to_do([this, f] { modify_region(f); });
  }
  one.intrudes = far_ != 0 && one_in(3);
  if (!one.intrudes && !one_in(3)) to_do([this, f] { constrain(f); });
  if (!one.intrudes && !one_in(3)) to_do([this, f] { regulate(f); });
  if (one_in(3)) to_do([this, f] { set_switch(f); });
  to_do([this, f] { enlist(f); });
}

ResignAction FederationRun::some_resign_action() {
  if (one_in(8)) return static_cast<ResignAction>(5 + below(2));
  if (one_in(3)) return ResignAction::delete_objects_and_release_attributes;
  return static_cast<ResignAction>(1 + below(4));
}

void FederationRun::resign(Federate f, ResignAction action) {
  Member& member = *ones_[f]->member;
  member.leaving = true;
  ones_[f]->releases = true;
  const Fate fate = judge_.objects.to_resign(member, action);
  begin(f, std::to_string(static_cast<int>(action)), wire::ResignFederationExecution{action},
        [this, f, &member, action, fate](const auto& result) {
          const bool right = result ? fate.must.empty()
                                    : fate.must.contains(result.error().code) ||
                                          fate.may.contains(result.error().code);
          if (!right) history_.complain(member, "may or may not resign, wrongly");
          member.leaving = static_cast<bool>(result);
          if (!result) return;
          judge_.objects.resigned(member, action);
          member.joined = false;
          member.left_at = now_;
          ones_[f]->member = nullptr;
          leave_saves(f);
        });
}

void FederationRun::lose(Federate f) {
  note_lost(f);
  one_in(2) ? harness_.cut(f) : harness_.kill(f);
}

void FederationRun::note_lost(Federate f) {
  say(f, "is lost");
  One& one = *ones_[f];
  one.lost = true;
  harness_.clear_move_target(f);
  harness_.set_reading_stopped(f, false);
  if (one.member == nullptr) return;
  one.member->lost = true;
  // Until its router knows of the cut, a waiting call may go on, and members at peers may be
  // reached.
  if (one.finished && one.posting) {
    one.posting->sequence = ++one.member->sent;
    judge_.messages.sent(*std::exchange(one.posting, std::nullopt));
  }
  judge_.objects.lost(*one.member, one.finished && one.releases);
  one.member = nullptr;
  leave_saves(f);
}

// --- Other executions, and refusals beside them.

void FederationRun::federation_service(Federate f) {
  switch (below(5)) {
    case 0:
      return judged(f, "again", wire::JoinFederationExecution{"alpha", "F", {}},
                    Fate{{ErrorCode::FederateAlreadyExecutionMember}});
    case 1:
      return judged(f, "F", wire::CreateFederationExecution{"F", "fed", false, {}},
                    Fate{{ErrorCode::FederationExecutionAlreadyExists}});
    case 2:
      return judged(f, "F", wire::DestroyFederationExecution{"F"},
                    Fate{{ErrorCode::FederatesCurrentlyJoined}});
    default:
      return execution_service(f);
  }
}

void FederationRun::execution_service(Federate f) {
  const std::string name = one_in(2) ? "G" : "H";
  const std::uint64_t call = judge_.federations.begin(name);
  const auto refusal_of = [](const auto& result) {
    return result ? std::nullopt : std::optional(result.error().code);
  };
  if (one_in(2)) {
    const std::string fed = one_in(3) ? "missing" : one_in(3) ? "broken" : "fed";
    return begin(f, name + " with " + fed,
                 wire::CreateFederationExecution{keep(name), keep(fed), false, {}},
                 [this, name, fed, call, refusal_of](const auto& result) {
                   judge_.federations.created(name, fed, call, refusal_of(result));
                 });
  }
  begin(f, name, wire::DestroyFederationExecution{keep(name)},
        [this, name, call, refusal_of](const auto& result) {
          judge_.federations.destroyed(name, call, refusal_of(result));
        });
}

void FederationRun::call_as_stranger(Federate f) {
  const Fate fate{{ErrorCode::FederateNotExecutionMember}};
  switch (below(7)) {
    case 0:
      return judged(f, "nowhere", wire::JoinFederationExecution{"alpha", "nowhere", {}},
                    Fate{{ErrorCode::FederationExecutionDoesNotExist}});
    case 1:
      return judged(f, "", wire::ResignFederationExecution{ResignAction::no_action}, fate);
    case 2:
      return judged(f, "2", wire::PublishObjectClass{kVehicleClass, {kPrivilegeAttribute}}, fate);
    case 3:
      return judged(f, "2", wire::RegisterObjectInstance{kVehicleClass, {}}, fate);
    case 4:
      return judged(f, "'p1'", wire::SynchronizationPointAchieved{"p1"}, fate);
    case 5:
      return judged(f, "", wire::EnableTimeConstrained{}, fate);
    default:
      return judged(f, "1", wire::GetObjectInstanceName{ObjectHandle(1)}, fate);
  }
}

// --- Synchronization points.

void FederationRun::synchronize(Federate f) {
  if (one_in(3)) return register_point(f);
  const auto open = judge_.points.to_be_achieved(*ones_[f]->member);
  const std::string label = !open.empty() && !one_in(8) ? any(open)
                            : one_in(12)                ? " "
                                                        : "p" + std::to_string(below(3));
  judged(f, "'" + label + "'", wire::SynchronizationPointAchieved{keep(label)},
         judge_.points.to_achieve(*ones_[f]->member, label),
         [this, f, label](auto...) { judge_.points.achieved(*ones_[f]->member, label); });
}

void FederationRun::register_point(Federate f) {
  const std::string label = one_in(16) ? "  " : "p" + std::to_string(below(3));
  const std::string tag = "point" + std::to_string(++points_);
  wire::RegisterFederationSynchronizationPoint request{keep(label), keep(tag), {}};
  std::string shown = "'" + label + "' (" + tag + ")";
  if (one_in(2)) {
    for (const auto& member : history_.members) {
      const bool wanted = member->present() ? one_in(2) : one_in(12);
      if (!wanted) continue;
      request.federates.push_back(member->handle);
      shown += " " + member->name;
    }
    if (one_in(12)) request.federates.emplace_back(999u);
  }
  Fate fate;
  fate.add(label == "  ", ErrorCode::RTIinternalError);
  judged(f, shown, request, fate, [this, f, label, tag, set = request.federates](auto...) {
    judge_.points.registered(*ones_[f]->member, label, tag, set);
  });
}

}  // namespace triad::test
