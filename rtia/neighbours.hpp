// What a Membership keeps of those who share memory with it, to judge what they write there: it is
// the first to look at that (neighbours.cpp). Private to rtia/.
#pragma once

#include <map>
#include <vector>

#include "core/lease.hpp"
#include "wire/messages/federation.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Neighbours {
 public:
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

 private:
  wire::Position begun_at_ = 0;
  std::map<wire::FederateHandle, std::vector<core::Lease>> leases_;
  std::map<wire::FederateHandle, wire::Position> lost_;
};

}  // namespace triad::rtia
