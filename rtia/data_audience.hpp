// Whom data and registrations are for. On a link through the RTIG it is enough to name the kind of
// audience, for the RTIG matches as it forwards. Where members read each other's records directly,
// the sender matches, with the RTIG's stream handled to its end: those who are concerned are woken,
// and what nobody wants is not sent. Who shares memory with it is in the log; what those at links
// want the Router tells as one sum (docs/architecture.md, "One history, and data beside it").
#pragma once

#include <vector>

#include "rtia/member_context.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// An audience is good until the next one is made.
class DataAudience : private ServiceGroup {
 public:
  explicit DataAudience(MemberContext& context) : ServiceGroup(context) {}

  Fault handle(const Record&, const wire::InterestChanged&);

  Audience of(const wire::ObjectInstanceRegistered& registered);
  Audience of(const wire::UpdateAttributeValues& update, ObjectClassHandle registered_class);
  Audience of(const wire::SendInteraction& interaction);
  Audience of_owners(const ObjectInstance& instance, const AttributeSet& attributes);
  // The same, and the RTIG.
  Audience with_rtig(Audience audience);

  bool anybody(const Audience& audience) const {
    return !senders_match() || !audience.concerned.empty();
  }

 private:
  bool senders_match() const { return context_.streams().senders_match(); }
  // visit(federate) of each in shared memory that its header may concern, but not the own one.
  template <class Visit>
  void for_each_neighbour(const wire::Interest& interest, Visit&& visit) const {
    federation_.header_filter().for_each(interest, [&](FederateHandle federate) {
      if (federate != self_ && context_.streams().is_neighbour(federate)) visit(federate);
    });
  }
  void note_outside(const wire::Interest& interest);

  records::HeaderFilter outside_;  // of the RTIG: what the members at links want

  std::vector<FederateHandle> concerned_;
};

}  // namespace triad::rtia
