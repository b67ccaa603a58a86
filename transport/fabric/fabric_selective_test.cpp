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
    b_.fabric->allow_selective_scans();
    EXPECT_TRUE(b_.fabric->prepare_wait());
    b_.fabric->finish_wait();
    EXPECT_TRUE(b_.fabric->is_selective());
    collect_inputs();
  }
  std::vector<ParticipantId> collect_inputs() {
    std::vector<ParticipantId> found;
    b_.fabric->apply_rings();
    b_.fabric->for_each_with_input([&](ParticipantId id) { found.push_back(id); });
    return found;
  }
  static void send_without_wake(TestParticipant& sender) {
    sender.send("x");
    sender.fabric->flush();
  }
  void send_to_b(TestParticipant& sender) {
    sender.send("x");
    sender.fabric->wake_on_flush(b_.id);
    sender.fabric->flush();
  }
};

TEST_F(SelectiveFabricTest, LooksAtThoseWhoRingAndAtTheCoordinator) {
  send_without_wake(a_);
  EXPECT_EQ(collect_inputs(), std::vector<ParticipantId>());
  EXPECT_FALSE(b_.fabric->has_input());
  send_without_wake(coordinator_);
  EXPECT_EQ(collect_inputs(), std::vector{coordinator_.id});
  EXPECT_EQ(b_.receive_all(coordinator_), 1u);
  send_to_b(a_);
  EXPECT_EQ(collect_inputs(), std::vector{a_.id});
  EXPECT_EQ(b_.receive_all(a_), 2u);
  EXPECT_EQ(collect_inputs(), std::vector<ParticipantId>());
}

TEST_F(SelectiveFabricTest, IsRungWhileItIsAwakeButNotByTheCoordinator) {
  send_to_b(coordinator_);
  EXPECT_FALSE(b_.is_rung());
  send_to_b(a_);
  EXPECT_TRUE(b_.is_rung());
  EXPECT_EQ(collect_inputs().size(), 2u);
  send_to_b(a_);
  EXPECT_TRUE(b_.is_rung()) << "it had taken note of the ring before";
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.receive_all(coordinator_);
  b_.receive_all(a_);
  b_.fabric->finish_wait();
  ASSERT_TRUE(b_.fabric->prepare_wait());
  send_to_b(coordinator_);
  EXPECT_TRUE(b_.is_rung());
}

TEST_F(SelectiveFabricTest, SleepsOverWhatConcernsOthers) {
  send_without_wake(a_);
  EXPECT_TRUE(b_.fabric->prepare_wait());
  EXPECT_FALSE(b_.is_rung());
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItIsWokenForThat) {
  send_without_wake(a_);
  coordinator_.fabric->wake_on_flush_for_all_logs(b_.id);
  coordinator_.fabric->flush();
  EXPECT_TRUE(b_.is_rung()) << "though it is awake";
  EXPECT_EQ(collect_inputs(), std::vector{a_.id});
  EXPECT_FALSE(b_.fabric->is_selective());
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItsOwnerSaysSo) {
  send_without_wake(a_);
  b_.fabric->mark_all_logs();
  EXPECT_EQ(collect_inputs(), std::vector{a_.id});
}

TEST_F(SelectiveFabricTest, LooksAtAllLogsWhenItsOwnerNeedsThemFromNowOn) {
  send_without_wake(a_);
  b_.fabric->allow_selective_scans(false);
  EXPECT_FALSE(b_.fabric->is_selective());
  EXPECT_EQ(collect_inputs(), std::vector{a_.id});
  b_.receive_all(a_);
  send_to_b(a_);
  EXPECT_FALSE(b_.is_rung()) << "it is awake";
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
  b_.receive_all(a_);
  ASSERT_TRUE(b_.fabric->prepare_wait());
  send_to_b(coordinator_);
  EXPECT_TRUE(b_.is_rung());
  b_.fabric->finish_wait();
  EXPECT_FALSE(b_.fabric->is_selective());
}

// The writer must find room.
TEST_F(SelectiveFabricTest, ReadsWhatConcernsOthersBeforeTheLogIsFull) {
  while (!b_.is_rung()) send_without_wake(a_);
  EXPECT_EQ(collect_inputs(), std::vector{a_.id});
}

TEST_F(SelectiveFabricTest, LooksAtANewcomerWhomItDidNotKnowWhenThatRang) {
  TestParticipant newcomer = make_participant(4, 3, 1);
  attach(newcomer, b_);
  newcomer.fabric->flush();
  send_to_b(newcomer);
  collect_inputs();
  EXPECT_FALSE(b_.fabric->is_selective()) << "somebody has rung";
  ASSERT_TRUE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
  ASSERT_TRUE(b_.fabric->is_selective());
  attach(b_, newcomer);
  EXPECT_EQ(collect_inputs(), std::vector{newcomer.id});
}

}  // namespace
}  // namespace triad::transport
