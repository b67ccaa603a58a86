// One federate of the random runs, as a federate sees itself: what it has declared and been told.
// Judges every callback (is it legal now?) and, when all is quiet, whether it has been told all
// that was due. Knows nothing of the RTI's inside but the copy that it is compared with.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/federation.hpp"
#include "core/test_model.hpp"
#include "rtia/callback.hpp"

namespace triad::test {

using wire::AttributeHandle;
using wire::AttributeSet;
using wire::FederateHandle;
using wire::InteractionClassHandle;
using wire::ObjectClassHandle;
using wire::ObjectHandle;

// Something sent in this phase of the run, found again by its tag.
struct Sent {
  std::size_t sender = 0;
  std::uint64_t at = 0;  // the step at which the call began
  bool interaction = false;
  ObjectHandle object;
  ObjectClassHandle object_class;  // registered
  InteractionClassHandle interaction_class;
  AttributeSet attributes;
};

class Observer {
 public:
  // The federate joined (again): it knows nothing.
  void begin(FederateHandle self);
  void end() { self_ = {}; }
  bool member() const { return static_cast<bool>(self_); }
  FederateHandle self() const { return self_; }

  // What calls have done.
  core::Declarations declared;
  std::map<wire::AdvisorySwitch, bool> switches;
  std::map<ObjectHandle, ObjectClassHandle> known;  // with the known class; registered ones as well
  std::map<std::string, bool> points;               // announced; whether achieved
  std::set<ObjectHandle> locally_deleted;           // in this phase
  std::uint64_t changed_at = 0;  // the last step at which a declaration or membership was changing

  void unpublished(ObjectClassHandle c) { told_to_register_.erase(c); }
  void unpublished(InteractionClassHandle c) { told_to_send_.erase(c); }
  void forget(ObjectHandle object);

  // Checks one callback and notes it; complaints go to `complaints`.
  void see(const rtia::Callback& callback);
  // With all quiet and every callback taken: was everything told that was due?
  void check_told(const core::Federation& global, const std::vector<const Observer*>& all);
  // Was `sent` received as it must be, if it must?
  void check_received(const std::string& tag, const Sent& sent);
  void begin_phase();

  std::vector<std::string> complaints;

 private:
  struct Received {
    std::vector<AttributeHandle> attributes;
    std::vector<InteractionClassHandle> classes;
  };

  void on(const wire::DiscoverObjectInstance&);
  void on(const wire::ReflectAttributeValues&);
  void on(const wire::ReceiveInteraction&);
  void on(const wire::RemoveObjectInstance&);
  void on(const wire::ProvideAttributeValueUpdate&);
  void on(const wire::StartRegistrationForObjectClass&);
  void on(const wire::StopRegistrationForObjectClass&);
  void on(const wire::TurnInteractionsOn&);
  void on(const wire::TurnInteractionsOff&);
  void on(const wire::TurnUpdatesOnForObjectInstance&);
  void on(const wire::TurnUpdatesOffForObjectInstance&);
  void on(const wire::AttributesInScope&);
  void on(const wire::AttributesOutOfScope&);
  // Time management is not in this simulation's schedules.
  void on(const wire::TimeRegulationEnabled&) {}
  void on(const wire::TimeConstrainedEnabled&) {}
  void on(const wire::TimeAdvanceGrant&) {}
  void on(const wire::RequestRetraction&) {}
  void on(const wire::AnnounceSynchronizationPoint&);
  void on(const wire::FederationSynchronized&);
  void on(const wire::SynchronizationPointRegistrationSucceeded&) {}
  void on(const wire::SynchronizationPointRegistrationFailed&) {}

  void complain(const std::string& what);
  void check_relevance(const core::Federation& global, const std::vector<const Observer*>& all);
  void check_instances(const core::Federation& global);
  void check_updates(const core::Federation& global, const std::vector<const Observer*>& all);
  bool on_now(wire::AdvisorySwitch which) const;

  FederateHandle self_;
  core::ObjectModel model_ = core::test::test_model();
  std::set<ObjectHandle> removed_;
  std::map<ObjectHandle, ObjectClassHandle> past_class_;  // also of the removed
  std::set<ObjectClassHandle> told_to_register_;
  std::set<InteractionClassHandle> told_to_send_;
  std::map<ObjectHandle, AttributeSet> told_to_update_;
  std::map<ObjectHandle, AttributeSet> told_in_scope_;
  std::map<std::string, Received> received_;  // by tag
};

}  // namespace triad::test
