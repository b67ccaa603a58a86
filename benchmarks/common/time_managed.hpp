// Logical time for benchmark federates, in addition to benchmark_federation.hpp.
#ifndef TRIAD_BENCHMARKS_TIME_MANAGED_HPP
#define TRIAD_BENCHMARKS_TIME_MANAGED_HPP

#include "benchmark_federation.hpp"

#include <fedtime.hh>

namespace benchmark_federate {

// Records time callbacks for the main loop: `now` is the time of the last one.
class TimedAmbassador : public Ambassador {
 public:
  using Ambassador::discoverObjectInstance;

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

// Enable time constraint and regulation, and wait until the federate has them.
inline void constrain(RTI::RTIambassador& rti, TimedAmbassador& ambassador,
                      Federation& federation) {
  rti.enableTimeConstrained();
  federation.wait_until("the time constraint", [&] { return ambassador.constrained; });
}

inline void regulate(RTI::RTIambassador& rti, TimedAmbassador& ambassador, Federation& federation,
                     double lookahead) {
  rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(lookahead));
  federation.wait_until("the time regulation", [&] { return ambassador.regulating; });
}

}  // namespace benchmark_federate

#endif
