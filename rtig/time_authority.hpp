// Time management in the RTIG (HLA 1.3 clause 8): decides which members regulate and are
// constrained, and whether promises are reduced, and writes it into the log. The switch tells
// members what follows from promises (router/promise_reduction.hpp).
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

  // To be called after a member has come.
  void reduce_promises_if_due();
  // The switch tells members that share memory their bounds.
  bool reduces_promises() const { return reduces_promises_; }

 private:
  bool must_reduce_promises() const;
  void reduce_promises();
  void say_role(FederateHandle by, const Record& request, wire::MemberTimeChange change) {
    context_.say(output::TimeRole{by, change, request.header.position});
  }

  FederationContext& context_;
  core::Federation& federation_;
  SaveRestoreAuthority& saves_;
  bool reduces_promises_ = false;
};

}  // namespace triad::rtig
