// Restores in the state machines (HLA 1.3 clauses 4.15 to 4.21): the callbacks of all members,
// every way to fail, and that a restored federation goes on as the saved one did.
#include "core/saved_federation.hpp"
#include "tests/scenario/core/save_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

class Restores : public SaveScenario {
 protected:
  // Lets all federates take their callbacks and report.
  void all_restore(const std::vector<Federate>& federates) {
    for (const Federate f : federates) {
      const Lines lines = take_all_callbacks(f);
      ASSERT_FALSE(lines.empty());
      EXPECT_TRUE(lines.back().starts_with("InitiateFederateRestore")) << lines.back();
      EXPECT_EQ(complete_restore(f), "");
    }
  }
};

// The removal of the instance has not been delivered to a constrained federate.
TEST_P(Restores, GiveBackWhatAFederateOwnsUntilItIsToldOfTheRemoval) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  const ObjectHandle tank = register_object(a, kTank, "tank");
  deliver_all();
  const AttributeSet position{kPosition};
  EXPECT_EQ(call(a, wire::UnconditionalAttributeOwnershipDivestiture{tank, position}), "");
  EXPECT_EQ(call(b, wire::AttributeOwnershipAcquisition{tank, {}, position, {}}), "");
  deliver_all();
  EXPECT_EQ(call(b, wire::NegotiatedAttributeOwnershipDivestiture{tank, position, {}}), "");
  constrain(b);
  EXPECT_EQ(delete_object(a, tank), "");
  deliver_all();
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b}, "x");
  EXPECT_EQ(call(b, wire::UnconditionalAttributeOwnershipDivestiture{tank, position}), "");
  EXPECT_EQ(restore(a, "x"), "");
  all_restore({a, b});
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationRestored"});
  EXPECT_EQ(take_all_callbacks(b), Lines{"FederationRestored"});
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "");
  EXPECT_EQ(call(b, wire::CancelNegotiatedAttributeOwnershipDivestiture{tank, position}), "");
  EXPECT_EQ(advance(b, 1), "");
  EXPECT_EQ(take_all_callbacks(b), (Lines{"RemoveObjectInstance", "TimeAdvanceGrant 1"}));
}

// A federate that waited for an event at the save reports its received messages again.
TEST_P(Restores, LeaveNobodyToJumpOnWhatWasPromisedBefore) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  for (const Federate f : {a, b}) constrain(f);
  for (const Federate f : {a, b}) regulate(f, 0, 1);
  EXPECT_EQ(advance(b, 100, wire::Advance::next_event_request), "");
  deliver_all();
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b}, "x");
  EXPECT_EQ(restore(a, "x"), "");
  all_restore({a, b});
  harness.links().set_stopped(b, true);
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationRestored"});
  EXPECT_EQ(send_shot_at(a, 5, "shot"), "");
  EXPECT_EQ(advance(a, 100, wire::Advance::next_event_request), "");
  EXPECT_LE(lbts(a), 6);
  harness.links().set_stopped(b, false);
  EXPECT_EQ(take_all_callbacks(b),
            (Lines{"FederationRestored", "ReceiveInteraction shot", "TimeAdvanceGrant 5"}));
}

// A member that returned has received all messages sent before, also those of members that have
// been silent since.
TEST_P(Restores, LetANewcomerJumpWithThoseWhoReturned) {
  const Federate a = join("red");
  const Federate silent = join("blue");
  EXPECT_EQ(publish(silent, kShot), "");
  constrain(a);
  regulate(a, 0, 1);
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, silent}, "x");
  EXPECT_EQ(restore(a, "x"), "");
  all_restore({a, silent});
  for (const Federate f : {a, silent})
    EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  const Federate newcomer = join("green");
  constrain(newcomer);
  regulate(newcomer, 0, 1);
  EXPECT_EQ(advance(a, 200, wire::Advance::next_event_request), "");
  EXPECT_EQ(advance(newcomer, 100, wire::Advance::next_event_request), "");
  EXPECT_EQ(take_all_callbacks(newcomer), Lines{"TimeAdvanceGrant 100"});
}

TEST_P(Restores, FailWhereThereIsNothingFittingToRestore) {
  const Federate a = join("red");
  EXPECT_EQ(complete_restore(a), "RestoreNotRequested");
  EXPECT_EQ(call(a, wire::FederateRestoreNotComplete{}), "RestoreNotRequested");
  const Lines failed{"RequestFederationRestoreFailed x"};
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), failed);
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a}, "x");

  const Federate b = join("blue");
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), failed);
  EXPECT_NE(harness.log().back().find("'blue', but fewer"), std::string::npos);
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  EXPECT_EQ(rejoin(b, "blue"), "");
  EXPECT_EQ(restore(b, "x"), "");
  EXPECT_EQ(take_all_callbacks(b), failed);
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(rejoin(a, "red"), "");
  wire::Buffer& file = harness.store().saves.at({"Federation", "x"});
  file.back() ^= std::byte{1};
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), failed);
  EXPECT_NE(harness.log().back().find("checksum"), std::string::npos);
  file.back() ^= std::byte{1};
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a).size(), 3u);
}

// The precision of region descriptions is not part of a save.
TEST_P(Restores, NeedTheSameFedAndNotTheSameSettings) {
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a}, "x");
  HarnessOptions later = options(GetParam());
  later.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
    core::ObjectModel model = test_model();
    model.spaces[0].cells_of_extent = 16;
    return model;
  };
  CoreHarness another(later);
  another.store().saves = harness.store().saves;
  const Federate b = another.add();
  ASSERT_TRUE(another.call(b, create()));
  ASSERT_TRUE(another.call(b, wire::JoinFederationExecution{"red", "Federation", {}}));
  ASSERT_TRUE(another.call(b, wire::RequestFederationRestore{"x"}));
  another.settle();
  Lines lines;
  another.take_callbacks(b, [&](const auto& callback) { lines.push_back(brief(callback)); });
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.front(), "RequestFederationRestoreSucceeded x");
  EXPECT_EQ(another.faults(), Lines{});
}

TEST_P(Restores, KeepThePresentStateWhereOneDoesNotComplete) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b}, "x");
  EXPECT_EQ(publish(a, kTalk), "");
  EXPECT_EQ(subscribe(b, kTalk), "");
  deliver_all();
  EXPECT_EQ(send_interaction(a, kTalk, {}, "on its way"), "");
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a).size(), 3u);
  EXPECT_EQ(complete_restore(a), "");
  EXPECT_EQ(take_all_callbacks(b),
            (Lines{"FederationRestoreBegun", "InitiateFederateRestore x 2"}));
  EXPECT_EQ(call(b, wire::FederateRestoreNotComplete{}), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotRestored"});
  EXPECT_EQ(take_all_callbacks(b),
            (Lines{"FederationNotRestored", "ReceiveInteraction on its way"}));
  EXPECT_EQ(send_interaction(a, kTalk, {}, "after"), "");
  EXPECT_EQ(take_all_callbacks(b), Lines{"ReceiveInteraction after"});
}

// The next restore is announced before the federate has been told of the outcome.
TEST_P(Restores, AreToldAlsoBehindTheOutcomeOfAnEarlierOne) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b}, "x");
  for (const bool fails : {true, false}) {
    EXPECT_EQ(restore(a, "x"), "");
    EXPECT_EQ(take_all_callbacks(a).size(), 3u);
    EXPECT_EQ(take_all_callbacks(b).size(), 2u);
    EXPECT_EQ(complete_restore(b), "");
    EXPECT_EQ(fails ? call(a, wire::FederateRestoreNotComplete{}) : complete_restore(a), "");
    const std::string outcome = fails ? "FederationNotRestored" : "FederationRestored";
    EXPECT_EQ(take_all_callbacks(a), Lines{outcome});
    EXPECT_EQ(restore(a, "x"), "");
    EXPECT_EQ(take_all_callbacks(a).size(), 3u);
    EXPECT_EQ(take_all_callbacks(b),
              (Lines{outcome, "FederationRestoreBegun", "InitiateFederateRestore x 2"}));
    for (const Federate f : {a, b}) EXPECT_EQ(complete_restore(f), "");
    for (const Federate f : {a, b}) EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  }
}

// The report about the first restore must not count for the second one.
TEST_P(Restores, TakeNoReportAboutAnEarlierOne) {
  const Federate a = join("red");
  const Federate b = join("blue");
  const Federate c = join("green");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b, c}, "x");
  EXPECT_EQ(restore(a, "x"), "");
  const Lines told{"FederationRestoreBegun", "InitiateFederateRestore x 2"};
  EXPECT_EQ(take_all_callbacks(b), told);
  EXPECT_EQ(resign(c, ResignAction::no_action), "");
  EXPECT_EQ(take_all_callbacks(a).back(), "FederationNotRestored");
  EXPECT_EQ(rejoin(c, "green"), "");
  EXPECT_EQ(restore(a, "x"), "");
  for (const Federate f : {a, c}) {
    EXPECT_TRUE(take_all_callbacks(f).back().starts_with("InitiateFederateRestore"));
    EXPECT_EQ(complete_restore(f), "");
  }
  EXPECT_EQ(complete_restore(b), "");
  EXPECT_EQ(take_all_callbacks(b), (Lines{"FederationNotRestored", told[0], told[1]}));
  EXPECT_EQ(complete_restore(b), "");
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
}

// A federate may answer at once, but its report must state whether its saved state fits.
TEST_P(Restores, AreBegunAtAFederateWhenItsStateHasCome) {
  const std::vector<Federate> members{join("red"), join("blue"), join("green")};
  EXPECT_EQ(save(members[0], "x"), "");
  complete_all_saves(members, "x");
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(restore(members[0], "x"), "");
    std::size_t back = 0;
    while (harness.deliver_one()) {
      for (const Federate f : members) {
        Lines lines;
        harness.take_callbacks(f, [&](const auto& callback) { lines.push_back(brief(callback)); });
        if (lines.empty()) continue;
        if (lines.back().starts_with("InitiateFederateRestore")) {
          EXPECT_EQ(complete_restore(f), "");
        }
        if (lines.back() == "FederationRestored") ++back;
      }
    }
    EXPECT_EQ(back, members.size()) << "round " << round;
  }
}

// Other members count the records under its handle as received, and name them as causes. Its own
// first record is none of those, and may follow theirs.
TEST_P(Restores, LetANewProcessSendAsTheMemberWhosePlaceItTakes) {
  const Federate a = join("red");
  const Federate b = join("blue");
  const Federate lost = join("green");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b, lost}, "x");
  harness.kill(lost);
  deliver_all();
  const Federate c = join("green");
  EXPECT_EQ(restore(a, "x"), "");
  all_restore({a, b, c});
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});

  EXPECT_EQ(save(a, "y"), "");
  for (const Federate f : {a, b, c})
    EXPECT_EQ(take_all_callbacks(f), Lines{"InitiateFederateSave y"});
  // When the RTIG reads the first record, the second is readable, too.
  EXPECT_EQ(begin_save(b), "");
  harness.links().read_shared(c);
  EXPECT_EQ(begin_save(c), "");
  EXPECT_EQ(begin_save(a), "");
  for (const Federate f : {a, b, c}) EXPECT_EQ(complete_save(f), "");
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_all_callbacks(f), Lines{"FederationSaved"});
}

TEST_P(Restores, FailWhenAMemberLeavesOrIsLost) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  complete_all_saves({a, b}, "x");
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a).size(), 3u);
  EXPECT_EQ(take_all_callbacks(b).size(), 2u);
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotRestored"});
  EXPECT_EQ(rejoin(b, "blue"), "");
  EXPECT_EQ(restore(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a).size(), 3u);
  harness.kill(b);
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotRestored"});
}

// A resignation that meets the restore applies to the restored member.
TEST_P(Restores, LetAMemberResignMeanwhile) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CoreHarness fresh(options(GetParam(), seed));
    const Federate a = fresh.add();
    const Federate b = fresh.add();
    (void)fresh.call(a, create());
    ASSERT_TRUE(fresh.call(b, wire::JoinFederationExecution{"blue", "Federation", {}}));
    ASSERT_TRUE(fresh.call(a, wire::JoinFederationExecution{"red", "Federation", {}}));
    const auto take = [&](Federate f) {
      fresh.settle();
      return fresh.callbacks(f);
    };
    ASSERT_TRUE(fresh.call(a, wire::RequestFederationSave{"x", false, {}}));
    for (const Federate f : {a, b}) {
      (void)take(f);
      ASSERT_TRUE(fresh.call(f, wire::FederateSaveBegun{}));
      ASSERT_TRUE(fresh.call(f, wire::FederateSaveComplete{}));
    }
    for (const Federate f : {a, b}) (void)take(f);
    for (const Federate f : {a, b}) {
      ASSERT_TRUE(fresh.call(f, wire::ResignFederationExecution{ResignAction::no_action}));
    }
    ASSERT_TRUE(fresh.call(a, wire::JoinFederationExecution{"red", "Federation", {}}));
    ASSERT_TRUE(fresh.call(b, wire::JoinFederationExecution{"blue", "Federation", {}}));
    ASSERT_TRUE(fresh.call(a, wire::RequestFederationRestore{"x"}));
    for (const Federate f : {a, b}) {
      (void)take(f);
      ASSERT_TRUE(fresh.call(f, wire::FederateRestoreComplete{}));
    }
    const auto resigned = fresh.call(b, wire::ResignFederationExecution{ResignAction::no_action});
    EXPECT_EQ(refusal(resigned), "") << "seed " << seed;
    fresh.settle();
    EXPECT_EQ(fresh.faults(), Lines{});
    EXPECT_FALSE(fresh.ambassador(b).is_joined());
    EXPECT_TRUE(fresh.ambassador(a).is_joined());
  }
}

// --- A restored federation goes on as the saved one does.

// Three federates with fixed roles. Their actions depend only on the step.
class Play {
 public:
  explicit Play(HarnessOptions options) : harness(std::move(options)) {}

  void join(const std::vector<std::size_t>& order) {
    for (std::size_t i = 0; i < 3; ++i) (void)harness.add();
    ok(harness.call(0, wire::CreateFederationExecution{"Federation", "test.fed", false, {}}));
    for (const std::size_t role : order) {
      ok(harness.call(role, wire::JoinFederationExecution{kTypes[role], "Federation", {}}));
    }
  }

  void begin() {
    for (Federate f = 0; f < 3; ++f) {
      ok(harness.call(f, wire::PublishObjectClass{kTank, {kPosition, kSpeed, kTurret}}));
      ok(harness.call(f, wire::SubscribeObjectClassAttributes{kTank, {kPosition, kTurret}, true}));
      ok(harness.call(f, wire::PublishInteractionClass{kShot}));
      ok(harness.call(f, wire::SubscribeInteractionClass{kShot, true}));
      ok(harness.call(f, wire::PublishInteractionClass{kTalk}));
      ok(harness.call(f, wire::SubscribeInteractionClass{kTalk, true}));
      ok(harness.call(f, wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_scope, true}));
    }
    for (Federate f = 0; f < 3; ++f) {
      ok(harness.call(f, wire::EnableTimeConstrained{}));
      take_all();
    }
    for (Federate f = 0; f < 3; ++f) {
      const core::Time zero = core::DoubleTime::encode(0);
      const core::Time one = core::DoubleTime::encode(1 + static_cast<double>(f) / 2);
      ok(harness.call(f, wire::EnableTimeRegulation{zero.bytes(), one.bytes()}));
      take_all();
    }
    for (Federate f = 0; f < 3; ++f) {
      tanks[f] = *harness.call(f, wire::RegisterObjectInstance{kTank, "tank of " + kTypes[f]});
    }
    take_all();
    for (Lines& lines : heard) lines.clear();
  }

  void step(int k) {
    for (Federate f = 0; f < 3; ++f) {
      act(f, k);
      harness.settle();  // messages in receive order of several senders arrive in any order
    }
    for (Federate f = 0; f < 3; ++f) {
      const core::Time to = core::DoubleTime::encode(k);
      const auto kind = (static_cast<int>(f) + k) % 2 == 0 ? wire::Advance::time_advance_request
                                                           : wire::Advance::next_event_request;
      if (!advancing[f]) ok(harness.call(f, wire::AdvanceTime{kind, to.bytes()}));
      advancing[f] = true;
    }
    take_all();
  }

  void act(Federate f, int k) {
    const core::Time stamp = core::DoubleTime::encode(k + 2 + static_cast<double>(f));
    const std::string tag = kTypes[f] + std::to_string(k);
    wire::SendInteraction shot;
    shot.interaction_class = kShot;
    shot.tag = tag;
    shot.time = stamp.bytes();
    ok(harness.call(f, shot));
    wire::UpdateAttributeValues update;
    const Values values = Values().add(kPosition, tag).add(kTurret, tag);
    update.object = tanks[f];
    update.values = values;
    update.time = stamp.bytes();
    update.tag = tag;
    ok(harness.call(f, update));
    wire::SendInteraction talk;
    talk.interaction_class = kTalk;
    talk.tag = tag;
    ok(harness.call(f, talk));
  }

  // Takes callbacks until no more follow.
  void take_all() {
    for (bool some = true; some;) {
      some = false;
      for (Federate f = 0; f < 3; ++f) {
        harness.settle();
        harness.take_callbacks(f, [&](const rtia::Callback& callback) {
          some = true;
          if (std::holds_alternative<wire::TimeAdvanceGrant>(callback)) advancing[f] = false;
          heard[f].push_back(callback_line(callback));
        });
      }
    }
  }

  void save() {
    ok(harness.call(0, wire::RequestFederationSave{"x", false, {}}));
    for (Federate f = 0; f < 3; ++f) {
      while (heard[f].empty() || !heard[f].back().starts_with("InitiateFederateSave")) take_one(f);
      ok(harness.call(f, wire::FederateSaveBegun{}));
      ok(harness.call(f, wire::FederateSaveComplete{}));
    }
    for (Federate f = 0; f < 3; ++f) {
      take_one(f);
      EXPECT_TRUE(heard[f].back().starts_with("FederationSaved"));
      heard[f].clear();
    }
  }

  void restore() {
    ok(harness.call(2, wire::RequestFederationRestore{"x"}));
    for (Federate f = 0; f < 3; ++f) {
      while (heard[f].empty() || !heard[f].back().starts_with("InitiateFederateRestore")) {
        ASSERT_TRUE(take_one(f)) << "federate " << f;
      }
      ok(harness.call(f, wire::FederateRestoreComplete{}));
    }
    for (Federate f = 0; f < 3; ++f) {
      ASSERT_TRUE(take_one(f)) << "federate " << f << ", " << harness.log().back()
                               << testing::PrintToString(harness.faults());
      EXPECT_TRUE(heard[f].back().starts_with("FederationRestored")) << heard[f].back();
      heard[f].clear();
    }
  }

  bool take_one(Federate f) {
    harness.settle();
    const auto* callback = harness.ambassador(f).take_callback();
    if (callback == nullptr) return false;
    heard[f].push_back(callback_line(*callback));
    if (std::holds_alternative<wire::TimeAdvanceGrant>(*callback)) advancing[f] = false;
    return true;
  }

  template <class R>
  void ok(const R& result) {
    EXPECT_EQ(refusal(result), "");
  }

  static inline const std::string kTypes[3] = {"red", "green", "blue"};
  CoreHarness harness;
  std::vector<Lines> heard{3};
  ObjectHandle tanks[3];
  bool advancing[3] = {false, false, false};
};

// The seed chooses one of three kinds of connections for the saved members, and another for the
// restored ones.
HarnessOptions way_of(std::uint64_t which, std::uint64_t seed) {
  HarnessOptions options;
  options.seed = seed;
  options.on_fabric = which % 3 == 1;
  if (which % 3 == 2) options.mesh = small_mesh();
  return options;
}

// The order in which the restored members join, and so the handles that they give up. In the second
// order, two members behind the same router return under the handles of each other.
std::vector<std::size_t> join_order_of(std::uint64_t seed) {
  if (seed % 2 == 0) return {2, 0, 1};
  return {1, 0, 2};
}

// Saved with messages of both orders in transit, queued and held back, a pending advance, a
// deletion that waits for its time, an offer of ownership, and a half-achieved synchronization
// point.
TEST(RestoredElsewhere, GoesOnAsTheSavedFederationDoes) {
  for (std::uint64_t seed = 1; seed <= 48; ++seed) {
    Play first(way_of(seed, seed));
    first.join({0, 1, 2});
    first.begin();
    for (int k = 1; k <= 4; ++k) first.step(k);
    first.ok(
        first.harness.call(0, wire::RegisterFederationSynchronizationPoint{"point", "tag", {}}));
    first.take_all();
    first.ok(first.harness.call(1, wire::SynchronizationPointAchieved{"point"}));
    first.ok(first.harness.call(
        2, wire::NegotiatedAttributeOwnershipDivestiture{first.tanks[2], {kTurret}, "take"}));
    first.take_all();
    const core::Time at9 = core::DoubleTime::encode(9);
    wire::DeleteObjectInstance deletion;
    deletion.object = first.tanks[1];
    deletion.time = at9.bytes();
    first.ok(first.harness.call(1, deletion));
    for (Federate f = 0; f < 3; ++f) {
      first.act(f, 5);
      first.harness.settle();
    }
    const core::Time to = core::DoubleTime::encode(5);
    first.ok(
        first.harness.call(0, wire::AdvanceTime{wire::Advance::next_event_request, to.bytes()}));
    first.advancing[0] = true;
    first.save();

    Play second(way_of(seed + 1 + seed / 3 % 2, seed + 100));
    second.harness.store().saves = first.harness.store().saves;
    second.join(join_order_of(seed));
    ASSERT_NO_FATAL_FAILURE(second.restore());
    for (Federate f = 0; f < 3; ++f) {
      second.tanks[f] = first.tanks[f];
      EXPECT_EQ(second.harness.ambassador(f).federate(), first.harness.ambassador(f).federate());
    }
    second.advancing[0] = first.advancing[0];

    for (Play* play : {&first, &second}) {
      play->take_all();
      for (int k = 6; k <= 8; ++k) play->step(k);
      play->ok(play->harness.call(0, wire::SynchronizationPointAchieved{"point"}));
      play->ok(play->harness.call(2, wire::SynchronizationPointAchieved{"point"}));
      play->harness.settle();
      play->ok(play->harness.call(
          0, wire::AttributeOwnershipAcquisition{play->tanks[2], {}, {kTurret}, "mine"}));
      play->take_all();
    }
    for (Federate f = 0; f < 3; ++f) {
      ASSERT_EQ(first.heard[f].size(), second.heard[f].size()) << "federate " << f;
      for (std::size_t i = 0; i < first.heard[f].size(); ++i) {
        ASSERT_EQ(first.heard[f][i], second.heard[f][i]) << "seed " << seed << " federate " << f;
      }
      EXPECT_GT(first.heard[f].size(), 10u);
    }
    EXPECT_EQ(federation_text(*first.harness.rtig().state("Federation")),
              federation_text(*second.harness.rtig().state("Federation")));
    EXPECT_EQ(second.harness.faults(), Lines{});
  }
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Core, Restores, testing::Bool(), transport_name);

}  // namespace triad::test
