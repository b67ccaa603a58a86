#include "rtia/pending_call.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

constexpr wire::Position kStated = 7;
constexpr wire::Position kAsked = 8;

class PendingCallTest : public ::testing::Test {
 protected:
  PendingCallTest() {
    call.begin();
    call.wait_for_settlement(kStated);
    call.wait_for_reply(kAsked);
  }
  PendingCall call;
};

TEST_F(PendingCallTest, ThatHasStatedAnInterestEndsWithItsReplyIfThatIsAcknowledged) {
  call.record_settlement(kStated);
  EXPECT_FALSE(call.is_done()) << "it waits for its reply still";
  call.record_reply();
  EXPECT_TRUE(call.is_done());
}

TEST_F(PendingCallTest, WaitsBehindItsReplyForTheAcknowledgementOfWhatItHasStated) {
  call.record_reply();
  EXPECT_FALSE(call.is_done());
  call.record_settlement(kStated - 1);
  EXPECT_FALSE(call.is_done()) << "of an earlier statement";
  call.record_settlement(kStated + 1);
  EXPECT_TRUE(call.is_done()) << "whoever acknowledges this has that one, too";
  call.end(std::nullopt);
  EXPECT_FALSE(call.is_done()) << "nothing is left to wait for";
}

TEST_F(PendingCallTest, WaitsForTheInstancesThatItIsSupplied) {
  call.wait_for_supply();
  call.record_settlement(kStated);
  call.record_reply();
  EXPECT_FALSE(call.is_done());
  call.record_supply(kAsked - 1);
  EXPECT_FALSE(call.is_done()) << "those of an earlier request";
  call.record_supply(kAsked);
  EXPECT_TRUE(call.is_done());
}

TEST_F(PendingCallTest, IsNotHeldUpByWhatIsStatedBesideIt) {
  call.record_settlement(kStated);
  EXPECT_EQ(call.make_side_call([&] {
    call.wait_for_settlement(kAsked + 1);
    call.wait_for_reply(kAsked + 2);
    call.wait_for_supply();
  }),
            kAsked + 2);
  call.record_reply();
  EXPECT_TRUE(call.is_done());
}

TEST_F(PendingCallTest, HasNothingToWaitForAfterTheNextHasBegun) {
  call.wait_for_supply();
  call.end(std::nullopt);
  call.begin();
  call.wait_for_reply(kAsked + 3);
  call.record_reply();
  EXPECT_TRUE(call.is_done());
}

}  // namespace
}  // namespace triad::rtia
