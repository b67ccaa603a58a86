// Time management in the RTIG (HLA 1.3 clause 8): decides which members regulate and are
// constrained, and whether promises are reduced, and writes these decisions into the log. The
// Router computes the members' time bounds from their promises (router/time_exchange.hpp).
#pragma once

#include "rtig/authority_image.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/save_restore_authority.hpp"

namespace triad::rtig {

class TimeAuthority {
 public:
  TimeAuthority(FederationContext& context, SaveRestoreAuthority& saves)
      : context_(context),
        writer_(context.writer()),
        federation_(context.federation()),
        saves_(saves) {}

  Fault receive_from_member(FederateHandle by, const Record&, const wire::EnableTimeRegulation&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::DisableTimeRegulation&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::EnableTimeConstrained&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::DisableTimeConstrained&);
  // Handles a request for the LBTS by a member with a link, while promises are not reduced: begins
  // to reduce them.
  Fault receive_from_member(FederateHandle by, const Record&, const wire::RequestLbts&);

  // Begins to reduce promises if the members require it. Called after a member has joined,
  // returned, or begun to regulate or to be constrained.
  void reduce_promises_if_due();
  // Returns true if the Router computes the time bounds of members that share memory.
  bool reduces_promises() const { return reduces_promises_; }
  // Takes this decision from an image.
  void restore(const AuthorityImage& image);

 private:
  // Returns true if the Router must reduce the promises of members that share memory, because they
  // cannot all read each other's notes.
  bool must_reduce_promises() const;
  // Lets the Router reduce promises from now on.
  void reduce_promises();
  void add_role_output(FederateHandle by, const Record& request, wire::MemberTimeChange change) {
    writer_.add(output::TimeRole{by, change, request.header.position});
  }

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  SaveRestoreAuthority& saves_;
  bool reduces_promises_ = false;
};

}  // namespace triad::rtig
