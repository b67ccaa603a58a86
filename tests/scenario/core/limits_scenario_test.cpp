// Names that are too long, and requests that need too much memory, in the cores.
#include "tests/scenario/core/core_scenario.hpp"
#include "wire/limits.hpp"

namespace triad::test {
namespace {

class Limits : public CoreScenario {
 protected:
  const std::string longest = std::string(wire::kNameBytesMax, 'n');
  const std::string too_long = longest + "n";

  template <class Message>
  void inject(Federate federate, const Message& message) {
    wire::RecordHeader header;
    header.sender = handle(federate).value;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    harness.inject_up(federate, frame);
    harness.settle();
  }
};

TEST_F(Limits, AreThoseOfNamesThatAServiceRefuses) {
  const Federate a = join("a");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  const auto refused = [&](const auto& request) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(a, request), &why), "RTIinternalError");
    EXPECT_NE(why.find("has 65537 bytes, and may have 65536"), why.npos) << why;
  };
  refused(wire::RegisterObjectInstance{kTank, too_long});
  refused(wire::RegisterFederationSynchronizationPoint{too_long, "", {}});
  refused(wire::RequestFederationSave{too_long, false, {}, {}});
  refused(wire::RequestFederationRestore{too_long});
  const auto tank = enroll(a, kTank, "tank");
  refused(wire::NegotiatedAttributeOwnershipDivestiture{tank, {kPosition}, too_long});
  refused(wire::AttributeOwnershipAcquisition{tank, kTank, {kPosition}, too_long});
  refused(create(too_long));
  refused(wire::CreateFederationExecution{"Another", too_long, false, {}});
  EXPECT_EQ(call(a, wire::SynchronizationPointAchieved{too_long}),
            "SynchronizationPointLabelWasNotAnnounced");
  enroll(a, kTank, longest);
  EXPECT_EQ(call(a, wire::RegisterFederationSynchronizationPoint{longest, "", {}}), "");
  EXPECT_EQ(call(a, create(longest)), "");
}

TEST_F(Limits, OfTheNameOfAFederateAreOnlyForItself) {
  join("a");
  const Federate b = harness.add();
  EXPECT_EQ(rejoin(b, too_long), "RTIinternalError");
  EXPECT_EQ(rejoin(b, longest), "");
}

TEST_F(Limits, HoldForWhoDoesNotKeepThemItself) {
  const Federate a = join("a");
  const Federate b = join("b");
  inject(a, wire::RegisterFederationSynchronizationPoint{too_long, "", {}});
  EXPECT_FALSE(harness.ambassador(a).joined());
  EXPECT_TRUE(harness.ambassador(b).joined());
  const Federate c = harness.add();
  inject(c, wire::CreateFederationExecution{too_long, "fed", false, {}});
  EXPECT_EQ(harness.rtig().state(too_long), nullptr);
  EXPECT_EQ(rejoin(c, "c"), "") << "it was refused, and that is all";
}

TEST_F(Limits, OfMemoryEndTheFederationThatAsksForMoreAndNoOther) {
  const Federate a = join("a");
  const Federate b = join("b");
  const Federate c = harness.add();
  EXPECT_EQ(call(c, create("Another")), "");
  EXPECT_EQ(call(c, wire::JoinFederationExecution{"c", "Another", {}}), "");
  harness.rtig().on_no_memory(rtig::LinkId{static_cast<std::uint32_t>(a + 1)});
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  for (const Federate f : {a, b}) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(f, wire::PublishInteractionClass{kShot}), &why),
              "RTIinternalError");
    EXPECT_NE(why.find("it has no memory for a request"), why.npos) << why;
  }
  EXPECT_EQ(publish(c, kShot), "");
}

TEST_F(Limits, OfMemoryEndTheLinkOfWhoHasNotJoined) {
  const Federate a = join("a");
  const Federate b = harness.add();
  harness.settle();
  harness.rtig().on_no_memory(rtig::LinkId{static_cast<std::uint32_t>(b + 1)});
  harness.settle();
  EXPECT_EQ(call(b, create("Another")), "RTIinternalError");
  EXPECT_EQ(publish(a, kShot), "");
}

}  // namespace
}  // namespace triad::test
