#include "core/save_progress.hpp"

#include <gtest/gtest.h>

namespace triad::core {
namespace {

constexpr FederateHandle kFirst{1};
constexpr FederateHandle kSecond{2};

RestoreProgress restore_of_two() {
  return RestoreProgress(
      1, {}, {{.present = kFirst, .saved = kFirst}, {.present = kSecond, .saved = kSecond}});
}

TEST(RestoreProgress, FailsIfAMemberReportsThatItsRestoreIsNotComplete) {
  RestoreProgress restore = restore_of_two();
  EXPECT_TRUE(restore.record_report(kFirst, true));
  EXPECT_FALSE(restore.have_all_reported());
  EXPECT_TRUE(restore.record_report(kSecond, false));
  EXPECT_TRUE(restore.have_all_reported());
  EXPECT_TRUE(restore.has_failed());
}

TEST(RestoreProgress, IgnoresTheContentOfASecondReport) {
  RestoreProgress restore = restore_of_two();
  EXPECT_TRUE(restore.record_report(kFirst, true));
  EXPECT_FALSE(restore.record_report(kFirst, false));
  EXPECT_FALSE(restore.has_failed());
}

}  // namespace
}  // namespace triad::core
