// A federate of waits_program_test. Its first argument selects the role. Each reports its progress
// on standard output and continues when it receives SIGUSR1.
//
//   tank   regulates, advances to 30.5, ticks; then stands still without ticking; then goes to 100
//   radar  is constrained, advances to 30, and requests the next event until 40
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

using triad::test::block_continue_signal;
using triad::test::has_continue_signal;
using triad::test::print_line;
using triad::test::wait_for_continue_signal;

constexpr const char* kFederation = "battle";

class Ambassador : public NullFederateAmbassador {
 public:
  bool answered = false;

  void timeRegulationEnabled(const RTI::FedTime&) override { answered = true; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { answered = true; }
  void timeAdvanceGrant(const RTI::FedTime&) override { answered = true; }
};

class Federate {
 public:
  void join(const char* name, const char* fed) {
    try {
      rti_.createFederationExecution(kFederation, fed);
    } catch (const RTI::FederationExecutionAlreadyExists&) {
    }
    rti_.joinFederationExecution(name, kFederation, &ambassador_);
  }
  void regulate(double lookahead) {
    rti_.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(lookahead));
    tick_until_answered();
  }
  void constrain() {
    rti_.enableTimeConstrained();
    tick_until_answered();
  }
  void advance_to(double time) {
    rti_.timeAdvanceRequest(RTIfedTime(time));
    tick_until_answered();
  }
  void next_event_until(double time) { rti_.nextEventRequest(RTIfedTime(time)); }
  void tick_until_answered() {
    while (!ambassador_.answered) rti_.tick(1.0, 1.0);
    ambassador_.answered = false;
  }
  void tick_until_reported() {
    while (!has_continue_signal()) rti_.tick(0.01, 0.01);
  }
  void resign() { rti_.resignFederationExecution(RTI::NO_ACTION); }

 private:
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
};

void run_tank(const char* fed) {
  Federate tank;
  tank.join("tank", fed);
  tank.regulate(0.5);
  tank.advance_to(30.5);
  print_line("ticks at 30.5");
  tank.tick_until_reported();
  print_line("stands still");
  wait_for_continue_signal();
  tank.advance_to(100);
  print_line("is at 100");
  tank.tick_until_reported();
  tank.resign();
}

void run_radar(const char* fed) {
  Federate radar;
  radar.join("radar", fed);
  radar.constrain();
  radar.advance_to(30);
  radar.next_event_until(40);
  print_line("waits at 30");
  radar.tick_until_answered();
  print_line("is at 40");
  radar.tick_until_reported();
  radar.resign();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  block_continue_signal();
  try {
    std::string(arguments[1]) == "tank" ? run_tank(arguments[2]) : run_radar(arguments[2]);
  } catch (const RTI::Exception& error) {
    std::fprintf(stderr, "%s: %s\n", error._name, error._reason);
    return 1;
  }
  return 0;
}
