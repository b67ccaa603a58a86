// Federation management in the RTIA (HLA 1.3 clauses 4.5 to 4.10): resignation, membership of
// others, and synchronization points. The Ambassador handles joins, which precede a membership.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"
#include "rtia/neighbours.hpp"
#include "wire/messages/federation_messages.hpp"
#include "wire/messages/save_restore_messages.hpp"

namespace triad::rtia {

// End of this federate's membership.
struct Departure {
  bool lost = false;
  std::string reason;  // reason of the resignation
};

class FederationManagement : private ServiceGroup {
 public:
  // Receives changes of membership for the groups that track other members.
  class Listener {
   public:
    virtual ~Listener() = default;
    // Handles that a member has joined, or returned by a restore. It has not received any of this
    // member's records.
    virtual void after_member_joined() = 0;
    // Handles that a member has left. The federation's state and its instances have changed
    // already.
    virtual void after_member_left(FederateHandle federate, wire::Position log_position) = 0;
    // Prepares for the resignation, before this federate's request is sent.
    virtual void before_resignation(const wire::ResignFederationExecution& resign) = 0;
  };

  FederationManagement(MemberContext& context, const InterestStatement& interest,
                       InstanceLifecycle& lifecycle, Neighbours& neighbours, Listener& listener)
      : ServiceGroup(context),
        interest_(interest),
        lifecycle_(lifecycle),
        neighbours_(neighbours),
        listener_(listener) {}

  Result<void> perform_call(const wire::ResignFederationExecution&);
  Result<void> perform_call(const wire::RegisterFederationSynchronizationPoint&);
  Result<void> perform_call(const wire::SynchronizationPointAchieved&);

  Fault receive_record(const Record&, const wire::FederateJoined&);
  Fault receive_record(const Record&, const wire::FederateReturned&);
  Fault receive_record(const Record&, const wire::FederateResigned&);
  Fault receive_record(const Record&, const wire::SynchronizationPointRegistered&);
  Fault receive_record(const Record&, const wire::SynchronizationPointRegistrationFailed&);
  Fault receive_record(const Record&, const wire::FederationSynchronized&);

  // Make the queued callback the current one. Return true.
  bool make_callback(const Record&, const wire::SynchronizationPointRegistrationSucceeded&);
  bool make_callback(const Record&, const wire::SynchronizationPointRegistrationFailed&);
  bool make_callback(const Record&, const wire::AnnounceSynchronizationPoint&);
  bool make_callback(const Record&, const wire::FederationSynchronized&);

  // Returns an error if the action does not fit the attributes that the federate owns (HLA 1.3
  // clause 4.5).
  std::optional<Error> check_owned_attributes(wire::ResignAction action) const;

  // Set when the log says that this federate is no longer a member.
  const std::optional<Departure>& departure() const { return departure_; }

  void save(wire::Encoder& out) const { out.put(announced_); }
  bool load(wire::Decoder& in) {
    in.get(announced_);
    return in.ok();
  }

 private:
  const InterestStatement& interest_;
  InstanceLifecycle& lifecycle_;
  Neighbours& neighbours_;
  Listener& listener_;

  std::map<std::string, bool, std::less<>> announced_;  // label -> achieved; delivered or not
  std::optional<Departure> departure_;
};

}  // namespace triad::rtia
