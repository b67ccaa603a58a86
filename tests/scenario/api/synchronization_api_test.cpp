// Scenarios of synchronization points, HLA 1.3 clauses 4.6 to 4.10.
#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

const std::string kSucceeded = "synchronizationPointRegistrationSucceeded ready";
const std::string kFailed = "synchronizationPointRegistrationFailed ready";
const std::string kAnnounced = "announceSynchronizationPoint ready tag=\"go\"";
const std::string kSynchronized = "federationSynchronized ready";

SCENARIO(SynchronizationPoints, AllAreAnnouncedAndSynchronizeTogether) {
  auto& registrant = federate();
  auto& second = federate();
  auto& third = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(second.heard(), Lines({kAnnounced}));
  EXPECT_EQ(third.heard(), Lines({kAnnounced}));

  second->synchronizationPointAchieved("ready");
  registrant->synchronizationPointAchieved("ready");
  for (auto* federate : {&registrant, &second, &third}) EXPECT_EQ(federate->heard(), Lines());
  third->synchronizationPointAchieved("ready");
  for (auto* federate : {&registrant, &second, &third}) {
    EXPECT_EQ(federate->heard(), Lines({kSynchronized}));
  }
}

SCENARIO(SynchronizationPoints, OneFederateSynchronizesAlone) {
  auto& alone = federate();
  alone->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(alone.heard(), Lines({kSucceeded, kAnnounced}));
  alone->synchronizationPointAchieved("ready");
  EXPECT_EQ(alone.heard(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, TheTagComesAsGiven) {
  auto& alone = federate();
  alone->registerFederationSynchronizationPoint("no tag", nullptr);
  alone->registerFederationSynchronizationPoint("empty", "");
  alone->registerFederationSynchronizationPoint("blanks", " with blanks ");
  EXPECT_EQ(alone.heard(), Lines({"synchronizationPointRegistrationSucceeded no tag",
                                  "announceSynchronizationPoint no tag tag=\"\"",
                                  "synchronizationPointRegistrationSucceeded empty",
                                  "announceSynchronizationPoint empty tag=\"\"",
                                  "synchronizationPointRegistrationSucceeded blanks",
                                  "announceSynchronizationPoint blanks tag=\" with blanks \""}));
}

SCENARIO(SynchronizationPoints, ALabelIsFreeAgainWhenSynchronized) {
  auto& alone = federate();
  for (int i = 0; i < 3; ++i) {
    alone->registerFederationSynchronizationPoint("ready", "go");
    EXPECT_EQ(alone.heard(), Lines({kSucceeded, kAnnounced}));
    alone->synchronizationPointAchieved("ready");
    EXPECT_EQ(alone.heard(), Lines({kSynchronized}));
  }
}

SCENARIO(SynchronizationPoints, ASecondRegistrationOfALabelFails) {
  auto& first = federate();
  auto& second = federate();
  first->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(first.heard(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(second.heard(), Lines({kAnnounced}));
  second->registerFederationSynchronizationPoint("ready", "again");
  EXPECT_EQ(second.heard(), Lines({kFailed}));
  first->registerFederationSynchronizationPoint("ready", "again");
  EXPECT_EQ(first.heard(), Lines({kFailed}));
  EXPECT_EQ(second.heard(), Lines());
  // The first federate's point is unchanged.
  first->synchronizationPointAchieved("ready");
  second->synchronizationPointAchieved("ready");
  EXPECT_EQ(second.heard(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, LabelsAreIndependentOfEachOther) {
  auto& first = federate();
  auto& second = federate();
  first->registerFederationSynchronizationPoint("one", "");
  second->registerFederationSynchronizationPoint("two", "");
  first.until("announceSynchronizationPoint two tag=\"\"");
  second.until("announceSynchronizationPoint one tag=\"\"");
  quiet();
  first.heard();
  second.heard();
  for (auto* federate : {&first, &second}) (*federate)->synchronizationPointAchieved("two");
  EXPECT_EQ(first.heard(), Lines({"federationSynchronized two"}));
  for (auto* federate : {&first, &second}) (*federate)->synchronizationPointAchieved("one");
  EXPECT_EQ(second.heard(), Lines({"federationSynchronized two", "federationSynchronized one"}));
}

// --- Sets.

SCENARIO(SynchronizationPoints, ASetConcernsItsFederatesOnly) {
  auto& registrant = federate();
  auto& inside = federate();
  auto& inside_too = federate();
  auto& outside = federate();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({inside.handle(), inside_too.handle()}));
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded}));
  EXPECT_EQ(inside.heard(), Lines({kAnnounced}));
  EXPECT_EQ(outside.heard(), Lines());
  for (auto* not_in_set : {&registrant, &outside}) {
    EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                  (*not_in_set)->synchronizationPointAchieved("ready"));
  }
  inside->synchronizationPointAchieved("ready");
  EXPECT_EQ(inside.heard(), Lines());
  inside_too->synchronizationPointAchieved("ready");
  EXPECT_EQ(inside.heard(), Lines({kSynchronized}));
  EXPECT_EQ(inside_too.heard(), Lines({kAnnounced, kSynchronized}));
  EXPECT_EQ(registrant.heard(), Lines());
  EXPECT_EQ(outside.heard(), Lines());
}

SCENARIO(SynchronizationPoints, TheRegistrantMayBeInItsSet) {
  auto& registrant = federate();
  auto& outside = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go",
                                                     *federate_set({registrant.handle()}));
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.heard(), Lines({kSynchronized}));
  EXPECT_EQ(outside.heard(), Lines());
}

SCENARIO(SynchronizationPoints, ASetWithAStrangerFails) {
  auto& registrant = federate();
  auto& stranger = federate();
  const auto handle_of_stranger = stranger.handle();
  stranger.resign();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({registrant.handle(), handle_of_stranger}));
  EXPECT_EQ(registrant.heard(), Lines({kFailed}));
  registrant->registerFederationSynchronizationPoint("ready", "go", *federate_set({~0UL}));
  EXPECT_EQ(registrant.heard(), Lines({kFailed}));
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                registrant->synchronizationPointAchieved("ready"));
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
}

SCENARIO(SynchronizationPoints, AnEmptySetMeansAllFederates) {
  auto& registrant = federate();
  auto& other = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go", *federate_set({}));
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(other.heard(), Lines({kAnnounced}));
  auto& late = federate();
  EXPECT_EQ(late.heard(), Lines({kAnnounced}));
}

// --- Late joiners.

SCENARIO(SynchronizationPoints, APointForAllWaitsForALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(early.heard(), Lines({kSucceeded, kAnnounced}));
  auto& late = federate();
  early->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.heard(), Lines());
  EXPECT_EQ(late.heard(), Lines({kAnnounced}));
  late->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.heard(), Lines({kSynchronized}));
  EXPECT_EQ(late.heard(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, APointOfASetDoesNotConcernALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go", *federate_set({early.handle()}));
  auto& late = federate();
  EXPECT_EQ(late.heard(), Lines());
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                late->synchronizationPointAchieved("ready"));
  early->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.heard(), Lines({kSucceeded, kAnnounced, kSynchronized}));
  EXPECT_EQ(late.heard(), Lines());
}

SCENARIO(SynchronizationPoints, AFinishedPointDoesNotConcernALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go");
  early.until(kAnnounced);
  early->synchronizationPointAchieved("ready");
  early.until(kSynchronized);
  auto& late = federate();
  EXPECT_EQ(late.heard(), Lines());
}

// --- Wrong calls.

SCENARIO(SynchronizationPoints, OnlyAnAnnouncedLabelIsAchieved) {
  auto& member = federate();
  for (const char* label : {static_cast<const char*>(nullptr), "", "  ", "unheard of"}) {
    EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                  member->synchronizationPointAchieved(label));
  }
}

SCENARIO(SynchronizationPoints, ALabelIsAchievedOnce) {
  auto& member = federate();
  auto& other = federate();
  member->registerFederationSynchronizationPoint("ready", "go");
  member.until(kAnnounced);
  member->synchronizationPointAchieved("ready");
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                member->synchronizationPointAchieved("ready"));
  EXPECT_EQ(other.heard(), Lines({kAnnounced}));
  other->synchronizationPointAchieved("ready");
  EXPECT_EQ(member.heard(), Lines({kSynchronized}));
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                member->synchronizationPointAchieved("ready"));
}

SCENARIO(SynchronizationPoints, APointNeedsALabel) {
  auto& member = federate();
  for (const char* label : {static_cast<const char*>(nullptr), "", "   "}) {
    EXPECT_THROWS(RTIinternalError, member->registerFederationSynchronizationPoint(label, "t"));
    EXPECT_THROWS(RTIinternalError, member->registerFederationSynchronizationPoint(
                                        label, "t", *federate_set({member.handle()})));
  }
  EXPECT_EQ(member.heard(), Lines());
}

// --- Resign.

SCENARIO(SynchronizationPoints, AResignOfTheLastMissingFederateSynchronizes) {
  auto& registrant = federate();
  auto& other = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  registrant.until(kAnnounced);
  other.until(kAnnounced);
  registrant->synchronizationPointAchieved("ready");
  other->synchronizationPointAchieved("ready");
  quiet();
  leaver.resign();
  EXPECT_EQ(registrant.heard(), Lines({kSynchronized}));
  EXPECT_EQ(other.heard(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, AResignOfOneWhoAchievedChangesNothing) {
  auto& registrant = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  registrant.until(kAnnounced);
  leaver.until(kAnnounced);
  leaver->synchronizationPointAchieved("ready");
  leaver.resign();
  EXPECT_EQ(registrant.heard(), Lines());
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.heard(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, AResignFromASetLeavesItToTheOthers) {
  auto& registrant = federate();
  auto& inside = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({inside.handle(), leaver.handle()}));
  inside.until(kAnnounced);
  inside->synchronizationPointAchieved("ready");
  leaver.resign();
  EXPECT_EQ(inside.heard(), Lines({kSynchronized}));
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded}));
}

SCENARIO(SynchronizationPoints, APointWithNobodyLeftFreesItsLabel) {
  auto& registrant = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go",
                                                     *federate_set({leaver.handle()}));
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded}));
  leaver.resign();
  EXPECT_EQ(registrant.heard(), Lines());
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
}

SCENARIO(SynchronizationPoints, AnAchievementIsForgottenByWhoJoinsAgain) {
  auto& registrant = federate();
  auto& again = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  again.until(kAnnounced);
  again->synchronizationPointAchieved("ready");
  again.resign();
  again.join(federation());
  EXPECT_EQ(again.heard(), Lines({kAnnounced}));
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
  again->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.heard(), Lines({kSynchronized}));
}

// Some federates achieve a point as soon as they know that it is registered.
SCENARIO(SynchronizationPoints, APointIsAchievedBeforeItsAnnouncementIsTaken) {
  auto& registrant = federate();
  auto& other = federate();
  registrant.when(kSucceeded, [&] { registrant->synchronizationPointAchieved("ready"); });
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced}));
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                registrant->synchronizationPointAchieved("ready"));
  other.until(kAnnounced);
  other->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.heard(), Lines({kSynchronized}));
}

// A federate may answer an announcement inside the callback.
SCENARIO(SynchronizationPoints, APointIsAchievedFromWithinItsAnnouncement) {
  auto& registrant = federate();
  auto& other = federate();
  for (auto* federate : {&registrant, &other}) {
    federate->when(kAnnounced, [federate] { (*federate)->synchronizationPointAchieved("ready"); });
  }
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.heard(), Lines({kSucceeded, kAnnounced, kSynchronized}));
  EXPECT_EQ(other.heard(), Lines({kAnnounced, kSynchronized}));
}

}  // namespace
}  // namespace triad::scenario
