// Save and restore in the RTIG (HLA 1.3 clause 4.11 to 4.21). The rules are core::SaveProgress's
// and core::RestoreProgress's; here requests come in, their decisions go into the log, and the
// federation's state goes to the host's store of saves and comes from it (output::StoreSave,
// output::LoadSave).
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/save_progress.hpp"
#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/mom_authority.hpp"

namespace triad::rtig {

// What a save or a restore needs of the whole federation execution.
class WholeFederation {
 public:
  virtual ~WholeFederation() = default;
  // What all authorities have to remember, but for the parts that the members have sent.
  virtual core::SavedFederation saved_state() const = 0;
  // The members go on as who they were in what has been restored. Calls
  // SaveRestoreAuthority::on_restored() when they do.
  virtual void become(core::RestoreProgress restored) = 0;
  // A member has to leave, and may join again.
  virtual void dismiss(FederateHandle federate, const std::string& reason) = 0;
};

class SaveRestoreAuthority {
 public:
  SaveRestoreAuthority(FederationContext& context, MomAuthority& mom, WholeFederation& whole)
      : context_(context), federation_(context.federation()), mom_(mom), whole_(whole) {}

  Fault on(FederateHandle by, const Record&, const wire::RequestFederationSave&);
  Fault on(FederateHandle by, const Record&, const wire::SaveTimeReached&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveBegun&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveComplete&);
  Fault on(FederateHandle by, const Record&, const wire::FederateSaveNotComplete&);
  Fault on(FederateHandle by, const Record&, const wire::SaveSettled&);
  Fault on(FederateHandle by, const Record&, const wire::FederateState&);
  Fault on(FederateHandle by, const Record&, const wire::RequestFederationRestore&);
  Fault on(FederateHandle by, const Record&, const wire::FederateRestoreComplete&);
  Fault on(FederateHandle by, const Record&, const wire::FederateRestoreNotComplete&);

  // Answers to output::StoreSave and output::LoadSave.
  void on_stored(const wire::Result<void>& stored);
  void on_loaded(const wire::Result<wire::Buffer>& file);
  void on_restored(std::string_view label);

  // Why nobody can join now; empty if anybody can.
  std::optional<wire::Error> in_progress() const;
  // Requested, or in progress.
  const std::optional<core::SaveProgress>& save() const { return save_; }
  bool is_saving() const { return save_ && save_->started(); }
  bool is_restoring() const { return restore_.has_value(); }
  // Members for whose answers the save or restore in progress waits, ascending.
  std::vector<FederateHandle> owing() const;
  // The save or restore in progress, or requested, by what it waits for; with views into this.
  std::vector<wire::OpenStep> open_steps() const;
  struct LastSaved {
    std::string label;      // empty: nothing has been saved
    std::string time_text;  // empty: it was not timed
  };
  // Bytes of parts of saves that the host holds for other federations.
  void set_bytes_elsewhere(std::uint64_t bytes) { bytes_elsewhere_ = bytes; }
  const LastSaved& last_saved() const { return last_saved_; }
  // Bytes of the parts of a save that have come from that member.
  std::uint64_t bytes_of(FederateHandle federate) const {
    return save_ ? save_->bytes_of(federate) : 0;
  }

  void tell_newcomer(FederateHandle newcomer);
  void member_left(FederateHandle leaver);
  // Who is constrained, or there at all, has changed: a planned save may be due for the others.
  void review_planned_save();
  // Ends a save if its settling, or the next piece of a part, takes longer than
  // RtigOptions::save_timeout, by the clock of now().
  void end_overdue();

 private:
  std::optional<wire::Error> why_not(const wire::RequestFederationSave& request) const;
  wire::SavePlanned planned_save() const;
  void instruct_members();
  std::set<FederateHandle> observers() const;
  void dismiss_observers(std::string_view what);
  Fault report_save(FederateHandle by, std::uint64_t save, bool complete);
  void begin_settling();
  void end_save(const std::string& why_not);
  void drop_save();
  void hold(std::uint64_t bytes);
  void note_progress(std::uint64_t bytes, bool last);
  void store();
  core::SavedFederation saved_state();
  // A request to restore whose save the host loads.
  struct RestoreRequest {
    FederateHandle by;
    wire::RecordHeader header;
    std::string label;
  };
  const char* restore_refusal(FederateHandle by) const;  // null: none
  void refuse_restore(const RestoreRequest& request, const std::string& why);
  wire::Result<void> begin_restore(const std::string& label,
                                   const wire::Result<wire::Buffer>& file);
  bool can_become(const core::SavedFederation& saved) const;
  std::optional<std::string> why_may_not_return(
      const core::SavedFederation& saved, const std::vector<wire::RestoredMember>& members) const;
  std::optional<std::string> declared_and_does_not_pass(FederateHandle present,
                                                        const core::MemberSnapshot& saved) const;
  void announce_restore();
  Fault report_restore(FederateHandle by, std::uint64_t number, bool complete);
  void give_up_restore(const std::string& why);
  void carry_out_restore();

  FederationContext& context_;
  core::Federation& federation_;
  MomAuthority& mom_;
  WholeFederation& whole_;
  std::optional<core::SaveProgress> save_;  // requested, or in progress
  std::uint64_t held_bytes_ = 0;            // of parts, as the host knows
  std::uint64_t bytes_elsewhere_ = 0;       // of parts for other federations
  std::optional<RestoreRequest> loading_;
  std::optional<core::RestoreProgress> restore_;
  std::uint64_t last_save_ = 0;                                  // or restore
  std::chrono::milliseconds requested_at_{0};                    // the save, or the restore
  std::chrono::milliseconds phase_at_{0};                        // settling or collecting began
  std::map<FederateHandle, std::chrono::milliseconds> told_at_;  // to save
  std::chrono::milliseconds waits_since_{0};  // it began, or so much of a part came:
  std::uint64_t progress_ = 0;                // bytes since then
  LastSaved last_saved_;
};

}  // namespace triad::rtig
