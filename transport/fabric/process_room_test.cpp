// When a process has room for one more participant.
#include "transport/fabric/process_room.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::transport {
namespace {

// Returns the use of a process that has all participants of one fabric.
ProcessUse all_in_one_process(std::size_t participants) {
  return {participants, participants * participants, participants * (participants + 9)};
}

std::size_t participants_max(const ProcessLimits& limits) {
  std::size_t count = 1;
  while (!room_refusal(all_in_one_process(count), limits)) ++count;
  return count;
}

TEST(ProcessRoom, IsThereForOneParticipantOfHoweverMany) {
  EXPECT_EQ(room_refusal({0, 0, 1023}, {65530, 1024}), std::nullopt);
}

TEST(ProcessRoom, EndsBeforeEitherLimitIsReached) {
  const std::size_t by_descriptors = participants_max({65530, 1024});
  EXPECT_GT(by_descriptors, 15u);
  EXPECT_LT(all_in_one_process(by_descriptors).descriptors, 1024u);
  const std::size_t by_mappings = participants_max({65530, 1'048'576});
  EXPECT_GT(by_mappings, 100u);
  EXPECT_LT(3 * all_in_one_process(by_mappings).outboxes, 65530u);
}

TEST(ProcessRoom, NamesBothLimits) {
  const auto why = room_refusal({20, 400, 700}, {65530, 768});
  ASSERT_TRUE(why);
  EXPECT_EQ(*why,
            "20 federates of this process share memory, and one more would take 1320 memory "
            "mappings of 65530 (sysctl vm.max_map_count) and 756 descriptors of 768 (ulimit -n)");
}

}  // namespace
}  // namespace triad::transport
