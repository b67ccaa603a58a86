// Descriptors of a parent process in its forked children.
#include "transport/posix/unique_fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <utility>

namespace triad::transport {
namespace {

bool is_open(int descriptor) {
  return ::fcntl(descriptor, F_GETFD) != -1;
}

UniqueFd open_null() {
  return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
}

// Returns whether `claim` is true in a forked child.
bool in_child(const std::function<bool()>& claim) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(claim() ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(UniqueFd, IsInheritedByAForkedChild) {
  const UniqueFd descriptor = open_null();
  EXPECT_TRUE(in_child([&] { return is_open(descriptor.get()); }));
}

TEST(UniqueFd, IsClosedInAForkedChildIfItBelongsToItsProcess) {
  UniqueFd descriptor = open_null();
  descriptor.close_in_children();
  const UniqueFd moved = std::move(descriptor);
  EXPECT_TRUE(in_child([&] { return !is_open(moved.get()); }));
  EXPECT_TRUE(is_open(moved.get()));
}

TEST(UniqueFd, LeavesItsNumberAloneInAForkedChild) {
  UniqueFd descriptor = open_null();
  descriptor.close_in_children();
  EXPECT_TRUE(in_child([&] {
    // The same number, for a file of the child's own, which a grandchild closes.
    UniqueFd next = open_null();
    if (next.get() != descriptor.get()) return false;
    next.close_in_children();
    if (!in_child([&] { return !is_open(next.get()); })) return false;
    descriptor.reset();
    return is_open(next.get());
  }));
}

TEST(UniqueFd, IsForgottenOnceItIsClosedOrGivenAway) {
  UniqueFd closed = open_null();
  closed.close_in_children();
  const int number = closed.get();
  closed.reset();
  const UniqueFd next = open_null();
  ASSERT_EQ(next.get(), number);
  EXPECT_TRUE(in_child([&] { return is_open(number); }));

  UniqueFd given = open_null();
  given.close_in_children();
  const UniqueFd taken(given.release());
  EXPECT_TRUE(in_child([&] { return is_open(taken.get()); }));
}

}  // namespace
}  // namespace triad::transport
