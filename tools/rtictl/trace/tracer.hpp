// The federate of `rtictl trace`. It joins a federation, has the Management Object Model report the
// service calls of all other federates, and converts the reports to events.
//
// It does not influence the federation. It neither regulates nor is constrained, publishes only MOM
// commands, and achieves every synchronization point at once. Its subscriptions are passive where
// federates could notice them. As an observer (RTIextensions.hh) it is outside the federation
// during saves and restores, and then joins again. All work happens inside its calls, on the
// caller's thread.
#pragma once

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/rtictl/command.hpp"
#include "tools/rtictl/trace/filter.hpp"
#include "tools/rtictl/trace/trace_names.hpp"

namespace triad::rtictl {

class Tracer : private NullFederateAmbassador {
 public:
  using Sink = std::function<void(const TraceEvent&)>;

  struct Options {
    std::string federation;
    Filter filter;  // Federates to follow and calls to show.
  };

  Tracer(Options options, Sink sink) : options_(std::move(options)), sink_(std::move(sink)) {}
  ~Tracer() RTI_MAY_THROW override = default;

  // Joins the federation at the RTIG of RTI_URL and starts the trace.
  std::optional<Failure> start();
  // Handles input for at most 50 ms. Sets `more` to whether some is left. Fails if the federation
  // is lost.
  std::optional<Failure> tick(bool& more);
  // Returns whether the tracer is outside the federation, during a save or restore. tick() then
  // tries to join again; the descriptor does not become readable for that.
  bool is_away() const { return is_away_; }
  // Switches off the reports that it has switched on, and resigns. Ignores errors, because the
  // federation is lost then.
  void resign();

  // Returns a descriptor that is readable when tick() has work.
  int descriptor();
  // Returns whether all followed federates have left. False if there were none.
  bool has_lost_all_federates() const;
  // Returns the federates that it has followed.
  std::vector<TracedFederate> federates() const;

 private:
  // A Manager.Federate object.
  struct Member {
    TracedFederate traced;
    std::string type;
    bool is_followed = false;
  };
  struct Interaction {
    RTI::InteractionClassHandle handle = 0;
    std::map<std::string, RTI::ParameterHandle> parameters;
    std::map<RTI::ParameterHandle, std::string> names;
  };
  using Values = std::map<std::string, std::string>;

  // --- Start.
  std::optional<Failure> join_and_subscribe();
  void join_federation();
  void record_absence(const std::string& reason);
  std::optional<Failure> end_membership(const std::string& reason);
  std::optional<Failure> look_up_handles();
  bool look_up_interaction(Interaction& interaction, const std::string& name,
                           const std::vector<std::string>& parameters);
  void read_object_classes();
  void read_interaction_classes();
  void read_routing_space(RTI::SpaceHandle space);
  void subscribe();

  // --- Callbacks.
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override;
  void reflectAttributeValues(RTI::ObjectHandle object,
                              const RTI::AttributeHandleValuePairSet& values, const char*) override;
  void receiveInteraction(RTI::InteractionClassHandle interaction,
                          const RTI::ParameterHandleValuePairSet& values, const char*) override;
  void removeObjectInstance(RTI::ObjectHandle object, const RTI::FedTime&, const char*,
                            RTI::EventRetractionHandle) override;
  void removeObjectInstance(RTI::ObjectHandle object, const char*) override;
  void announceSynchronizationPoint(const char* label, const char*) override;

  void remove_instance(RTI::ObjectHandle object);
  void follow_if_selected(Member& member);
  void identify_member(Member& member);
  void request_reports(const Member& member);
  void report_absent_members();
  void record_departure(Member&& member);
  bool is_selected(const Member& member) const;
  void receive_report(const Values& values);
  void receive_reporting_switch(const Values& values);
  void receive_alert(const Values& values);
  static Values read_values(const Interaction& interaction,
                            const RTI::ParameterHandleValuePairSet& values);

  // --- Actions.
  void switch_reporting(std::uint64_t federate, bool on);
  void request_time(std::uint64_t federate);
  Member* find_member(std::uint64_t federate);
  void emit_event(TraceEvent::Kind kind, const Member* member, std::string text = {});
  // Runs a service call. A refusal becomes an event.
  void try_service(const std::function<void()>& work);

  Options options_;
  Sink sink_;
  RTI::RTIambassador rti_;
  bool is_joined_ = false;
  bool is_away_ = false;
  std::uint64_t own_handle_ = 0;
  NameTable names_;

  RTI::ObjectClassHandle manager_ = 0;
  RTI::AttributeHandle manager_handle_ = 0;
  RTI::AttributeHandle manager_type_ = 0;
  RTI::AttributeHandle manager_time_ = 0;
  Interaction set_reporting_;
  Interaction report_;
  Interaction alert_;

  std::map<RTI::ObjectHandle, Member> members_;
  std::map<std::uint64_t, RTI::ObjectHandle> objects_;  // Objects by federate handle.
  // Members from before the last absence that have not been seen since, by federate.
  std::map<std::uint64_t, Member> members_before_absence_;
  std::vector<TracedFederate> departed_;
  // Federates with reports that this tracer has not requested.
  std::set<std::uint64_t> already_reporting_;
  std::set<std::uint64_t> switched_on_;  // Federates with reports switched on by this tracer.
  // Federates with reports switched on by another federate since.
  std::set<std::uint64_t> reporting_for_others_;
  std::string missing_name_;  // Name of the MOM class or parameter that the FED lacks.
};

}  // namespace triad::rtictl
