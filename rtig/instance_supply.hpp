// What a subscriber may lack of the directory (HLA 1.3 clause 6.3): an RTIA keeps the instances of
// the classes to which its federate subscribes, so one that subscribes to a class more is told of
// its instances. They go to it in batches, each as the federation stands when it is sent; what
// happens to an instance between two batches the log tells, or the next batch has. No more batches
// are sent at a time than the RTIA takes, so that the others need not wait behind them.
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
      : context_(context), federation_(context.federation()), mom_(mom) {}

  // The classes at or below this one of whose instances the federate is told nothing now.
  std::vector<wire::ObjectClassHandle> not_covered(FederateHandle federate,
                                                   wire::ObjectClassHandle at) const;
  // Its request has become a record of the log: it is told of the instances of these classes, and
  // then of the values of those that are the MOM's. At fault is who asks for more than it takes.
  Fault begin(FederateHandle to, const wire::RecordHeader& request,
              const std::vector<wire::ObjectClassHandle>& classes, wire::ObjectClassHandle at,
              const wire::AttributeSet& attributes);

  Fault on(FederateHandle by, const Record&, const wire::InstancesTaken&);

  void member_left(FederateHandle leaver) { supplies_.erase(leaver); }
  void clear() { supplies_.clear(); }

 private:
  struct Supply {
    wire::RecordHeader request;
    std::vector<wire::ObjectClassHandle> classes;
    std::vector<ObjectHandle> objects;  // of these, once those before it have been supplied
    std::size_t next = 0;
    wire::ObjectClassHandle at;
    wire::AttributeSet attributes;
  };
  struct ToMember {
    std::deque<Supply> supplies;  // one after the other
    unsigned in_transit = 0;      // batches that it has not taken
  };

  void list_objects(FederateHandle to, Supply& supply) const;
  void send_batches(FederateHandle to, ToMember& member);
  // True: it was the last one.
  bool send_batch(FederateHandle to, Supply& supply);
  bool subscribes(FederateHandle federate, wire::ObjectClassHandle registered_class) const;

  FederationContext& context_;
  core::Federation& federation_;
  MomAuthority& mom_;
  std::map<FederateHandle, ToMember> supplies_;
  wire::Buffer encoded_;
};

}  // namespace triad::rtig
