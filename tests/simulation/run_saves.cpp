// Saves and restores in a run (run.hpp). At any moment a member requests a save, at once or at a
// time, and in most cases later its restore. In between, one of two things happens. Either the
// members do nothing, and the restored federation equals the saved one. Or all members go astray:
// they call any services and take any callbacks, and the judge sees none of it, because the restore
// undoes it all. In both cases the judges continue as if nothing had happened, so they find state
// that the save lacks or that the restore leaves over. In some runs a member that is astray dies,
// and a new process takes its place in the restore. In some of these the next save follows at once.
#include <algorithm>
#include <boost/mp11.hpp>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

bool contains(const std::vector<Federate>& list, Federate f) {
  return std::ranges::find(list, f) != list.end();
}

constexpr std::string_view kNothing = "nothing";  // a label that no save has

constexpr const char* kAtATime = "a save at a time";
constexpr const char* kAstray = "a restore that undoes something";
constexpr const char* kAdvancing = "a restore of an advance";
constexpr const char* kRegions = "a restore of regions";
constexpr const char* kOfTheMom = "a restore with the MOM";
constexpr const char* kReplaced = "a restore of a member in another process";
constexpr const char* kSavedAtOnce = "a save right after a restore";
constexpr const char* kWays[] = {"a restore at links", "a restore in shared memory",
                                 "a restore of both"};

}  // namespace

void expect_saves(Tally& tally) {
  for (const char* what :
       {kAtATime, kAstray, kAdvancing, kRegions, kOfTheMom, kReplaced, kSavedAtOnce}) {
    tally.expect(what);
  }
  for (const char* way : kWays) tally.expect(way);
}

void FederationRun::ask_for_save(Federate f) {
  const Member& member = *ones_[f]->member;
  if (one_in(12)) return judged(f, "nothing", wire::RequestFederationRestore{kNothing}, Fate());
  const std::string label = "save" + std::to_string(saves_.size() + 1);
  Save& save = saves_[label];
  save.requester = f;
  save.requester_handle = member.handle;
  save.asked_at = now_;
  save.restores = !one_in(4);
  save.astray = save.restores && one_in(2);
  if (one_in(2)) save.at = one_in(25) ? kForever : some_time(f) + static_cast<double>(below(3));
  Fate fate;
  // Another save or restore may be in progress.
  fate.may = {ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress};
  wire::RequestFederationSave request{keep(label), save.at.has_value(), {}, {}};
  if (save.at) {
    request.time = at(*save.at);
    fate.add(*save.at == kForever, ErrorCode::InvalidFederationTime);
    fate.add(*save.at < member.clock.time, ErrorCode::FederationTimeAlreadyPassed);
    if (fate.must.empty()) latest_ = std::max(latest_, *save.at);
  }
  judged(f, label + (save.at ? " at " + text_of(*save.at) : ""), request, fate,
         [this, label](auto...) { saves_.at(label).accepted = true; });
}

// Returns whether the federate must make no normal calls: it has been told to save and the save is
// not over, or it came between a save and its restore, which would undo its actions.
bool FederationRun::is_quiet(Federate f) const {
  if (saving_.contains(f)) return true;
  return std::ranges::any_of(saves_, [](const auto& entry) {
    const Save& save = entry.second;
    return save.restores && !save.saved.empty() && save.returning.empty();
  });
}

bool FederationRun::is_astray(Federate f) const {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return false;
  const Save& save = saves_.at(at->second);
  return save.astray && contains(save.saved, f);
}

// Returns whether the federate must not leave: after going astray, a restore needs all members.
bool FederationRun::must_stay(Federate f) const {
  const auto at = saving_.find(f);
  return at != saving_.end() && saves_.at(at->second).astray;
}

bool FederationRun::may_join() const {
  return std::ranges::none_of(saving_, [&](const auto& one) {
    const Save& save = saves_.at(one.second);
    return save.astray || save.asked_to_restore;
  });
}

// Returns whether a federate joins, or has joined since the others were saved.
bool FederationRun::somebody_is_new() const {
  for (Federate f = 0; f < ones_.size(); ++f) {
    if (ones_[f]->member != nullptr ? !saving_.contains(f) : ones_[f]->finished != nullptr) {
      return true;
    }
  }
  return false;
}

bool FederationRun::saves_are_over() const {
  return saving_.empty() && std::ranges::all_of(saves_, [](const auto& entry) {
           return !entry.second.accepted || entry.second.told_at != 0;
         });
}

// Between a save and its restore other callbacks stay queued. Otherwise they would be delivered
// twice.
bool FederationRun::may_take(Federate f) const {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return true;
  const Save& save = saves_.at(at->second);
  return save.astray || !contains(save.saved, f) || contains(save.returning, f);
}

// Notes records that are about to be delivered to a member.
void FederationRun::note_given(Federate f, const wire::Record& record) {
  const auto kind = record.header.message_kind();
  if (kind == wire::Kind::FederateResigned) note_resigned(f, record);
  if (kind == wire::Kind::FederationRestoreBegun) {
    const auto begun = wire::decode<wire::FederationRestoreBegun>(record.payload);
    const auto of = begun ? saves_.find(std::string(begun->label)) : saves_.end();
    if (of != saves_.end()) of->second.restore_begun = true;
  }
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  Save& save = saves_.at(at->second);
  // A member that shares memory also sees replies to others.
  const bool answered = record.header.to() == ones_[f]->member->handle;
  const auto failed = answered && kind == wire::Kind::RequestFederationRestoreFailed
                          ? wire::decode<wire::RequestFederationRestoreFailed>(record.payload)
                          : std::nullopt;
  if (kind == wire::Kind::FederationRestoreBegun || (failed && failed->label != kNothing)) {
    if (!contains(save.returning, f)) save.returning.push_back(f);
  }
}

// Drops a save if the member that was to request the restore has left before the restore began. It
// may have left before the save. The restore will not begin for members that have yet to learn of
// the save, either.
void FederationRun::note_resigned(Federate f, const wire::Record& record) {
  const auto resigned = wire::decode<wire::FederateResigned>(record.payload);
  for (auto& [label, save] : saves_) {
    const bool leads = resigned && resigned->federate == save.requester_handle;
    if (leads && !save.restore_begun && !contains(save.returning, f)) drop(save);
  }
}

// Calls a service that must be refused meanwhile.
void FederationRun::call_meanwhile(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  const Save& save = saves_.at(at->second);
  const bool saves = !contains(save.saved, f);
  if (!saves && !contains(save.restoring, f)) return;
  const Fate fate{{saves ? ErrorCode::SaveInProgress : ErrorCode::RestoreInProgress}};
  if (one_in(2)) return judged(f, "", wire::EnableTimeConstrained{}, fate);
  judged(f, "again", wire::RequestFederationSave{"again", false, {}, {}}, fate);
}

// Ends the save or restore for this federate.
void FederationRun::go_on(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end()) return;
  std::erase(saves_.at(at->second).saved, f);
  std::erase(saves_.at(at->second).restoring, f);
  saving_.erase(at);
}

// Drops the restore of a save. A federate that has yet to learn the end of the save goes on after
// it.
void FederationRun::drop(Save& save) {
  save.restores = false;
  for (const Federate f : save.saved) saving_.erase(f);
  save.saved.clear();
}

// Handles that the member has left or is lost.
void FederationRun::leave_saves(Federate f) {
  go_on(f);
  for (auto& [label, save] : saves_) {
    if (save.requester == f && save.restores && !save.asked_to_restore) drop(save);
  }
}

void FederationRun::answer(Federate f, const wire::InitiateFederateSave& told) {
  const std::string label(told.label);
  Save& save = saves_.at(label);
  if (save.told_at == 0) {
    save.told_at = now_;
    // A federate that joins meanwhile could not be restored.
    save.astray = save.astray && std::ranges::none_of(ones_, [](const auto& one) {
                    return one->member == nullptr && one->finished;
                  });
    if (save.at) tally_.count(kAtATime);
  }
  saving_[f] = label;
  if (save.at) judge_.time.told_to_save(*ones_[f]->member, *save.at, save.asked_at, save.told_at);
  judged(f, "", wire::FederateSaveBegun{}, Fate());
  if (one_in(30)) {
    judged(f, "", wire::FederateSaveNotComplete{}, Fate());
  } else {
    judged(f, "", wire::FederateSaveComplete{}, Fate());
  }
}

void FederationRun::answer(Federate f, const wire::FederationNotSaved&) {
  go_on(f);
}

void FederationRun::answer(Federate f, const wire::FederationSaved&) {
  Save& save = saves_.at(saving_.at(f));
  if (!save.restores) return go_on(f);
  save.saved.push_back(f);
  if (f != save.requester) return;
  save.return_at = now_ + (save.astray ? below(200) : 0);
  if (!save.astray) restore(f);
}

// Requests the restore if this federate is to do so and has not.
void FederationRun::restore(Federate f) {
  const auto at = saving_.find(f);
  if (at == saving_.end() || ones_[f]->finished) return;
  Save& save = saves_.at(at->second);
  if (save.requester != f || save.asked_to_restore || !contains(save.saved, f)) return;
  if (replaces_one_of(save)) return;
  save.asked_to_restore = true;
  // Otherwise a new member could take the place of one that has left.
  const bool never = !save.astray && (somebody_is_new() || one_in(20));
  const std::string label = never ? "never" : at->second;
  judged(f, label, wire::RequestFederationRestore{keep(label)}, Fate());
}

// Calls any service, except those that concern other federations or by which federates join or
// leave.
void FederationRun::go_astray(Federate f) {
  const Save& save = saves_.at(saving_.at(f));
  if (save.requester == f && save.return_at <= now_) return restore(f);
  if (is_replacement(f)) return take(f, 1000);
  if (contains(save.returning, f) || one_in(3)) return take(f, one_in(3) ? 1 + below(3) : 1000);
  const auto group = static_cast<Group>(below(kGroups - (with_regions_ ? 0 : 1)));
  if (group != Group::federation && group != Group::saves) serve(f, group);
}

// Replaces at most one member for each save, because only the RTIG decides how several are matched.
// Returns true if the restore must wait for the new process, and until the RTIG has noticed the end
// of the old one.
bool FederationRun::replaces_one_of(Save& save) {
  if (!replaces_ || !save.astray || harness_.has_routers()) return false;
  if (save.replacement) {
    return !harness_.ambassador(*save.replacement).is_joined() ||
           harness_.rtig().state("F")->members().size() > save.saved.size();
  }
  const auto dies = std::ranges::find_if(save.saved, [&](Federate f) {
    return f != save.requester && !ones_[f]->finished && !ones_[f]->lost;
  });
  if (dies == save.saved.end()) return false;
  replace(*dies);
  return true;
}

bool FederationRun::is_replacement(Federate f) const {
  return saves_.at(saving_.at(f)).replacement == f;
}

// Lets it die, and lets a new process of its type join. The restore makes the new process the same
// member.
void FederationRun::replace(Federate f) {
  Save& save = saves_.at(saving_.at(f));
  const Federate by = ones_.size();
  connect();
  say(f, "dies, and session " + std::to_string(by) + " takes its place");
  std::swap(ones_[by], ones_[f]);
  ones_[by]->stopped_until = 0;
  ones_[by]->to_do.clear();
  ones_[f]->lost = true;
  harness_.set_reading_stopped(f, false);
  one_in(2) ? harness_.cut(f) : harness_.kill(f);
  saving_[by] = saving_.at(f);
  saving_.erase(f);
  std::ranges::replace(save.saved, f, by);
  save.replacement = by;
  begin(by, ones_[by]->member->type,
        wire::JoinFederationExecution{ones_[by]->member->type, "F", {}}, [](const auto&) {});
}

// Returns whether the callback is ignored: while astray, only callbacks of the restore count.
bool FederationRun::forgets(Federate f, const rtia::Callback& callback) const {
  using Remembered =
      boost::mp11::mp_list<wire::RequestFederationRestoreSucceeded,
                           wire::RequestFederationRestoreFailed, wire::FederationRestoreBegun,
                           wire::InitiateFederateRestore, wire::FederationRestored,
                           wire::FederationNotRestored>;
  return is_astray(f) && std::visit(
                             [](const auto& m) {
                               using M = std::decay_t<decltype(m)>;
                               return !boost::mp11::mp_contains<Remembered, M>::value;
                             },
                             callback);
}

void FederationRun::answer(Federate f, const wire::RequestFederationRestoreFailed& failed) {
  const auto at = saving_.find(f);
  if (at == saving_.end() || failed.label == kNothing) return;
  if (is_astray(f))
    complain("the restore of " + at->second + " fails: " + std::string(failed.reason));
  if (saves_.at(at->second).asked_to_restore) drop(saves_.at(at->second));
}

void FederationRun::answer(Federate f, const wire::FederationRestoreBegun&) {
  if (const auto at = saving_.find(f); at != saving_.end()) {
    saves_.at(at->second).restoring.push_back(f);
  }
}

void FederationRun::answer(Federate f, const wire::InitiateFederateRestore&) {
  if (!is_astray(f) && one_in(30)) {
    judged(f, "", wire::FederateRestoreNotComplete{}, Fate());
  } else {
    judged(f, "", wire::FederateRestoreComplete{}, Fate());
  }
}

void FederationRun::answer(Federate f, const wire::FederationRestored&) {
  if (is_astray(f)) tally_.count(kAstray);
  if (ones_[f]->member->clock.advance) tally_.count(kAdvancing);
  if (!history_.regions.empty()) tally_.count(kRegions);
  if (ones_[f]->observes) tally_.count(kOfTheMom);
  tally_.count(kWays[way_of_members(seed_)]);
  if (is_replacement(f)) tally_.count(kReplaced);
  const bool leads = saves_.at(saving_.at(f)).requester == f;
  go_on(f);
  if (!replaces_ || !leads || end_ != 0 || one_in(2)) return;
  tally_.count(kSavedAtOnce);
  ask_for_save(f);
}

void FederationRun::answer(Federate f, const wire::FederationNotRestored&) {
  if (is_astray(f)) complain("what was done since " + saving_.at(f) + " is not undone");
  go_on(f);
}

}  // namespace triad::test
