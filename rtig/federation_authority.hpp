// Federation management in the RTIG (HLA 1.3 clause 4), but for joins and departures, which are the
// whole execution's, and saves: synchronization points, and what members report of each other.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"

namespace triad::rtig {

class FederationAuthority {
 public:
  explicit FederationAuthority(FederationContext& context) : context_(context) {}

  Fault on(FederateHandle by, const Record&, const wire::FaultyFederate&);
  Fault on(FederateHandle by, const Record&, const wire::RegisterFederationSynchronizationPoint&);
  Fault on(FederateHandle by, const Record&, const wire::SynchronizationPointAchieved&);

  void announce_open_points(FederateHandle newcomer);
  // HLA 1.3 clause 4.10: a point may synchronize by a departure; one with nobody left vanishes.
  void member_left(FederateHandle leaver);

  // Points that are not finished, the oldest first, at most so many; with views into this.
  std::vector<wire::OpenStep> open_points(std::size_t most) const;

  void save(core::SavedFederation& saved) const;
  void restore(const core::SavedFederation& saved);

 private:
  struct SynchronizationPoint {
    std::string tag;
    bool everyone = false;  // late joiners take part
    std::set<FederateHandle> participants;
    std::set<FederateHandle> achieved;
    std::chrono::milliseconds registered_at{0};
  };

  std::string why_not(const wire::RegisterFederationSynchronizationPoint&) const;
  bool synchronize_if_complete(std::string_view label, const SynchronizationPoint& point);
  std::size_t point_bytes() const;

  FederationContext& context_;
  std::map<std::string, SynchronizationPoint, std::less<>> points_;
  std::set<FederateHandle> accusers_;  // the log has been told of a fault that they reported
};

}  // namespace triad::rtig
