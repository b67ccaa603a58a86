// A participant that looks only at the logs of those that have rung it.
#include <string>
#include <vector>

#include "transport/fabric/fabric_participants.hpp"

namespace triad::transport {
namespace {

class SelectiveFabricTest : public FabricTest {
 protected:
  // B looks selectively from here on.
  SelectiveFabricTest() {
    b_.fabric->allow_selective_looks();
    EXPECT_TRUE(b_.fabric->prepare_wait());
    b_.fabric->finish_wait();
    EXPECT_TRUE(b_.fabric->looks_selectively());
    look();
  }
  std::vector<ParticipantId> look() {
    std::vector<ParticipantId> found;
    b_.fabric->heed_rings();
    b_.fabric->for_each_with_input([&](ParticipantId id) { found.push_back(id); });
    return found;
  }
  static void send_to_nobody(Someone& by) {
    by.send("x");
    by.fabric->flush();
  }
  void send_to_b(Someone& by) {
    by.send("x");
    by.fabric->concern(b_.id);
    by.fabric->flush();
  }
};

TEST_F(SelectiveFabricTest, LooksAtThoseWhoRingAndAtTheCoordinator) {
  send_to_nobody(a_);
  EXPECT_EQ(look(), std::vector<ParticipantId>());
  EXPECT_FALSE(b_.fabric->has_input());
  send_to_nobody(coordinator_);
  EXPECT_EQ(look(), std::vector{coordinator_.id});
  EXPECT_EQ(b_.take_all(coordinator_), 1u);
  send_to_b(a_);
  EXPECT_EQ(look(), std::vector{a_.id});
  EXPECT_EQ(b_.take_all(a_), 2u);
  EXPECT_EQ(look(), std::vector<ParticipantId>());
}

TEST_F(SelectiveFabricTest, IsRungWhileItIsAwakeButNotByTheCoordinator) {
  send_to_b(coordinator_);
  EXPECT_FALSE(b_.rung());
  send_to_b(a_);
  EXPECT_TRUE(b_.rung());
  EXPECT_EQ(look().size(), 2u);
  send_to_b(a_);
  EXPECT_TRUE(b_.rung()) << "it had taken note of the ring before";
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.take_all(coordinator_);
  b_.take_all(a_);
  b_.fabric->finish_wait();
  ASSERT_TRUE(b_.fabric->prepare_wait());
  send_to_b(coordinator_);
  EXPECT_TRUE(b_.rung());
}

TEST_F(SelectiveFabricTest, SleepsOverWhatConcernsOthers) {
  send_to_nobody(a_);
  EXPECT_TRUE(b_.fabric->prepare_wait());
  EXPECT_FALSE(b_.rung());
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItIsWokenForThat) {
  send_to_nobody(a_);
  coordinator_.fabric->concern_with_all_logs(b_.id);
  coordinator_.fabric->flush();
  EXPECT_TRUE(b_.rung()) << "though it is awake";
  EXPECT_EQ(look(), std::vector{a_.id});
  EXPECT_FALSE(b_.fabric->looks_selectively());
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItsOwnerSaysSo) {
  send_to_nobody(a_);
  b_.fabric->look_at_all();
  EXPECT_EQ(look(), std::vector{a_.id});
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItsOwnerNeedsThemFromNowOn) {
  send_to_nobody(a_);
  b_.fabric->allow_selective_looks(false);
  EXPECT_FALSE(b_.fabric->looks_selectively());
  EXPECT_EQ(look(), std::vector{a_.id});
  b_.take_all(a_);
  send_to_b(a_);
  EXPECT_FALSE(b_.rung()) << "it is awake";
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
  b_.take_all(a_);
  ASSERT_TRUE(b_.fabric->prepare_wait());
  send_to_b(coordinator_);
  EXPECT_TRUE(b_.rung());
  b_.fabric->finish_wait();
  EXPECT_FALSE(b_.fabric->looks_selectively());
}

// The writer must find room.
TEST_F(SelectiveFabricTest, ReadsWhatConcernsOthersBeforeTheLogIsFull) {
  while (!b_.rung()) send_to_nobody(a_);
  EXPECT_EQ(look(), std::vector{a_.id});
}

TEST_F(SelectiveFabricTest, LooksAtANewcomerWhomItDidNotKnowWhenThatRang) {
  Someone newcomer = someone(4, 3, 1);
  attach(newcomer, b_);
  newcomer.fabric->flush();
  send_to_b(newcomer);
  look();
  EXPECT_FALSE(b_.fabric->looks_selectively()) << "somebody has rung";
  ASSERT_TRUE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
  ASSERT_TRUE(b_.fabric->looks_selectively());
  attach(b_, newcomer);
  EXPECT_EQ(look(), std::vector{newcomer.id});
}

}  // namespace
}  // namespace triad::transport
