// What the federate wants of what others send, as its RTIA states it to the federation's Router in
// the words of records' headers (wire/interest.hpp). A request that widens it is stated before it
// is sent, and the federate's call waits for the acknowledgement of that as well; what a request
// narrows is stated when the RTIG's log has it. So whatever the log says that the federate wants,
// the Router forwards.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "rtia/member_context.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::rtia {

class InterestStatement : private ServiceGroup {
 public:
  explicit InterestStatement(MemberContext& context) : ServiceGroup(context) {}

  // Sends a request that changes what the federate wants.
  void request(const wire::SubscribeObjectClassAttributes&);
  void request(const wire::UnsubscribeObjectClass&);
  void request(const wire::SubscribeInteractionClass&);
  void request(const wire::UnsubscribeInteractionClass&);
  void request(const wire::SubscribeObjectClassAttributesWithRegion&);
  void request(const wire::UnsubscribeObjectClassWithRegion&);
  void request(const wire::SubscribeInteractionClassWithRegion&);
  void request(const wire::UnsubscribeInteractionClassWithRegion&);
  void request(const wire::NotifyAboutRegionModification&);
  // Why the federate may not subscribe with the region as well: its regions would cover more cells
  // than one federate's may.
  std::optional<Error> check_cells(wire::RegionHandle region) const;

  // The log has the request that this header names as its cause.
  void applied(const wire::RecordHeader& header);

  // All that the federate wants.
  wire::InterestChanged whole() const;
  // Another state of this member, which a restore may put in the place of this one, will want that.
  void state_after_restore(wire::InterestChanged all);
  // This is that other state, from now on the member's.
  void take_over();

 private:
  // A request that the log does not have yet.
  struct Pending {
    wire::Position asked_at = 0;
    std::vector<wire::InterestEntry> stated;  // of all keys that it concerns
    std::vector<wire::CellsChanged> given_up;
  };
  using Widen = std::function<void(wire::InterestEntry&)>;

  template <class ClassHandle>
  Pending of_class(ClassHandle at, wire::InterestChanged& wider, const Widen& widen) const;
  void note(wire::InterestEntry entry, Pending& pending, wire::InterestChanged& wider,
            const Widen& widen) const;
  template <class Request>
  void give_up_cells(const Request& request,
                     const wire::UnsubscribeObjectClassWithRegion& unsubscribe);
  template <class Request>
  void ask(const Request& request, Pending pending, const wire::InterestChanged& wider);
  void state(const wire::InterestChanged& changed);

  wire::InterestEntry wanted(wire::InterestKey key) const;
  wire::InterestEntry stated(wire::InterestKey key) const;
  std::span<const wire::Cell> cells(wire::RegionHandle region) const {
    return federation_.regions().cells(region);
  }
  // The sets of the subscriptions that have the region.
  std::vector<wire::InterestKey> sets_with(wire::RegionHandle region) const;

  std::vector<Pending> pending_;  // in the order in which they were sent
  std::size_t cells_ = 0;         // stated
};

}  // namespace triad::rtia
