// Ownership of a tombstone: a deleted instance at a federate that has not been told. The federate
// keeps its former view until removeObjectInstance.
#include "tests/scenario/core/ownership_scenario.hpp"

namespace triad::test {
namespace {

class OwnershipOfATombstone : public Ownership {
 protected:
  // The second federate owns the tank's position and speed, and has taken all its callbacks.
  void SetUp() override {
    Ownership::SetUp();
    EXPECT_EQ(divest(a, own), "");
    EXPECT_EQ(acquire(b, own), "");
    deliver_all();
    EXPECT_EQ(owned_attributes(b), own);
  }
  void erase_unnoticed() {
    EXPECT_EQ(delete_object(a, tank), "");
    harness.settle();
  }
  Lines removed() const { return {"RemoveObjectInstance{object=" + text(tank) + " tag=\"\"}"}; }

  const AttributeSet own{kPosition, kSpeed};
};

TEST_F(OwnershipOfATombstone, StaysUntilTheRemovalIsTold) {
  erase_unnoticed();
  EXPECT_EQ(owned_attributes(b), own);
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "") << "it reaches nobody";
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "FederateOwnsAttributes");
  EXPECT_EQ(acquire(b, {kPosition}), "FederateOwnsAttributes");
  EXPECT_EQ(tick(b), removed());
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "ObjectNotKnown");
}

TEST_F(OwnershipOfATombstone, EndsByTheOwnersCalls) {
  erase_unnoticed();
  EXPECT_EQ(divest(b, {kPosition}), "");
  EXPECT_EQ(owned_attributes(b), AttributeSet{kSpeed});
  EXPECT_EQ(divest(b, {kPosition}), "AttributeNotOwned");
  EXPECT_EQ(publish(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(owned_attributes(b), AttributeSet{});
  EXPECT_EQ(tick(b), removed());
}

TEST_F(OwnershipOfATombstone, IsOfferedAndWithdrawn) {
  EXPECT_EQ(offer(b, {kSpeed}), "");
  deliver_all();
  erase_unnoticed();
  EXPECT_EQ(offer(b, own), "AttributeAlreadyBeingDivested");
  EXPECT_EQ(offer(b, {kPosition}), "");
  EXPECT_EQ(offer(b, {kPosition}), "AttributeAlreadyBeingDivested");
  EXPECT_EQ(withdraw(b, own), "");
  EXPECT_EQ(withdraw(b, {kSpeed}), "AttributeDivestitureWasNotRequested");
  EXPECT_EQ(owned_attributes(b), own);
  EXPECT_EQ(tick(b), removed());
}

TEST_F(OwnershipOfATombstone, OfferedWantedAndUnpublishedIsNotDivestedTwice) {
  EXPECT_EQ(offer(b, own), "");
  EXPECT_EQ(acquire(c, own), "");
  harness.settle();
  erase_unnoticed();
  EXPECT_EQ(publish(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(tick(b), (Lines{divested_notification("2"), removed().front()}));
}

// The RTIG forgets the instance before the owner's RTIA receives the deletion.
TEST_F(OwnershipOfATombstone, EndsByACallAboutAnInstanceThatTheRtigHasForgotten) {
  harness.links().set_stopped(b, true);
  EXPECT_EQ(delete_object(a, tank), "");
  harness.settle();
  const auto divested =
      harness.begin_call(b, wire::UnconditionalAttributeOwnershipDivestiture{tank, {kPosition}});
  harness.settle();
  harness.links().set_stopped(b, false);
  harness.settle();
  ASSERT_TRUE(divested->has_value());
  EXPECT_EQ(owned_attributes(b), AttributeSet{kSpeed});
}

// In shared memory the deletion may arrive before the RTIG's reply to an earlier release. The call
// ends nevertheless, and leaves nothing for the next release.
TEST(OwnershipReleasedMeanwhile, DoesNotAnswerForTheNextRelease) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    HarnessOptions options;
    options.seed = seed;
    options.on_fabric = true;
    CoreHarness harness(options);
    const auto call = [&](Federate f, const auto& request) {
      auto result = harness.call(f, request);
      EXPECT_EQ(refusal(result), "") << "seed " << seed;
      return result;
    };
    const auto quiet = [&] {
      for (int i = 0; i < 3; ++i) {
        for (Federate f = 0; f < harness.federate_count(); ++f) (void)harness.tick(f);
      }
    };
    const AttributeSet position{kPosition};
    // Of two simultaneous records the RTIG first reads that of the member that joined earlier.
    const Federate b = harness.add(), c = harness.add(), a = harness.add();
    call(a, wire::CreateFederationExecution{"F", "test.fed", false, {}});
    for (const Federate f : {b, c, a}) {
      call(f, wire::JoinFederationExecution{"type", "F", {}});
      call(f, wire::PublishObjectClass{kTank, position});
      call(f, wire::SubscribeObjectClassAttributes{kTank, position, true});
    }
    const auto first = *call(a, wire::RegisterObjectInstance{kTank, {}});
    quiet();
    call(a, wire::UnconditionalAttributeOwnershipDivestiture{first, position});
    call(b, wire::AttributeOwnershipAcquisition{first, {}, position, {}});
    quiet();
    call(c, wire::AttributeOwnershipAcquisition{first, {}, position, {}});
    quiet();

    const auto released =
        harness.begin_call(b, wire::AttributeOwnershipReleaseResponse{first, position});
    wire::DeleteObjectInstance deletion;
    deletion.object = first;
    const auto deleted = harness.begin_call(a, deletion);
    harness.settle();
    ASSERT_TRUE(released->has_value() && deleted->has_value());
    quiet();

    const auto second = *call(b, wire::RegisterObjectInstance{kTank, "second"});
    quiet();
    call(c, wire::AttributeOwnershipAcquisition{second, {}, position, {}});
    quiet();
    const auto again = call(b, wire::AttributeOwnershipReleaseResponse{second, position});
    ASSERT_EQ(*again, position) << "seed " << seed;
    EXPECT_EQ(harness.faults(), Lines{});
  }
}

}  // namespace
}  // namespace triad::test
