// Scenarios of federation management, HLA 1.3 clause 4: create, destroy, join and resign.
// Synchronization points are in synchronization_api_test.cpp.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <algorithm>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

// File with the given content; deleted with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    char path[] = "/tmp/triad-scenario-XXXXXX";
    const int fd = mkstemp(path);
    if (fd >= 0) ::close(fd);
    path_ = path;
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

void expect_no_federation(const std::string& name) {
  RTI::RTIambassador rti;
  EXPECT_THROWS(FederationExecutionDoesNotExist, rti.destroyFederationExecution(name.c_str()));
}

// --- Create and destroy.

SCENARIO(FederationManagement, AFederationIsCreatedOnce) {
  auto& other = outsider();
  EXPECT_THROWS(FederationExecutionAlreadyExists,
                other->createFederationExecution(federation().c_str(), fed_file()));
}

SCENARIO(FederationManagement, AFederationNeedsAName) {
  auto& creator = outsider();
  EXPECT_THROWS(RTIinternalError, creator->createFederationExecution(nullptr, fed_file()));
  EXPECT_THROWS(RTIinternalError, creator->createFederationExecution("", fed_file()));
}

SCENARIO(FederationManagement, NamesMayBeOfAnyKind) {
  for (const std::string& suffix :
       {std::string(" with blanks/and \xc3\xa4\xff"), std::string(5000, 'n')}) {
    const std::string name = create_federation(suffix);
    auto& member = join_federate_to(name, std::string(5000, 't'));
    EXPECT_EQ(member.take_callbacks(), Lines());
  }
}

SCENARIO(FederationManagement, AFederationNeedsAFedFileThatOpens) {
  auto& creator = outsider();
  const std::string name = federation("-without-fed");
  EXPECT_THROWS(CouldNotOpenFED, creator->createFederationExecution(name.c_str(), nullptr));
  EXPECT_THROWS(CouldNotOpenFED, creator->createFederationExecution(name.c_str(), ""));
  EXPECT_THROWS(CouldNotOpenFED,
                creator->createFederationExecution(name.c_str(), "/nowhere/at/all.fed"));
  EXPECT_THROWS(CouldNotOpenFED, creator->createFederationExecution(name.c_str(), "/tmp"));
  expect_no_federation(name);
}

SCENARIO(FederationManagement, ABrokenFedFileMakesNoFederation) {
  auto& creator = outsider();
  const std::string name = federation("-broken");
  for (const char* content :
       {"", "no FED at all", "(FED (Federation x) (FEDversion v1.3)",
        "(FED (Federation x) (FEDversion v1.3) (objects (class ObjectRoot (attribute "
        "privilegeToDelete "
        "reliable timestamp) (class A (attribute a by_pigeon receive)))) (interactions (class "
        "InteractionRoot reliable receive)))"}) {
    const TemporaryFile fed(content);
    EXPECT_THROWS(ErrorReadingFED, creator->createFederationExecution(name.c_str(), fed.path()))
        << "content: " << content;
    expect_no_federation(name);
  }
}

SCENARIO(FederationManagement, ABrokenFedFileIsReportedWithItsPlace) {
  auto& creator = outsider();
  const TemporaryFile fed("(FED (Federation x)\n(FEDversion v1.3)\n(objects (klass A)))\n");
  try {
    creator->createFederationExecution(federation("-broken").c_str(), fed.path());
    ADD_FAILURE() << "a broken FED was accepted";
  } catch (const RTI::ErrorReadingFED& e) {
    EXPECT_NE(std::string(e._reason).find(fed.path()), std::string::npos) << e._reason;
    EXPECT_NE(std::string(e._reason).find('3'), std::string::npos) << e._reason;
  }
}

SCENARIO(FederationManagement, OnlyAnExistingFederationIsDestroyed) {
  auto& other = outsider();
  const std::string name = create_federation("-to-destroy");
  EXPECT_THROWS(FederationExecutionDoesNotExist, other->destroyFederationExecution(nullptr));
  EXPECT_THROWS(FederationExecutionDoesNotExist, other->destroyFederationExecution(""));
  EXPECT_THROWS(FederationExecutionDoesNotExist, other->destroyFederationExecution("unheard of"));
  other->destroyFederationExecution(name.c_str());
  EXPECT_THROWS(FederationExecutionDoesNotExist, other->destroyFederationExecution(name.c_str()));
  other->createFederationExecution(name.c_str(), fed_file());
}

SCENARIO(FederationManagement, AFederationWithFederatesIsNotDestroyed) {
  auto& member = federate();
  auto& other = outsider();
  const std::string name = federation();
  EXPECT_THROWS(FederatesCurrentlyJoined, other->destroyFederationExecution(name.c_str()));
  EXPECT_THROWS(FederatesCurrentlyJoined, member->destroyFederationExecution(name.c_str()));
  member.resign();
  member->destroyFederationExecution(name.c_str());
  member->createFederationExecution(name.c_str(), fed_file());
}

SCENARIO(FederationManagement, AMemberMayCreateAndDestroyOtherFederations) {
  auto& member = federate();
  const std::string name = federation("-of-member");
  member->createFederationExecution(name.c_str(), fed_file());
  EXPECT_THROWS(FederationExecutionAlreadyExists,
                member->createFederationExecution(name.c_str(), fed_file()));
  member->destroyFederationExecution(name.c_str());
  EXPECT_THROWS(FederationExecutionDoesNotExist, member->destroyFederationExecution(name.c_str()));
  EXPECT_EQ(member.take_callbacks(), Lines());
}

// --- Join.

SCENARIO(FederationManagement, FederateHandlesAreNeverUsedAgain) {
  auto& first = federate("same type");
  auto& second = federate("same type");
  EXPECT_NE(first.handle(), second.handle());
  const auto old_handle = second.handle();
  second.resign();
  second.join(federation());
  EXPECT_NE(second.handle(), old_handle);
  EXPECT_NE(second.handle(), first.handle());
  EXPECT_NE(second.handle(), 0u);
}

SCENARIO(FederationManagement, ToJoinTakesATypeAFederationAndAnAmbassador) {
  auto& joiner = outsider();
  const std::string name = federation();
  EXPECT_THROWS(RTIinternalError,
                joiner->joinFederationExecution(nullptr, name.c_str(), &joiner.recorder()));
  EXPECT_THROWS(RTIinternalError, joiner->joinFederationExecution("t", name.c_str(), nullptr));
  EXPECT_THROWS(FederationExecutionDoesNotExist,
                joiner->joinFederationExecution("t", nullptr, &joiner.recorder()));
  EXPECT_THROWS(FederationExecutionDoesNotExist,
                joiner->joinFederationExecution("t", "unheard of", &joiner.recorder()));
  joiner.join(name);
}

SCENARIO(FederationManagement, AFederateMayHaveNoName) {
  auto& unnamed = federate("");
  auto& other = federate("");
  EXPECT_NE(unnamed.handle(), other.handle());
  try {
    unnamed->joinFederationExecution("t", federation().c_str(), &unnamed.recorder());
    ADD_FAILURE() << "joined twice";
  } catch (const RTI::FederateAlreadyExecutionMember& e) {
    EXPECT_NE(std::string(e._reason).find("joined already, as '(unnamed)' in federation '"),
              std::string::npos)
        << e._reason;
  }
}

SCENARIO(FederationManagement, AnAmbassadorJoinsOnce) {
  auto& member = federate();
  const std::string other = create_federation("-other");
  EXPECT_THROWS(FederateAlreadyExecutionMember,
                member->joinFederationExecution("t", federation().c_str(), &member.recorder()));
  EXPECT_THROWS(FederateAlreadyExecutionMember,
                member->joinFederationExecution("t", other.c_str(), &member.recorder()));
  EXPECT_EQ(member.take_callbacks(), Lines());
}

SCENARIO(FederationManagement, TwoFederationsInOneProcessDoNotMeet) {
  const std::string other = create_federation("-other");
  auto& here = federate();
  auto& here_too = federate();
  auto& there = join_federate_to(other);
  auto& there_too = join_federate_to(other);
  for (auto* sender : {&here, &there}) sender->publish("Vehicle", {"Speed"});
  for (auto* receiver : {&here_too, &there_too}) receiver->subscribe("Vehicle", {"Speed"});
  here.register_object("Vehicle", "same name");
  there.register_object("Vehicle", "same name");
  there.update("same name", {{"Speed", "7"}}, "there");
  EXPECT_EQ(here_too.take_callbacks(),
            Lines({"discoverObjectInstance same name ObjectRoot.Vehicle"}));
  EXPECT_EQ(there_too.take_callbacks(),
            Lines({"discoverObjectInstance same name ObjectRoot.Vehicle",
                   "reflectAttributeValues same name {Speed=\"7\"} tag=\"there\""}));
}

// --- Resign.

SCENARIO(FederationManagement, OnlyAMemberResigns) {
  auto& never_joined = outsider();
  EXPECT_THROWS(FederateNotExecutionMember,
                never_joined->resignFederationExecution(RTI::NO_ACTION));
  auto& member = federate();
  member.resign();
  EXPECT_THROWS(FederateNotExecutionMember, member->resignFederationExecution(RTI::NO_ACTION));
  EXPECT_THROWS(FederateNotExecutionMember,
                member->resignFederationExecution(static_cast<RTI::ResignAction>(7)));
}

SCENARIO(FederationManagement, AnUnknownResignActionIsRefused) {
  auto& member = federate();
  EXPECT_THROWS(InvalidResignAction,
                member->resignFederationExecution(static_cast<RTI::ResignAction>(0)));
  EXPECT_THROWS(InvalidResignAction,
                member->resignFederationExecution(static_cast<RTI::ResignAction>(5)));
  member.publish("Vehicle", {"Speed"});  // still joined
}

// A federate with one tank, and another that knows it.
struct OwnerOfOneTank {
  explicit OwnerOfOneTank(Scenario& scenario)
      : owner(scenario.federate("owner")), observer(scenario.federate("observer")) {
    observer.subscribe("Vehicle.Tank", {"Speed", "Fuel", "privilegeToDelete"});
    observer->enableAttributeScopeAdvisorySwitch();
    owner.publish("Vehicle.Tank", {"Speed", "Fuel"});
    owner.register_object("Vehicle.Tank", "Tank1");
    EXPECT_EQ(observer.take_callbacks(),
              Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                     "attributesInScope Tank1 {privilegeToDelete Speed Fuel}"}));
  }
  Federate& owner;
  Federate& observer;
};

SCENARIO(FederationManagement, ResignWithNoActionNeedsThatNothingIsOwned) {
  OwnerOfOneTank s(*this);
  EXPECT_THROWS(FederateOwnsAttributes, s.owner->resignFederationExecution(RTI::NO_ACTION));
  s.owner.update("Tank1", {{"Speed", "1"}});
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\""}));
  s.owner.remove("Tank1");
  s.owner.resign(RTI::NO_ACTION);
  EXPECT_EQ(s.observer.take_callbacks(), Lines({"removeObjectInstance Tank1 tag=\"\""}));
}

SCENARIO(FederationManagement, ReleasedAttributesLeaveTheInstanceToTheFederation) {
  OwnerOfOneTank s(*this);
  s.owner.resign(RTI::RELEASE_ATTRIBUTES);
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"attributesOutOfScope Tank1 {privilegeToDelete Speed Fuel}"}));
  EXPECT_THROWS(DeletePrivilegeNotHeld,
                s.observer->deleteObjectInstance(s.observer.object("Tank1"), ""));
  s.observer.publish("Vehicle.Tank", {"Speed"});
  EXPECT_THROWS(ObjectAlreadyRegistered, s.observer.register_object("Vehicle.Tank", "Tank1"));

  // The federate that left owns nothing when it comes back, either.
  s.owner.recorder().take_lines();
  s.owner.join(federation());
  s.owner.subscribe("Vehicle.Tank", {"Speed"});
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
  EXPECT_THROWS(ObjectNotKnown, s.owner->getObjectInstanceHandle("Tank1"));
  // All attributes are unowned, so a new subscriber discovers nothing.
  auto& newcomer = federate();
  newcomer.subscribe("Vehicle.Tank", {"Speed", "Fuel"});
  EXPECT_EQ(newcomer.take_callbacks(), Lines());
}

SCENARIO(FederationManagement, ResignDeletesObjects) {
  for (const auto action : {RTI::DELETE_OBJECTS, RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES}) {
    OwnerOfOneTank s(*this);
    s.owner.resign(action);
    EXPECT_EQ(s.observer.take_callbacks(), Lines({"removeObjectInstance Tank1 tag=\"\""}));
    EXPECT_THROWS(ObjectNotKnown, s.observer->getObjectInstanceHandle("Tank1"));
    s.observer.resign();
  }
}

SCENARIO(FederationManagement, ANameIsFreeWhenItsOwnerHasResigned) {
  OwnerOfOneTank s(*this);
  s.owner.resign(RTI::DELETE_OBJECTS);
  s.observer.publish("Vehicle.Tank", {"Speed"});
  s.observer.register_object("Vehicle.Tank", "Tank1");
  EXPECT_TRUE(s.observer.owns("Tank1", "Speed"));
}

SCENARIO(FederationManagement, ResignEndsWhatWasDeclared) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  publisher.publish_interaction("Report");
  publisher->enableAttributeRelevanceAdvisorySwitch();
  subscriber.subscribe("Vehicle", {"Speed"});
  subscriber.subscribe_interaction("Report");
  publisher.register_object("Vehicle", "Car");
  EXPECT_EQ(publisher.take_callbacks(), Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle",
                                               "turnInteractionsOn InteractionRoot.Report",
                                               "turnUpdatesOnForObjectInstance Car {Speed}"}));
  subscriber.resign();
  Lines ended = publisher.take_callbacks();
  std::sort(ended.begin(), ended.end());
  EXPECT_EQ(ended, Lines({"stopRegistrationForObjectClass ObjectRoot.Vehicle",
                          "turnInteractionsOff InteractionRoot.Report",
                          "turnUpdatesOffForObjectInstance Car {Speed}"}));
}

SCENARIO(FederationManagement, WhoJoinsAgainStartsWithNothing) {
  auto& member = federate();
  auto& other = federate();
  member.publish("Vehicle", {"Speed"});
  member.subscribe("Person", {"Rank"});
  member.publish_interaction("Report");
  member->disableClassRelevanceAdvisorySwitch();
  member.register_object("Vehicle", "Car");
  other.publish("Person", {"Rank"});
  other.register_object("Person", "Ann");  // its discovery stays queued at the member
  member.resign();
  EXPECT_EQ(member->tick(), RTI::RTI_FALSE);
  member.join(federation());
  EXPECT_EQ(member.take_callbacks(), Lines());
  EXPECT_THROWS(ObjectNotKnown, member->getObjectInstanceHandle("Ann"));
  EXPECT_THROWS(ObjectClassNotPublished,
                member->registerObjectInstance(member.object_class("Vehicle")));
  EXPECT_THROWS(InteractionClassNotPublished, member.send_interaction("Report", {}));
  EXPECT_THROWS(ObjectClassNotSubscribed,
                member->unsubscribeObjectClass(member.object_class("Person")));
  // The switch is on again.
  other.subscribe("Vehicle", {"Speed"});
  member.publish("Vehicle", {"Speed"});
  EXPECT_EQ(member.take_callbacks(), Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle"}));
}

SCENARIO(FederationManagement, WhoResignsMayJoinAnotherFederation) {
  const std::string other = create_federation("-other");
  auto& member = federate();
  member.resign();
  member.join(other);
  EXPECT_THROWS(FederatesCurrentlyJoined, outsider()->destroyFederationExecution(other.c_str()));
  member.publish("Vehicle", {"Speed"});
  member.register_object("Vehicle", "Car");
  member.resign();
  member.join(federation());
  EXPECT_THROWS(ObjectNotKnown, member->getObjectInstanceHandle("Car"));
}

// An ambassador deleted without a resignation counts as a crashed federate.
SCENARIO(FederationManagement, ADeletedAmbassadorIsResignedForItsFederate) {
  OwnerOfOneTank s(*this);
  s.owner.delete_ambassador();
  s.observer.wait_for_callback("removeObjectInstance Tank1 tag=\"\"");
}

SCENARIO(FederationManagement, AnAmbassadorMayBeDeletedWithoutHavingJoined) {
  { RTI::RTIambassador never_used; }
  RTI::RTIambassador used;
  EXPECT_THROWS(FederationExecutionDoesNotExist, used.destroyFederationExecution("unheard of"));
}

}  // namespace
}  // namespace triad::scenario
