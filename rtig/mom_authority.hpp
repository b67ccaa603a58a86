// The Management Object Model in the RTIG: it has the Manager.Federation object and, for each
// member, a Manager.Federate object in the directory, owned by the RTI; it knows what is global
// about them, and asks the members' RTIAs for what they alone know
// (wire/messages/mom_messages.hpp). Commands to the RTI (Manager.Federate.Adjust, Request, Service)
// come here, as the RTIG decides who is a member, and go on to the RTIA of the federate that they
// concern.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/mom_classes.hpp"
#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/ownership_authority.hpp"
#include "rtig/resignation_orders.hpp"

namespace triad::rtig {

class SaveRestoreAuthority;

class MomAuthority {
 public:
  MomAuthority(FederationContext& context, const OwnershipAuthority& ownership,
               const SaveRestoreAuthority& saves, ResignationOrders& orders);

  // Ownership by order of the MOM: a present owner loses the attribute, and nobody is called back.
  Fault on(FederateHandle by, const Record&, const wire::ModifyAttributeState&);
  void obey(FederateHandle by, const Record& record, const wire::SendInteraction& command);
  // An RTIA has said it about its federate, for all to know.
  void note_alert(FederateHandle by, const wire::SendInteraction& alert);
  void note_manager_update(FederateHandle by, ObjectHandle object);
  // Tells subscribers of Alert something about the federate, and the log.
  void alert(FederateHandle subject, const wire::RecordHeader& cause, std::string_view text);
  // Tells subscribers of Alert alone.
  void warn(FederateHandle subject, std::string_view text);

  void member_joined(FederateHandle newcomer) { reporting_[newcomer]; }
  void tell_of_newcomer(FederateHandle newcomer);
  void member_left(FederateHandle leaver) { reporting_.erase(leaver); }
  void tell_of_members();
  // A save has been requested, or is over; `saved`: there is a new last one.
  void tell_of_saves(bool saved);
  // A federate has subscribed, or (zero) somebody has asked for values, which all subscribers get.
  void provide(FederateHandle to, ObjectHandle object, const wire::AttributeSet& attributes);
  void provide(FederateHandle to, wire::ObjectClassHandle object_class,
               const wire::AttributeSet& attributes);

  // As in Rtig.
  std::optional<std::chrono::milliseconds> next_report() const;
  void report_managers();

  // Manager.Federation; zero: the FED has no such class.
  bool has_federation_object() const { return static_cast<bool>(federation_object_); }
  void save(core::SavedFederation& saved) const;
  void save(FederateHandle federate, core::SavedMember& member) const;
  void restore(const core::SavedFederation& saved);
  void member_returned(const core::SavedMember& member);

 private:
  // Periodic updates of a member's Manager.Federate object; a period of zero: none.
  struct Reporting {
    std::chrono::milliseconds period{0};
    std::chrono::milliseconds due{0};
    bool owed = false;
  };

  std::string why_not(FederateHandle by, const wire::ModifyAttributeState& m) const;
  const core::mom::Handles& management() const { return federation_.management(); }
  void register_federation_object();
  void tell_of_federation(const wire::AttributeSet& attributes, FederateHandle only = {});
  void tell_of_federate(FederateHandle of, const wire::AttributeSet& attributes,
                        FederateHandle only = {});
  core::mom::Values values_of_federation(const wire::AttributeSet& attributes) const;
  core::mom::Values values_of_federate(FederateHandle federate,
                                       const wire::AttributeSet& attributes) const;
  void send_values(ObjectHandle object, wire::ObjectClassHandle object_class,
                   const core::mom::Values& values, FederateHandle only);
  wire::AttributeSet wanted(wire::ObjectClassHandle object_class) const;
  void set_timing(FederateHandle target, const Record& record,
                  const wire::SendInteraction& command);
  std::string order_to_resign(FederateHandle target, FederateHandle by,
                              const wire::SendInteraction& command);
  void send_alert(FederateHandle subject, const wire::RecordHeader& cause,
                  std::string_view severity, std::string_view text);

  FederationContext& context_;
  core::Federation& federation_;
  const OwnershipAuthority& ownership_;
  const SaveRestoreAuthority& saves_;
  ResignationOrders& orders_;
  std::map<FederateHandle, Reporting> reporting_;
  ObjectHandle federation_object_;
  std::uint64_t last_alert_ = 0;
};

}  // namespace triad::rtig
