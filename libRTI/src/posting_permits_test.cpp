// Tests of PostingPermits: what the federate may post after which calls and callbacks.
#include "libRTI/src/posting_permits.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

#include "core/double_time.hpp"

namespace triad::api {
namespace {

constexpr std::size_t kBytes = 100'000;

// Updates and interactions with values of no bytes.
class Permits : public testing::Test {
 protected:
  wire::UpdateAttributeValues update(std::uint64_t object,
                                     std::initializer_list<std::uint32_t> attributes) {
    wire::UpdateAttributeValues call;
    call.object = wire::ObjectHandle(object);
    call.values = values(attributes);
    return call;
  }
  wire::SendInteraction interaction(std::uint32_t interaction_class,
                                    std::initializer_list<std::uint32_t> parameters) {
    wire::SendInteraction call;
    call.interaction_class = wire::InteractionClassHandle(interaction_class);
    call.values = values(parameters);
    return call;
  }
  wire::ValueList values(std::initializer_list<std::uint32_t> handles) {
    pairs_.clear();
    for (const std::uint32_t handle : handles) {
      for (unsigned shift = 0; shift < 32; shift += 8) {
        pairs_.push_back(static_cast<std::byte>(handle >> shift & 0xffU));
      }
      pairs_.resize(pairs_.size() + 4);
    }
    return {static_cast<std::uint32_t>(handles.size()), pairs_};
  }
  // Grants updates of instance 7 with attributes 1 and 2, of instance 8 with attribute 1, and
  // interactions of class 3 with parameter 1.
  void grant_some() {
    permits.grant(update(7, {1, 2}), kBytes);
    permits.grant(update(8, {1}), kBytes);
    permits.grant(interaction(3, {1}), kBytes);
  }
  bool allows_instance(std::uint64_t object) { return permits.allow(update(object, {1}), kBytes); }

  PostingPermits permits;

 private:
  wire::Buffer pairs_;
};

TEST_F(Permits, AreNoneAtFirst) {
  EXPECT_FALSE(permits.allow(update(7, {1}), 1));
  EXPECT_FALSE(permits.allow(update(7, {}), 1));
  EXPECT_FALSE(permits.allow(interaction(3, {1}), 1));
}

TEST_F(Permits, AreForTheAcceptedHandlesOfOneInstanceOrClass) {
  grant_some();
  EXPECT_TRUE(permits.allow(update(7, {1, 2}), kBytes));
  EXPECT_TRUE(permits.allow(update(7, {2}), kBytes));
  EXPECT_FALSE(permits.allow(update(7, {1, 3}), kBytes));
  EXPECT_FALSE(permits.allow(update(8, {2}), kBytes));
  EXPECT_FALSE(permits.allow(update(9, {1}), kBytes));
  EXPECT_TRUE(permits.allow(interaction(3, {1}), kBytes));
  EXPECT_FALSE(permits.allow(interaction(3, {2}), kBytes));
  EXPECT_FALSE(permits.allow(interaction(7, {1}), kBytes));
}

TEST_F(Permits, AreNeverForHandlesThatNoModelDefines) {
  permits.grant(update(7, {0x20000}), kBytes);
  EXPECT_FALSE(permits.allow(update(7, {0x20000}), kBytes));
  EXPECT_FALSE(permits.allow(update(7, {0xffff}), kBytes));
}

TEST_F(Permits, AreNotForLongerCallsThanTheLongestAccepted) {
  grant_some();
  EXPECT_FALSE(permits.allow(update(7, {1}), kBytes + 1));
  permits.grant(update(8, {1}), kBytes + 1);
  EXPECT_TRUE(permits.allow(update(7, {1}), kBytes + 1));
}

TEST_F(Permits, AreNotForCallsWithATimeOrARegion) {
  auto timed = update(7, {1});
  const wire::Buffer time(8);
  timed.time = time;
  permits.grant(timed, kBytes);
  EXPECT_FALSE(permits.allow(update(7, {1}), kBytes));
  grant_some();
  timed = update(7, {1});
  timed.time = time;
  EXPECT_FALSE(permits.allow(timed, kBytes));
  auto regional = interaction(3, {1});
  regional.region = wire::RegionHandle(1);
  EXPECT_FALSE(permits.allow(regional, kBytes));
}

TEST_F(Permits, OutlastAdvancesSubscriptionsAndLookUps) {
  grant_some();
  permits.record_call(wire::AdvanceTime{});
  permits.record_call(wire::SubscribeObjectClassAttributes{});
  permits.record_call(wire::GetObjectClassName{});
  permits.record_callback(wire::TimeAdvanceGrant{});
  permits.record_callback(wire::ReflectAttributeValues{});
  EXPECT_TRUE(allows_instance(7));
}

// Advances to a double, after grants.
class AdvancePermits : public testing::Test {
 protected:
  bool allows(double time, wire::Advance kind = wire::Advance::time_advance_request) {
    const core::Time to = core::DoubleTime::encode(time);
    return permits.allow(wire::AdvanceTime{kind, to.bytes()}, kBytes);
  }
  void grant(double time) {
    const core::Time to = core::DoubleTime::encode(time);
    permits.record_callback(wire::TimeAdvanceGrant{to.bytes()});
  }

  const core::DoubleTime times;
  PostingPermits permits{&times};
};

TEST_F(AdvancePermits, AreForOneAdvanceToTheGrantedTimeOrLater) {
  EXPECT_FALSE(allows(1)) << "before the first grant";
  grant(1);
  EXPECT_FALSE(allows(0.5));
  EXPECT_TRUE(allows(1));
  EXPECT_FALSE(allows(2)) << "an advance is in progress";
  grant(2);
  EXPECT_TRUE(allows(7, wire::Advance::next_event_request));
}

TEST_F(AdvancePermits, AreNotForAFlushOrBytesThatAreNoTime) {
  grant(1);
  EXPECT_FALSE(allows(2, wire::Advance::flush_queue_request));
  EXPECT_FALSE(permits.allow(wire::AdvanceTime{}, kBytes));
  EXPECT_TRUE(allows(2));
}

TEST_F(AdvancePermits, EndWithAnEnablingAnAnsweredAdvanceOrARevocation) {
  grant(1);
  permits.record_call(wire::EnableTimeRegulation{});
  EXPECT_FALSE(allows(2));
  grant(2);
  permits.record_call(wire::EnableTimeConstrained{});
  EXPECT_FALSE(allows(3));
  grant(3);
  permits.record_call(wire::AdvanceTime{});
  EXPECT_FALSE(allows(4));
  grant(4);
  permits.record_callback(wire::InitiateFederateSave{});
  EXPECT_FALSE(allows(5));
}

TEST_F(AdvancePermits, AreNoneWithTimesOfAForeignLibrary) {
  permits = PostingPermits();
  grant(1);
  EXPECT_FALSE(allows(2));
}

TEST_F(Permits, OfADeletedOrRemovedInstanceEnd) {
  grant_some();
  wire::DeleteObjectInstance deletion;
  deletion.object = wire::ObjectHandle(7);
  permits.record_call(deletion);
  EXPECT_FALSE(allows_instance(7));
  EXPECT_TRUE(allows_instance(8));
  wire::RemoveObjectInstance removal;
  removal.object = wire::ObjectHandle(8);
  permits.record_callback(removal);
  EXPECT_FALSE(allows_instance(8));
  EXPECT_TRUE(permits.allow(interaction(3, {1}), kBytes));
}

TEST_F(Permits, EndWithACallThatMayChangePublicationOrOwnership) {
  grant_some();
  permits.record_call(wire::PublishObjectClass{});
  EXPECT_FALSE(allows_instance(7));
  grant_some();
  permits.record_call(wire::UnconditionalAttributeOwnershipDivestiture{});
  EXPECT_FALSE(allows_instance(7));
  grant_some();
  permits.record_call(wire::UnpublishInteractionClass{});
  EXPECT_FALSE(permits.allow(interaction(3, {1}), kBytes));
}

TEST_F(Permits, EndWithCallbacksOfSavesAndRestores) {
  grant_some();
  permits.record_callback(wire::InitiateFederateSave{});
  EXPECT_FALSE(allows_instance(7));
  grant_some();
  permits.record_callback(wire::FederationRestored{});
  EXPECT_FALSE(allows_instance(7));
}

// Another federate may take the attributes at any time after the offer.
TEST_F(Permits, AreNeverGivenForAnInstanceOfferedToOthersInThisMembership) {
  wire::NegotiatedAttributeOwnershipDivestiture offer;
  offer.object = wire::ObjectHandle(7);
  permits.record_call(offer);
  grant_some();
  EXPECT_FALSE(allows_instance(7));
  EXPECT_TRUE(allows_instance(8));
  permits.record_call(wire::JoinFederationExecution{});
  grant_some();
  EXPECT_TRUE(allows_instance(7));
}

}  // namespace
}  // namespace triad::api
