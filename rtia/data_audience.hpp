// Whom data and registrations are for. On a link through the RTIG it is enough to name the kind of
// audience, for the RTIG matches as it forwards. Where members read each other's records directly,
// the sender matches, with the RTIG's log handled to its end: those who are concerned are woken,
// and what nobody wants is not sent (docs/architecture.md, "One history, and data beside it").
#pragma once

#include <vector>

#include "rtia/member_context.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// An audience is good until the next one is made.
class DataAudience : private ServiceGroup {
 public:
  explicit DataAudience(MemberContext& context) : ServiceGroup(context) {}

  Audience of(const wire::ObjectInstanceRegistered& registered);
  Audience of(const wire::UpdateAttributeValues& update, const ObjectInstance& instance);
  Audience of(const wire::SendInteraction& interaction);
  Audience of_owners(const ObjectInstance& instance, const AttributeSet& attributes);
  // The same, and the RTIG.
  Audience with_rtig(Audience audience);

  bool anybody(const Audience& audience) const {
    return !senders_match() || !audience.concerned.empty();
  }

 private:
  bool senders_match() const { return context_.streams().senders_match(); }

  std::vector<FederateHandle> concerned_;
};

}  // namespace triad::rtia
