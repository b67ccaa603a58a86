// Time management in the RTIG (HLA 1.3 clause 8): who regulates and who is constrained is decided
// here and goes into the log. What follows from members' promises is the Router's to tell
// (router/promise_reduction.hpp).
#pragma once

#include "rtig/federation_context.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

class TimeAuthority {
 public:
  TimeAuthority(FederationContext& context, SaveRestoreAuthority& saves)
      : context_(context), federation_(context.federation()), saves_(saves) {}

  Fault on(FederateHandle by, const Record&, const wire::EnableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeRegulation&);
  Fault on(FederateHandle by, const Record&, const wire::EnableTimeConstrained&);
  Fault on(FederateHandle by, const Record&, const wire::DisableTimeConstrained&);

 private:
  router::PromiseReduction& promises() { return context_.router().promises(); }

  FederationContext& context_;
  core::Federation& federation_;
  SaveRestoreAuthority& saves_;
};

}  // namespace triad::rtig
