// Checks of other members' records: whether their senders may send them. Updates and interactions
// have not been checked before. Registrations and deletions have been checked by the RTIG if they
// came over a link (rtig/object_authority.cpp), but not if they were read in shared memory. A wrong
// record is dropped and reported to the RTIG. It is not reported if its sender may not yet have
// known of an order of the MOM that took something away from it.
#pragma once

#include <map>
#include <vector>

#include "core/lease.hpp"
#include "rtia/member_context.hpp"
#include "wire/messages/federation_messages.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Neighbours : private ServiceGroup {
 public:
  explicit Neighbours(MemberContext& context) : ServiceGroup(context) {}

  // Sets the leases that the RTIG states when this federate becomes a member, at this position of
  // the log.
  void begin(wire::Position position, const std::vector<wire::HandleLease>& leases);
  // Adds leases that the log states.
  void add_leases(const std::vector<wire::HandleLease>& leases);
  // Forgets a federate that has left.
  void remove_federate(wire::FederateHandle federate);
  // Records that the log, at that position, has taken ownership or a publication from the federate.
  void record_loss(wire::FederateHandle federate, wire::Position position) {
    last_losses_[federate] = position;
  }

  // Records that the federate registers an instance with this handle. Removes the handle, and lower
  // ones of its lease, from the federate's leases. Returns false if no lease contains the handle.
  bool use_handle(wire::FederateHandle federate, wire::ObjectHandle object);
  // Returns whether the sender knew of everything that it had lost. If not, a record that seems
  // wrong may have been right when it was sent.
  bool sender_knew_losses(const wire::RecordHeader& header) const;

  // Returns whether the RTIG has not checked the record being handled.
  bool is_unchecked() const { return context_.is_unchecked(); }
  // Returns the text as the record's error. Returns no error if its sender may not have known.
  Fault sender_fault(const Record& record, const char* fault) const;
  // Return whether the sender may send the record: it owns the attributes, publishes the class, or
  // owns the privilege to delete.
  bool may_send(FederateHandle sender, const wire::UpdateAttributeValues& update) const;
  bool may_send(FederateHandle sender, InteractionClassHandle interaction_class) const;
  bool may_delete(FederateHandle sender, ObjectHandle object) const;

 private:
  wire::Position begun_at_ = 0;
  std::map<wire::FederateHandle, std::vector<core::Lease>> leases_;
  std::map<wire::FederateHandle, wire::Position> last_losses_;
};

}  // namespace triad::rtia
