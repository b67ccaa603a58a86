// Saves and restores in a run with lost links (recovery_run.hpp).
#include "tests/scenario/core/recovery_run.hpp"

namespace triad::test {

// During a save or restore the federates make no other calls.
void RecoveryRun::act_in_saves(Federate federate) {
  if (is_saving_or_restoring()) return go_on_with_save(federate);
  if (saves_ == Saves::restored && has_save_ && one_in(3)) return begin_restore(federate);
  begin_save(federate);
}

void RecoveryRun::begin_save(Federate federate) {
  label_ = "save " + std::to_string(++names_);
  has_save_ = false;
  for (Federate f = 0; f < members_; ++f) pauses_[f] = SaveCall::none;
  returns_before_ = return_count();
  expect_success(federate, wire::RequestFederationSave{label_, false, {}});
}

// A member that is lost during a restore is resigned.
void RecoveryRun::begin_restore(Federate federate) {
  cuts_links_ = false;
  harness_.settle();
  for (Federate f = 0; f < members_; ++f) pauses_[f] = SaveCall::none;
  expect_success(federate, wire::RequestFederationRestore{label_});
}

void RecoveryRun::go_on_with_save(Federate federate) {
  take_callbacks(federate);
  const auto at = pauses_.find(federate);
  if (at == pauses_.end()) return;
  switch (std::exchange(at->second, SaveCall::none)) {
    case SaveCall::none:
      return;
    case SaveCall::save_begun:
      saved_[federate] = known_[federate];
      at->second = SaveCall::save_complete;
      return expect_success(federate, wire::FederateSaveBegun{});
    case SaveCall::save_complete:
      return expect_success(federate, wire::FederateSaveComplete{});
    case SaveCall::restore_complete:
      return expect_success(federate, wire::FederateRestoreComplete{});
  }
}

bool RecoveryRun::receive_save_callback(Federate federate, const rtia::Callback& callback) {
  if (std::holds_alternative<wire::InitiateFederateSave>(callback)) {
    pauses_[federate] = SaveCall::save_begun;
  } else if (std::holds_alternative<wire::FederationSaved>(callback)) {
    pauses_.erase(federate);
    has_save_ = true;
    if (!is_saving_or_restoring() && return_count() > returns_before_) ++interrupted_saves_;
  } else if (std::holds_alternative<wire::InitiateFederateRestore>(callback)) {
    pauses_[federate] = SaveCall::restore_complete;
  } else if (std::holds_alternative<wire::FederationRestored>(callback)) {
    known_[federate] = saved_[federate];
    pauses_.erase(federate);
    if (!is_saving_or_restoring()) ++restores_;
  } else if (std::holds_alternative<wire::FederationNotSaved>(callback)) {
    add_fault("a save failed");
  } else if (std::holds_alternative<wire::FederationNotRestored>(callback) ||
             std::holds_alternative<wire::RequestFederationRestoreFailed>(callback)) {
    add_fault("a restore failed");
  } else {
    return std::holds_alternative<wire::RequestFederationRestoreSucceeded>(callback) ||
           std::holds_alternative<wire::FederationRestoreBegun>(callback);
  }
  return true;
}

void RecoveryRun::finish_save() {
  for (int round = 0; is_saving_or_restoring() && fault_.empty(); ++round) {
    if (round > 20) return add_fault("a save or restore does not end");
    harness_.settle();
    for (Federate f = 0; f < members_; ++f) go_on_with_save(f);
  }
  cuts_links_ = false;
}

}  // namespace triad::test
