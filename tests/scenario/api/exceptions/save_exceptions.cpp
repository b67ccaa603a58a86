// Exceptions of saves and restores, of all other services during them (HLA 1.3 clauses 4.11 to
// 4.21), and of their callbacks; two of these have a meaning.
#include <fedtime.hh>

#include <limits>

#include "tests/scenario/api/every_service.hpp"
#include "tests/scenario/api/exceptions/api_table.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"
#include "tests/scenario/api/exceptions/throwing.hpp"

namespace triad::scenario {
namespace {

void complete_initiated_save(Federate& federate, const std::string& label) {
  federate.wait_for_callback("initiateFederateSave " + label);
  federate->federateSaveBegun();
  federate->federateSaveComplete();
}

std::string initiation_of_restore(Federate& federate, const std::string& label) {
  return "initiateFederateRestore " + label + " " + std::to_string(federate.handle());
}

void complete_initiated_restore(Federate& federate, const std::string& label) {
  federate.wait_for_callback(initiation_of_restore(federate, label));
  federate->federateRestoreComplete();
}

// --- Services.

EXCEPTIONS(OfSaves) {
  auto& f = federate();
  const RTIfedTime past(-1.0);
  const RTIfedTime no_time(std::numeric_limits<double>::quiet_NaN());
  RAISES(FederationTimeAlreadyPassed, f, requestFederationSave, "x", past);
  RAISES(InvalidFederationTime, f, requestFederationSave, "x", no_time);
  RAISES(SaveNotInitiated, f, federateSaveBegun);
  RAISES(SaveNotInitiated, f, federateSaveComplete);
  RAISES(SaveNotInitiated, f, federateSaveNotComplete);
}

EXCEPTIONS(OfRestores) {
  auto& f = federate();
  RAISES(RestoreNotRequested, f, federateRestoreComplete);
  RAISES(RestoreNotRequested, f, federateRestoreNotComplete);
}

// Calls all services for which the API lists the exception. A member is refused a join for another
// reason, so a new federate makes that call.
void expect_of_whom_it_concerns(const std::string& exception, Federate& member,
                                Federate& newcomer) {
  Arguments arguments(*member.operator->());
  for (const Service& service : every_service(arguments)) {
    const ApiCall* const call =
        ApiTable::instance().find("RTIambassador", service.name, service.arguments);
    ASSERT_NE(call, nullptr) << service.name;
    if (!call->may_raise(exception) || service.name == "joinFederationExecution") continue;
    expect_raised(exception.c_str(), ServiceName{service.name, service.arguments}, service.call);
  }
  expect_raised(exception.c_str(), ServiceName{"joinFederationExecution", 3}, [&] {
    newcomer->joinFederationExecution("t", member.federation().c_str(), &newcomer.recorder());
  });
}

EXCEPTIONS(OfWhoSaves) {
  auto& f = federate();
  f->requestFederationSave("x");
  f.wait_for_callback("initiateFederateSave x");
  expect_of_whom_it_concerns("SaveInProgress", f, outsider());
  f->federateSaveBegun();
  f->federateSaveComplete();
  f.wait_for_callback("federationSaved");
}

EXCEPTIONS(OfWhoIsRestored) {
  auto& f = federate();
  f->requestFederationSave("x");
  complete_initiated_save(f, "x");
  f.wait_for_callback("federationSaved");
  f->requestFederationRestore("x");
  f.wait_for_callback(initiation_of_restore(f, "x"));
  expect_of_whom_it_concerns("RestoreInProgress", f, outsider());
  f->federateRestoreComplete();
  f.wait_for_callback("federationRestored");
}

// --- Callbacks. An exception of two of them means that the federate cannot save, or cannot be
// restored. Exceptions of the others change nothing.

EXCEPTIONS(OfCallbacksOfSaves) {
  auto& thrower = federate("thrower");
  auto& other = federate("other");
  for (std::size_t place = 1; place <= 2; ++place) {
    throw_in(thrower, {{"initiateFederateSave", place}, {"federationNotSaved", 1}});
    thrower->requestFederationSave("x");
    complete_initiated_save(other, "x");
    thrower.wait_for_callback("federationNotSaved");
    other.wait_for_callback("federationNotSaved");
  }
  throw_in(thrower, {{"federationSaved", 1}});
  thrower->requestFederationSave("x");
  for (Federate* federate : {&thrower, &other}) complete_initiated_save(*federate, "x");
  for (Federate* federate : {&thrower, &other}) federate->wait_for_callback("federationSaved");
  EXPECT_EQ(thrower.take_callbacks(), Lines());
}

EXCEPTIONS(OfCallbacksOfRestores) {
  auto& thrower = federate("thrower");
  auto& other = federate("other");
  const auto ask = [&](std::size_t place) {
    throw_in(thrower, {{"requestFederationRestoreSucceeded", 1},
                       {"requestFederationRestoreFailed", 1},
                       {"federationRestoreBegun", 1},
                       {"initiateFederateRestore", place},
                       {"federationRestored", 1},
                       {"federationNotRestored", 1}});
    thrower->requestFederationRestore("x");
  };
  ask(0);
  thrower.wait_for_callback("requestFederationRestoreFailed x");
  thrower->requestFederationSave("x");
  for (Federate* federate : {&thrower, &other}) complete_initiated_save(*federate, "x");
  for (Federate* federate : {&thrower, &other}) federate->wait_for_callback("federationSaved");
  for (std::size_t place = 1; place <= 3; ++place) {
    ask(place);
    complete_initiated_restore(other, "x");
    thrower.wait_for_callback("federationNotRestored");
    other.wait_for_callback("federationNotRestored");
  }
  ask(0);
  for (Federate* federate : {&thrower, &other}) complete_initiated_restore(*federate, "x");
  for (Federate* federate : {&thrower, &other}) federate->wait_for_callback("federationRestored");
  EXPECT_EQ(thrower.take_callbacks(), Lines());
}

}  // namespace
}  // namespace triad::scenario
