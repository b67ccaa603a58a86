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
    call.wait_for_acknowledgement(kStated);
    call.wait_for_reply(kAsked);
  }
  PendingCall call;
};

TEST_F(PendingCallTest, ThatHasStatedAnInterestEndsWithItsReplyIfThatIsAcknowledged) {
  EXPECT_FALSE(call.acknowledged(kStated)) << "it waits for its reply still";
  EXPECT_TRUE(call.answered());
}

TEST_F(PendingCallTest, WaitsBehindItsReplyForTheAcknowledgementOfWhatItHasStated) {
  EXPECT_FALSE(call.answered());
  EXPECT_FALSE(call.acknowledged(kStated - 1)) << "of an earlier statement";
  EXPECT_TRUE(call.acknowledged(kStated + 1)) << "whoever acknowledges this has that one, too";
  EXPECT_FALSE(call.acknowledged(kStated + 2)) << "nothing is left to wait for";
}

TEST_F(PendingCallTest, IsNotHeldUpByWhatIsStatedBesideIt) {
  EXPECT_FALSE(call.acknowledged(kStated));
  EXPECT_EQ(call.beside([&] {
    call.wait_for_acknowledgement(kAsked + 1);
    call.wait_for_reply(kAsked + 2);
  }),
            kAsked + 2);
  EXPECT_TRUE(call.answered());
}

TEST_F(PendingCallTest, HasNothingToWaitForAfterTheNextHasBegun) {
  call.end(std::nullopt);
  call.begin();
  call.wait_for_reply(kAsked + 3);
  EXPECT_TRUE(call.answered());
}

}  // namespace
}  // namespace triad::rtia
