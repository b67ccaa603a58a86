// A federate of policy_program_test: carries out the named actions in order and prints the result
// of each. It ends after the last one, or when the test kills it.
//
//   policed_federate FEDERATION NAME FED ACTION...
//   ACTION: create, destroy, join, resign, save, restore, wait (until SIGUSR1)
#include <NullFederateAmbassador.hh>
#include <RTI.hh>

#include <string>

#include "tests/system/federate_process.hpp"

namespace {

class Federate {
 public:
  Federate(std::string federation, std::string name, std::string fed)
      : federation_(std::move(federation)), name_(std::move(name)), fed_(std::move(fed)) {}

  void carry_out(const std::string& action) {
    try {
      call(action);
      triad::test::print_line(action + ": done");
    } catch (const RTI::Exception& error) {
      triad::test::print_line(action + ": " + error._name + ": " + error._reason);
    }
  }

 private:
  void call(const std::string& action) {
    if (action == "create") rti_.createFederationExecution(federation_.c_str(), fed_.c_str());
    if (action == "destroy") rti_.destroyFederationExecution(federation_.c_str());
    if (action == "join") {
      rti_.joinFederationExecution(name_.c_str(), federation_.c_str(), &ambassador_);
    }
    if (action == "resign") rti_.resignFederationExecution(RTI::NO_ACTION);
    if (action == "save") rti_.requestFederationSave("label");
    if (action == "restore") rti_.requestFederationRestore("label");
    if (action == "wait") {
      while (!triad::test::has_continue_signal()) rti_.tick(0.01, 0.01);
    }
  }

  const std::string federation_;
  const std::string name_;
  const std::string fed_;
  RTI::RTIambassador rti_;
  NullFederateAmbassador ambassador_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return 2;
  triad::test::block_continue_signal();
  Federate federate(arguments[1], arguments[2], arguments[3]);
  for (int i = 4; i < count; ++i) federate.carry_out(arguments[i]);
  return 0;
}
