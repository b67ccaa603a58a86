#include "transport/wait.hpp"

#include <gtest/gtest.h>

#include "transport/test_link.hpp"

namespace triad::transport {
namespace {

// A link in shared memory that has input from the look with this number on.
class LateLink final : public TestLink {
 public:
  explicit LateLink(int first_look, std::size_t awake_others = 0)
      : first_look_(first_look), awake_others_(awake_others) {}
  bool has_input() override { return ++looks >= first_look_; }
  bool is_poll_cheap() const override { return true; }
  std::size_t awake_others_count() const override { return awake_others_; }

  int looks = 0;

 private:
  const int first_look_;
  const std::size_t awake_others_;
};

constexpr int kNever = 1 << 30;

TEST(Waiter, FindsInputWhileItSpins) {
  Waiter waiter(std::chrono::seconds(60));
  LateLink link(40);
  EXPECT_TRUE(waiter.look_before_sleep(link, std::nullopt));
  EXPECT_EQ(link.looks, 40);
}

TEST(Waiter, SpinsUntilTheDeadlineAtMost) {
  Waiter waiter(std::chrono::hours(1));
  LateLink link(kNever);
  EXPECT_FALSE(waiter.look_before_sleep(link, Clock::now()));
  EXPECT_EQ(link.looks, 1);
}

TEST(Waiter, DoesNotSpinWhereThatIsOff) {
  Waiter waiter(Duration::zero());
  LateLink link(1);
  EXPECT_FALSE(waiter.look_before_sleep(link, std::nullopt));
  EXPECT_EQ(link.looks, 0);
}

// A peer may wait for processes that the link does not see, such as an rtia for its rtig.
TEST(Waiter, NeverHasEnoughCoresForAnUnknownNumberOfOthers) {
  EXPECT_FALSE(Waiter().has_enough_cores(LateLink(1, Waitable::kUnknownCount)));
}

}  // namespace
}  // namespace triad::transport
