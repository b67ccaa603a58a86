// Audience of data and registrations. On a link it is enough to name the kind of audience, because
// the Router matches as it forwards. Where members read each other's records directly, the sender
// matches, with the RTIG's log handled to its end: it wakes the members concerned, and sends
// nothing if there are none. The log says which members share memory. The Router states the sum of
// the interests of members at links (docs/architecture.md, "One history, and data beside it").
#pragma once

#include <vector>

#include "rtia/member_context.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// Computes audiences. An audience is valid until the next one is made.
class DataAudience : private ServiceGroup {
 public:
  explicit DataAudience(MemberContext& context) : ServiceGroup(context) {}

  Fault receive_record(const Record&, const wire::InterestChanged&);

  // Return the members that a registration, an update or an interaction concerns.
  Audience of(const wire::ObjectInstanceRegistered& registered);
  Audience of(const wire::UpdateAttributeValues& update, ObjectClassHandle registered_class);
  Audience of(const wire::SendInteraction& interaction);
  // Returns the other owners of the attributes, for a request to provide values.
  Audience of_owners(const ObjectInstance& instance, const AttributeSet& attributes);
  // Adds the RTIG to the audience.
  Audience with_rtig(Audience audience);

  // Returns false if no member is concerned, so that the record need not be sent.
  bool has_receivers(const Audience& audience) const {
    return !must_select_receivers() || !audience.members_to_wake.empty();
  }

 private:
  bool must_select_receivers() const { return context_.streams().must_select_receivers(); }
  // Calls visit(federate) for each other member on the fabric that the header may concern.
  template <class Visit>
  void for_each_neighbour(const wire::Interest& interest, Visit&& visit) const {
    federation_.interest().filter().for_each(interest, [&](FederateHandle federate) {
      if (federate != self_ && context_.streams().is_neighbour(federate)) visit(federate);
    });
  }
  // Adds the RTIG to the members concerned if a member at a link wants the record.
  void add_rtig_if_concerned(const wire::Interest& interest);

  records::HeaderFilter
      link_members_interest_;  // interest of the members at links, as the RTIG states it

  std::vector<FederateHandle> concerned_;
};

}  // namespace triad::rtia
