// Interest of the federate in the data of others, as its RTIA states it to the federation's Router
// with the keys and masks of record headers (wire/interest.hpp). An RTIA states a wider interest
// before it sends the request that needs it, and the federate's call also waits for the
// acknowledgement. It states a narrower one when the RTIG's log has the request. So the Router
// forwards everything that the log says the federate subscribes to.
//
// Interest in existence covers registrations, deletions and changes of owners of instances. It
// holds for all instances of the registered classes to which the federate subscribes or has asked
// to subscribe. For other classes it covers changes only, while the federate knows, owns or
// negotiates for an instance of the class. Attributes and regions do not count, because changes of
// them may later bring updates into reach.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "rtia/member_context.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::rtia {

class InterestStatement : private ServiceGroup {
 public:
  explicit InterestStatement(MemberContext& context);

  // Send a request that changes the interest.
  void request(const wire::SubscribeObjectClassAttributes&);
  void request(const wire::UnsubscribeObjectClass&);
  void request(const wire::SubscribeInteractionClass&);
  void request(const wire::UnsubscribeInteractionClass&);
  void request(const wire::SubscribeObjectClassAttributesWithRegion&);
  void request(const wire::UnsubscribeObjectClassWithRegion&);
  void request(const wire::SubscribeInteractionClassWithRegion&);
  void request(const wire::UnsubscribeInteractionClassWithRegion&);
  void request(const wire::NotifyAboutRegionModification&);
  // Returns an error if the federate may not subscribe with the region as well, because its regions
  // would cover more cells than one federate may have.
  std::optional<Error> check_cells(wire::RegionHandle region) const;

  // Handles the log record of the request that this header names as its cause.
  // `drop(registered_class)` forgets the instances of a class that were kept only for a
  // subscription that has ended.
  using Drop = std::function<void(ObjectClassHandle)>;
  void apply_log_record(const wire::RecordHeader& header, const Drop& drop);

  // --- Existence.

  // Returns whether the directory keeps all instances registered at the class.
  bool keeps(ObjectClassHandle registered_class) const {
    return registered_class.value < keeps_.size() && keeps_[registered_class.value];
  }
  // Returns keeps(), but false until the Router acknowledges the interest in registrations at the
  // class. Earlier log records may name instances that are gone.
  bool keeps_logged(ObjectClassHandle registered_class) const;
  // Returns whether a record about existence that was read directly is of interest.
  bool needs_existence_record(const wire::Interest& interest) const;
  // Update the stated interest after the federate may have begun or ceased to hold instances of the
  // classes.
  void update_existence_interest(std::span<const ObjectClassHandle> registered_classes);
  void update_existence_interest(ObjectClassHandle registered_class) {
    if (stated_existence_[registered_class.value] != required_existence(registered_class)) {
      update_existence_interest(std::span(&registered_class, 1));
    }
  }
  // Handles the acknowledgement of everything stated up to that position.
  void record_acknowledgement(wire::Position stated_at);
  // Returns whether the RTIG has yet to supply instances for a request.
  bool is_supply_pending() const { return !supplies_.empty(); }
  void record_supply(wire::Position asked_at) { std::erase(supplies_, asked_at); }

  // Returns the interest by the declarations in the log, without pending requests.
  wire::InterestChanged complete_interest() const;
  // States the complete interest, with pending requests, at the Router's request.
  void restate();
  // States the interest that this member will have if a restore completes.
  void state_after_restore(wire::InterestChanged all);
  // Recomputes the result of keeps() after the saved state has been loaded.
  void recompute_after_load();
  // Recomputes the stated existence interest and the number of cells when a restore takes effect.
  void activate_restored();

 private:
  // Request that the log does not have yet.
  struct Pending {
    wire::Position asked_at = 0;
    ObjectClassHandle subscribed;                     // with its subclasses; 0: no subscription
    std::vector<wire::InterestEntry> stated;          // all keys concerned, as stated
    std::vector<wire::CellsChanged> added_cells;      // cells stated before the request
    std::vector<wire::CellsChanged> withdrawn_cells;  // cells to withdraw after it
  };
  using Widen = std::function<void(wire::InterestEntry&)>;

  template <class ClassHandle>
  Pending pending_for_class(ClassHandle at, wire::InterestChanged& wider, const Widen& widen) const;
  void add_entry(wire::InterestEntry entry, Pending& pending, wire::InterestChanged& wider,
                 const Widen& widen) const;
  // Adds a subscription that is about to be requested, and the existence that it needs.
  void add_subscription(ObjectClassHandle at, Pending& pending, wire::InterestChanged& wider);
  // Returns true if a subscription in the log, or a pending one, covers the class.
  bool needs_all_instances(ObjectClassHandle registered_class) const;
  // Returns the interest in registrations and deletions of the class that this federate needs.
  wire::InterestMask required_existence(ObjectClassHandle registered_class) const;
  // Adds the changed interest in existence to `changed`, which must be sent next.
  void update_existence(ObjectClassHandle registered_class, wire::InterestChanged& changed);
  template <class Request>
  void withdraw_cells(const Request& request,
                      const wire::UnsubscribeObjectClassWithRegion& unsubscribe);
  template <class Request>
  void send_request(const Request& request, Pending pending, const wire::InterestChanged& wider);
  // Sends the changes to the Router, and counts the cells.
  void send_statement(const wire::InterestChanged& changed);

  template <class EntryOf, class ExistenceOf>
  wire::InterestChanged make_complete_interest(EntryOf&& entry_of,
                                               ExistenceOf&& existence_of) const;
  // Returns the interest by the declarations in the log.
  wire::InterestEntry declared_interest(wire::InterestKey key) const;
  // Returns the interest as the Router has it, with pending requests.
  wire::InterestEntry stated_interest(wire::InterestKey key) const;
  std::span<const wire::Cell> cells(wire::RegionHandle region) const {
    return federation_.regions().cells(region);
  }
  // Returns the cell sets of the subscriptions with the region.
  std::vector<wire::InterestKey> cell_sets_with(wire::RegionHandle region) const;

  std::vector<Pending> pending_;  // in the order of sending
  std::size_t cells_ = 0;         // number of cells stated

  // Indexed by class handle: whether all instances are kept, and the interest in existence as
  // stated. `narrowed_`: withdrawn interest. Its records are still accepted, because senders may
  // not know of the withdrawal yet.
  std::vector<bool> keeps_;
  std::vector<wire::InterestMask> stated_existence_;
  struct Narrowed {
    wire::Position stated_at = 0;
    ObjectClassHandle registered_class;
    wire::InterestMask mask = 0;
  };
  std::vector<Narrowed> narrowed_;
  // Classes with an interest in registrations that the Router has not acknowledged yet.
  std::vector<std::pair<wire::Position, ObjectClassHandle>> widened_;
  std::vector<wire::Position> supplies_;  // positions of the requests
};

}  // namespace triad::rtia
