// The Management Object Model in the RTIA: updates of the federate's Manager.Federate object,
// Report interactions (mom_reports.cpp), and commands to the federate (mom_commands.cpp). They
// travel as the federate's own data do, and may also be delivered to the federate itself. The RTIG
// registers the objects (rtig/mom_authority.cpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/mom_classes.hpp"
#include "core/saved.hpp"
#include "rtia/data_audience.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/lbts_exchange.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/mom.hpp"
#include "rtia/object_management.hpp"
#include "rtia/ownership_management.hpp"
#include "rtia/service_report.hpp"
#include "rtia/support_services.hpp"

namespace triad::rtia {

class ManagementObjectModel : private ServiceGroup {
 public:
  // Calls that a Service interaction can make.
  using Service = std::variant<
      wire::ResignFederationExecution, wire::SynchronizationPointAchieved, wire::FederateSaveBegun,
      wire::FederateSaveComplete, wire::FederateSaveNotComplete, wire::FederateRestoreComplete,
      wire::FederateRestoreNotComplete, wire::PublishObjectClass, wire::UnpublishObjectClass,
      wire::PublishInteractionClass, wire::UnpublishInteractionClass,
      wire::SubscribeObjectClassAttributes, wire::UnsubscribeObjectClass,
      wire::SubscribeInteractionClass, wire::UnsubscribeInteractionClass,
      wire::DeleteObjectInstance, wire::LocalDeleteObjectInstance,
      wire::ChangeAttributeTransportationType, wire::ChangeInteractionTransportationType,
      wire::ChangeAttributeOrderType, wire::ChangeInteractionOrderType,
      wire::UnconditionalAttributeOwnershipDivestiture, wire::EnableTimeRegulation,
      wire::DisableTimeRegulation, wire::EnableTimeConstrained, wire::DisableTimeConstrained,
      wire::AdvanceTime, wire::SetAsynchronousDelivery, wire::ModifyLookahead>;

  // Access to the managed federate.
  class Federate {
   public:
    virtual ~Federate() = default;
    virtual FederateCondition condition() const = 0;
    // Calls the service as if the federate had.
    virtual std::optional<Error> carry_out(const Service& service) = 0;
    // Returns an error if the federate cannot resign with this action.
    virtual std::optional<Error> check_resignation(wire::ResignAction action) const = 0;
  };
  // Order to resign that has been carried out.
  struct Resignation {
    FederateHandle by;
    wire::ResignAction action = wire::ResignAction::no_action;
  };

  ManagementObjectModel(MemberContext& context, Federate& federate, const FederateTime& time,
                        const MessageDelivery& delivery, LbtsExchange& lbts,
                        ObjectManagement& objects, const OwnershipManagement& ownership,
                        SupportServices& support, DataAudience& audience)
      : ServiceGroup(context),
        federate_(federate),
        time_(time),
        delivery_(delivery),
        lbts_(lbts),
        objects_(objects),
        ownership_(ownership),
        support_(support),
        audience_(audience) {}

  Fault receive_record(const Record&, const wire::ProvideManagerAttributes&);
  Fault receive_record(const Record&, const wire::ManageFederate&);

  // Handles a change of other federates' subscriptions to object classes.
  void update_state_subscribers();
  // Sends changed states, once everything that has arrived is handled.
  void settle() {
    if (has_state_subscribers_) send_changed_states();
  }
  // Completes a restore. Subscribers to the federate's states do not receive the condition
  // "restoring", which ends at once.
  void activate_restored() { state_.last_sent_states.condition = federate_.condition(); }

  // Returns the numbers of messages, bytes, callbacks and queued records, for the MOM and rtictl.
  wire::FederateTraffic traffic() const;

  // --- Reports of the federate's calls. needs_call_reports(): another federate wants to know of
  // the calls, or of their exceptions. begin_call_report() and end_call_report() frame each call;
  // drop_call_report() drops a call that ends with its membership.
  bool needs_call_reports() const { return state_.reports_services || state_.logs_exceptions; }
  bool reports_services() const { return state_.reports_services; }
  void begin_call_report(ServiceReport report) { in_progress_ = std::move(report); }
  void end_call_report(const std::optional<Error>& exception, std::string returned);
  void drop_call_report() { in_progress_.reset(); }
  // Reports the resignation before it is sent, because the membership ends with the reply.
  void report_resignation(const wire::ResignFederationExecution& resign);
  // Returns the number of orders of other federates that have been carried out. They may change
  // which calls the federate may make. An order that the RTIG has to answer counts twice: when it
  // comes, and when its answer comes.
  std::uint64_t order_count() const { return order_count_; }
  // Returns the order to resign that has been carried out; empty: none.
  const std::optional<Resignation>& resignation() const { return resignation_; }
  // Reports the callback that has been made from the record.
  void report_callback(const Record& record);

  // Returns whether a service carried out by order of the MOM has not been answered yet.
  bool waits_for_reply() const { return !pending_services_.empty(); }
  // Handles the answer to this RTIA's record at that position. Returns false if no order of the MOM
  // had caused the record.
  bool receive_answer(wire::Position position, const std::optional<Error>& refusal);
  // Requests the LBTS again for values that wait for it. Earlier answers have no effect.
  void repeat_lbts_requests();

  void save(wire::Encoder& out) const { out.put(state_); }
  bool load(wire::Decoder& in);

 private:
  // Pending service of a Service interaction, or pending question of this RTIA.
  struct PendingService {
    wire::Position position = 0;
    core::mom::Interaction command = core::mom::Interaction::none;
    std::optional<ServiceReport> report;
    AttributeSet attributes;  // attributes to send when the question is answered
    FederateHandle to;
  };

  const core::mom::Handles& management() const { return federation_.management(); }
  const core::TimeType& times() const { return time_.type(); }

  ManagerStates states() const;
  // Sends the states of Manager.Federate that have changed since the last call.
  void send_changed_states();
  // Returns the present values of Manager.Federate for these attributes.
  core::mom::Values manager_values(const AttributeSet& attributes);
  void add_times(core::mom::Values& values, const AttributeSet& attributes) const;
  void add_counts(core::mom::Values& values, const AttributeSet& attributes) const;
  std::uint64_t count_owned() const;
  void provide_manager_attributes(const AttributeSet& attributes, FederateHandle to);
  // Sends an update of this member's Manager.Federate object to one federate, or to all if `to` is
  // zero.
  void send_manager_update(const core::mom::Values& values, FederateHandle to);
  // Handles the message as if another federate had sent it.
  template <class Message>
  void deliver_to_self(const Message& message);

  // Reports. The first value of each is the federate.
  core::mom::Values begin_report(core::mom::Interaction which) const;
  void add(core::mom::Values& values, core::mom::Interaction which, std::string_view parameter,
           std::string_view text) const;
  void send_report(core::mom::Interaction which, const core::mom::Values& values);
  void send_service_report(const ServiceReport& report);
  void send_alert(std::string_view severity, std::string_view text);
  void send_alert(core::mom::Interaction command, const Error& refusal);

  // Answers to Request interactions (mom_reports.cpp).
  void answer_request(core::mom::Interaction which, const wire::ValueList& values);
  // Send the reports that commands of the MOM request.
  void report_publications();
  void report_subscriptions();
  void report_objects_owned();
  void report_objects(core::mom::Interaction which, const Traffic& traffic);
  void report_traffic(core::mom::Interaction which, std::string_view counts, const Traffic& traffic,
                      bool interactions);
  void report_object_information(const wire::ValueList& values);

  // Adjust and Service interactions (mom_commands.cpp). On an error nothing has been done.
  class Command;
  // Carry out a command of the MOM. Return the error for the alert.
  std::optional<Error> carry_out_command(const Command& command);
  std::optional<Error> invoke_service(const Command& command);
  std::optional<Error> invoke_declaration(const Command& command);
  std::optional<Error> invoke_object_service(const Command& command);
  std::optional<Error> invoke_time_service(const Command& command);
  std::optional<Error> modify_attribute_state(const Command& command);
  std::optional<Error> set_service_reporting(const Command& command);
  std::optional<Error> invoke(const Command& command, const Service& service);
  std::optional<Error> resign_by_order(const Command& command, FederateHandle by);
  // Finds an instance by its name or, failing that, by its handle.
  ObjectHandle find_instance(std::string_view text);

  Federate& federate_;
  const FederateTime& time_;
  const MessageDelivery& delivery_;
  LbtsExchange& lbts_;
  ObjectManagement& objects_;
  const OwnershipManagement& ownership_;
  SupportServices& support_;
  DataAudience& audience_;

  ManagedState state_;
  bool has_state_subscribers_ = false;        // another federate subscribes to the states
  std::optional<ServiceReport> in_progress_;  // the federate's call that waits
  std::vector<PendingService> pending_services_;
  bool invoking_ = false;  // a Service interaction is being carried out
  std::optional<Resignation> resignation_;
  std::uint64_t order_count_ = 0;
  wire::Buffer own_record_;  // a record for this federate itself
};

}  // namespace triad::rtia
