// Tests of an RTIambassador that has not joined. They need no rtig and connect to none.
//
// A test fixture has a noexcept destructor and contains an ambassador, so the ambassador's
// destructor must be noexcept.
#define RTI_DESTRUCTORS_NEVER_THROW

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <RTIextensions.hh>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fedtime.hh>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

// Returns the name of the exception that the call throws, or "" if it throws none.
std::string thrown(const std::function<void()>& call) {
  try {
    call();
  } catch (const RTI::Exception& e) {
    return e._name;
  }
  return "";
}

std::string reason(const std::function<void()>& call) {
  try {
    call();
  } catch (const RTI::Exception& e) {
    return e._reason;
  }
  return "";
}

class Unjoined : public testing::Test {
 protected:
  // Calls services of which each must throw FederateNotExecutionMember.
  static void expect_all_refused(const std::vector<std::function<void()>>& calls) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      EXPECT_EQ(thrown(calls[i]), "FederateNotExecutionMember") << "call " << i;
    }
  }

  RTI::RTIambassador rti;
  NullFederateAmbassador federate;
  RTIfedTime time = RTIfedTime(1.0);
  std::unique_ptr<RTI::AttributeHandleSet> attributes{RTI::AttributeHandleSetFactory::create(1)};
  std::unique_ptr<RTI::FederateHandleSet> federates{RTI::FederateHandleSetFactory::create(1)};
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values{RTI::AttributeSetFactory::create(1)};
  std::unique_ptr<RTI::ParameterHandleValuePairSet> parameters{RTI::ParameterSetFactory::create(1)};
};

TEST_F(Unjoined, CreateNeedsNameAndFed) {
  EXPECT_EQ(thrown([&] { rti.createFederationExecution(nullptr, "a.fed"); }), "RTIinternalError");
  EXPECT_EQ(thrown([&] { rti.createFederationExecution("", "a.fed"); }), "RTIinternalError");
  EXPECT_EQ(thrown([&] { rti.createFederationExecution("f", nullptr); }), "CouldNotOpenFED");
}

TEST_F(Unjoined, DestroyNeedsAName) {
  EXPECT_EQ(thrown([&] { rti.destroyFederationExecution(nullptr); }),
            "FederationExecutionDoesNotExist");
}

TEST_F(Unjoined, JoinNeedsTypeFederationAndAmbassador) {
  EXPECT_EQ(thrown([&] { rti.joinFederationExecution(nullptr, "f", &federate); }),
            "RTIinternalError");
  EXPECT_EQ(thrown([&] { rti.joinFederationExecution("t", nullptr, &federate); }),
            "FederationExecutionDoesNotExist");
  EXPECT_EQ(thrown([&] { rti.joinFederationExecution("t", "f", nullptr); }), "RTIinternalError");
}

TEST_F(Unjoined, ResignIsRefusedForMembershipBeforeItsAction) {
  EXPECT_EQ(thrown([&] { rti.resignFederationExecution(RTI::NO_ACTION); }),
            "FederateNotExecutionMember");
  EXPECT_EQ(thrown([&] { rti.resignFederationExecution(static_cast<RTI::ResignAction>(7)); }),
            "FederateNotExecutionMember");
}

// Calls each service that needs membership.
TEST_F(Unjoined, FederationServicesSayThatTheFederateIsNoMember) {
  expect_all_refused({
      [&] { rti.registerFederationSynchronizationPoint("l", "t"); },
      [&] { rti.registerFederationSynchronizationPoint(nullptr, "t", *federates); },
      [&] { rti.synchronizationPointAchieved(nullptr); },
      [&] { rti.requestFederationSave("l", time); },
      [&] { rti.requestFederationSave("l"); },
      [&] { rti.federateSaveBegun(); },
      [&] { rti.federateSaveComplete(); },
      [&] { rti.federateSaveNotComplete(); },
      [&] { rti.requestFederationRestore("l"); },
      [&] { rti.federateRestoreComplete(); },
      [&] { rti.federateRestoreNotComplete(); },
  });
}

TEST_F(Unjoined, DeclarationServicesSayThatTheFederateIsNoMember) {
  expect_all_refused({
      [&] { rti.publishObjectClass(1, *attributes); },
      [&] { rti.unpublishObjectClass(1); },
      [&] { rti.publishInteractionClass(1); },
      [&] { rti.unpublishInteractionClass(1); },
      [&] { rti.subscribeObjectClassAttributes(1, *attributes); },
      [&] { rti.unsubscribeObjectClass(1); },
      [&] { rti.subscribeInteractionClass(1); },
      [&] { rti.unsubscribeInteractionClass(1); },
  });
}

TEST_F(Unjoined, ObjectAndOwnershipServicesSayThatTheFederateIsNoMember) {
  expect_all_refused({
      [&] { rti.registerObjectInstance(1, "n"); },
      [&] { rti.registerObjectInstance(1); },
      [&] { rti.updateAttributeValues(1, *values, time, "t"); },
      [&] { rti.updateAttributeValues(1, *values, nullptr); },
      [&] { rti.sendInteraction(1, *parameters, time, "t"); },
      [&] { rti.sendInteraction(1, *parameters, nullptr); },
      [&] { rti.deleteObjectInstance(1, time, "t"); },
      [&] { rti.deleteObjectInstance(1, "t"); },
      [&] { rti.localDeleteObjectInstance(1); },
      [&] { rti.changeAttributeTransportationType(1, *attributes, 1); },
      [&] { rti.changeInteractionTransportationType(1, 1); },
      [&] { rti.requestObjectAttributeValueUpdate(1, *attributes); },
      [&] { rti.requestClassAttributeValueUpdate(1, *attributes); },
      [&] { rti.unconditionalAttributeOwnershipDivestiture(1, *attributes); },
      [&] { rti.attributeOwnershipReleaseResponse(1, *attributes); },
      [&] { rti.queryAttributeOwnership(1, 1); },
      [&] { rti.isAttributeOwnedByFederate(1, 1); },
  });
}

TEST_F(Unjoined, TimeAndRegionServicesSayThatTheFederateIsNoMember) {
  RTI::EventRetractionHandle retraction = {1, 1};
  expect_all_refused({
      [&] { rti.enableTimeRegulation(time, time); },
      [&] { rti.enableTimeConstrained(); },
      [&] { rti.timeAdvanceRequest(time); },
      [&] { rti.queryFederateTime(time); },
      [&] { rti.retract(retraction); },
      [&] { rti.changeAttributeOrderType(1, *attributes, 1); },
      [&] { rti.changeInteractionOrderType(1, 1); },
      [&] { rti.createRegion(1, 1); },
      [&] { rti.getRegion(1); },
  });
}

TEST_F(Unjoined, SupportServicesSayThatTheFederateIsNoMember) {
  expect_all_refused({
      [&] { rti.getObjectClassHandle(nullptr); },
      [&] { rti.getObjectClassName(1); },
      [&] { rti.getAttributeHandle("a", 1); },
      [&] { rti.getAttributeName(1, 1); },
      [&] { rti.getInteractionClassHandle("i"); },
      [&] { rti.getInteractionClassName(1); },
      [&] { rti.getParameterHandle("p", 1); },
      [&] { rti.getParameterName(1, 1); },
      [&] { rti.getObjectInstanceHandle("o"); },
      [&] { rti.getObjectInstanceName(1); },
      [&] { rti.getRoutingSpaceHandle("s"); },
      [&] { rti.getRoutingSpaceName(-1); },
      [&] { rti.getDimensionHandle("d", 1); },
      [&] { rti.getDimensionName(1, 1); },
      [&] { rti.getAttributeRoutingSpaceHandle(1, 1); },
      [&] { rti.getObjectClass(1); },
      [&] { rti.getInteractionRoutingSpaceHandle(1); },
      [&] { rti.getTransportationHandle("reliable"); },
      [&] { rti.getTransportationName(1); },
      [&] { rti.getOrderingHandle("receive"); },
      [&] { rti.getOrderingName(1); },
      [&] { rti.enableClassRelevanceAdvisorySwitch(); },
      [&] { rti.disableAttributeScopeAdvisorySwitch(); },
  });
}

TEST_F(Unjoined, SaysWhichServiceRefused) {
  EXPECT_EQ(reason([&] { rti.getOrderingName(1); }),
            "getOrderingName: not joined to a federation: call joinFederationExecution first");
}

TEST_F(Unjoined, TickWithoutAMinimumReturnsFalseAtOnce) {
  EXPECT_EQ(rti.tick(), RTI::RTI_FALSE);
  EXPECT_EQ(rti.tick(0, 7200), RTI::RTI_FALSE);
  EXPECT_EQ(rti.tick(std::nan(""), -1), RTI::RTI_FALSE);
  EXPECT_EQ(rti.__tick_kernel(RTI::RTI_TRUE, -1, 7200), RTI::RTI_FALSE);
}

TEST_F(Unjoined, TickThatCouldNeverEndReturnsFalseAtOnce) {
  EXPECT_EQ(rti.tick(std::numeric_limits<double>::infinity(), 0), RTI::RTI_FALSE);
  EXPECT_EQ(rti.tick(1e9, 1e9), RTI::RTI_FALSE);
  EXPECT_EQ(rti.tick2(), RTI::RTI_FALSE);
}

// As in a loop that tries to join.
TEST_F(Unjoined, TickWaitsForItsMinimum) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(rti.tick(0.03, 0.5), RTI::RTI_FALSE);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(30));
  EXPECT_EQ(rti.tick(0.03, 0), RTI::RTI_FALSE);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(60));
  EXPECT_EQ(rti.__tick_kernel(RTI::RTI_FALSE, 0.03, 0.03), RTI::RTI_FALSE);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(90));
}

TEST_F(Unjoined, GivesACallbackDescriptorThatStaysTheSame) {
  const int descriptor = RTIextensions::callbackDescriptor(rti);
  EXPECT_GE(descriptor, 0);
  EXPECT_EQ(RTIextensions::callbackDescriptor(rti), descriptor);
}

// Returns the exit status of a forked child: 0 if `works` returns true there.
int status_of_child(const std::function<bool()>& works) {
  const pid_t child = fork();
  if (child == 0) _exit(works() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST_F(Unjoined, WorksInAForkedChildAndInItsChild) {
  const auto works = [&] {
    return rti.tick() == RTI::RTI_FALSE &&
           thrown([&] { rti.getOrderingName(1); }) == "FederateNotExecutionMember";
  };
  EXPECT_EQ(status_of_child([&] { return works() && status_of_child(works) == 0; }), 0);
  EXPECT_TRUE(works());
}

TEST_F(Unjoined, GivesAForkedChildACallbackDescriptorOfItsOwn) {
  const int descriptor = RTIextensions::callbackDescriptor(rti);
  EXPECT_EQ(status_of_child([&] {
              const int own = RTIextensions::callbackDescriptor(rti);
              return own >= 0 && fcntl(own, F_GETFD) != -1 && rti.tick() == RTI::RTI_FALSE;
            }),
            0);
  EXPECT_EQ(RTIextensions::callbackDescriptor(rti), descriptor);
}

// A thread of the parent is in a call during the fork; the child does not have this thread.
TEST_F(Unjoined, WorksInAChildThatIsForkedDuringATick) {
  std::atomic<bool> done = false;
  // Either thread may find the other one in the RTI.
  std::thread ticking([&] {
    while (!done) (void)thrown([&] { rti.tick(0.01, 0.01); });
  });
  while (thrown([&] { rti.tick(); }) != "ConcurrentAccessAttempted") {
  }
  EXPECT_EQ(status_of_child([&] { return thrown([&] { rti.tick(); }).empty(); }), 0);
  done = true;
  ticking.join();
}

// Several threads of the child may make its first call.
TEST_F(Unjoined, IsTakenOverOnceByTheThreadsOfAForkedChild) {
  EXPECT_EQ(status_of_child([&] {
              std::atomic<int> strange = 0;
              std::array<std::thread, 4> threads;
              for (std::thread& thread : threads) {
                thread = std::thread([&] {
                  for (int call = 0; call < 1000; ++call) {
                    const std::string name = thrown([&] { rti.tick(); });
                    if (!name.empty() && name != "ConcurrentAccessAttempted") ++strange;
                  }
                });
              }
              for (std::thread& thread : threads) thread.join();
              return strange == 0;
            }),
            0);
}

TEST_F(Unjoined, IsNotAssignedAnotherAmbassador) {
  RTI::RTIambassador other;
  const RTI::RTIambassador* const pointer = &other;
  EXPECT_EQ(thrown([&] { rti = *pointer; }), "RTIinternalError");
  EXPECT_EQ(reason([&] { rti = *pointer; }),
            "one RTIambassador is one federate: it cannot be copied");
  const RTI::RTIambassador* const itself = &rti;
  EXPECT_EQ(thrown([&] { rti = *itself; }), "");
  EXPECT_EQ(thrown([&] { rti.getOrderingName(1); }), "FederateNotExecutionMember");
}

TEST(RtiAmbassador, SaysWhichRtigItTriedAndHowToStartOne) {
  setenv("RTI_URL", "tcp://127.0.0.1:1", 1);
  setenv("RTI_CONNECT_TIMEOUT", "0", 1);
  RTI::RTIambassador rti;
  const auto text = reason([&] { rti.destroyFederationExecution("f"); });
  EXPECT_NE(text.find("tcp://127.0.0.1:1"), std::string::npos) << text;
  EXPECT_NE(text.find("rtig --listen tcp://127.0.0.1:1"), std::string::npos) << text;
  unsetenv("RTI_URL");
  unsetenv("RTI_CONNECT_TIMEOUT");
}

TEST(RtiAmbassador, RefusesAWrongConfiguration) {
  setenv("RTI_RTIA", "thread", 1);
  RTI::RTIambassador rti;
  const auto text = reason([&] { rti.destroyFederationExecution("f"); });
  EXPECT_NE(text.find("embedded or process"), std::string::npos) << text;
  unsetenv("RTI_RTIA");
}

}  // namespace
