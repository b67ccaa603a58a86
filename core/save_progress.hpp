// Save and restore (HLA 1.3 clause 4.11 to 4.21), the RTIG's decisions: who is to be told to save
// now, whether all have reported, whether nothing is on its way any more, who becomes whom in a
// restore. Pure: it is told what came and says what follows; records are sent by rtig/.
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

// One save, from its request on. `planned`: it waits for the federation to reach its time;
// reporting: members are told, and report; settling: all have saved, and what is on its way
// arrives; collecting: the members' parts come; storing: the whole is being written.
class SaveProgress {
 public:
  enum class Phase { planned, reporting, settling, collecting, storing };

  SaveProgress(std::uint64_t number, const wire::RequestFederationSave& request)
      : number_(number),
        label_(request.label),
        time_(request.time.begin(), request.time.end()),
        time_text_(request.time_text) {}

  std::uint64_t number() const { return number_; }
  const std::string& label() const { return label_; }
  wire::Bytes time() const { return time_; }
  const std::string& time_text() const { return time_text_; }
  bool timed() const { return !time_.empty(); }
  Phase phase() const { return phase_; }
  // Somebody has been told: it cannot be replaced any more, and no member may leave it.
  bool started() const { return phase_ != Phase::planned; }

  // A constrained member has reached the time; or it is only about to be constrained, and `beyond`.
  void reached(FederateHandle federate, bool beyond) {
    (beyond ? beyond_ : reached_).insert(federate);
  }
  // Who is to be told to save, now. Observers are not, and nobody waits for them.
  using Observers = std::set<FederateHandle>;
  std::vector<FederateHandle> due(const Federation& federation, const Observers& observers) const;
  // The same where there are no observers; they count as told from here on.
  std::vector<FederateHandle> instruct(const Federation& federation);

  // Members that have not been told because they have yet to reach the time.
  std::vector<FederateHandle> on_their_way(const Federation& federation,
                                           const Observers& observers) const;
  // Members whose answer of this phase is missing.
  std::vector<FederateHandle> owing(const Federation& federation) const;

  // False: it was not told to, or has reported before.
  bool report(FederateHandle federate, bool complete);
  bool all_reported(const Federation& federation) const;
  bool refused() const { return refused_; }

  // The next round of settling begins; its number.
  std::uint32_t begin_round();
  // False: of another round, or said twice.
  bool settled(FederateHandle federate, std::uint32_t round, bool quiet) {
    return phase_ == Phase::settling && rounds_.settled(federate, round, quiet);
  }
  bool round_over(const Federation& federation) const {
    return phase_ == Phase::settling && rounds_.over(federation);
  }
  const SettlingRounds& rounds() const { return rounds_; }

  void begin_collecting() { phase_ = Phase::collecting; }
  // False: not expected, or of more bytes than a part may have.
  bool take(FederateHandle federate, wire::Bytes piece, bool last);
  bool all_taken(const Federation& federation) const;
  // The members from which no complete part has come.
  std::vector<FederateHandle> without_part(const Federation& federation) const;
  // The member's part, once: its memory here is given back.
  std::string take_part(FederateHandle federate);
  // Bytes of all parts that have come, and of that member's.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t bytes_of(FederateHandle federate) const;

  void begin_storing() { phase_ = Phase::storing; }
  bool is_storing() const { return phase_ == Phase::storing; }

 private:
  const std::uint64_t number_;
  const std::string label_;
  const wire::Buffer time_;
  const std::string time_text_;
  Phase phase_ = Phase::planned;
  std::set<FederateHandle> reached_;
  std::set<FederateHandle> beyond_;
  std::set<FederateHandle> told_;
  std::set<FederateHandle> reported_;
  bool refused_ = false;
  SettlingRounds rounds_;
  struct Part {
    std::vector<std::string> chunks;  // a string that grows takes up to three times its length
    std::uint64_t bytes = 0;
  };
  std::map<FederateHandle, Part> parts_;
  std::uint64_t bytes_ = 0;
  std::set<FederateHandle> whole_;
};

// Who becomes whom: of the same type, the same handle where there is one. Fails with a text that
// says how the members differ from those that were saved. Observers become nobody.
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
  // False: it has reported before.
  bool report(FederateHandle federate, bool complete);
  bool all_reported() const { return reported_.size() == members_.size(); }
  // Members whose report is missing.
  std::vector<FederateHandle> owing() const;
  bool refused() const { return refused_; }

 private:
  std::uint64_t number_;
  SavedFederation saved_;
  std::vector<wire::RestoredMember> members_;
  std::set<FederateHandle> reported_;
  bool refused_ = false;
};

}  // namespace triad::core
