// Passes members' records on to those members whom they concern and who have not read them
// themselves. Those who share memory read such a record once, however many of them it concerns.
// It finds whom a record concerns in the federation's declarations; the record has been checked.
#pragma once

#include "rtig/federation_context.hpp"
#include "rtig/promise_reduction.hpp"

namespace triad::rtig {

class Forwarding {
 public:
  Forwarding(FederationContext& context, PromiseReduction& time) : context_(context), time_(time) {}

  void to_one(const Record& record, FederateHandle to);
  // All but its sender.
  void to_others(const Record& record);
  void to_owners(const Record& record, const core::ObjectInstance& instance,
                 const wire::AttributeSet& attributes);
  void to_interested(const Record& record, const wire::UpdateAttributeValues& update,
                     wire::ObjectClassHandle object_class, const wire::AttributeSet& attributes);
  void to_interested(const Record& record, const wire::SendInteraction& interaction);

  // Whether, by its header, an update or interaction of a member on the fabric may concern somebody
  // who does not read it there.
  bool may_concern_others(const Record& record) const;

 private:
  // `published`: it stands where those who share memory read it.
  void forward(const Record& record, FederateHandle to, bool& published);

  FederationContext& context_;
  PromiseReduction& time_;
};

}  // namespace triad::rtig
