// Supply of a new subscriber with the instances that it lacks (HLA 1.3 clause 6.3). An RTIA keeps
// only the instances of classes to which its federate subscribes, so a further subscription
// requires the instances of that class. They are sent in batches, each as the federation stands
// when the batch is sent. A change between two batches comes by the log or in a later batch. The
// number of batches in transit to one RTIA is limited, so that other records need not wait behind
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "rtig/federation_context.hpp"
#include "rtig/mom_authority.hpp"

namespace triad::rtig {

class InstanceSupply {
 public:
  InstanceSupply(FederationContext& context, MomAuthority& mom)
      : writer_(context.writer()), federation_(context.federation()), mom_(mom) {}

  // Returns the classes at or below `at` that no subscription of the federate covers yet.
  std::vector<wire::ObjectClassHandle> uncovered_classes(FederateHandle federate,
                                                         wire::ObjectClassHandle at) const;
  // Sends the federate the instances of these classes, and then the values of the MOM's instances
  // at or below `at`, for `attributes`. Called after the subscription has become a record of the
  // log. Returns a fault if too many subscriptions of the federate still wait for their instances.
  Fault begin_supply(FederateHandle to, const wire::RecordHeader& request,
                     const std::vector<wire::ObjectClassHandle>& classes,
                     wire::ObjectClassHandle at, const wire::AttributeSet& attributes);

  Fault receive_from_member(FederateHandle by, const Record&, const wire::InstancesTaken&);

  void remove_member(FederateHandle leaver) { supplies_.erase(leaver); }
  void clear() { supplies_.clear(); }
  // Returns true if no subscriber waits for instances.
  bool is_idle() const { return supplies_.empty(); }

 private:
  struct Supply {
    wire::RecordHeader request;
    std::vector<wire::ObjectClassHandle> classes;
    std::vector<ObjectHandle> objects;  // to supply; filled when the earlier supplies are done
    std::size_t next = 0;
    wire::ObjectClassHandle at;
    wire::AttributeSet attributes;
  };
  struct ToMember {
    std::deque<Supply> supplies;  // in order; only the first is being sent
    unsigned in_transit = 0;      // batches not yet acknowledged
  };

  // Fills supply.objects with the instances that exist now; the log announces later ones.
  void list_objects(FederateHandle to, Supply& supply) const;
  // Sends batches until enough are in transit; batches wait for acknowledgements.
  void send_batches(FederateHandle to, ToMember& member);
  // Returns true if this was the last batch of the supply.
  bool send_batch(FederateHandle to, Supply& supply);
  // Returns true if the federate subscribes to the class or to one above it.
  bool is_subscribed(FederateHandle federate, wire::ObjectClassHandle registered_class) const;

  OutputWriter& writer_;
  core::Federation& federation_;
  MomAuthority& mom_;
  std::map<FederateHandle, ToMember> supplies_;
  wire::Buffer encoded_;
};

}  // namespace triad::rtig
