// The Management Object Model (MOM) in the RTIG. The directory has a Manager.Federation object and,
// for each member, a Manager.Federate object, which the RTI owns. The RTIG knows the federation's
// values and requests the other values from the members' RTIAs (wire/messages/mom_messages.hpp).
// Commands to the RTI (Manager.Federate.Adjust, Request, Service) come here, because the RTIG
// decides which federates are members. They are passed to the RTIA of the federate that they name.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/mom_classes.hpp"
#include "core/saved_federation.hpp"
#include "rtig/authority_image.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/ownership_authority.hpp"
#include "rtig/resignation_orders.hpp"

namespace triad::rtig {

class SaveRestoreAuthority;

class MomAuthority {
 public:
  MomAuthority(FederationContext& context, const OwnershipAuthority& ownership,
               const SaveRestoreAuthority& saves, ResignationOrders& orders);

  // Handles an order of the MOM that changes the owner of attributes. The present owner loses them
  // without a callback to any federate.
  Fault receive_from_member(FederateHandle by, const Record&, const wire::ModifyAttributeState&);
  // Carries out a command, or passes it to the RTIA of the federate that it names.
  void execute_command(FederateHandle by, const Record& record,
                       const wire::SendInteraction& command);
  // Logs an alert that an RTIA has sent about its federate.
  void log_alert(FederateHandle by, const wire::SendInteraction& alert);
  // Records that the member has answered the last request for periodic values.
  void record_manager_update(FederateHandle by, ObjectHandle object);
  // Sends an alert about the federate to the subscribers of Alert, and logs it.
  void raise_alert(FederateHandle subject, const wire::RecordHeader& cause, std::string_view text);
  // Sends a warning about the federate to the subscribers of Alert. Does not log it.
  void send_warning(FederateHandle subject, std::string_view text);

  void add_member(FederateHandle newcomer) { reporting_[newcomer]; }
  // Sends the values that the newcomer changes: its own object and the list of federates.
  void send_newcomer_values(FederateHandle newcomer);
  void remove_member(FederateHandle leaver) { reporting_.erase(leaver); }
  // Sends the list of federates.
  void send_federate_list();
  // Sends the values that change when a save has been requested or is over. `saved`: there is a new
  // last save.
  void send_save_values(bool saved);
  // Sends the values of an object, or of all objects of a class, to a new subscriber. If `to` is
  // zero, a federate has requested the values, and all subscribers receive them.
  void send_requested_values(FederateHandle to, ObjectHandle object,
                             const wire::AttributeSet& attributes);
  void send_requested_values(FederateHandle to, wire::ObjectClassHandle object_class,
                             const wire::AttributeSet& attributes);

  // --- Periodic updates of Manager.Federate objects. next_report() returns when the next one is
  // due, or nothing. request_manager_values() requests the values that are due.
  std::optional<std::chrono::milliseconds> next_report() const;
  void request_manager_values();

  // Returns false if the FED does not declare Manager.Federation.
  bool has_federation_object() const { return static_cast<bool>(federation_object_); }
  // Add the state of the MOM to a save, and replace it by a saved state.
  void save(core::SavedFederation& saved) const;
  void save(FederateHandle federate, core::SavedMember& member) const;
  void restore(const core::SavedFederation& saved);
  void restore_member(const core::SavedMember& member);
  // Add the times of a member's periodic updates to an image, and replace them by those of an
  // image.
  void save(ImageMember& member) const;
  void restore(const ImageMember& member);

 private:
  // Periodic updates of a member's Manager.Federate object. Period of zero: none. `awaits_answer`:
  // the last request is unanswered.
  struct Reporting {
    std::chrono::milliseconds period{0};
    std::chrono::milliseconds due{0};
    bool awaits_answer = false;
  };

  // Returns the reason to refuse the order; empty: none.
  std::string order_refusal(FederateHandle by, const wire::ModifyAttributeState& m) const;
  const core::mom::Handles& management() const { return federation_.management(); }
  // Registers the Manager.Federation object, before any federate joins.
  void register_federation_object();
  // Send those of the attributes that have subscribers, to `only`, or to all subscribers.
  void send_federation_values(const wire::AttributeSet& attributes, FederateHandle only = {});
  void send_federate_values(FederateHandle of, const wire::AttributeSet& attributes,
                            FederateHandle only = {});
  // Return those of the values that the RTIG knows.
  core::mom::Values values_of_federation(const wire::AttributeSet& attributes) const;
  core::mom::Values values_of_federate(FederateHandle federate,
                                       const wire::AttributeSet& attributes) const;
  void send_values(ObjectHandle object, wire::ObjectClassHandle object_class,
                   const core::mom::Values& values, FederateHandle only);
  // Returns the attributes of the class to which any federate subscribes.
  wire::AttributeSet subscribed_attributes(wire::ObjectClassHandle object_class) const;
  // Carries out SetTiming: sets the period of the target's updates, or sends an alert.
  void set_timing(FederateHandle target, const Record& record,
                  const wire::SendInteraction& command);
  // Records an order to resign. Returns the reason if it is not given; empty: it is given.
  std::string order_to_resign(FederateHandle target, FederateHandle by,
                              const wire::SendInteraction& command);
  // Sends the interaction Alert about this federate.
  void send_alert(FederateHandle subject, const wire::RecordHeader& cause,
                  std::string_view severity, std::string_view text);

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  const OwnershipAuthority& ownership_;
  const SaveRestoreAuthority& saves_;
  ResignationOrders& orders_;
  std::map<FederateHandle, Reporting> reporting_;
  ObjectHandle federation_object_;
  std::uint64_t last_alert_ = 0;
};

}  // namespace triad::rtig
