// Synchronization points in the cores (HLA 1.3 clauses 4.6 to 4.10).
#include <array>
#include <string>
#include <vector>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class Synchronization : public CoreScenario {
 protected:
  void SetUp() override {
    a = join("a");
    b = join("b");
    c = join("c");
  }

  std::string enlist(Federate f, std::string_view label, std::vector<FederateHandle> set = {},
                     std::string_view tag = "tag") {
    return call(f, wire::RegisterFederationSynchronizationPoint{label, tag, std::move(set)});
  }
  std::string achieve(Federate f, std::string_view label) {
    return call(f, wire::SynchronizationPointAchieved{label});
  }
  static std::string announced(const std::string& label, const std::string& tag = "tag") {
    return "AnnounceSynchronizationPoint{label=\"" + label + "\" tag=\"" + tag + "\"}";
  }
  // Text of the callback without its list of federates.
  static std::string synchronized(const std::string& label) {
    return "FederationSynchronized{label=\"" + label + "\"";
  }
  // Ticks, and removes the lists of federates.
  Lines tick(Federate f) {
    Lines lines = CoreScenario::tick(f);
    for (auto& line : lines) {
      if (const auto at = line.find(" federates=["); at != line.npos) line.resize(at);
    }
    return lines;
  }

  Federate a = 0, b = 0, c = 0;
};

TEST_F(Synchronization, LetsTheLabelBeUsedAgain) {
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(enlist(b, "go"), "");
    for (const Federate f : {a, b, c}) {
      (void)tick(f);
      EXPECT_EQ(achieve(f, "go"), "");
    }
    for (const Federate f : {a, b, c}) EXPECT_EQ(tick(f), Lines{synchronized("go")});
  }
}

TEST_F(Synchronization, FailsWhenTheLabelIsInUseOrTheSetHoldsAStranger) {
  EXPECT_EQ(enlist(a, "go"), "");
  EXPECT_EQ(tick(b), Lines{announced("go")});
  EXPECT_EQ(enlist(b, "go"), "");
  EXPECT_EQ(tick(b), (Lines{"SynchronizationPointRegistrationFailed{label=\"go\" reason=\"the "
                            "label is in use by a synchronization point that is not finished\"}"}));
  EXPECT_EQ(enlist(b, "other", {kNoFederate}), "");
  EXPECT_EQ(tick(b), (Lines{"SynchronizationPointRegistrationFailed{label=\"other\" "
                            "reason=\"federate 99 of the set is not joined\"}"}));
  EXPECT_EQ(tick(c), Lines{announced("go")});
}

TEST_F(Synchronization, GivesTheLabelToTheFirstOfTwo) {
  const wire::RegisterFederationSynchronizationPoint request{"go", "", {}};
  const auto first = harness.begin_call(a, request);
  const auto second = harness.begin_call(b, request);
  harness.settle();
  Lines all;
  for (const Federate f : {a, b}) {
    for (const auto& line : tick(f)) all.push_back(line.substr(0, line.find('{')));
  }
  EXPECT_EQ(std::ranges::count(all, "SynchronizationPointRegistrationSucceeded"), 1);
  EXPECT_EQ(std::ranges::count(all, "SynchronizationPointRegistrationFailed"), 1);
  EXPECT_EQ(std::ranges::count(all, "AnnounceSynchronizationPoint"), 2);
}

TEST_F(Synchronization, RefusesALabelThatIsBlank) {
  for (const char* label : {"", " ", "\t \n"}) {
    EXPECT_EQ(enlist(a, label), "RTIinternalError");
    EXPECT_EQ(achieve(a, label), "SynchronizationPointLabelWasNotAnnounced");
  }
}

TEST_F(Synchronization, TellsALateJoinerNothingOfASetOrOfWhatIsOver) {
  EXPECT_EQ(enlist(a, "set", {handle(a)}), "");
  EXPECT_EQ(enlist(a, "over"), "");
  for (const Federate f : {a, b, c}) {
    (void)tick(f);
    EXPECT_EQ(achieve(f, "over"), "");
  }
  harness.settle();
  const Federate late = join("late");
  EXPECT_EQ(tick(late), Lines{});
}

TEST_F(Synchronization, ExpelsWhoAchievesWhatWasNotAnnouncedToIt) {
  wire::RecordHeader header;
  header.sender = handle(b).value;
  wire::Buffer frame;
  wire::encode_record(header, wire::SynchronizationPointAchieved{"go"}, frame);
  harness.inject_up(b, frame);
  harness.settle();
  EXPECT_FALSE(harness.ambassador(b).is_joined());
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
}

class ManySynchronizationPoints : public CoreScenario {
 protected:
  ManySynchronizationPoints() : CoreScenario(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtig.synchronization.points_max = 2;
    options.rtig.synchronization.bytes_max = 1000;
    return options;
  }
  // Returns the callback with the result of the registration.
  std::string outcome(Federate f, std::string_view label, std::string_view tag = "") {
    EXPECT_EQ(call(f, wire::RegisterFederationSynchronizationPoint{label, tag, {}}), "");
    const Lines lines = tick(f);
    return lines.empty() ? "" : lines.front();
  }
};

TEST_F(ManySynchronizationPoints, AreRefusedPastALimitUntilOneIsFinished) {
  const Federate a = join("a");
  const std::string refused =
      "SynchronizationPointRegistrationFailed{label=\"three\" reason=\"the federation has 2 "
      "synchronization points that are not finished, which is the limit\"}";
  EXPECT_TRUE(outcome(a, "one").starts_with("SynchronizationPointRegistrationSucceeded"));
  EXPECT_TRUE(outcome(a, "two").starts_with("SynchronizationPointRegistrationSucceeded"));
  EXPECT_EQ(outcome(a, "three"), refused);
  EXPECT_NE(harness.log().back().find("'three'"), std::string::npos) << harness.log().back();
  EXPECT_EQ(call(a, wire::SynchronizationPointAchieved{"one"}), "");
  (void)tick(a);
  EXPECT_TRUE(outcome(a, "three").starts_with("SynchronizationPointRegistrationSucceeded"));
}

TEST_F(ManySynchronizationPoints, HaveTagsThatFitTheRtigsMemory) {
  const Federate a = join("a");
  EXPECT_TRUE(outcome(a, "one", std::string(600, 't'))
                  .starts_with("SynchronizationPointRegistrationSucceeded"));
  const std::string refused = outcome(a, "two", std::string(400, 't'));
  EXPECT_NE(refused.find("would have 1006 bytes, and may have 1000"), refused.npos) << refused;
  EXPECT_TRUE(outcome(a, "two", std::string(300, 't'))
                  .starts_with("SynchronizationPointRegistrationSucceeded"));
}

// Messages that a federate sent before it achieved the point arrive before the point, also on the
// fabric, where the RTIG's record could be read first. With random orders of reading.
TEST(SynchronizationOnFabric, ComesBehindWhatWasSentBefore) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    HarnessOptions options;
    options.seed = seed;
    options.on_fabric = true;
    CoreHarness harness(options);
    std::vector<Federate> all;
    for (int i = 0; i < 3; ++i) {
      const Federate f = harness.add();
      if (i == 0) {
        ASSERT_EQ(refusal(harness.call(
                      f, wire::CreateFederationExecution{"Federation", "test.fed", false, {}})),
                  "");
      }
      ASSERT_EQ(refusal(harness.call(f, wire::JoinFederationExecution{"f", "Federation", {}})), "");
      all.push_back(f);
    }
    const auto [first, last, reader] = std::array{all[0], all[1], all[2]};
    for (const Federate f : {first, last}) {
      ASSERT_EQ(refusal(harness.call(f, wire::PublishInteractionClass{kShot})), "");
    }
    ASSERT_EQ(refusal(harness.call(reader, wire::SubscribeInteractionClass{kShot})), "");
    ASSERT_EQ(
        refusal(harness.call(first, wire::RegisterFederationSynchronizationPoint{"go", "", {}})),
        "");
    while (harness.deliver_one()) {
    }
    for (const Federate f : all) harness.take_callbacks(f, [](const rtia::Callback&) {});
    ASSERT_EQ(refusal(harness.call(reader, wire::SynchronizationPointAchieved{"go"})), "");
    for (const Federate f : {first, last}) {
      wire::SendInteraction shot;
      shot.interaction_class = kShot;
      ASSERT_EQ(refusal(harness.call(f, shot)), "");
      ASSERT_EQ(refusal(harness.call(f, wire::SynchronizationPointAchieved{"go"})), "");
    }
    std::string order;
    do {
      harness.take_callbacks(reader, [&](const rtia::Callback& callback) {
        if (std::holds_alternative<wire::ReceiveInteraction>(callback)) order += "shot ";
        if (std::holds_alternative<wire::FederationSynchronized>(callback)) order += "point ";
      });
    } while (harness.deliver_one());
    EXPECT_EQ(order, "shot shot point ") << "seed " << seed;
    EXPECT_EQ(harness.faults(), Lines{});
  }
}

}  // namespace
}  // namespace triad::test
