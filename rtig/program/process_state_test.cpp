#include "rtig/program/process_state.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace triad::rtig {
namespace {

TEST(ProcessState, ThisProcessRuns) {
  EXPECT_FALSE(has_process_ended(static_cast<std::uint32_t>(::getpid())));
}

TEST(ProcessState, AChildHasEndedBeforeAndAfterItsParentWaits) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(has_process_ended(static_cast<std::uint32_t>(child)));
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(has_process_ended(static_cast<std::uint32_t>(child)));
}

}  // namespace
}  // namespace triad::rtig
