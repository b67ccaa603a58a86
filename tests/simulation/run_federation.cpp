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
  const std::string type = kTypes[random_below(3)];
  ExpectedResult busy;
  busy.permitted = {ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress};
  begin_judged_call(f, type, wire::JoinFederationExecution{keep_text(type), "F", {}}, busy,
                    [this, f, type](FederateHandle handle) {
                      auto member = std::make_unique<Member>();
                      member->handle = handle;
                      member->type = type;
                      member->name = type + std::to_string(handle.value);
                      member->joined_at = now_;
                      member->clock.advances_wait = leniency_of(seed_).advances_wait;
                      member->clock.tolerates_ulp = leniency_of(seed_).tolerates_ulp;
                      federates_[f]->member = member.get();
                      history_.members.push_back(std::move(member));
                      queue_first_actions(f);
                    });
}

// Makes most members able at once to exchange messages.
void FederationRun::queue_first_actions(Federate f) {
  FederateState& state = *federates_[f];
  state.owned_objects.clear();
  state.retractable_tags.clear();
  state.queued_actions.clear();
  state.updates = state.interactions = state.reflected = state.received = 0;
  queue_mom_subscriptions(f);
  const auto queue_action = [&](auto action) { state.queued_actions.emplace_back(action); };
  queue_action([this, f] { publish(f, kVehicleClass, AttributeSet::up_to(3)); });
  if (!one_in(8)) queue_action([this, f] { publish_interactions(f, kShotClass); });
  if (!one_in(4)) queue_action([this, f] { subscribe(f, kVehicleClass, AttributeSet::up_to(3)); });
  if (!one_in(4)) queue_action([this, f] { subscribe_interactions(f, kShotClass); });
  for (std::uint64_t i = random_below(3); i > 0; --i)
    queue_action([this, f] { call_declaration_service(f); });
  for (std::uint64_t i = with_regions_ ? 2 : 0; i > 0; --i) {
    queue_action([this, f] { create_region(f); });
    queue_action([this, f] { modify_region(f); });
  }
  state.is_occasional_regulator = times_of_run_.event_distance != 0 && one_in(3);
  if (!state.is_occasional_regulator && !one_in(3)) queue_action([this, f] { constrain(f); });
  if (!state.is_occasional_regulator && !one_in(3)) queue_action([this, f] { regulate(f); });
  if (one_in(3)) queue_action([this, f] { set_random_switch(f); });
  queue_action([this, f] { register_object(f); });
}

ResignAction FederationRun::random_resign_action() {
  if (one_in(8)) return static_cast<ResignAction>(5 + random_below(2));
  if (one_in(3)) return ResignAction::delete_objects_and_release_attributes;
  return static_cast<ResignAction>(1 + random_below(4));
}

void FederationRun::resign(Federate f, ResignAction action) {
  Member& member = *federates_[f]->member;
  member.leaving = true;
  federates_[f]->may_divest = true;
  const ExpectedResult expected_result = judge_.objects.result_of_resignation(member, action);
  begin_call(f, std::to_string(static_cast<int>(action)), wire::ResignFederationExecution{action},
             [this, f, &member, action, expected_result](const auto& result) {
               const bool right = result
                                      ? expected_result.required.empty()
                                      : expected_result.required.contains(result.error().code) ||
                                            expected_result.permitted.contains(result.error().code);
               if (!right) {
                 history_.report_error(member, result ? "can resign, which should be refused"
                                                      : "cannot resign, which should succeed");
               }
               member.leaving = static_cast<bool>(result);
               if (!result) return;
               judge_.objects.record_resignation(member, action);
               member.joined = false;
               member.left_at = now_;
               federates_[f]->member = nullptr;
               remove_from_saves(f);
             });
}

void FederationRun::lose_federate(Federate f) {
  record_loss(f);
  one_in(2) ? harness_.cut(f) : harness_.kill(f);
}

void FederationRun::record_loss(Federate f) {
  log_line(f, "is lost");
  FederateState& state = *federates_[f];
  state.lost = true;
  harness_.moves().clear_target(f);
  harness_.links().set_stopped(f, false);
  if (state.member == nullptr) return;
  state.member->lost = true;
  // Until its router knows of the cut, a waiting call may go on, and members at peers may be
  // reached.
  if (state.pending_call && state.pending_message) {
    state.pending_message->sequence = ++state.member->sent;
    judge_.messages.record_message(*std::exchange(state.pending_message, std::nullopt));
  }
  judge_.objects.record_loss(*state.member, state.pending_call && state.may_divest);
  state.member = nullptr;
  remove_from_saves(f);
}

// --- Other executions, and refusals beside them.

void FederationRun::call_federation_service(Federate f) {
  switch (random_below(5)) {
    case 0:
      return begin_judged_call(f, "again", wire::JoinFederationExecution{"alpha", "F", {}},
                               ExpectedResult{{ErrorCode::FederateAlreadyExecutionMember}});
    case 1:
      return begin_judged_call(f, "F", wire::CreateFederationExecution{"F", "fed", false, {}},
                               ExpectedResult{{ErrorCode::FederationExecutionAlreadyExists}});
    case 2:
      return begin_judged_call(f, "F", wire::DestroyFederationExecution{"F"},
                               ExpectedResult{{ErrorCode::FederatesCurrentlyJoined}});
    default:
      return call_execution_service(f);
  }
}

void FederationRun::call_execution_service(Federate f) {
  const std::string name = one_in(2) ? "G" : "H";
  const std::uint64_t call = judge_.federations.begin_call(name);
  const auto refusal_of = [](const auto& result) {
    return result ? std::nullopt : std::optional(result.error().code);
  };
  if (one_in(2)) {
    const std::string fed = one_in(3) ? "missing" : one_in(3) ? "broken" : "fed";
    return begin_call(f, name + " with " + fed,
                      wire::CreateFederationExecution{keep_text(name), keep_text(fed), false, {}},
                      [this, name, fed, call, refusal_of](const auto& result) {
                        judge_.federations.judge_creation(name, fed, call, refusal_of(result));
                      });
  }
  begin_call(f, name, wire::DestroyFederationExecution{keep_text(name)},
             [this, name, call, refusal_of](const auto& result) {
               judge_.federations.judge_destruction(name, call, refusal_of(result));
             });
}

void FederationRun::call_without_membership(Federate f) {
  const ExpectedResult expected_result{{ErrorCode::FederateNotExecutionMember}};
  switch (random_below(7)) {
    case 0:
      return begin_judged_call(f, "nowhere", wire::JoinFederationExecution{"alpha", "nowhere", {}},
                               ExpectedResult{{ErrorCode::FederationExecutionDoesNotExist}});
    case 1:
      return begin_judged_call(f, "", wire::ResignFederationExecution{ResignAction::no_action},
                               expected_result);
    case 2:
      return begin_judged_call(
          f, "2", wire::PublishObjectClass{kVehicleClass, {kPrivilegeAttribute}}, expected_result);
    case 3:
      return begin_judged_call(f, "2", wire::RegisterObjectInstance{kVehicleClass, {}},
                               expected_result);
    case 4:
      return begin_judged_call(f, "'p1'", wire::SynchronizationPointAchieved{"p1"},
                               expected_result);
    case 5:
      return begin_judged_call(f, "", wire::EnableTimeConstrained{}, expected_result);
    default:
      return begin_judged_call(f, "1", wire::GetObjectInstanceName{ObjectHandle(1)},
                               expected_result);
  }
}

// --- Synchronization points.

void FederationRun::call_synchronization_service(Federate f) {
  if (one_in(3)) return register_point(f);
  const auto open = judge_.points.achievable_labels(*federates_[f]->member);
  const std::string label = !open.empty() && !one_in(8) ? random_element(open)
                            : one_in(12)                ? " "
                                                        : "p" + std::to_string(random_below(3));
  begin_judged_call(f, "'" + label + "'", wire::SynchronizationPointAchieved{keep_text(label)},
                    judge_.points.result_of_achievement(*federates_[f]->member, label),
                    [this, f, label](auto...) {
                      judge_.points.record_achievement(*federates_[f]->member, label);
                    });
}

void FederationRun::register_point(Federate f) {
  const std::string label = one_in(16) ? "  " : "p" + std::to_string(random_below(3));
  const std::string tag = "point" + std::to_string(++counts_.points);
  wire::RegisterFederationSynchronizationPoint request{keep_text(label), keep_text(tag), {}};
  std::string shown = "'" + label + "' (" + tag + ")";
  if (one_in(2)) {
    for (const auto& member : history_.members) {
      const bool is_named = member->is_present() ? one_in(2) : one_in(12);
      if (!is_named) continue;
      request.federates.push_back(member->handle);
      shown += " " + member->name;
    }
    if (one_in(12)) request.federates.emplace_back(999u);
  }
  ExpectedResult expected_result;
  expected_result.add(label == "  ", ErrorCode::RTIinternalError);
  begin_judged_call(f, shown, request, expected_result,
                    [this, f, label, tag, set = request.federates](auto...) {
                      judge_.points.record_registration(*federates_[f]->member, label, tag, set);
                    });
}

}  // namespace triad::test
