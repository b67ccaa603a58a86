// Registration of object instances (HLA 1.3 clauses 6.2 and 9.5). It waits for the RTIG only to
// reserve a given name and, rarely, for a lease of handles.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/saved.hpp"
#include "rtia/data_audience.hpp"
#include "rtia/data_distribution_management.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"
#include "rtia/neighbours.hpp"

namespace triad::rtia {

// Leased object handles: next one, and end of the block.
struct Lease {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
};
TRIAD_SAVED(Lease, (next, end));

class InstanceRegistration : private ServiceGroup {
 public:
  InstanceRegistration(MemberContext& context, const DataDistributionManagement& ddm,
                       InterestStatement& interest, InstanceLifecycle& lifecycle,
                       Neighbours& neighbours, DataAudience& audience)
      : ServiceGroup(context),
        ddm_(ddm),
        interest_(interest),
        lifecycle_(lifecycle),
        neighbours_(neighbours),
        audience_(audience) {}

  Result<ObjectHandle> perform_call(const wire::RegisterObjectInstance&);
  Result<ObjectHandle> perform_call(const wire::RegisterObjectInstanceWithRegion&);

  Fault receive_record(const Record&, const wire::ObjectHandlesLeased&);
  Fault receive_record(const Record&, const wire::ObjectInstanceRegistered&);

  // Adds a lease. Returns false if the handles are impossible.
  bool add_lease(ObjectHandle first, std::uint64_t count);
  // Handle the RTIG's reply to the call in progress, which may wait for a name.
  void complete_reservation();
  void cancel_reservation() { requested_name_.clear(); }

  void save(wire::Encoder& out) const { out.put(leases_); }
  // Returns false if the leases are impossible.
  bool load(wire::Decoder& in);

 private:
  Result<ObjectHandle> register_instance(ObjectClassHandle object_class, std::string_view name,
                                         std::vector<wire::RegionAssociation> regions);
  // Returns the next leased handle; empty: none is left, and a lease has been requested.
  std::optional<ObjectHandle> next_handle();

  const DataDistributionManagement& ddm_;
  InterestStatement& interest_;
  InstanceLifecycle& lifecycle_;
  Neighbours& neighbours_;
  DataAudience& audience_;

  std::deque<Lease> leases_;
  wire::Position lease_request_ = 0;  // 0: no request is pending
  std::string requested_name_;        // the requested name
  std::string granted_name_;          // the granted name, for the call that is made again
};

}  // namespace triad::rtia
