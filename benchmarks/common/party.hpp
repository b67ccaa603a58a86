// The federates of one process of a Crew: they join, tick in turn, and synchronize with the other
// processes.
#ifndef TRIAD_BENCHMARKS_PARTY_HPP
#define TRIAD_BENCHMARKS_PARTY_HPP

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "crew.hpp"

namespace benchmark_federate {

// Returns milliseconds of a clock that all processes share.
inline double clock_ms() {
  return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count();
}

inline std::unique_ptr<RTI::AttributeHandleSet> attribute_of(RTI::RTIambassador& rti,
                                                             RTI::ObjectClassHandle of,
                                                             const char* name) {
  std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
  attributes->add(rti.getAttributeHandle(name, of));
  return attributes;
}

// Also counts pulses and reflections.
class PartyAmbassador : public Ambassador {
 public:
  using Ambassador::discoverObjectInstance;
  using NullFederateAmbassador::receiveInteraction;
  using NullFederateAmbassador::reflectAttributeValues;

  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) override {
    ++pulses_received;
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const char*) override {
    ++reflected;
  }

  unsigned long pulses_received = 0;
  unsigned long reflected = 0;
};

struct PartyMember {
  RTI::RTIambassador rti;
  PartyAmbassador ambassador;
};

class Party {
 public:
  Party(const CommonOptions& options, Meeting& meeting) : options_(options), meeting_(meeting) {}

  // Joins one more federate, which subscribes to pulses.
  PartyMember& join(const std::string& type) {
    members_.emplace_back(new PartyMember);
    PartyMember& member = *members_.back();
    try {
      member.rti.createFederationExecution(options_.federation.c_str(), options_.fed.c_str());
    } catch (const RTI::FederationExecutionAlreadyExists&) {
      // Another federate was first.
    }
    member.rti.joinFederationExecution(type.c_str(), options_.federation.c_str(),
                                       &member.ambassador);
    member.rti.subscribeInteractionClass(pulse_of(member));
    return member;
  }

  // Sends a pulse. A federate that receives it has handled everything that the member sent before.
  void pulse(PartyMember& member) {
    std::unique_ptr<RTI::ParameterHandleValuePairSet> none(RTI::ParameterSetFactory::create(1));
    member.rti.sendInteraction(pulse_of(member), *none, "");
  }
  // Waits until the server has handled everything that the member has sent. Ends the member's
  // subscription to pulses.
  void reach_server(PartyMember& member) {
    member.rti.unsubscribeInteractionClass(pulse_of(member));
  }
  RTI::InteractionClassHandle pulse_of(PartyMember& member) {
    return member.rti.getInteractionClassHandle("InteractionRoot.Pulse");
  }

  // Ticks all members until `ready` holds for each.
  template <class Ready>
  void tick_until(const char* condition_text, Ready ready) {
    const double begin = clock_ms();
    while (!all(ready)) {
      for (const auto& member : members_) member->rti.tick(members_.size() > 1 ? 0.002 : 0.02, 0.1);
      check_others(condition_text, begin);
    }
  }
  // Ticks one member alone until `ready` holds for it.
  template <class Ready>
  void tick_until(const char* condition_text, PartyMember& member, Ready ready) {
    const double begin = clock_ms();
    while (!ready(member)) {
      member.rti.tick(0.02, 0.1);
      check_others(condition_text, begin);
    }
  }

  // Waits until all processes are here and the parent has let them continue.
  void meet() {
    meeting_.arrive(phase_);
    ++phase_;
    tick_until("the other processes",
               [this](const PartyMember&) { return meeting_.opened >= phase_; });
  }

  void resign() {
    for (const auto& member : members_) {
      member->rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    }
    meeting_.arrive(phase_);
  }

  std::vector<std::unique_ptr<PartyMember>>& members() { return members_; }

 private:
  template <class Ready>
  bool all(Ready ready) {
    for (const auto& member : members_) {
      if (!ready(*member)) return false;
    }
    return true;
  }

  void check_others(const char* condition_text, double begin) const {
    if (meeting_.failed) throw std::runtime_error("another process has failed");
    if (clock_ms() - begin > options_.patience * 1000) {
      throw std::runtime_error(std::string("gave up waiting for ") + condition_text +
                               " (--patience)");
    }
  }

  const CommonOptions& options_;
  Meeting& meeting_;
  std::vector<std::unique_ptr<PartyMember>> members_;
  int phase_ = 0;
};

}  // namespace benchmark_federate

#endif
