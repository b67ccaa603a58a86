// Tests the effects of services with two federates on one rtig, with both hosts and over each
// transport.
#include <unistd.h>

#include <fedtime.hh>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

using Services = EveryConfiguration;
INSTANTIATE_TEST_SUITE_P(Ways, Services, EVERY_CONFIGURATION);

TEST_P(Services, AnObjectIsDiscoveredReflectedAndRemoved) {
  auto sender = joined();
  auto receiver = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
  sender->update_speed(object, "10", "slow");
  (*sender)->deleteObjectInstance(object, "gone");
  receiver->until("remove gone");
  EXPECT_EQ(receiver->listener.heard,
            (std::vector<std::string>{"discover Tiger", "reflect 10 slow", "remove gone"}));
}

TEST_P(Services, AnInteractionArrivesWithAnEmptyTagWhereNoneWasGiven) {
  auto sender = joined();
  auto receiver = joined();
  const auto shot = (*sender)->getInteractionClassHandle("InteractionRoot.Shot");
  (*sender)->publishInteractionClass(shot);
  (*receiver)->subscribeInteractionClass(shot);
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
      RTI::ParameterSetFactory::create(1));
  values->add((*sender)->getParameterHandle("Target", shot), "Tiger", 5);
  (*sender)->sendInteraction(shot, *values, nullptr);
  receiver->until("receive Tiger ");
  EXPECT_EQ(receiver->listener.heard, std::vector<std::string>{"receive Tiger "});
}

TEST_P(Services, ATimedUpdateArrivesWithItsTime) {
  auto sender = joined();
  auto receiver = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank());
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
      RTI::AttributeSetFactory::create(1));
  values->add(sender->speed(), "7", 1);
  (*sender)->updateAttributeValues(object, *values, RTIfedTime(2.5), "t");
  receiver->until("reflect 7 t at 2.500000");
  EXPECT_EQ(receiver->listener.heard.size(), 2u);  // one is the discovery
}

TEST_P(Services, NamesComeBackAsTheFedSpellsThem) {
  auto federate = joined();
  const std::unique_ptr<char[]> name((*federate)->getObjectClassName(federate->tank()));
  EXPECT_STREQ(name.get(), "ObjectRoot.Tank");
  const std::unique_ptr<char[]> attribute(
      (*federate)->getAttributeName(federate->speed(), federate->tank()));
  EXPECT_STREQ(attribute.get(), "Speed");
  EXPECT_EQ((*federate)->getTransportationHandle("RELIABLE"),
            (*federate)->getTransportationHandle("reliable"));
}

// The RTIA warns of the other FED at once, and again in the error for an unknown name.
TEST_P(Services, AnotherFedThanTheFederationsIsWarnedOfAndNamedWhereANameIsNotFound) {
  const auto creator = joined();
  const std::string mine = "/tmp/triad-binding-" + std::to_string(getpid()) + ".fed";
  std::ofstream(mine) << "(FED (Federation x) (FEDversion v1.3) (spaces) (objects (class ObjectRoot"
                         " (attribute privilegeToDelete reliable timestamp) (class RTIprivate)"
                         " (class Boat))) (interactions (class InteractionRoot reliable timestamp"
                         " (class RTIprivate reliable timestamp))))";
  testing::internal::CaptureStderr();
  auto federate = outsider();
  EXPECT_EQ(thrown([&] { (*federate)->createFederationExecution("f", TRIAD_FED); }),
            "FederationExecutionAlreadyExists");
  EXPECT_EQ(thrown([&] { (*federate)->createFederationExecution("f", mine.c_str()); }),
            "FederationExecutionAlreadyExists");
  std::filesystem::remove(mine);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.find("triad: warning: "), 0u) << said;
  EXPECT_EQ(said.find("triad: warning: ", 1), std::string::npos) << said;
  EXPECT_NE(said.find(mine), std::string::npos) << said;
  EXPECT_NE(said.find(TRIAD_FED), std::string::npos) << said;
  (*federate)->joinFederationExecution("late", "f", &federate->listener);
  const auto why = reason([&] { (*federate)->getObjectClassHandle("Boat"); });
  EXPECT_NE(why.find(std::string("is '") + TRIAD_FED), std::string::npos) << why;
  EXPECT_NE(why.find("not '" + mine), std::string::npos) << why;
  const auto usual = reason([&] { (*creator)->getObjectClassHandle("Boat"); });
  EXPECT_EQ(usual.find("in force"), std::string::npos) << usual;
}

TEST_P(Services, RefusalsArriveAsTheirExceptions) {
  auto federate = joined();
  auto& rti = *federate;
  EXPECT_EQ(thrown([&] { rti->createFederationExecution("f", TRIAD_FED); }),
            "FederationExecutionAlreadyExists");
  EXPECT_EQ(thrown([&] { rti->destroyFederationExecution("f"); }), "FederatesCurrentlyJoined");
  EXPECT_EQ(thrown([&] { rti->destroyFederationExecution("none"); }),
            "FederationExecutionDoesNotExist");
  EXPECT_EQ(thrown([&] { rti->createFederationExecution("g", "/nowhere/none.fed"); }),
            "CouldNotOpenFED");
  EXPECT_EQ(thrown([&] { rti->joinFederationExecution("t", "f", &federate->listener); }),
            "FederateAlreadyExecutionMember");
  EXPECT_EQ(thrown([&] { rti->getObjectClassHandle("Nothing"); }), "NameNotFound");
  EXPECT_EQ(thrown([&] { rti->getObjectClassHandle(nullptr); }), "NameNotFound");
  EXPECT_EQ(thrown([&] { rti->getObjectClassName(0x100000001ul); }), "ObjectClassNotDefined");
  EXPECT_EQ(thrown([&] { rti->registerObjectInstance(federate->tank()); }),
            "ObjectClassNotPublished");
  EXPECT_EQ(thrown([&] { rti->getRoutingSpaceName(-1); }), "SpaceNotDefined");
  EXPECT_EQ(thrown([&] { rti->synchronizationPointAchieved(nullptr); }),
            "SynchronizationPointLabelWasNotAnnounced");
  EXPECT_EQ(thrown([&] { rti->registerFederationSynchronizationPoint(" ", ""); }),
            "RTIinternalError");
  EXPECT_EQ(thrown([&] { rti->resignFederationExecution(static_cast<RTI::ResignAction>(5)); }),
            "InvalidResignAction");
}

TEST_P(Services, AFedThatIsNowhereIsRefusedWithTheMachinesThatLooked) {
  auto federate = joined();
  const std::string why = reason([&] { (*federate)->createFederationExecution("g", "none.fed"); });
  EXPECT_NE(why.find(", where the RTIG runs)"), std::string::npos) << why;
  EXPECT_NE(why.find(", where this federate runs, by this path or in fom.path"), std::string::npos)
      << why;
}

TEST_P(Services, ASaveNeedsAnRtigThatKeepsSaves) {
  auto federate = joined();
  const std::string told = reason([&] { (*federate)->requestFederationSave("s"); });
  EXPECT_NE(told.find("keeps no saves"), std::string::npos) << told;
}

TEST_P(Services, AFederateJoinsAgainWithTheSameAmbassador) {
  auto federate = joined();
  for (int i = 0; i < 3; ++i) {
    (*federate)->resignFederationExecution(RTI::NO_ACTION);
    EXPECT_EQ(thrown([&] { federate->tank(); }), "FederateNotExecutionMember");
    EXPECT_EQ((*federate)->tick(), RTI::RTI_FALSE);
    (*federate)->joinFederationExecution("t", "f", &federate->listener);
    EXPECT_GT(federate->tank(), 0u);
  }
  (*federate)->resignFederationExecution(RTI::NO_ACTION);
  (*federate)->destroyFederationExecution("f");
}

TEST_P(Services, SynchronizationPointsCloseWhenAllHaveAchieved) {
  auto one = joined();
  auto two = joined();
  (*one)->registerFederationSynchronizationPoint("ready", "go");
  one->until("announce ready go");
  two->until("announce ready go");
  (*one)->synchronizationPointAchieved("ready");
  (*one)->tick();
  EXPECT_FALSE(one->listener.has("synchronized ready"));
  (*two)->synchronizationPointAchieved("ready");
  one->until("synchronized ready");
  two->until("synchronized ready");
}

TEST_P(Services, AFederateOfEachThreadHasAnAmbassadorOfItsOwn) {
  auto one = joined();
  auto two = joined();
  const auto play = [](Federate& federate, const std::string& mine, const std::string& theirs) {
    federate.publish_tank();
    federate.subscribe_tank();
    const auto object = federate->registerObjectInstance(federate.tank(), mine.c_str());
    federate.until("discover " + theirs);
    for (int i = 0; i < 200; ++i) federate.update_speed(object, std::to_string(i), mine.c_str());
    federate.until("reflect 199 " + theirs);
  };
  std::thread other([&] { play(*two, "two", "one"); });
  play(*one, "one", "two");
  other.join();
  EXPECT_FALSE(one->listener.has("discover one"));
  EXPECT_FALSE(two->listener.has("discover two"));
}

// Longer than a socket buffer or ring, so the sender's queue and the reader's buffers must hold it.
TEST_P(Services, AValueOfManyMegabytesArrivesWhole) {
  auto sender = joined();
  auto receiver = joined();
  sender->publish_tank();
  receiver->subscribe_tank();
  const auto object = (*sender)->registerObjectInstance(sender->tank());
  const std::string large(20u << 20, 'x');
  sender->update_speed(object, large, "big");
  receiver->until("reflect " + large + " big");
  EXPECT_EQ(receiver->listener.heard.size(), 2u);  // one is the discovery
}

}  // namespace
}  // namespace triad::binding
