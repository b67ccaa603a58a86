// Reports synchronization points, saves and restores that wait for answers of federates: which
// answers are missing, and since when. The reports go to rtictl, the log, and Alert interactions of
// the MOM.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rtig/authority_image.hpp"
#include "rtig/federation_authority.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/mom_authority.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

// Maximum number of bytes of a label or name shown to rtictl. Longer ones are cut.
inline constexpr std::size_t kShownTextBytesMax = 1024;

class OpenStepMonitor {
 public:
  OpenStepMonitor(FederationContext& context, const FederationAuthority& points,
                  const SaveRestoreAuthority& saves, MomAuthority& mom)
      : context_(context), writer_(context.writer()), points_(points), saves_(saves), mom_(mom) {}

  // Returns saves and restores, then the oldest points, at most wire::kOpenPointsMax points. The
  // views are valid until the next record of a member.
  std::vector<wire::OpenStep> open_steps() const;
  // Returns the same steps for rtictl, with long labels cut to kShownTextBytesMax bytes.
  std::vector<wire::OpenStep> shown_steps() const;

  // Logs each step that has waited for Timeouts::report, again each time the wait has
  // doubled, and at the end of a wait that was logged.
  void report();
  // Forgets the logged steps, because a restore has replaced the federation's state.
  void clear() { reported_.clear(); }
  // Add the logged steps to an image, and replace them by those of an image.
  void save(AuthorityImage& image) const;
  void restore(const AuthorityImage& image);

 private:
  struct Reported {
    std::uint64_t next_ms = 0;  // the age for the next line
    std::uint64_t last_ms = 0;  // the age in the last line
  };
  using Key = std::pair<std::string, std::string>;  // kind, label

  // Returns the last report of this step, or an empty one if the step is new.
  Reported reported_before(const Key& key, const wire::OpenStep& step) const;
  // Logs the step, and warns the members that owe an answer.
  void log_step(const wire::OpenStep& step);

  FederationContext& context_;
  OutputWriter& writer_;
  const FederationAuthority& points_;
  const SaveRestoreAuthority& saves_;
  MomAuthority& mom_;
  std::map<Key, Reported> reported_;
};

}  // namespace triad::rtig
