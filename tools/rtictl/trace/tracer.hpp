// The federate that follows a federation: joins, has the service calls of every other federate
// reported by the Management Object Model, and makes events of the reports. It takes part in
// nothing: it neither regulates nor is constrained, publishes nothing but its commands, achieves
// every synchronization point at once, and its subscriptions are passive where federates could
// notice. It is an observer (RTIextensions.hh): while the federation is saved or restored it is
// away, and then joins again. Everything happens inside its calls, on the caller's thread.
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
    Filter filter;  // the federates to follow, and what to tell of them
  };

  Tracer(Options options, Sink sink) : options_(std::move(options)), sink_(std::move(sink)) {}
  ~Tracer() RTI_MAY_THROW override = default;

  // Joins and begins. The RTIG is that of RTI_URL.
  std::optional<Failure> start();
  // Handles what has come, for a twentieth of a second at most; `more` says whether something is
  // left. Fails when the federation is lost.
  std::optional<Failure> tick(bool& more);
  // The federation is being saved or restored: it joins again by a tick, which nothing calls for.
  bool away() const { return away_; }
  // Has the reports switched off that it had switched on, and resigns. What fails then does not
  // matter: the federation is gone.
  void leave();

  // Readable when `tick` has something to do.
  int descriptor();
  // True when there were federates to follow, and all have left.
  bool alone() const;
  // Those that it followed.
  std::vector<TracedFederate> federates() const;

 private:
  // A Manager.Federate object.
  struct Member {
    TracedFederate traced;
    std::string type;
    bool followed = false;
  };
  struct Interaction {
    RTI::InteractionClassHandle handle = 0;
    std::map<std::string, RTI::ParameterHandle> parameters;
    std::map<RTI::ParameterHandle, std::string> names;
  };
  using Values = std::map<std::string, std::string>;

  // --- Beginning.
  std::optional<Failure> enter();
  void join();
  void stay_away(const std::string& reason);
  std::optional<Failure> dismissed(const std::string& reason);
  std::optional<Failure> bind();
  bool bind(Interaction& interaction, const std::string& name,
            const std::vector<std::string>& parameters);
  void learn_classes();
  void learn_interactions();
  void learn_space(RTI::SpaceHandle space);
  void subscribe();

  // --- What comes.
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

  void removed(RTI::ObjectHandle object);
  void consider(Member& member);
  void recognize(Member& member);
  void follow(const Member& member);
  void note_who_has_left();
  void note_departure(Member&& member);
  bool wanted(const Member& member) const;
  void on_report(const Values& values);
  void on_switched_by_other(const Values& values);
  void on_alert(const Values& values);
  static Values read(const Interaction& interaction,
                     const RTI::ParameterHandleValuePairSet& values);

  // --- What it does.
  void switch_reporting(std::uint64_t federate, bool on);
  void request_time(std::uint64_t federate);
  Member* find(std::uint64_t federate);
  void tell(TraceEvent::What what, const Member* member, std::string text = {});
  // Runs what may be refused; that it was is an event.
  void attempt(const std::function<void()>& work);

  Options options_;
  Sink sink_;
  RTI::RTIambassador rti_;
  bool joined_ = false;
  bool away_ = false;
  std::uint64_t self_ = 0;
  NameTable names_;

  RTI::ObjectClassHandle manager_ = 0;
  RTI::AttributeHandle manager_handle_ = 0;
  RTI::AttributeHandle manager_type_ = 0;
  RTI::AttributeHandle manager_time_ = 0;
  Interaction set_reporting_;
  Interaction report_;
  Interaction alert_;

  std::map<RTI::ObjectHandle, Member> members_;
  std::map<std::uint64_t, RTI::ObjectHandle> objects_;  // by federate
  std::map<std::uint64_t, Member> before_;  // by federate, from before it was away: not seen since
  std::vector<TracedFederate> departed_;
  std::set<std::uint64_t> on_before_;      // reported without having been asked to
  std::set<std::uint64_t> switched_on_;    // by this tracer
  std::set<std::uint64_t> on_for_others_;  // somebody else has switched it on since
  std::string unavailable_;                // a class of the MOM that the FED lacks
};

}  // namespace triad::rtictl
