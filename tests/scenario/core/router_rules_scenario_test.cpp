// Rules of the mesh's file for the federates at a router (router/router_rules.hpp): whether they
// may be time-regulating, which classes pass, in all ways in which this can come about, and how
// much may be queued for one of them.
#include <algorithm>
#include <cstdlib>

#include "core/double_time.hpp"
#include "tests/scenario/core/mom_scenario.hpp"
#include "tests/scenario/core/save_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

// The RTIG's own router, and those of small_mesh.
constexpr const char* kOwn = "top";
constexpr const char* kRouter0 = "router0";
constexpr const char* kRouter1 = "router1";

// Options by which no federate may regulate at these routers.
HarnessOptions without_regulation(const std::vector<std::string>& routers,
                                  HarnessOptions options = {}) {
  options.rtig.mesh.router = kOwn;
  for (const std::string& router : routers)
    options.rtig.mesh.rules[router].federates_regulate = false;
  return options;
}

// Options by which only these classes pass at the router.
HarnessOptions with_classes(const char* router, std::vector<std::string> classes,
                            HarnessOptions options = {}) {
  options.rtig.mesh.router = kOwn;
  options.rtig.mesh.rules[router].classes = std::move(classes);
  return options;
}

HarnessOptions in_mesh(HarnessOptions options = {}) {
  options.mesh = small_mesh();
  return options;
}

wire::EnableTimeRegulation regulation(const core::Time& time, const core::Time& lookahead) {
  return {time.bytes(), lookahead.bytes()};
}

class RouterRules : public CoreScenario {
 protected:
  explicit RouterRules(HarnessOptions options) : CoreScenario(std::move(options)) {}

  std::string regulate(Federate f, std::string* why = nullptr) {
    const core::Time start = core::DoubleTime::encode(0);
    const core::Time lookahead = core::DoubleTime::encode(1);
    std::string refused = refusal(harness.call(f, regulation(start, lookahead)), why);
    deliver_all();
    return refused;
  }
  bool regulates(Federate f) {
    return harness.rtig().state("Federation")->member(handle(f))->regulating;
  }
  bool logged(std::string_view text) {
    return std::ranges::any_of(harness.log(),
                               [&](const auto& line) { return line.find(text) != line.npos; });
  }
};

class AtARouter : public RouterRules {
 protected:
  AtARouter() : RouterRules(in_mesh(without_regulation({kRouter0}))) {
    for (Federate* f : {&near, &far, &at_rtig}) *f = join("federate");
  }
  Federate near = 0;     // at router0
  Federate far = 0;      // at router1; its path to the RTIG passes router0
  Federate at_rtig = 0;  // at the RTIG's own
};

TEST_F(AtARouter, WhereNobodyMayRegulateEnableTimeRegulationIsRefusedAtOnce) {
  std::string why;
  EXPECT_EQ(regulate(near, &why), "RTIinternalError");
  EXPECT_EQ(
      why,
      "federates at router router0 may not be time-regulating (`federates-regulate: false` in "
      "the file of the mesh): join at another router, or change the file");
  EXPECT_FALSE(regulates(near));
  EXPECT_EQ(regulate(far), "");
  EXPECT_EQ(regulate(at_rtig), "");
  EXPECT_TRUE(regulates(far) && regulates(at_rtig));
}

TEST_F(AtARouter, WhoMayNotRegulateMayBeConstrainedAndComeBack) {
  EXPECT_EQ(call(near, wire::EnableTimeConstrained{}), "");
  deliver_all();
  const core::Time time = core::DoubleTime::encode(7);
  EXPECT_EQ(call(near, wire::AdvanceTime{wire::Advance::time_advance_request, time.bytes()}), "");
  EXPECT_EQ(regulate(near), "RTIinternalError") << "whatever it is about otherwise";
  EXPECT_EQ(resign(near, ResignAction::no_action), "");
  EXPECT_EQ(rejoin(near, "again"), "");
  EXPECT_EQ(regulate(near), "RTIinternalError");
}

TEST_F(AtARouter, WhoAsksNeverthelessIsExpelledAndOthersGoOn) {
  const core::Time start = core::DoubleTime::encode(0);
  wire::RecordHeader header;
  header.sender = handle(near).value;
  header.position = 1'000'000;
  header.after_position = harness.ambassador(near).log_position();
  header.flags = wire::kToRtig;
  wire::Buffer frame;
  wire::encode_record(header, regulation(start, start), frame);
  harness.inject_up(near, frame);
  deliver_all();
  EXPECT_TRUE(logged("sent a request to regulate, which its router forbids"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2U);
  EXPECT_EQ(regulate(far), "");
  EXPECT_EQ(call(at_rtig, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(tick(at_rtig).size(), 1U) << "timeConstrainedEnabled waits for no one who is out";
}

// --- Classes.

class ClassesAtARouter : public RouterRules {
 protected:
  ClassesAtARouter() : RouterRules(in_mesh(with_classes(kRouter0, {"Tank", "Shot", "Tnak"}))) {
    for (Federate* f : {&near, &far, &at_rtig}) *f = join("federate");
  }
  // Expects a refusal because the class does not pass.
  template <wire::Call C>
  void expect_refused(const C& request, std::string_view path) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(near, request), &why), "RTIinternalError") << path;
    EXPECT_EQ(why, std::string(path) +
                       " does not pass at router router0 (`classes` in the file of the mesh: "
                       "ObjectRoot.Vehicle.Tank, InteractionRoot.Shot): join at another router, or "
                       "change the file");
  }
  Federate near = 0;     // at router0
  Federate far = 0;      // at router1; its path to the RTIG passes router0
  Federate at_rtig = 0;  // at the RTIG's own
};

TEST_F(ClassesAtARouter, DeclarationsOfOthersAreRefusedThere) {
  expect_refused(wire::PublishObjectClass{kPlane, {kAltitude}}, "ObjectRoot.Vehicle.Plane");
  expect_refused(wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true},
                 "ObjectRoot.Vehicle");
  expect_refused(wire::PublishInteractionClass{kTalk}, "InteractionRoot.Talk");
  expect_refused(wire::SubscribeInteractionClass{kInteractionRoot, true}, "InteractionRoot");
  const auto region = harness.call(near, wire::CreateRegion{kTerrain, 1, {}});
  ASSERT_TRUE(region.has_value()) << region.error().text;
  expect_refused(
      wire::SubscribeObjectClassAttributesWithRegion{kVehicle, *region, {kPosition}, true},
      "ObjectRoot.Vehicle");
  expect_refused(wire::SubscribeInteractionClassWithRegion{kTalk, *region, true},
                 "InteractionRoot.Talk");
  EXPECT_EQ(publish(far, kPlane, {kAltitude}), "") << "its own router has no such rule";
  EXPECT_EQ(publish(at_rtig, kTalk), "");
}

TEST_F(ClassesAtARouter, WhatPassesArrivesAndNothingElse) {
  EXPECT_EQ(subscribe(near, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(near, kHit), "");
  EXPECT_EQ(publish(far, kPlane, {kPosition}), "");
  EXPECT_EQ(publish(far, kHeavy, {kTurret}), "");
  EXPECT_EQ(publish(far, kHit), "");
  deliver_all();
  const ObjectHandle heavy = register_object(far, kHeavy, "heavy");
  EXPECT_NE(register_object(far, kPlane, "plane"), ObjectHandle());
  EXPECT_EQ(update(far, heavy, value(kTurret, "up")), "");
  EXPECT_EQ(send_interaction(far, kHit, value(kTarget, "heavy")), "");
  harness.settle();
  const Lines had = tick(near);
  ASSERT_EQ(had.size(), 3U) << testing::PrintToString(had);
  EXPECT_TRUE(had[0].starts_with("DiscoverObjectInstance") && had[0].find("heavy") != had[0].npos);
  EXPECT_TRUE(had[1].starts_with("ReflectAttributeValues")) << had[1];
  EXPECT_TRUE(had[2].starts_with("ReceiveInteraction")) << had[2];
}

TEST_F(ClassesAtARouter, WhoAsksNeverthelessIsExpelledAndOthersGoOn) {
  wire::RecordHeader header;
  header.sender = handle(near).value;
  header.position = 1'000'000;
  header.after_position = harness.ambassador(near).log_position();
  header.flags = wire::kToRtig;
  wire::Buffer frame;
  wire::encode_record(header, wire::SubscribeInteractionClass{kTalk, true}, frame);
  harness.inject_up(near, frame);
  deliver_all();
  EXPECT_TRUE(logged("sent a declaration of a class that does not pass at its router"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2U);
  EXPECT_EQ(subscribe(far, kTalk), "");
}

TEST_F(ClassesAtARouter, ANameThatTheFedDoesNotHaveIsToldWhenAFederationIsCreated) {
  EXPECT_TRUE(
      logged("the FED of federation 'Federation' has no class 'Tnak', which the file of "
             "the mesh lets pass at router router0"));
  EXPECT_FALSE(logged("has no class 'Tank'"));
}

class ClassesAtTheRtig : public RouterRules, public testing::WithParamInterface<bool> {
 protected:
  static HarnessOptions options(bool on_fabric) {
    HarnessOptions options;
    options.on_fabric = on_fabric;
    return with_classes(kOwn, {}, options);
  }
  ClassesAtTheRtig() : RouterRules(options(GetParam())) {}
};

INSTANTIATE_TEST_SUITE_P(Over, ClassesAtTheRtig, testing::Bool(), transport_name);

TEST_P(ClassesAtTheRtig, AnEmptyListLetsNothingPass) {
  const Federate f = join("federate");
  std::string why;
  EXPECT_EQ(refusal(harness.call(f, wire::PublishInteractionClass{kTalk}), &why),
            "RTIinternalError");
  EXPECT_EQ(why,
            "InteractionRoot.Talk does not pass at router top (`classes` in the file of the mesh: "
            "none): join at another router, or change the file");
}

// --- Regulation in other ways.

// Clients of the RTIG's own router, with links or in shared memory.
class AtTheRtig : public RouterRules, public testing::WithParamInterface<bool> {
 protected:
  static HarnessOptions options(bool on_fabric) {
    HarnessOptions options;
    options.on_fabric = on_fabric;
    return without_regulation({kOwn}, options);
  }
  AtTheRtig() : RouterRules(options(GetParam())) {}
};

INSTANTIATE_TEST_SUITE_P(Over, AtTheRtig, testing::Bool(), transport_name);

TEST_P(AtTheRtig, ItsOwnRoutersRuleHoldsForItsOwnClients) {
  const Federate f = join("federate");
  std::string why;
  EXPECT_EQ(regulate(f, &why), "RTIinternalError");
  EXPECT_NE(why.find("federates at router top may not"), why.npos) << why;
  EXPECT_FALSE(regulates(f));
}

class WithTheMom : public MomScenario {
 protected:
  WithTheMom()
      : MomScenario(without_regulation({kOwn}, options_with_mom(Sharing::none, model_with_mom())),
                    model_with_mom()) {}
};

TEST_F(WithTheMom, AnOrderToRegulateIsRefusedAsTheFederatesOwnCall) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  subscribe_to(boss, mom::Interaction::Alert);
  EXPECT_EQ(command(boss, mom::Interaction::EnableTimeRegulation, one,
                    {{"FederationTime", "0"}, {"Lookahead", "1"}}),
            "");
  const std::string alert = only_report(boss)["AlertDescription"];
  EXPECT_NE(alert.find("RTIinternalError: federates at router top may not"), alert.npos) << alert;
  EXPECT_FALSE(harness.rtig().state("Federation")->member(handle(one))->regulating);
}

class WithTheMomAndClasses : public MomScenario {
 protected:
  WithTheMomAndClasses()
      : MomScenario(with_classes(kOwn, {"Manager", "Tank"},
                                 options_with_mom(Sharing::none, model_with_mom())),
                    model_with_mom()) {}
};

TEST_F(WithTheMomAndClasses, AnOrderToSubscribeIsRefusedAsTheFederatesOwnCall) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  subscribe_to(boss, mom::Interaction::Alert);  // has a class that is named in the rules
  EXPECT_EQ(command(boss, mom::Interaction::SubscribeInteractionClass, one,
                    {{"InteractionClass", std::to_string(kTalk.value)}}),
            "");
  const std::string alert = only_report(boss)["AlertDescription"];
  EXPECT_NE(alert.find("RTIinternalError: InteractionRoot.Talk does not pass at router top"),
            alert.npos)
      << alert;
}

// --- Restores.

// Only with links, because routers need them.
class RulesOverRestores : public SaveScenario {
 protected:
  explicit RulesOverRestores(HarnessOptions options = in_mesh(without_regulation({kRouter0})))
      : SaveScenario(std::move(options)) {}

  Federate join_at(PlaceInMesh place, std::string_view type) {
    const Federate f = harness.add_at(place);
    EXPECT_EQ(rejoin(f, type), "");
    return f;
  }
  void all_restore(const std::vector<Federate>& federates) {
    for (const Federate f : federates) {
      const Lines lines = take_all_callbacks(f);
      ASSERT_FALSE(lines.empty());
      EXPECT_TRUE(lines.back().starts_with("InitiateFederateRestore")) << lines.back();
      EXPECT_EQ(complete_restore(f), "");
    }
    for (const Federate f : federates)
      EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  }
  // Saves both. Expects that red is not restored at router0, for this reason, and that it is
  // restored elsewhere.
  Federate restore_elsewhere_alone(Federate blue, Federate red, const std::string& reason) {
    EXPECT_EQ(save(blue, "x"), "");
    complete_all_saves({blue, red}, "x");
    EXPECT_EQ(resign(red, ResignAction::no_action), "");
    const Federate there = join_at(0, "red");
    EXPECT_EQ(restore(blue, "x"), "");
    EXPECT_EQ(take_all_callbacks(blue), Lines{"RequestFederationRestoreFailed x"});
    const auto says = [&](const std::string& line) { return line.find(reason) != line.npos; };
    EXPECT_TRUE(std::ranges::any_of(harness.log(), says)) << testing::PrintToString(harness.log());
    EXPECT_EQ(resign(there, ResignAction::no_action), "");
    const Federate again = join_at(1, "red");
    EXPECT_EQ(restore(blue, "x"), "");
    all_restore({blue, again});
    return again;
  }
};

INSTANTIATE_TEST_SUITE_P(Over, RulesOverRestores, testing::Values(false), transport_name);

TEST_P(RulesOverRestores, WhoRegulatedIsNotRestoredAtARouterWhereNobodyMay) {
  const Federate blue = join("blue");  // at router0
  const Federate red = join_at(std::nullopt, "red");
  regulate(red, 0, 1);
  const Federate again = restore_elsewhere_alone(
      blue, red,
      "'red' would be time-regulating as when the federation was saved, which router router0 "
      "forbids");
  EXPECT_TRUE(harness.rtig().state("Federation")->member(handle(again))->regulating);
  EXPECT_EQ(call(blue, regulation(at(0), at(1))), "RTIinternalError")
      << "the rule outlives a restore";
}

class ClassesOverRestores : public RulesOverRestores {
 protected:
  ClassesOverRestores() : RulesOverRestores(in_mesh(with_classes(kRouter0, {"Tank"}))) {}
};

INSTANTIATE_TEST_SUITE_P(Over, ClassesOverRestores, testing::Values(false), transport_name);

TEST_P(ClassesOverRestores, WhoHadDeclaredWhatDoesNotPassIsNotRestoredThere) {
  const Federate blue = join("blue");  // at router0
  const Federate red = join_at(std::nullopt, "red");
  EXPECT_EQ(subscribe(red, kTank, {kTurret}), "");
  EXPECT_EQ(publish(red, kTalk), "");
  (void)restore_elsewhere_alone(
      blue, red,
      "'red' would publish or subscribe to InteractionRoot.Talk as when the federation was saved, "
      "which router router0 forbids");
  EXPECT_EQ(publish(blue, kTalk), "RTIinternalError") << "the rule outlives a restore";
}

// --- Queues.

class QueueRules : public RouterRules {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.reports_backlog = true;
    options.backlog_factor = 100;
    options.rtig.queue.expel = 1'000'000;
    options.rtig.mesh.router = kOwn;
    options.rtig.mesh.rules[kOwn].queue_bytes = 400'000;
    options.rtig.mesh.rules[kRouter0].queue_bytes = 2'000'000;
    options.rtig.mesh.rules[kRouter1].queue_bytes = 100'000;
    return in_mesh(std::move(options));
  }
  QueueRules() : RouterRules(options()) {
    for (Federate* f : {&near, &far, &at_rtig, &elsewhere}) *f = join("federate");
    sender = harness.add_at(std::nullopt);
    EXPECT_EQ(rejoin(sender, "federate"), "");
    deliver_all();
  }

  // Stops the federate's reading. Returns the queue length at which the RTIG resigns it, from its
  // log.
  std::size_t resigned_at(Federate f) {
    constexpr std::string_view kWhy = "does not read what is sent to it: ";
    harness.links().set_stopped(f, true);
    const FederateHandle who = handle(f);
    for (int i = 0; i < 2000 && harness.rtig().state("Federation")->member(who); ++i) {
      // Calls in the log, which goes to all members, are not held.
      EXPECT_EQ(subscribe(sender, kTalk, i % 2 == 0), "");
      harness.settle();
    }
    harness.links().set_stopped(f, false);
    for (const std::string& line : harness.log()) {
      const std::size_t begin = line.find(kWhy);
      const bool is_of_it = line.find("federate " + std::to_string(who.value)) != line.npos;
      if (begin != line.npos && is_of_it) {
        return std::strtoull(line.c_str() + begin + kWhy.size(), nullptr, 10);
      }
    }
    return 0;
  }
  // Queues grow by single records, and routers report them in steps.
  static void expect_just_above(std::size_t limit, std::size_t at) {
    EXPECT_GT(at, limit);
    EXPECT_LT(at, limit + 200'000);
  }

  Federate near = 0, far = 0, at_rtig = 0, elsewhere = 0, sender = 0;
};

TEST_F(QueueRules, AFileMayHaveAnotherLimitForTheRtigsOwnClients) {
  expect_just_above(400'000, resigned_at(at_rtig));
}

TEST_F(QueueRules, WithoutOneTheSettingHolds) {
  expect_just_above(1'000'000, resigned_at(elsewhere));
}

TEST_F(QueueRules, TheRtigAllowsWhatARouterMayQueue) {
  expect_just_above(2'000'000, resigned_at(near));
}

TEST_F(QueueRules, WhatWaitsOnTheWayToARouterIsNotJudgedByThatRoutersSmallerLimit) {
  expect_just_above(1'000'000, resigned_at(far));
}

}  // namespace
}  // namespace triad::test
