// What other members send, judged before it is believed. Updates and interactions nobody has
// looked into before; registrations and deletions the RTIG has where they came by a link
// (rtig/object_authority.cpp), but not where they were read in shared memory. What is not its
// sender's to send is dropped, and the RTIG hears of it, unless it may have crossed with an order
// of the MOM, which takes from federates what they are told of only then.
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

  // As the RTIG says when this federate becomes a member, with the log as it stands there.
  void begin(wire::Position position, const std::vector<wire::HandleLease>& leases);
  // As its log says.
  void lease(const std::vector<wire::HandleLease>& leases);
  void left(wire::FederateHandle federate);
  // The log has, there, taken something from it that it had owned or published.
  void lost(wire::FederateHandle federate, wire::Position position) { lost_[federate] = position; }

  // False: the handle is not its own to register an instance with.
  bool use_handle(wire::FederateHandle federate, wire::ObjectHandle object);
  // Whether the record's sender knew of all that it had lost. If it did not, what looks wrong may
  // have been right when it was sent.
  bool sender_was_told(const wire::RecordHeader& header) const;

  // The RTIG has not looked at the record that is handled.
  bool unchecked() const { return context_.unchecked(); }
  // What is wrong with it, if its sender could know.
  Fault not_its_own(const Record& record, const char* what) const;
  bool may_send(FederateHandle sender, const wire::UpdateAttributeValues& update) const;
  bool may_send(FederateHandle sender, InteractionClassHandle interaction_class) const;
  bool may_delete(FederateHandle sender, ObjectHandle object) const;

 private:
  wire::Position begun_at_ = 0;
  std::map<wire::FederateHandle, std::vector<core::Lease>> leases_;
  std::map<wire::FederateHandle, wire::Position> lost_;
};

}  // namespace triad::rtia
