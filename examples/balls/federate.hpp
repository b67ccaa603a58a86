// Common part of both kinds of federates in this federation: joining, time management, and the
// encoding of values.
#ifndef BALLS_FEDERATE_HPP
#define BALLS_FEDERATE_HPP

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <memory>
#include <string>

namespace balls {

const char* const kFederation = "Balls";
const double kStep = 1.0 / 16;  // In seconds; a power of two, so that sums of times are exact.

struct Vector {
  double x, y;
};

// Writes two numbers as text without loss, so that every machine reads the same values.
inline std::string encoded(Vector v) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g %.17g", v.x, v.y);
  return text;
}

inline Vector decoded(const RTI::AttributeHandleValuePairSet& values, RTI::ULong i) {
  RTI::ULong length = 0;
  const char* const bytes = values.getValuePointer(i, length);
  Vector v = {0, 0};
  std::sscanf(std::string(bytes, length).c_str(), "%lf %lf", &v.x, &v.y);
  return v;
}

inline void add(RTI::AttributeHandleValuePairSet& set, RTI::AttributeHandle attribute, Vector v) {
  const std::string text = encoded(v);
  set.add(attribute, text.data(), static_cast<RTI::ULong>(text.size()));
}

// Tracks the federate's time: the last grant, and whether a grant is pending.
class Ambassador : public NullFederateAmbassador {
 public:
  void timeRegulationEnabled(const RTI::FedTime& time) override { reach(time, regulating); }
  void timeConstrainedEnabled(const RTI::FedTime& time) override { reach(time, constrained); }
  void timeAdvanceGrant(const RTI::FedTime& time) override { reach(time, granted); }

  bool regulating = false;
  bool constrained = false;
  bool granted = false;
  double now = 0;

 private:
  void reach(const RTI::FedTime& time, bool& flag) {
    now = RTIfedTime(time).getTime();
    flag = true;
  }
};

class Federate {
 public:
  Federate(Ambassador& ambassador, const std::string& name, const std::string& fed_file)
      : ambassador_(ambassador) {
    try {
      rti.createFederationExecution(kFederation, fed_file.c_str());
    } catch (const RTI::FederationExecutionAlreadyExists&) {
      // Another federate was first.
    }
    rti.joinFederationExecution(name.c_str(), kFederation, &ambassador);
  }

  // Enables time management. From now on other federates wait for this federate's time, and it
  // waits for theirs. Its messages are at least one step ahead of its time: the lookahead.
  void enable_time() {
    rti.enableTimeConstrained();
    while (!ambassador_.constrained) rti.tick(1.0, 1.0);
    rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(kStep));
    while (!ambassador_.regulating) rti.tick(1.0, 1.0);
  }

  // Returns after the grant. Callbacks for all events up to that time come before the grant.
  void advance_to(double time) {
    ambassador_.granted = false;
    rti.timeAdvanceRequest(RTIfedTime(time));
    while (!ambassador_.granted) rti.tick(1.0, 1.0);
  }

  void leave() {
    rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    try {
      rti.destroyFederationExecution(kFederation);
    } catch (const RTI::FederatesCurrentlyJoined&) {
      // The last federate to leave destroys the federation.
    } catch (const RTI::FederationExecutionDoesNotExist&) {
    }
  }

  RTI::RTIambassador rti;

 private:
  Ambassador& ambassador_;
};

}  // namespace balls

#endif
