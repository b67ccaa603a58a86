// Ownership management (HLA 1.3 clause 7): the RTIG's state and decisions about one object
// instance. It records the federates that wait for attributes and decides which owners to ask.
// Owners and offers themselves are in core::ObjectInstance, which every participant has. Pure: it
// takes events and returns actions.
//
// After each event the caller first logs and applies take_grants(), then sends take_notices().
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/object_directory.hpp"
#include "wire/codec.hpp"

namespace triad::core {

// Request for attributes. There is at most one per federate and attribute.
struct Acquisition {
  FederateHandle federate;
  ObjectClassHandle known_class;  // class at which the federate knows the instance
  bool if_available = false;
  std::string tag;
  AttributeSet attributes;
  AttributeSet asked{};      // owners have been asked to release these
  AttributeSet cancelled{};  // to be cancelled, unless an owner has already yielded them
};
BOOST_DESCRIBE_STRUCT(Acquisition, (),
                      (federate, known_class, if_available, tag, attributes, asked, cancelled))

// State for a save.
struct NegotiationSnapshot {
  std::vector<Acquisition> waiting;
  AttributeSet yielding;
  AttributeSet recalled;
};
BOOST_DESCRIBE_STRUCT(NegotiationSnapshot, (), (waiting, yielding, recalled))

// Message that a federate must receive.
struct OwnershipNotice {
  enum class Kind { release_requested, yield, keep, unavailable, cancelled };
  Kind kind = Kind::unavailable;
  FederateHandle federate;
  AttributeSet attributes;
  std::string tag{};
};

class Negotiation {
 public:
  // Adds a request. A plain acquisition replaces an earlier request of the federate for the same
  // attributes, which was "if available" or has been cancelled. A cancellation is then confirmed.
  void acquire(Acquisition request);
  // Records that the federate wants to cancel its plain acquisitions of these attributes.
  void cancel(FederateHandle federate, const AttributeSet& attributes);
  // Drops all requests of the federate and all notices to it.
  void remove_federate(FederateHandle federate);
  // Records an owner's answer that it has not yielded these attributes.
  void record_not_yielded(const AttributeSet& attributes);
  // Ends the offer of these attributes, because the owner has withdrawn it or lost them. The owner
  // will not yield them.
  void end_offer(const AttributeSet& attributes);

  // Returns the attributes with a request that is not cancelled.
  AttributeSet requested_attributes() const;

  // Returns the new owners of attributes that have no owner or are `given_up` by it, older requests
  // first. `all`: the attributes of the instance.
  std::vector<Ownership> take_grants(const ObjectInstance& instance, const AttributeSet& all,
                                     const AttributeSet& given_up);
  // Returns the notices to send now. Each is returned once.
  std::vector<OwnershipNotice> take_notices(const ObjectInstance& instance);

  NegotiationSnapshot snapshot() const { return {waiting_, yielding_, recalled_}; }
  static Negotiation from_snapshot(const NegotiationSnapshot& snapshot);

  // Returns true if a federate waits for one of these attributes or must yield one.
  bool concerns(const AttributeSet& attributes) const {
    return yielding_.intersects(attributes) ||
           std::ranges::any_of(waiting_, [&](const Acquisition& request) {
             return request.attributes.intersects(attributes);
           });
  }

  // Returns true if there is no state to keep.
  bool is_idle() const { return waiting_.empty() && yielding_.empty(); }

 private:
  void add_grants(std::vector<Ownership>& granted, AttributeSet& free, bool also_cancelled);
  void process_request(Acquisition& request, const ObjectInstance& instance,
                       const AttributeSet& firm, const AttributeSet& open,
                       std::vector<OwnershipNotice>& notices);
  void remove_empty_requests();

  std::vector<Acquisition> waiting_;  // oldest first; no request is empty after an event
  AttributeSet yielding_;             // offered, and their owners have been told to yield them
  AttributeSet recalled_;  // of these: owners have been told to keep them if still possible
  std::vector<OwnershipNotice> due_notices_;
};

}  // namespace triad::core
