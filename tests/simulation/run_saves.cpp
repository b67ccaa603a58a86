// Saves and restores in a run (run.hpp). At any moment a member requests a save, at once or at a
// time, and in most cases later its restore. In between, one of two things happens. Either the
// members do nothing, and the restored federation equals the saved one. Or all members are
// unjudged: they call any services and take any callbacks, and the judge sees none of it, because
// the restore undoes it all. In both cases the judges continue as if nothing had happened, so they
// find state that the save lacks or that the restore leaves over. In some runs a member that is
// unjudged dies, and a new process takes its place in the restore. In some of these the next save
// follows at once.
#include <algorithm>
#include <boost/mp11.hpp>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

bool contains(const std::vector<Federate>& list, Federate f) {
  return std::ranges::find(list, f) != list.end();
}

constexpr std::string_view kUnknownLabel = "nothing";  // a label that no save has

constexpr const char* kAtATime = "a save at a time";
constexpr const char* kUnjudged = "a restore that undoes something";
constexpr const char* kAdvancing = "a restore of an advance";
constexpr const char* kRegions = "a restore of regions";
constexpr const char* kOfTheMom = "a restore with the MOM";
constexpr const char* kReplaced = "a restore of a member in another process";
constexpr const char* kSavedAtOnce = "a save right after a restore";
constexpr const char* kRestoreConnections[] = {"a restore at links", "a restore in shared memory",
                                               "a restore of both"};

}  // namespace

void expect_saves(Tally& tally) {
  for (const char* event :
       {kAtATime, kUnjudged, kAdvancing, kRegions, kOfTheMom, kReplaced, kSavedAtOnce}) {
    tally.expect(event);
  }
  for (const char* connections : kRestoreConnections) tally.expect(connections);
}

void FederationRun::request_save(Federate f) {
  const Member& member = *federates_[f]->member;
  if (one_in(12))
    return begin_judged_call(f, "nothing", wire::RequestFederationRestore{kUnknownLabel},
                             ExpectedResult());
  const std::string label = "save" + std::to_string(saves_.size() + 1);
  Save& save = saves_[label];
  save.requester = f;
  save.requester_handle = member.handle;
  save.requested_at = now_;
  save.is_restored = !one_in(4);
  save.is_unjudged = save.is_restored && one_in(2);
  if (one_in(2))
    save.time = one_in(25) ? kForever : random_time(f) + static_cast<double>(random_below(3));
  ExpectedResult expected_result;
  // Another save or restore may be in progress.
  expected_result.permitted = {ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress};
  wire::RequestFederationSave request{keep_text(label), save.time.has_value(), {}, {}};
  if (save.time) {
    request.time = encode_time(*save.time);
    expected_result.add(*save.time == kForever, ErrorCode::InvalidFederationTime);
    expected_result.add(*save.time < member.clock.time, ErrorCode::FederationTimeAlreadyPassed);
    if (expected_result.required.empty())
      times_of_run_.latest = std::max(times_of_run_.latest, *save.time);
  }
  begin_judged_call(f, label + (save.time ? " at " + text_of(*save.time) : ""), request,
                    expected_result, [this, label](auto...) { saves_.at(label).accepted = true; });
}

// Returns whether the federate must make no normal calls: it has been told to save and the save is
// not over, or it came between a save and its restore, which would undo its actions.
bool FederationRun::is_quiet(Federate f) const {
  if (saving_.contains(f)) return true;
  return std::ranges::any_of(saves_, [](const auto& entry) {
    const Save& save = entry.second;
    return save.is_restored && !save.saved.empty() && save.restore_received.empty();
  });
}

bool FederationRun::is_unjudged(Federate f) const {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return false;
  const Save& save = saves_.at(at->second);
  return save.is_unjudged && contains(save.saved, f);
}

// Returns whether the federate must not leave: after unjudged calls, a restore needs all members.
bool FederationRun::must_stay(Federate f) const {
  const auto at = saving_.find(f);
  return at != saving_.end() && saves_.at(at->second).is_unjudged;
}

bool FederationRun::may_join() const {
  return std::ranges::none_of(saving_, [&](const auto& one) {
    const Save& save = saves_.at(one.second);
    return save.is_unjudged || save.is_restore_requested;
  });
}

// Returns whether a federate joins, or has joined since the others were saved.
bool FederationRun::has_new_federate() const {
  for (Federate f = 0; f < federates_.size(); ++f) {
    if (federates_[f]->member != nullptr ? !saving_.contains(f)
                                         : federates_[f]->pending_call != nullptr) {
      return true;
    }
  }
  return false;
}

bool FederationRun::saves_are_over() const {
  return saving_.empty() && std::ranges::all_of(saves_, [](const auto& entry) {
           return !entry.second.accepted || entry.second.first_callback_at != 0;
         });
}

// Between a save and its restore other callbacks stay queued. Otherwise they would be delivered
// twice.
bool FederationRun::may_tick(Federate f) const {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return true;
  const Save& save = saves_.at(at->second);
  return save.is_unjudged || !contains(save.saved, f) || contains(save.restore_received, f);
}

// Notes records that are about to be delivered to a member.
void FederationRun::record_delivery(Federate f, const wire::Record& record) {
  const auto kind = record.header.message_kind();
  if (kind == wire::Kind::FederateResigned) record_resignation(f, record);
  if (kind == wire::Kind::FederationRestoreBegun) {
    const auto begun = wire::decode<wire::FederationRestoreBegun>(record.payload);
    const auto begun_save = begun ? saves_.find(std::string(begun->label)) : saves_.end();
    if (begun_save != saves_.end()) begun_save->second.has_restore_begun = true;
  }
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  Save& save = saves_.at(at->second);
  // A member that shares memory also sees replies to others.
  const bool answered = record.header.to() == federates_[f]->member->handle;
  const auto failed = answered && kind == wire::Kind::RequestFederationRestoreFailed
                          ? wire::decode<wire::RequestFederationRestoreFailed>(record.payload)
                          : std::nullopt;
  if (kind == wire::Kind::FederationRestoreBegun || (failed && failed->label != kUnknownLabel)) {
    if (!contains(save.restore_received, f)) save.restore_received.push_back(f);
  }
}

// Drops a save if the member that was to request the restore has left before the restore began. It
// may have left before the save. The restore will not begin for members that have yet to learn of
// the save, either.
void FederationRun::record_resignation(Federate f, const wire::Record& record) {
  const auto resigned = wire::decode<wire::FederateResigned>(record.payload);
  for (auto& [label, save] : saves_) {
    const bool is_requester = resigned && resigned->federate == save.requester_handle;
    if (is_requester && !save.has_restore_begun && !contains(save.restore_received, f))
      cancel_restore(save);
  }
}

// Calls a service that must be refused meanwhile.
void FederationRun::call_during_pause(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  const Save& save = saves_.at(at->second);
  const bool saves = !contains(save.saved, f);
  if (!saves && !contains(save.restore_delivered, f)) return;
  const ExpectedResult expected_result{
      {saves ? ErrorCode::SaveInProgress : ErrorCode::RestoreInProgress}};
  if (one_in(2)) return begin_judged_call(f, "", wire::EnableTimeConstrained{}, expected_result);
  begin_judged_call(f, "again", wire::RequestFederationSave{"again", false, {}, {}},
                    expected_result);
}

// Ends the save or restore for this federate.
void FederationRun::end_save(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  std::erase(saves_.at(at->second).saved, f);
  std::erase(saves_.at(at->second).restore_delivered, f);
  saving_.erase(at);
}

// Drops the restore of a save. A federate that has yet to learn the end of the save goes on after
// it.
void FederationRun::cancel_restore(Save& save) {
  save.is_restored = false;
  for (const Federate f : save.saved) saving_.erase(f);
  save.saved.clear();
}

// Handles that the member has left or is lost.
void FederationRun::remove_from_saves(Federate f) {
  end_save(f);
  for (auto& [label, save] : saves_) {
    if (save.requester == f && save.is_restored && !save.is_restore_requested) cancel_restore(save);
  }
}

void FederationRun::answer_callback(Federate f, const wire::InitiateFederateSave& callback) {
  const std::string label(callback.label);
  Save& save = saves_.at(label);
  if (save.first_callback_at == 0) {
    save.first_callback_at = now_;
    // A federate that joins meanwhile could not be restored.
    save.is_unjudged = save.is_unjudged && std::ranges::none_of(federates_, [](const auto& state) {
                         return state->member == nullptr && state->pending_call;
                       });
    if (save.time) tally_.count(kAtATime);
  }
  saving_[f] = label;
  if (save.time)
    judge_.time.judge_save_callback(*federates_[f]->member, *save.time, save.requested_at,
                                    save.first_callback_at);
  begin_judged_call(f, "", wire::FederateSaveBegun{}, ExpectedResult());
  // The save has failed meanwhile, and the call waits in a pause.
  if (federates_[f]->pending_call) return;
  if (one_in(30)) {
    begin_judged_call(f, "", wire::FederateSaveNotComplete{}, ExpectedResult());
  } else {
    begin_judged_call(f, "", wire::FederateSaveComplete{}, ExpectedResult());
  }
}

void FederationRun::answer_callback(Federate f, const wire::FederationNotSaved&) {
  end_save(f);
}

void FederationRun::answer_callback(Federate f, const wire::FederationSaved&) {
  Save& save = saves_.at(saving_.at(f));
  if (!save.is_restored) return end_save(f);
  save.saved.push_back(f);
  if (f != save.requester) return;
  save.restore_at = now_ + (save.is_unjudged ? random_below(200) : 0);
  if (!save.is_unjudged) request_restore(f);
}

// Requests the restore if this federate is to do so and has not.
void FederationRun::request_restore(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end() || federates_[f]->pending_call) return;
  Save& save = saves_.at(at->second);
  if (save.requester != f || save.is_restore_requested || !contains(save.saved, f)) return;
  if (replace_member_of(save)) return;
  save.is_restore_requested = true;
  // Otherwise a new member could take the place of one that has left.
  const bool never = !save.is_unjudged && (has_new_federate() || one_in(20));
  const std::string label = never ? "never" : at->second;
  begin_judged_call(f, label, wire::RequestFederationRestore{keep_text(label)}, ExpectedResult());
}

// Calls any service, except those that concern other federations or by which federates join or
// leave.
void FederationRun::act_unjudged(Federate f) {
  const Save& save = saves_.at(saving_.at(f));
  if (save.requester == f && save.restore_at <= now_) return request_restore(f);
  if (is_replacement(f)) return tick(f, 1000);
  if (contains(save.restore_received, f) || one_in(3))
    return tick(f, one_in(3) ? 1 + random_below(3) : 1000);
  const auto group = static_cast<Group>(random_below(kGroups - (with_regions_ ? 0 : 1)));
  if (group != Group::federation && group != Group::saves) call_random_service(f, group);
}

// Replaces at most one member for each save, because only the RTIG decides how several are matched.
// Returns true if the restore must wait for the new process, and until the RTIG has noticed the end
// of the old one.
bool FederationRun::replace_member_of(Save& save) {
  if (!replaces_processes_ || !save.is_unjudged || harness_.has_routers()) return false;
  if (save.replacement) {
    return !harness_.ambassador(*save.replacement).is_joined() ||
           harness_.rtig().state("F")->members().size() > save.saved.size();
  }
  const auto dies = std::ranges::find_if(save.saved, [&](Federate f) {
    return f != save.requester && !federates_[f]->pending_call && !federates_[f]->lost;
  });
  if (dies == save.saved.end()) return false;
  replace_process(*dies);
  return true;
}

bool FederationRun::is_replacement(Federate f) const {
  return saves_.at(saving_.at(f)).replacement == f;
}

// Lets it die, and lets a new process of its type join. The restore makes the new process the same
// member.
void FederationRun::replace_process(Federate f) {
  Save& save = saves_.at(saving_.at(f));
  const Federate by = federates_.size();
  add_session();
  log_line(f, "dies, and session " + std::to_string(by) + " takes its place");
  std::swap(federates_[by], federates_[f]);
  federates_[by]->stopped_until = 0;
  federates_[by]->queued_actions.clear();
  federates_[f]->lost = true;
  harness_.links().set_stopped(f, false);
  one_in(2) ? harness_.cut(f) : harness_.kill(f);
  saving_[by] = saving_.at(f);
  saving_.erase(f);
  std::ranges::replace(save.saved, f, by);
  save.replacement = by;
  begin_call(by, federates_[by]->member->type,
             wire::JoinFederationExecution{federates_[by]->member->type, "F", {}},
             [](const auto&) {});
}

// Returns whether the callback is ignored: while unjudged, only callbacks of the restore count.
bool FederationRun::is_ignored(Federate f, const rtia::Callback& callback) const {
  using Remembered =
      boost::mp11::mp_list<wire::RequestFederationRestoreSucceeded,
                           wire::RequestFederationRestoreFailed, wire::FederationRestoreBegun,
                           wire::InitiateFederateRestore, wire::FederationRestored,
                           wire::FederationNotRestored>;
  return is_unjudged(f) && std::visit(
                               [](const auto& m) {
                                 using M = std::decay_t<decltype(m)>;
                                 return !boost::mp11::mp_contains<Remembered, M>::value;
                               },
                               callback);
}

void FederationRun::answer_callback(Federate f,
                                    const wire::RequestFederationRestoreFailed& failed) {
  const auto at = saving_.find(f);
  if (at == saving_.end() || failed.label == kUnknownLabel) return;
  if (is_unjudged(f))
    report_error("the restore of " + at->second + " fails: " + std::string(failed.reason));
  if (saves_.at(at->second).is_restore_requested) cancel_restore(saves_.at(at->second));
}

void FederationRun::answer_callback(Federate f, const wire::FederationRestoreBegun&) {
  if (const auto at = saving_.find(f); at != saving_.end()) {
    saves_.at(at->second).restore_delivered.push_back(f);
  }
}

void FederationRun::answer_callback(Federate f, const wire::InitiateFederateRestore&) {
  if (!is_unjudged(f) && one_in(30)) {
    begin_judged_call(f, "", wire::FederateRestoreNotComplete{}, ExpectedResult());
  } else {
    begin_judged_call(f, "", wire::FederateRestoreComplete{}, ExpectedResult());
  }
}

void FederationRun::answer_callback(Federate f, const wire::FederationRestored&) {
  if (is_unjudged(f)) tally_.count(kUnjudged);
  if (federates_[f]->member->clock.advance) tally_.count(kAdvancing);
  if (!history_.regions.empty()) tally_.count(kRegions);
  if (federates_[f]->subscribes_mom) tally_.count(kOfTheMom);
  tally_.count(kRestoreConnections[connections_of(seed_)]);
  if (is_replacement(f)) tally_.count(kReplaced);
  const bool is_requester = saves_.at(saving_.at(f)).requester == f;
  end_save(f);
  if (!replaces_processes_ || !is_requester || times_of_run_.end != 0 || one_in(2)) return;
  tally_.count(kSavedAtOnce);
  request_save(f);
}

void FederationRun::answer_callback(Federate f, const wire::FederationNotRestored&) {
  if (is_unjudged(f))
    report_error("the restore of " + saving_.at(f) +
                 " should have undone later calls, and was cancelled");
  end_save(f);
}

}  // namespace triad::test
