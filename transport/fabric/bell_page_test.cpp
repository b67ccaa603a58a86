// The words by which the participants of a fabric wake each other, and sleeps on them.
#include "transport/fabric/bell_page.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <thread>

#include "transport/fabric/fabric_participants.hpp"

namespace triad::transport {
namespace {

constexpr Duration kLong = std::chrono::minutes(5);
constexpr Duration kMoment = std::chrono::milliseconds(1);

Clock::time_point time_from_now(Duration time) {
  return Clock::now() + time;
}

class BellPageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!BellPage::is_possible()) GTEST_SKIP() << "this machine has no futex_waitv";
    ours_ = BellPage::create(memory_).value();
    theirs_ = BellPage::open(memory_).value();
  }
  UniqueFd memory_;
  std::unique_ptr<BellPage> ours_;
  std::unique_ptr<BellPage> theirs_;
};

TEST_F(BellPageTest, EndsASleepInTime) {
  EXPECT_FALSE(ours_->wait(3, 0, 0, time_from_now(kMoment)));
  EXPECT_FALSE(ours_->wait(3, 0, 0, time_from_now(Duration::zero())));
}

TEST_F(BellPageTest, DoesNotSleepOnWordsThatAreOthersByNow) {
  theirs_->ring(3, kRingWithoutName);
  EXPECT_TRUE(ours_->wait(3, 0, 0, time_from_now(kLong)));
  EXPECT_FALSE(ours_->wait(3, kRingWithoutName, 0, time_from_now(kMoment)));
  theirs_->ring_all();
  EXPECT_TRUE(ours_->wait(3, kRingWithoutName, 0, time_from_now(kLong)));
  EXPECT_FALSE(ours_->wait(4, 0, 1, time_from_now(kMoment))) << "its own word is as it was";
}

TEST_F(BellPageTest, WakesOneWhoSleeps) {
  for (int round = 0; round < 100; ++round) {
    const Rings before = ours_->rings(3);
    std::thread sleeper([&] { EXPECT_TRUE(ours_->wait(3, before, 0, time_from_now(kLong))); });
    theirs_->ring(3, kRingWithName);
    theirs_->wake(3);
    sleeper.join();
  }
}

TEST_F(BellPageTest, WakesAllWhoSleep) {
  for (int round = 0; round < 100; ++round) {
    const Rings before = ours_->common_rings();
    std::thread one([&] { EXPECT_TRUE(ours_->wait(3, 0, before, time_from_now(kLong))); });
    std::thread other([&] { EXPECT_TRUE(theirs_->wait(1023, 0, before, time_from_now(kLong))); });
    theirs_->ring_all();
    theirs_->wake_all();
    one.join();
    other.join();
  }
}

TEST_F(BellPageTest, TellsWhetherASleeperHasBeenRung) {
  static_cast<void>(ours_->wait(3, 0, 0, time_from_now(kMoment)));
  EXPECT_FALSE(theirs_->is_rung(3));
  theirs_->ring(3, kRingWithName);
  EXPECT_TRUE(theirs_->is_rung(3));
  EXPECT_FALSE(theirs_->is_rung(4));
  theirs_->ring_all();
  EXPECT_TRUE(theirs_->is_rung(4));
}

TEST_F(BellPageTest, SaysWhetherThereAreNames) {
  EXPECT_FALSE(have_named_rings(0, kRingWithoutName));
  EXPECT_TRUE(have_named_rings(kRingWithoutName, kRingWithoutName + kRingWithName));
  EXPECT_FALSE(have_named_rings(7, 7));
}

TEST_F(BellPageTest, RefusesOtherMemory) {
  UniqueFd unsealed(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(unsealed.get(), 1 << 17), 0);
  EXPECT_TRUE(BellPage::open(unsealed).has_error());
  ASSERT_EQ(::fcntl(unsealed.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
  EXPECT_TRUE(BellPage::open(unsealed).has_error()) << "of another size";
  EXPECT_TRUE(BellPage::open(UniqueFd()).has_error());
  EXPECT_NE(::ftruncate(memory_.get(), 0), 0) << "nobody can take it away";
}

// --- In a fabric

class BellsTest : public FabricTest {
 protected:
  void SetUp() override {
    if (!BellPage::is_possible()) GTEST_SKIP() << "this machine has no futex_waitv";
    memory_ = coordinator_.fabric->make_bells().value();
    for (TestParticipant* const each : {&a_, &b_}) ASSERT_TRUE(each->fabric->open_bells(memory_));
  }
  static void fall_asleep(TestParticipant& sleeper) {
    ASSERT_TRUE(sleeper.fabric->prepare_brief_wait());
  }
  static bool is_woken(TestParticipant& sleeper) {
    const bool woken = sleeper.fabric->wait_briefly(time_from_now(kMoment));
    sleeper.fabric->finish_brief_wait();
    return woken;
  }
  static void send(TestParticipant& from, const TestParticipant& to) {
    from.send("x");
    from.fabric->wake_on_flush(to.id);
    from.fabric->flush();
  }
  UniqueFd memory_;
};

TEST_F(BellsTest, RingsASleeperOnWordsByItsWordAlone) {
  fall_asleep(b_);
  send(a_, b_);
  EXPECT_FALSE(b_.is_rung());
  EXPECT_TRUE(is_woken(b_));
  EXPECT_EQ(b_.receive_all(a_), 1u);
  fall_asleep(b_);
  EXPECT_FALSE(is_woken(b_));
}

TEST_F(BellsTest, RingsASleeperOnItsDoorbellByThat) {
  ASSERT_TRUE(b_.fabric->prepare_wait());
  send(a_, b_);
  EXPECT_TRUE(b_.is_rung());
}

TEST_F(BellsTest, WakesSeveralByOneWord) {
  auto page = BellPage::open(memory_).value();
  fall_asleep(a_);
  fall_asleep(b_);
  coordinator_.send("x");
  coordinator_.fabric->wake_all_on_flush();
  coordinator_.fabric->flush();
  EXPECT_EQ(page->common_rings(), 1u);
  EXPECT_EQ(page->rings(a_.slot), 0u);
  EXPECT_TRUE(is_woken(a_));
  EXPECT_TRUE(is_woken(b_));
}

TEST_F(BellsTest, TellsWhoRingsOneThatLooksSelectively) {
  b_.fabric->allow_selective_scans();
  fall_asleep(b_);
  EXPECT_FALSE(is_woken(b_));
  ASSERT_TRUE(b_.fabric->is_selective());
  fall_asleep(b_);
  send(a_, b_);
  EXPECT_TRUE(is_woken(b_));
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_EQ(b_.receive_all(a_), 1u);
  // B is awake.
  send(a_, b_);
  EXPECT_FALSE(b_.fabric->prepare_brief_wait());
  EXPECT_TRUE(b_.fabric->has_input());
}

TEST_F(BellsTest, AWordThatAnotherSetsBackHoldsASleeperShortly) {
  fall_asleep(b_);
  send(a_, b_);
  auto page = BellPage::open(memory_).value();
  page->ring(b_.slot, ~page->rings(b_.slot) + 1);
  EXPECT_FALSE(is_woken(b_));
  EXPECT_FALSE(b_.fabric->prepare_wait()) << "it looks before it sleeps again";
  EXPECT_EQ(b_.receive_all(a_), 1u);
}

}  // namespace
}  // namespace triad::transport
