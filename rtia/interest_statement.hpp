// What the federate wants of what others send, as its RTIA states it to the federation's Router in
// the words of records' headers (wire/interest.hpp). A request that widens it is stated before it
// is sent, and the federate's call waits for the acknowledgement of that as well; what a request
// narrows is stated when the RTIG's log has it. So whatever the log says that the federate wants,
// the Router forwards.
//
// Of the existence of instances (registrations, deletions, owners) the federate wants to hear where
// it subscribes to the class in which they are registered, or has asked to; where it knows, owns or
// negotiates for one, of what becomes of those. Attributes and regions do not count: whose update
// may reach it changes later.
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

  // The log has the request that this header names as its cause. `drop(registered_class)` is to
  // forget the instances of a class that are kept for nothing but a subscription that has ended.
  using Drop = std::function<void(ObjectClassHandle)>;
  void applied(const wire::RecordHeader& header, const Drop& drop);

  // --- Existence.

  // Whether each instance that is registered at the class is to be in the directory.
  bool keeps(ObjectClassHandle registered_class) const {
    return registered_class.value < keeps_.size() && keeps_[registered_class.value];
  }
  // The same of one that the log tells of. What it says before the Router has acknowledged the
  // interest may be from before an earlier one ended, and the instance be gone since; the RTIG
  // supplies what there is.
  bool keeps_of_log(ObjectClassHandle registered_class) const;
  // Of what is read directly.
  bool wants_existence(const wire::Interest& interest) const;
  // There may be a first instance of the classes that the federate holds, or no more.
  void holds_changed(std::span<const ObjectClassHandle> registered_classes);
  void holds_changed(ObjectClassHandle registered_class) {
    if (existence_[registered_class.value] != wanted_existence(registered_class)) {
      holds_changed(std::span(&registered_class, 1));
    }
  }
  // Whatever was stated up to that position is acknowledged.
  void acknowledged(wire::Position stated_at);
  // What the RTIG supplies for a request has not all come.
  bool supply_under_way() const { return !supplies_.empty(); }
  void supplied(wire::Position asked_at) { std::erase(supplies_, asked_at); }

  // All that the federate wants.
  wire::InterestChanged whole() const;
  // The Router asks for what has been stated as a whole.
  void state_anew();
  // Another state of this member, which a restore may put in the place of this one, will want that.
  void state_after_restore(wire::InterestChanged all);
  // The state has been loaded.
  void begin_again();
  // This is that other state, from now on the member's.
  void take_over();

 private:
  // A request that the log does not have yet.
  struct Pending {
    wire::Position asked_at = 0;
    ObjectClassHandle subscribed;              // with those below it, if it subscribes to one
    std::vector<wire::InterestEntry> stated;   // of all keys that it concerns
    std::vector<wire::CellsChanged> taken_up;  // stated
    std::vector<wire::CellsChanged> given_up;  // to be stated
  };
  using Widen = std::function<void(wire::InterestEntry&)>;

  template <class ClassHandle>
  Pending of_class(ClassHandle at, wire::InterestChanged& wider, const Widen& widen) const;
  void note(wire::InterestEntry entry, Pending& pending, wire::InterestChanged& wider,
            const Widen& widen) const;
  void subscribes(ObjectClassHandle at, Pending& pending, wire::InterestChanged& wider);
  bool wants_all(ObjectClassHandle registered_class) const;
  wire::InterestMask wanted_existence(ObjectClassHandle registered_class) const;
  void note_existence(ObjectClassHandle registered_class, wire::InterestChanged& changed);
  template <class Request>
  void give_up_cells(const Request& request,
                     const wire::UnsubscribeObjectClassWithRegion& unsubscribe);
  template <class Request>
  void ask(const Request& request, Pending pending, const wire::InterestChanged& wider);
  void state(const wire::InterestChanged& changed);

  template <class EntryOf, class ExistenceOf>
  wire::InterestChanged whole_of(EntryOf&& entry_of, ExistenceOf&& existence_of) const;
  wire::InterestEntry wanted(wire::InterestKey key) const;
  wire::InterestEntry stated(wire::InterestKey key) const;
  std::span<const wire::Cell> cells(wire::RegionHandle region) const {
    return federation_.regions().cells(region);
  }
  // The sets of the subscriptions that have the region.
  std::vector<wire::InterestKey> sets_with(wire::RegionHandle region) const;

  std::vector<Pending> pending_;  // in the order in which they were sent
  std::size_t cells_ = 0;         // stated

  // By class. What is stated of its existence, and what is still read of it, because it may have
  // been sent before the Router knew that it is not wanted any more.
  std::vector<bool> keeps_;
  std::vector<wire::InterestMask> existence_;
  struct Narrowed {
    wire::Position stated_at = 0;
    ObjectClassHandle registered_class;
    wire::InterestMask mask = 0;
  };
  std::vector<Narrowed> narrowed_;
  // Of which registrations are wanted, and the Router has not said that it knows.
  std::vector<std::pair<wire::Position, ObjectClassHandle>> widened_;
  std::vector<wire::Position> supplies_;  // the requests
};

}  // namespace triad::rtia
