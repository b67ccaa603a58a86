// Federation management in the RTIG (HLA 1.3 clause 4): synchronization points, and reports of
// members about faulty members. Authority handles joins and departures, SaveRestoreAuthority saves
// and restores.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/saved_federation.hpp"
#include "rtig/authority_image.hpp"
#include "rtig/federation_context.hpp"

namespace triad::rtig {

class FederationAuthority {
 public:
  explicit FederationAuthority(FederationContext& context)
      : context_(context), writer_(context.writer()) {}

  // Handle a member's request. Return the fault for which the member is expelled, if any.
  Fault receive_from_member(FederateHandle by, const Record&, const wire::FaultyFederate&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::RegisterFederationSynchronizationPoint&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::SynchronizationPointAchieved&);

  // Announces to the newcomer the unfinished points that were registered for all federates.
  void announce_open_points(FederateHandle newcomer);
  // Forgets the member. Its departure may synchronize a point (HLA 1.3 clause 4.10). A point
  // without participants is removed.
  void remove_member(FederateHandle leaver);

  // Returns the oldest unfinished points, at most `most`, with views into this object.
  std::vector<wire::OpenStep> open_points(std::size_t most) const;

  // Add this state to a save, and replace it by a saved state.
  void save(core::SavedFederation& saved) const;
  void restore(const core::SavedFederation& saved);
  // Add the rest of this state to an image, and replace it by that of an image after the saved
  // state.
  void save(AuthorityImage& image) const;
  void restore(const AuthorityImage& image);

 private:
  struct SynchronizationPoint {
    std::string tag;
    bool everyone = false;  // later joiners take part
    std::set<FederateHandle> participants;
    std::set<FederateHandle> achieved;
    std::chrono::milliseconds registered_at{0};
  };

  // Returns the reason to refuse the registration; empty: none.
  std::string registration_refusal(const wire::RegisterFederationSynchronizationPoint&) const;
  // Announces that the federation is synchronized if all participants have achieved the point.
  // Returns true in that case.
  bool synchronize_if_complete(std::string_view label, const SynchronizationPoint& point);
  // Returns the bytes of the labels and tags of all synchronization points.
  std::size_t point_bytes() const;

  FederationContext& context_;
  OutputWriter& writer_;
  std::map<std::string, SynchronizationPoint, std::less<>> points_;
  std::set<FederateHandle> accusers_;  // members with a report in the log
};

}  // namespace triad::rtig
