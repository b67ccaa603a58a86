// Saves and restores in the RTIG (HLA 1.3 clauses 4.11 to 4.21). core::SaveProgress and
// core::RestoreProgress have the rules; SaveRestoreAuthority takes the requests and writes their
// decisions into the log. The federation's state goes to and comes from the store of saves of the
// host, the program that runs the RTIG (output::StoreSave, output::LoadSave). A save has these
// phases: federates save; settling, in rounds of questions until no record is in transit;
// collecting the RTIAs' parts; storing.
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
#include "rtig/authority_image.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/mom_authority.hpp"

namespace triad::rtig {

// Operations of a save or a restore on the whole federation execution. Authority implements them.
class WholeFederation {
 public:
  virtual ~WholeFederation() = default;
  // Returns the state of all authorities, without the parts that the members have sent.
  virtual core::SavedFederation saved_state() const = 0;
  // Replaces the federation's state by the saved state; the members continue as the saved members.
  // Calls SaveRestoreAuthority::finish_restore() afterwards.
  virtual void apply_restore(core::RestoreProgress restored) = 0;
  // Resigns a member, which may join again.
  virtual void dismiss(FederateHandle federate, const std::string& reason) = 0;
};

class SaveRestoreAuthority {
 public:
  SaveRestoreAuthority(FederationContext& context, MomAuthority& mom, WholeFederation& whole)
      : context_(context),
        writer_(context.writer()),
        federation_(context.federation()),
        mom_(mom),
        whole_(whole) {}

  Fault receive_from_member(FederateHandle by, const Record&, const wire::RequestFederationSave&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::SaveTimeReached&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FederateSaveBegun&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FederateSaveComplete&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FederateSaveNotComplete&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::SaveSettled&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FederateState&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::RequestFederationRestore&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FederateRestoreComplete&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::FederateRestoreNotComplete&);

  // Handle the answers to output::StoreSave and output::LoadSave.
  void receive_store_result(const wire::Result<void>& stored);
  void receive_loaded_save(const wire::Result<wire::Buffer>& file);
  // Sends the MOM's values and logs the restore. Called by Authority after apply_restore().
  void finish_restore(std::string_view label);

  // Returns the reason why no federate can join now; empty: federates can join.
  std::optional<wire::Error> busy_error() const;
  // Returns the save that is requested or in progress.
  const std::optional<core::SaveProgress>& save() const { return save_; }
  bool is_saving() const { return save_ && save_->has_started(); }
  bool is_restoring() const { return restore_.has_value(); }
  // Returns true if no save or restore is requested or in progress.
  bool is_idle() const { return !save_ && !loading_ && !restore_; }
  // Returns whether the saved state is consistent with the FED and its own list of members.
  bool can_restore(const core::SavedFederation& saved) const;
  // Add the number and the label of the last save to an image, and replace them by those of an
  // image.
  void save(AuthorityImage& image) const {
    image.last_save_number = last_save_number_;
    image.last_saved_label = last_saved_.label;
    image.last_saved_time = last_saved_.time_text;
  }
  void restore(const AuthorityImage& image) {
    last_save_number_ = image.last_save_number;
    last_saved_ = {image.last_saved_label, image.last_saved_time};
  }
  // Returns the members that owe an answer to the save or restore in progress, in ascending order.
  std::vector<FederateHandle> unanswered_members() const;
  // Returns the save or restore that is requested or in progress, as one step for each kind of
  // missing answer, with views into this object.
  std::vector<wire::OpenStep> open_steps() const;
  struct LastSaved {
    std::string label;      // empty: nothing has been saved
    std::string time_text;  // empty: it was not timed
  };
  // Sets the number of bytes of parts of saves that the host holds for other federations.
  void set_bytes_elsewhere(std::uint64_t bytes) { bytes_elsewhere_ = bytes; }
  const LastSaved& last_saved() const { return last_saved_; }
  // Returns the bytes of its part of a save that the member has sent.
  std::uint64_t bytes_of(FederateHandle federate) const {
    return save_ ? save_->part_bytes_of(federate) : 0;
  }

  // Tells the newcomer about a planned save.
  void send_planned_save(FederateHandle newcomer);
  void remove_member(FederateHandle leaver);
  // Starts a planned save if it has become due for the remaining members. Called when a member has
  // left or is no longer constrained.
  void review_planned_save();
  // Ends a save if its settling, or the next piece of a part, takes longer than
  // Timeouts::save.
  void end_overdue();

 private:
  // Returns the reason to refuse the request; empty: none.
  std::optional<wire::Error> save_refusal(const wire::RequestFederationSave& request) const;
  // Returns the record that announces the save to members.
  wire::SavePlanned planned_save() const;
  // Tells the members that are due for the save to save.
  void instruct_members();
  // Returns the observers, such as `rtictl trace`. They are resigned before a save or restore.
  std::set<FederateHandle> observers() const;
  // Resigns all observers; `activity` names the reason for them.
  void dismiss_observers(std::string_view activity);
  // Handles a member's report about its part. The last one begins the settling or ends the save.
  Fault report_save(FederateHandle by, std::uint64_t save, bool complete);
  // Asks all members, in the next round, whether records are in transit.
  void begin_settling();
  // Ends the save. `failure` is empty after success.
  void end_save(const std::string& failure);
  // Forgets the save and its bytes.
  void drop_save();
  // Tells the host how many bytes of parts are held here.
  void set_held_bytes(std::uint64_t bytes);
  // Restarts the time of end_overdue() if enough bytes have come. `last`: last piece of a part.
  void record_progress(std::uint64_t bytes, bool last);
  // Gives the save to the host to be written. Called when all parts are here.
  void store_save();
  // Returns the RTIG's state with the members' parts.
  core::SavedFederation saved_state();
  // A request to restore for which the host loads the save.
  struct RestoreRequest {
    FederateHandle by;
    wire::RecordHeader header;
    std::string label;
  };
  std::optional<std::string> restore_refusal(FederateHandle by) const;
  void refuse_restore(const RestoreRequest& request, const std::string& why);
  // Reads the save and matches its members with the present ones. Returns an error that refuses the
  // restore.
  wire::Result<void> begin_restore(const std::string& label,
                                   const wire::Result<wire::Buffer>& file);
  // Returns the reason why a member may not return at its present router; empty: all may.
  std::optional<std::string> return_refusal(const core::SavedFederation& saved,
                                            const std::vector<wire::RestoredMember>& members) const;
  // Logs the start of the restore, and sends each member its saved state.
  void announce_restore();
  // Handles a member's report about the restore. The last one ends or cancels it.
  Fault report_restore(FederateHandle by, std::uint64_t number, bool complete);
  // Ends the restore without effect.
  void cancel_restore(const std::string& why);
  // Replaces the federation's state. Called when all members are ready.
  void carry_out_restore();

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  MomAuthority& mom_;
  WholeFederation& whole_;
  std::optional<core::SaveProgress> save_;  // requested or in progress
  std::uint64_t held_bytes_ = 0;            // bytes of parts last reported to the host
  std::uint64_t bytes_elsewhere_ = 0;       // bytes of parts of other federations' saves
  std::optional<RestoreRequest> loading_;
  std::optional<core::RestoreProgress> restore_;
  std::uint64_t last_save_number_ = 0;         // number of the last save or restore
  std::chrono::milliseconds requested_at_{0};  // of the save or restore
  std::chrono::milliseconds phase_at_{0};      // start of settling or collecting
  std::map<FederateHandle, std::chrono::milliseconds> ordered_at_;  // order to save
  std::chrono::milliseconds waits_since_{0};  // start of the phase, or last progress
  std::uint64_t progress_ = 0;                // bytes of parts received since waits_since_
  LastSaved last_saved_;
};

}  // namespace triad::rtig
