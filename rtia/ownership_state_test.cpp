// The ownership statechart of one attribute at one federate, edge by edge, and the state of an
// instance's attributes.
#include "rtia/ownership_state.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <utility>

namespace triad::rtia {

// Used by gtest.
void PrintTo(Standing standing, std::ostream* out) {
  *out << "standing " << int(standing);
}

namespace {

using S = Standing;
using E = OwnershipEvent;

constexpr AttributeHandle kPosition(2), kSpeed(3);
constexpr AttributeHandle kFar(200);

S after_all(S standing, std::initializer_list<E> events) {
  for (const E event : events) standing = next_standing(standing, event);
  return standing;
}

TEST(OwnershipStatechart, AnAcquisitionIsPendingUntilTheNotificationIsDelivered) {
  EXPECT_EQ(next_standing(S::settled, E::acquire), S::acquiring);
  EXPECT_EQ(next_standing(S::acquiring, E::granted), S::arriving);
  EXPECT_EQ(next_standing(S::arriving, E::acquisition_delivered), S::settled);
}

TEST(OwnershipStatechart, WhoIsWillingGetsTheAttributeOrHearsThatItIsUnavailable) {
  EXPECT_EQ(next_standing(S::settled, E::acquire_if_available), S::acquiring_if_available);
  EXPECT_EQ(next_standing(S::acquiring_if_available, E::unavailability_delivered), S::settled);
  EXPECT_EQ(next_standing(S::acquiring_if_available, E::granted), S::arriving_if_available);
  EXPECT_EQ(next_standing(S::arriving_if_available, E::acquisition_delivered), S::settled);
}

TEST(OwnershipStatechart, AnAcquisitionOverridesBeingWillingAndACancellation) {
  EXPECT_EQ(next_standing(S::acquiring_if_available, E::acquire), S::acquiring);
  EXPECT_EQ(next_standing(S::cancelling, E::acquire), S::acquiring);
  EXPECT_EQ(next_standing(S::arriving_if_available, E::acquire), S::arriving);
  EXPECT_EQ(next_standing(S::arriving_cancelled, E::acquire), S::arriving);
  EXPECT_EQ(next_standing(S::given_up_acquiring_if_available, E::acquire), S::given_up_acquiring);
  EXPECT_EQ(next_standing(S::given_up_cancelling, E::acquire), S::given_up_acquiring);
}

TEST(OwnershipStatechart, ACancellationIsConfirmedAtOnceOrLater) {
  EXPECT_EQ(next_standing(S::acquiring, E::cancel), S::acquiring);  // the RTIG decides
  EXPECT_EQ(next_standing(S::acquiring, E::cancelled), S::settled);
  EXPECT_EQ(next_standing(S::acquiring, E::not_cancelled), S::cancelling);
  EXPECT_EQ(next_standing(S::cancelling, E::cancelled_later), S::settled);
  EXPECT_EQ(next_standing(S::acquiring, E::cancelled_later),
            S::acquiring);  // requested again since
}

TEST(OwnershipStatechart, ACancellationMayComeTooLate) {
  EXPECT_EQ(next_standing(S::cancelling, E::granted), S::arriving_cancelled);
  EXPECT_EQ(next_standing(S::arriving, E::cancel), S::arriving_cancelled);
  EXPECT_EQ(next_standing(S::arriving, E::not_cancelled), S::arriving_cancelled);
  EXPECT_EQ(next_standing(S::arriving_cancelled, E::acquisition_delivered), S::settled);
}

TEST(OwnershipStatechart, AnOwnerYieldsWhenItHasBeenTold) {
  EXPECT_EQ(next_standing(S::settled, E::yield), S::yielding);
  EXPECT_EQ(next_standing(S::yielding, E::keep), S::settled);
  EXPECT_EQ(next_standing(S::yielding, E::divestiture_delivered), S::given_up);
  EXPECT_EQ(next_standing(S::given_up, E::keep), S::given_up);  // too late
  EXPECT_EQ(next_standing(S::given_up, E::lost), S::settled);
}

TEST(OwnershipStatechart, AnOwnerThatYieldsMayLoseItAnotherWay) {
  EXPECT_EQ(next_standing(S::yielding, E::lost), S::settled);
}

TEST(OwnershipStatechart, WhatIsGivenUpMayBeWantedBackBeforeTheLogSaysSo) {
  EXPECT_EQ(next_standing(S::given_up, E::acquire), S::given_up_acquiring);
  EXPECT_EQ(next_standing(S::given_up, E::acquire_if_available),
            S::given_up_acquiring_if_available);
  EXPECT_EQ(next_standing(S::given_up_acquiring, E::not_cancelled), S::given_up_cancelling);
  EXPECT_EQ(next_standing(S::given_up_acquiring, E::cancelled), S::given_up);
  EXPECT_EQ(next_standing(S::given_up_cancelling, E::cancelled_later), S::given_up);
  EXPECT_EQ(next_standing(S::given_up_acquiring_if_available, E::unavailability_delivered),
            S::given_up);
  EXPECT_EQ(next_standing(S::given_up_acquiring, E::lost), S::acquiring);
  EXPECT_EQ(next_standing(S::given_up_acquiring_if_available, E::lost), S::acquiring_if_available);
  EXPECT_EQ(next_standing(S::given_up_cancelling, E::lost), S::cancelling);
}

TEST(OwnershipStatechart, WhatComesUnwantedIsGivenUp) {
  EXPECT_EQ(next_standing(S::settled, E::granted), S::settled);
  EXPECT_EQ(after_all(S::settled, {E::give_up, E::lost}), S::settled);
  EXPECT_EQ(next_standing(S::settled, E::give_up), S::given_up);
}

TEST(OwnershipStatechart, WhatTheMomGivesIsAcquiredWithoutANotification) {
  EXPECT_EQ(next_standing(S::acquiring, E::granted_silently), S::settled);
  EXPECT_EQ(next_standing(S::acquiring_if_available, E::granted_silently), S::settled);
  EXPECT_EQ(next_standing(S::cancelling, E::granted_silently), S::settled);
  EXPECT_EQ(next_standing(S::settled, E::granted_silently), S::settled);
}

TEST(OwnershipStatechart, OfATombstoneNothingArrivesAndNothingIsGivenUp) {
  const std::map<S, S> expected = {{S::settled, S::settled},
                                   {S::acquiring, S::acquiring},
                                   {S::acquiring_if_available, S::acquiring_if_available},
                                   {S::cancelling, S::cancelling},
                                   {S::arriving, S::acquiring},
                                   {S::arriving_if_available, S::acquiring_if_available},
                                   {S::arriving_cancelled, S::cancelling},
                                   {S::yielding, S::yielding},
                                   {S::given_up, S::settled},
                                   {S::given_up_acquiring, S::acquiring},
                                   {S::given_up_acquiring_if_available, S::acquiring_if_available},
                                   {S::given_up_cancelling, S::cancelling}};
  ASSERT_EQ(expected.size(), kStandings);
  for (const auto& [from, to] : expected)
    EXPECT_EQ(next_standing(from, E::deleted), to) << int(from);
}

TEST(OwnershipStatechart, WhoForgetsTheInstanceStillGivesUpWhatItGaveUp) {
  for (std::size_t i = 0; i < kStandings; ++i) {
    const auto from = S(i);
    EXPECT_EQ(next_standing(from, E::forgotten), is_given_up(from) ? S::given_up : S::settled) << i;
  }
}

TEST(OwnershipStatechart, ThePredicatesTellTheStatesApart) {
  const std::map<S, std::pair<bool, bool>> pending_and_withheld = {
      {S::settled, {false, false}},
      {S::acquiring, {true, false}},
      {S::acquiring_if_available, {true, false}},
      {S::cancelling, {true, false}},
      {S::arriving, {true, true}},
      {S::arriving_if_available, {true, true}},
      {S::arriving_cancelled, {true, true}},
      {S::yielding, {false, false}},
      {S::given_up, {false, true}},
      {S::given_up_acquiring, {true, true}},
      {S::given_up_acquiring_if_available, {true, true}},
      {S::given_up_cancelling, {true, true}}};
  ASSERT_EQ(pending_and_withheld.size(), kStandings);
  for (const auto& [at, expected] : pending_and_withheld) {
    EXPECT_EQ(is_pending(at), expected.first) << int(at);
    EXPECT_EQ(is_arriving(at) || is_given_up(at), expected.second) << int(at);
  }
}

// --- An instance.

TEST(InstanceOwnership, IsIdleAgainWhenAllIsOver) {
  InstanceOwnership ownership;
  EXPECT_TRUE(ownership.is_idle());
  ownership.apply(E::acquire, {kPosition, kFar});
  EXPECT_EQ(ownership.pending(), (AttributeSet{kPosition, kFar}));
  EXPECT_TRUE(ownership.is_busy(kFar));
  EXPECT_FALSE(ownership.is_busy(kSpeed));
  ownership.apply(E::granted, {kPosition, kFar});
  EXPECT_TRUE(ownership.withholds(kPosition));
  ownership.apply(E::acquisition_delivered, {kPosition, kFar});
  EXPECT_TRUE(ownership.is_idle());
}

TEST(InstanceOwnership, WhatIsOwnedNoMoreIsNotAskedForOrYielded) {
  InstanceOwnership ownership;
  ownership.request_release({kPosition, kSpeed});
  ownership.apply(E::yield, {kPosition, kSpeed});
  ownership.keep_only({kSpeed});
  EXPECT_EQ(ownership.release_requests(), AttributeSet{kSpeed});
  EXPECT_EQ(ownership.standing(kPosition), S::settled);
  EXPECT_EQ(ownership.standing(kSpeed), S::yielding);
  ownership.release({kSpeed});
  EXPECT_TRUE(ownership.release_requests().empty());
}

TEST(InstanceOwnership, AnAssumptionIsOfferedOnceWhileItLasts) {
  InstanceOwnership ownership;
  ownership.apply(E::acquire, {kSpeed});
  EXPECT_EQ(ownership.update_assumable({kPosition, kSpeed}), AttributeSet{kPosition});
  EXPECT_TRUE(ownership.update_assumable({kPosition, kSpeed}).empty());
  ownership.record_assumptions_delivered({kPosition});
  EXPECT_EQ(ownership.delivered_assumptions(), AttributeSet{kPosition});
  EXPECT_TRUE(ownership.update_assumable({}).empty());
  EXPECT_TRUE(ownership.delivered_assumptions().empty());
  EXPECT_EQ(ownership.update_assumable({kPosition}), AttributeSet{kPosition});  // available again
}

TEST(InstanceOwnership, EachCancellationIsConfirmedOnceUnlessTheAttributeComes) {
  InstanceOwnership ownership;
  ownership.expect_confirmation({kPosition});
  ownership.expect_confirmation({kPosition, kSpeed});
  EXPECT_EQ(ownership.confirm({kPosition, kFar}), AttributeSet{kPosition});
  ownership.apply(E::acquire, {kPosition});
  ownership.apply(E::granted, {kPosition});
  ownership.apply(E::acquisition_delivered, {kPosition});
  EXPECT_TRUE(ownership.confirm({kPosition}).empty());
  EXPECT_EQ(ownership.confirm({kSpeed}), AttributeSet{kSpeed});
  EXPECT_TRUE(ownership.is_idle());
}

TEST(InstanceOwnership, WhoForgetsTheInstanceHasNothingLeftButWhatItGivesUp) {
  InstanceOwnership ownership;
  ownership.apply(E::acquire, {kPosition});
  ownership.expect_confirmation({kPosition});
  ownership.record_assumptions_delivered({kFar});
  ownership.request_release({kSpeed});
  ownership.apply(E::give_up, {kSpeed});
  ownership.apply_to_all(E::forgotten);
  EXPECT_EQ(ownership.standing(kSpeed), S::given_up);
  EXPECT_TRUE(ownership.pending().empty());
  EXPECT_TRUE(ownership.release_requests().empty());
  ownership.keep_only({});
  EXPECT_TRUE(ownership.is_idle());
}

// --- Save and restore.

InstanceOwnership saved_and_restored(const InstanceOwnership& ownership) {
  wire::Buffer bytes;
  wire::Encoder(bytes).put(ownership);
  InstanceOwnership restored;
  wire::Decoder in(bytes);
  in.get(restored);
  EXPECT_TRUE(in.finished());
  return restored;
}

TEST(InstanceOwnership, WhatIsOutOfOrderOrIdleIsNoSavedState) {
  using Attribute = InstanceOwnership::Attribute;
  const Attribute position{.handle = kPosition, .is_release_requested = true};
  const Attribute speed{.handle = kSpeed, .is_release_requested = true};
  ASSERT_LT(kPosition, kSpeed);
  EXPECT_TRUE(InstanceOwnership::of({position, speed}));
  EXPECT_FALSE(InstanceOwnership::of({speed, position}));
  EXPECT_FALSE(InstanceOwnership::of({speed, speed}));
  EXPECT_FALSE(InstanceOwnership::of({Attribute{.handle = kPosition}}));
}

TEST(InstanceOwnership, EveryStateIsSavedAndRestored) {
  const std::map<S, std::vector<E>> paths = {
      {S::acquiring, {E::acquire}},
      {S::acquiring_if_available, {E::acquire_if_available}},
      {S::cancelling, {E::acquire, E::not_cancelled}},
      {S::arriving, {E::acquire, E::granted}},
      {S::arriving_if_available, {E::acquire_if_available, E::granted}},
      {S::arriving_cancelled, {E::acquire, E::granted, E::cancel}},
      {S::yielding, {E::yield}},
      {S::given_up, {E::give_up}},
      {S::given_up_acquiring, {E::give_up, E::acquire}},
      {S::given_up_acquiring_if_available, {E::give_up, E::acquire_if_available}},
      {S::given_up_cancelling, {E::give_up, E::acquire, E::not_cancelled}}};
  ASSERT_EQ(paths.size(), kStandings - 1);
  for (const auto& [standing, events] : paths) {
    InstanceOwnership ownership;
    for (const E event : events) ownership.apply(event, {kPosition});
    ASSERT_EQ(ownership.standing(kPosition), standing);
    EXPECT_EQ(saved_and_restored(ownership).standing(kPosition), standing);
  }
}

TEST(InstanceOwnership, WhatGoesBesideTheStatesIsSavedAndRestored) {
  InstanceOwnership ownership;
  (void)ownership.update_assumable({kPosition, kSpeed});
  ownership.record_assumptions_delivered({kPosition});
  ownership.request_release({kFar});
  ownership.expect_confirmation({kFar});
  InstanceOwnership restored = saved_and_restored(ownership);
  EXPECT_EQ(restored.delivered_assumptions(), AttributeSet{kPosition});
  EXPECT_TRUE(restored.update_assumable({kPosition, kSpeed}).empty());
  EXPECT_EQ(restored.release_requests(), AttributeSet{kFar});
  EXPECT_EQ(restored.confirm({kFar}), AttributeSet{kFar});
}

}  // namespace
}  // namespace triad::rtia
