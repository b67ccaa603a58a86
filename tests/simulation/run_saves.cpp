// Saves and restores, of a run (run.hpp): at any moment somebody asks for a save, and in most cases
// all of them restore it at once, before anybody has done anything else. A federation that is
// restored from what was saved a moment ago is the one that it was: all judges go on as if nothing
// had happened, and whatever the state lacked they find.
#include <algorithm>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

bool contains(const std::vector<Federate>& list, Federate f) {
  return std::ranges::find(list, f) != list.end();
}

}  // namespace

void FederationRun::ask_for_save(Federate f) {
  if (campaign_.asked) return;
  campaign_ = {};
  campaign_.asked = true;
  campaign_.leader = f;
  campaign_.label = "save" + std::to_string(++saves_);
  campaign_.restores = !one_in(4);
  // One whose leader is gone may still be in progress.
  Fate busy;
  busy.may = {ErrorCode::SaveInProgress, ErrorCode::RestoreInProgress};
  judged(f, campaign_.label, wire::RequestFederationSave{keep(campaign_.label), false, {}}, busy);
}

// Services are for those alone who have not been told to save, or for whom all is over.
bool FederationRun::is_quiet(Federate f) const {
  return contains(campaign_.quiet, f);
}

// Between a save and its restore nothing else is heard, or it would be heard twice.
bool FederationRun::may_take(Federate f) const {
  return !contains(campaign_.saved, f) || contains(campaign_.told_to_restore, f);
}

void FederationRun::note_restore_told(Federate f) {
  if (!contains(campaign_.told_to_restore, f)) campaign_.told_to_restore.push_back(f);
}

void FederationRun::end_campaign(Federate f) {
  std::erase(campaign_.quiet, f);
  std::erase(campaign_.saved, f);
  if (campaign_.quiet.empty()) campaign_ = {};
}

// One that cannot be gone on with: nobody is left to ask for the restore, or it has been refused.
// Who has yet to hear how the save ended goes on when it has.
void FederationRun::drop_campaign() {
  campaign_.restores = false;
  for (const Federate f : campaign_.saved) std::erase(campaign_.quiet, f);
  campaign_.saved.clear();
  if (campaign_.quiet.empty()) campaign_ = {};
}

// The member is gone, by its own wish or not.
void FederationRun::leave_campaign(Federate f) {
  if (!campaign_.asked) return;
  const bool leads = f == campaign_.leader && !campaign_.restoring;
  const bool told = is_quiet(f);
  end_campaign(f);
  if (leads && (!told || campaign_.saved.size() == campaign_.quiet.size())) drop_campaign();
}

void FederationRun::answer(Federate f, const wire::InitiateFederateSave&) {
  campaign_.quiet.push_back(f);
  judged(f, "", wire::FederateSaveBegun{}, Fate());
  if (one_in(30)) {
    judged(f, "", wire::FederateSaveNotComplete{}, Fate());
  } else {
    judged(f, "", wire::FederateSaveComplete{}, Fate());
  }
}

void FederationRun::answer(Federate f, const wire::FederationNotSaved&) {
  end_campaign(f);
}

void FederationRun::answer(Federate f, const wire::FederationSaved&) {
  if (!campaign_.restores) return end_campaign(f);
  campaign_.saved.push_back(f);
  if (campaign_.restoring || ones_[campaign_.leader]->member == nullptr) {
    if (!campaign_.restoring) drop_campaign();
    return;
  }
  if (f != campaign_.leader) return;
  campaign_.restoring = true;
  const std::string label = one_in(20) ? "never" : campaign_.label;
  judged(f, label, wire::RequestFederationRestore{keep(label)}, Fate());
}

void FederationRun::answer(Federate, const wire::RequestFederationRestoreFailed&) {
  drop_campaign();
}

void FederationRun::answer(Federate f, const wire::InitiateFederateRestore&) {
  if (one_in(30)) {
    judged(f, "", wire::FederateRestoreNotComplete{}, Fate());
  } else {
    judged(f, "", wire::FederateRestoreComplete{}, Fate());
  }
}

void FederationRun::answer(Federate f, const wire::FederationRestored&) {
  end_campaign(f);
}

void FederationRun::answer(Federate f, const wire::FederationNotRestored&) {
  end_campaign(f);
}

}  // namespace triad::test
