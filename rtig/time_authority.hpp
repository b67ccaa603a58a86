// Time management in the RTIG (HLA 1.3 clause 8): decides which members regulate and are
// constrained, and whether promises are reduced, and writes it into the log. The Router tells what
// follows from promises (router/promise_reduction.hpp).
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
  // Of a member at a link, while promises are not reduced.
  Fault on(FederateHandle by, const Record&, const wire::RequestLbts&);

  // To be called after a member has come or moved.
  void reduce_promises_if_due();

 private:
  bool must_reduce_promises() const;
  void reduce_promises();
  router::PromiseReduction& promises() { return context_.router().promises(); }

  FederationContext& context_;
  core::Federation& federation_;
  SaveRestoreAuthority& saves_;
};

}  // namespace triad::rtig
