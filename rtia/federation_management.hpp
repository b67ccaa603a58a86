// Federation management in the RTIA (HLA 1.3 clauses 4.5 to 4.10): resignation, who is a member,
// and synchronization points. Joining precedes a membership and is the Ambassador's.
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

// The end of this federate's membership.
struct Departure {
  bool lost = false;
  std::string reason;  // why it was lost
};

class FederationManagement : private ServiceGroup {
 public:
  // What follows for the groups that know others than this federate.
  class Listener {
   public:
    virtual ~Listener() = default;
    // It has joined, or come back by a restore, and has not heard what this one has received.
    virtual void member_came() = 0;
    // The federation's state and its instances know already.
    virtual void member_left(FederateHandle federate, wire::Position log_position) = 0;
    // This federate resigns, and is no member any more when the answer comes.
    virtual void resigns(const wire::ResignFederationExecution& resign) = 0;
  };

  FederationManagement(MemberContext& context, const InterestStatement& interest,
                       InstanceLifecycle& lifecycle, Neighbours& neighbours, Listener& listener)
      : ServiceGroup(context),
        interest_(interest),
        lifecycle_(lifecycle),
        neighbours_(neighbours),
        listener_(listener) {}

  Result<void> on(const wire::ResignFederationExecution&);
  Result<void> on(const wire::RegisterFederationSynchronizationPoint&);
  Result<void> on(const wire::SynchronizationPointAchieved&);

  Fault handle(const Record&, const wire::FederateJoined&);
  Fault handle(const Record&, const wire::FederateReturned&);
  Fault handle(const Record&, const wire::FederateResigned&);
  Fault handle(const Record&, const wire::SynchronizationPointRegistered&);
  Fault handle(const Record&, const wire::SynchronizationPointRegistrationFailed&);
  Fault handle(const Record&, const wire::FederationSynchronized&);

  bool make(const Record&, const wire::SynchronizationPointRegistrationSucceeded&);
  bool make(const Record&, const wire::SynchronizationPointRegistrationFailed&);
  bool make(const Record&, const wire::AnnounceSynchronizationPoint&);
  bool make(const Record&, const wire::FederationSynchronized&);

  // Returns why the action does not fit what the federate owns (HLA 1.3 clause 4.5).
  std::optional<Error> check_what_it_owns(wire::ResignAction action) const;

  // The log says that this federate is no member any more.
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

  std::map<std::string, bool, std::less<>> announced_;  // has come, taken or not; label -> achieved
  std::optional<Departure> departure_;
};

}  // namespace triad::rtia
