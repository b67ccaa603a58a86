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
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(second.take_callbacks(), Lines({kAnnounced}));
  EXPECT_EQ(third.take_callbacks(), Lines({kAnnounced}));

  second->synchronizationPointAchieved("ready");
  registrant->synchronizationPointAchieved("ready");
  for (auto* federate : {&registrant, &second, &third})
    EXPECT_EQ(federate->take_callbacks(), Lines());
  third->synchronizationPointAchieved("ready");
  for (auto* federate : {&registrant, &second, &third}) {
    EXPECT_EQ(federate->take_callbacks(), Lines({kSynchronized}));
  }
}

SCENARIO(SynchronizationPoints, OneFederateSynchronizesAlone) {
  auto& alone = federate();
  alone->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(alone.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  alone->synchronizationPointAchieved("ready");
  EXPECT_EQ(alone.take_callbacks(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, TheTagComesAsGiven) {
  auto& alone = federate();
  alone->registerFederationSynchronizationPoint("no tag", nullptr);
  alone->registerFederationSynchronizationPoint("empty", "");
  alone->registerFederationSynchronizationPoint("blanks", " with blanks ");
  EXPECT_EQ(alone.take_callbacks(),
            Lines({"synchronizationPointRegistrationSucceeded no tag",
                   "announceSynchronizationPoint no tag tag=\"\"",
                   "synchronizationPointRegistrationSucceeded empty",
                   "announceSynchronizationPoint empty tag=\"\"",
                   "synchronizationPointRegistrationSucceeded blanks",
                   "announceSynchronizationPoint blanks tag=\" with blanks \""}));
}

// Longer than a piece in which the RTIG sends its records. Others are behind the same router.
SCENARIO(SynchronizationPoints, ATagOfMegabytesComesOnceToAll) {
  auto& registrant = federate();
  auto& second = federate();
  auto& third = federate();
  auto& fourth = federate();
  const std::string tag(std::size_t{3} << 20, 't');
  registrant->registerFederationSynchronizationPoint("ready", tag.c_str());
  wait_until_quiet();
  for (auto* federate : {&registrant, &second, &third, &fourth}) {
    const Lines lines = federate->take_callbacks();
    EXPECT_EQ(std::ranges::count(lines, "announceSynchronizationPoint ready tag=\"" + tag + "\""),
              1);
  }
}

SCENARIO(SynchronizationPoints, ALabelIsFreeAgainWhenSynchronized) {
  auto& alone = federate();
  for (int i = 0; i < 3; ++i) {
    alone->registerFederationSynchronizationPoint("ready", "go");
    EXPECT_EQ(alone.take_callbacks(), Lines({kSucceeded, kAnnounced}));
    alone->synchronizationPointAchieved("ready");
    EXPECT_EQ(alone.take_callbacks(), Lines({kSynchronized}));
  }
}

SCENARIO(SynchronizationPoints, ASecondRegistrationOfALabelFails) {
  auto& first = federate();
  auto& second = federate();
  first->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(first.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(second.take_callbacks(), Lines({kAnnounced}));
  second->registerFederationSynchronizationPoint("ready", "again");
  EXPECT_EQ(second.take_callbacks(), Lines({kFailed}));
  first->registerFederationSynchronizationPoint("ready", "again");
  EXPECT_EQ(first.take_callbacks(), Lines({kFailed}));
  EXPECT_EQ(second.take_callbacks(), Lines());
  // The first federate's point is unchanged.
  first->synchronizationPointAchieved("ready");
  second->synchronizationPointAchieved("ready");
  EXPECT_EQ(second.take_callbacks(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, LabelsAreIndependentOfEachOther) {
  auto& first = federate();
  auto& second = federate();
  first->registerFederationSynchronizationPoint("one", "");
  second->registerFederationSynchronizationPoint("two", "");
  first.wait_for_callback("announceSynchronizationPoint two tag=\"\"");
  second.wait_for_callback("announceSynchronizationPoint one tag=\"\"");
  wait_until_quiet();
  first.take_callbacks();
  second.take_callbacks();
  for (auto* federate : {&first, &second}) (*federate)->synchronizationPointAchieved("two");
  EXPECT_EQ(first.take_callbacks(), Lines({"federationSynchronized two"}));
  for (auto* federate : {&first, &second}) (*federate)->synchronizationPointAchieved("one");
  EXPECT_EQ(second.take_callbacks(),
            Lines({"federationSynchronized two", "federationSynchronized one"}));
}

// --- Sets.

SCENARIO(SynchronizationPoints, ASetConcernsItsFederatesOnly) {
  auto& registrant = federate();
  auto& inside = federate();
  auto& inside_too = federate();
  auto& outside = federate();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({inside.handle(), inside_too.handle()}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded}));
  EXPECT_EQ(inside.take_callbacks(), Lines({kAnnounced}));
  EXPECT_EQ(outside.take_callbacks(), Lines());
  for (auto* not_in_set : {&registrant, &outside}) {
    EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                  (*not_in_set)->synchronizationPointAchieved("ready"));
  }
  inside->synchronizationPointAchieved("ready");
  EXPECT_EQ(inside.take_callbacks(), Lines());
  inside_too->synchronizationPointAchieved("ready");
  EXPECT_EQ(inside.take_callbacks(), Lines({kSynchronized}));
  EXPECT_EQ(inside_too.take_callbacks(), Lines({kAnnounced, kSynchronized}));
  EXPECT_EQ(registrant.take_callbacks(), Lines());
  EXPECT_EQ(outside.take_callbacks(), Lines());
}

SCENARIO(SynchronizationPoints, TheRegistrantMayBeInItsSet) {
  auto& registrant = federate();
  auto& outside = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go",
                                                     *federate_set({registrant.handle()}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSynchronized}));
  EXPECT_EQ(outside.take_callbacks(), Lines());
}

SCENARIO(SynchronizationPoints, ASetWithAStrangerFails) {
  auto& registrant = federate();
  auto& stranger = federate();
  const auto handle_of_stranger = stranger.handle();
  stranger.resign();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({registrant.handle(), handle_of_stranger}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kFailed}));
  registrant->registerFederationSynchronizationPoint("ready", "go", *federate_set({~0UL}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kFailed}));
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                registrant->synchronizationPointAchieved("ready"));
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
}

SCENARIO(SynchronizationPoints, AnEmptySetMeansAllFederates) {
  auto& registrant = federate();
  auto& other = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go", *federate_set({}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  EXPECT_EQ(other.take_callbacks(), Lines({kAnnounced}));
  auto& late = federate();
  EXPECT_EQ(late.take_callbacks(), Lines({kAnnounced}));
}

// --- Late joiners.

SCENARIO(SynchronizationPoints, APointForAllWaitsForALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(early.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  auto& late = federate();
  early->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.take_callbacks(), Lines());
  EXPECT_EQ(late.take_callbacks(), Lines({kAnnounced}));
  late->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.take_callbacks(), Lines({kSynchronized}));
  EXPECT_EQ(late.take_callbacks(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, APointOfASetDoesNotConcernALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go", *federate_set({early.handle()}));
  auto& late = federate();
  EXPECT_EQ(late.take_callbacks(), Lines());
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                late->synchronizationPointAchieved("ready"));
  early->synchronizationPointAchieved("ready");
  EXPECT_EQ(early.take_callbacks(), Lines({kSucceeded, kAnnounced, kSynchronized}));
  EXPECT_EQ(late.take_callbacks(), Lines());
}

SCENARIO(SynchronizationPoints, AFinishedPointDoesNotConcernALateJoiner) {
  auto& early = federate();
  early->registerFederationSynchronizationPoint("ready", "go");
  early.wait_for_callback(kAnnounced);
  early->synchronizationPointAchieved("ready");
  early.wait_for_callback(kSynchronized);
  auto& late = federate();
  EXPECT_EQ(late.take_callbacks(), Lines());
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
  member.wait_for_callback(kAnnounced);
  member->synchronizationPointAchieved("ready");
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                member->synchronizationPointAchieved("ready"));
  EXPECT_EQ(other.take_callbacks(), Lines({kAnnounced}));
  other->synchronizationPointAchieved("ready");
  EXPECT_EQ(member.take_callbacks(), Lines({kSynchronized}));
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
  EXPECT_EQ(member.take_callbacks(), Lines());
}

// --- Resign.

SCENARIO(SynchronizationPoints, AResignOfTheLastMissingFederateSynchronizes) {
  auto& registrant = federate();
  auto& other = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  registrant.wait_for_callback(kAnnounced);
  other.wait_for_callback(kAnnounced);
  registrant->synchronizationPointAchieved("ready");
  other->synchronizationPointAchieved("ready");
  wait_until_quiet();
  leaver.resign();
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSynchronized}));
  EXPECT_EQ(other.take_callbacks(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, AResignOfOneWhoAchievedChangesNothing) {
  auto& registrant = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  registrant.wait_for_callback(kAnnounced);
  leaver.wait_for_callback(kAnnounced);
  leaver->synchronizationPointAchieved("ready");
  leaver.resign();
  EXPECT_EQ(registrant.take_callbacks(), Lines());
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSynchronized}));
}

SCENARIO(SynchronizationPoints, AResignFromASetLeavesItToTheOthers) {
  auto& registrant = federate();
  auto& inside = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint(
      "ready", "go", *federate_set({inside.handle(), leaver.handle()}));
  inside.wait_for_callback(kAnnounced);
  inside->synchronizationPointAchieved("ready");
  leaver.resign();
  EXPECT_EQ(inside.take_callbacks(), Lines({kSynchronized}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded}));
}

SCENARIO(SynchronizationPoints, APointWithNobodyLeftFreesItsLabel) {
  auto& registrant = federate();
  auto& leaver = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go",
                                                     *federate_set({leaver.handle()}));
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded}));
  leaver.resign();
  EXPECT_EQ(registrant.take_callbacks(), Lines());
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
}

SCENARIO(SynchronizationPoints, AnAchievementIsForgottenByWhoJoinsAgain) {
  auto& registrant = federate();
  auto& again = federate();
  registrant->registerFederationSynchronizationPoint("ready", "go");
  again.wait_for_callback(kAnnounced);
  again->synchronizationPointAchieved("ready");
  again.resign();
  again.join(federation());
  EXPECT_EQ(again.take_callbacks(), Lines({kAnnounced}));
  registrant->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  again->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSynchronized}));
}

// Some federates achieve a point as soon as they know that it is registered.
SCENARIO(SynchronizationPoints, APointIsAchievedBeforeItsAnnouncementIsTaken) {
  auto& registrant = federate();
  auto& other = federate();
  registrant.run_in_callback(kSucceeded,
                             [&] { registrant->synchronizationPointAchieved("ready"); });
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced}));
  EXPECT_THROWS(SynchronizationPointLabelWasNotAnnounced,
                registrant->synchronizationPointAchieved("ready"));
  other.wait_for_callback(kAnnounced);
  other->synchronizationPointAchieved("ready");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSynchronized}));
}

// A federate may answer an announcement inside the callback.
SCENARIO(SynchronizationPoints, APointIsAchievedFromWithinItsAnnouncement) {
  auto& registrant = federate();
  auto& other = federate();
  for (auto* federate : {&registrant, &other}) {
    federate->run_in_callback(kAnnounced,
                              [federate] { (*federate)->synchronizationPointAchieved("ready"); });
  }
  registrant->registerFederationSynchronizationPoint("ready", "go");
  EXPECT_EQ(registrant.take_callbacks(), Lines({kSucceeded, kAnnounced, kSynchronized}));
  EXPECT_EQ(other.take_callbacks(), Lines({kAnnounced, kSynchronized}));
}

}  // namespace
}  // namespace triad::scenario
