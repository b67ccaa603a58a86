// Time management in the RTIG (HLA 1.3 clause 8): who regulates and who is constrained is decided
// here and goes into the log. What follows from members' promises is the PromiseReduction's to
// tell.
#pragma once

#include "rtig/federation_context.hpp"
#include "rtig/forwarding.hpp"
#include "rtig/promise_reduction.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

class TimeAuthority {
 public:
  TimeAuthority(FederationContext& context, PromiseReduction& promises, Forwarding& forwarding,
                SaveRestoreAuthority& saves)
      : context_(context),
        federation_(context.federation()),
        promises_(promises),
        forwarding_(forwarding),
        saves_(saves) {}

  Fault on(FederateHandle by, const Record&, const wire::EnableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::EnableTimeConstrained&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeConstrained&);
  Fault on(FederateHandle by, const Record&, const wire::TimeReport&);
  Fault on(FederateHandle by, const Record&, const wire::TimeWait&);
  Fault on(FederateHandle by, const Record&, const wire::RequestLbts&);
  Fault on(FederateHandle by, const Record&, const wire::RegulationFloor&);
  Fault on(FederateHandle by, const Record&, const wire::CausalDependencies&);

 private:
  bool fits(const std::optional<wire::TimeBound>& bound) const {
    return !bound || context_.fits(*bound);
  }

  FederationContext& context_;
  core::Federation& federation_;
  PromiseReduction& promises_;
  Forwarding& forwarding_;
  SaveRestoreAuthority& saves_;
};

}  // namespace triad::rtig
