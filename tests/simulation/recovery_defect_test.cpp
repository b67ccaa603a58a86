// Checks that seeded runs with lost links find defects of recovery (records/defect.hpp). They are
// switched on one by one in a separate build of core, router, rtia and rtig.
#include <gtest/gtest.h>

#include <cstdio>

#include "records/defect.hpp"
#include "tests/scenario/core/recovery_run.hpp"

namespace triad::test {
namespace {

using records::Defect;

void expect_found(Defect defect, std::uint64_t seeds_max = 5000) {
  records::present_defect = defect;
  std::string found;
  for (std::uint64_t seed = 1; seed <= seeds_max && found.empty(); ++seed) {
    found = RecoveryRun(seed, 2 + seed % 4).execute();
    if (!found.empty()) {
      std::printf("found by seed %llu: %s\n", static_cast<unsigned long long>(seed), found.c_str());
    }
  }
  records::present_defect = Defect::none;
  EXPECT_NE(found, "");
}

TEST(RecoveryDefect, AnAcknowledgementOfWhatIsOnlyForwardedIsFound) {
  expect_found(Defect::ack_when_forwarded);
}
TEST(RecoveryDefect, AnAcknowledgementWithoutTheLostIsFound) {
  expect_found(Defect::ack_without_the_lost);
}
TEST(RecoveryDefect, AnAcknowledgementBeforeTheEndOfARecoveryIsFound) {
  expect_found(Defect::ack_before_recovery_is_over);
}
TEST(RecoveryDefect, RecordsOfAnEarlierEpochThatPassAreFound) {
  expect_found(Defect::no_fence);
}
TEST(RecoveryDefect, DataOrderedByStampsAloneAreFound) {
  expect_found(Defect::merged_by_stamps_alone);
}
TEST(RecoveryDefect, ALogBeforeItsCausesIsFound) {
  expect_found(Defect::log_before_its_causes);
}
TEST(RecoveryDefect, ARequestHandledTwiceIsFound) {
  expect_found(Defect::request_handled_twice);
}
TEST(RecoveryDefect, AnEpochWhileAMemberIsAwayIsFound) {
  expect_found(Defect::epoch_while_away);
}
TEST(RecoveryDefect, AReplyThatIsNotKeptIsFound) {
  expect_found(Defect::reply_not_kept);
}

}  // namespace
}  // namespace triad::test
