// Decisions of the RTIG during save and restore (HLA 1.3 clause 4.11 to 4.21): the members to
// instruct now, whether all have reported, whether a record is in transit, and the handle that each
// member gets in a restore. Pure: it takes events and answers questions; rtig/ sends the records.
//
// To instruct a member means to send it the record that makes the callback initiateFederateSave().
// An observer is a member that takes no part in saves, such as `rtictl trace`. The RTIG resigns
// observers before the first member is instructed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/federation_state.hpp"
#include "core/saved_federation.hpp"
#include "core/settling_rounds.hpp"
#include "wire/error.hpp"

namespace triad::core {

// One save, from its request on. Phases: `planned`: the federation has yet to reach the save's
// time; `reporting`: members are instructed, save and report; `settling`: all have saved, and the
// RTIG asks them in rounds until no record is in transit; `collecting`: the members' parts arrive;
// `storing`: the host, the program that runs the RTIG, writes the file.
class SaveProgress {
 public:
  enum class Phase { planned, reporting, settling, collecting, storing };

  // Begins a save. `number` identifies it in the messages about it.
  SaveProgress(std::uint64_t number, const wire::RequestFederationSave& request)
      : number_(number),
        label_(request.label),
        time_(request.time.begin(), request.time.end()),
        time_text_(request.time_text) {}

  std::uint64_t number() const { return number_; }
  const std::string& label() const { return label_; }
  // Returns the encoded time of a timed save, or no bytes.
  wire::Bytes time() const { return time_; }
  const std::string& time_text() const { return time_text_; }
  bool is_timed() const { return !time_.empty(); }
  Phase phase() const { return phase_; }
  // Returns true if a member has been instructed. From then on a later request cannot replace the
  // save. The resignation of a member ends the save, unless it is being stored.
  bool has_started() const { return phase_ != Phase::planned; }

  // Records that a constrained member has reached the time or, with `beyond`, is about to become
  // constrained past that time.
  void record_time_reached(FederateHandle federate, bool beyond) {
    (beyond ? beyond_time_ : at_time_).insert(federate);
  }
  // Returns the members to instruct now. Observers are neither instructed nor waited for.
  using Observers = std::set<FederateHandle>;
  std::vector<FederateHandle> due_members(const Federation& federation,
                                          const Observers& observers) const;
  // Returns the members to instruct now and marks them as instructed. There must be no observers
  // left.
  std::vector<FederateHandle> take_due_members(const Federation& federation);

  // Returns the constrained members that have yet to reach the time of the save. For reports about
  // a save that waits.
  std::vector<FederateHandle> members_before_time(const Federation& federation,
                                                  const Observers& observers) const;
  // Returns the instructed members that have not answered in this phase.
  std::vector<FederateHandle> unanswered_members(const Federation& federation) const;

  // Records federateSaveComplete or, if not `complete`, federateSaveNotComplete. Returns false if
  // the member was not instructed or has reported before.
  bool record_report(FederateHandle federate, bool complete);
  bool have_all_reported(const Federation& federation) const;
  // Returns true if a member has reported a failure.
  bool has_failed() const { return has_failed_; }

  // Begins the phase `settling`, or its next round. Returns the number of the round.
  std::uint32_t begin_round();
  // Records an answer; `quiet`: the member knows of no record in transit. Returns false if the
  // answer is of another round or the member's second one.
  bool record_settling_answer(FederateHandle federate, std::uint32_t round, bool quiet) {
    return phase_ == Phase::settling && rounds_.record_answer(federate, round, quiet);
  }
  // Returns true if all members have answered the present round of settling.
  bool is_round_over(const Federation& federation) const {
    return phase_ == Phase::settling && rounds_.is_over(federation);
  }
  const SettlingRounds& rounds() const { return rounds_; }

  void begin_collecting() { phase_ = Phase::collecting; }
  // Appends a piece to a member's part, its saved state. Returns false if it is unexpected or
  // exceeds the size limit of a part.
  bool receive_part_piece(FederateHandle federate, wire::Bytes piece, bool last);
  // Returns true if the parts of all members are complete.
  bool has_all_parts(const Federation& federation) const;
  // Returns the members whose part is not complete.
  std::vector<FederateHandle> members_without_part(const Federation& federation) const;
  // Returns the member's part and frees its memory here. Call it once per member.
  std::string take_part(FederateHandle federate);
  // Returns the number of bytes received, of all parts and of one member's part.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t part_bytes_of(FederateHandle federate) const;

  void begin_storing() { phase_ = Phase::storing; }
  bool is_storing() const { return phase_ == Phase::storing; }

 private:
  const std::uint64_t number_;
  const std::string label_;
  const wire::Buffer time_;
  const std::string time_text_;
  Phase phase_ = Phase::planned;
  std::set<FederateHandle> at_time_;
  std::set<FederateHandle> beyond_time_;
  std::set<FederateHandle> instructed_;
  std::set<FederateHandle> reported_;
  bool has_failed_ = false;
  SettlingRounds rounds_;
  struct Part {
    // In chunks, because a growing string takes up to three times its length.
    std::vector<std::string> chunks;
    std::uint64_t bytes = 0;
  };
  std::map<FederateHandle, Part> parts_;
  std::uint64_t bytes_ = 0;
  std::set<FederateHandle> complete_parts_;
};

// Assigns to each present member a saved member of the same federate type, with the same handle if
// there is one. Fails with a text about the difference between present and saved members. Observers
// are left out.
wire::Result<std::vector<wire::RestoredMember>> match_members(
    const Federation& present, const SavedFederation& saved,
    const std::set<FederateHandle>& observers);

// One restore, from the success of its request on.
class RestoreProgress {
 public:
  RestoreProgress(std::uint64_t number, SavedFederation saved,
                  std::vector<wire::RestoredMember> members)
      : number_(number), saved_(std::move(saved)), members_(std::move(members)) {}

  std::uint64_t number() const { return number_; }
  const SavedFederation& saved() const { return saved_; }
  const std::vector<wire::RestoredMember>& members() const { return members_; }
  // Records federateRestoreComplete or, if not `complete`, federateRestoreNotComplete. Returns
  // false if the member has reported before.
  bool record_report(FederateHandle federate, bool complete);
  bool have_all_reported() const { return reported_.size() == members_.size(); }
  // Returns the members that have not reported.
  std::vector<FederateHandle> unanswered_members() const;
  bool has_failed() const { return has_failed_; }

 private:
  std::uint64_t number_;
  SavedFederation saved_;
  std::vector<wire::RestoredMember> members_;
  std::set<FederateHandle> reported_;
  bool has_failed_ = false;
};

}  // namespace triad::core
