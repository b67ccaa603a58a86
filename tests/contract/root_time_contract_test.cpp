// Tests how the root answers promises of regulating members, and which bounds it tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/double_time.hpp"
#include "tests/contract/root_router.hpp"

namespace triad::test {
namespace {

class RootTimeContract : public testing::Test, protected RootRouter {
 protected:
  explicit RootTimeContract(const RootRouterOptions& options = {}) : RootRouter(options) {}

  void regulates(Name member) {
    const core::Time zero = core::DoubleTime::encode(0);
    send_message(member, wire::EnableTimeRegulation{zero.bytes(), zero.bytes()});
  }
  void is_constrained(Name member) { send_message(member, wire::EnableTimeConstrained{}); }
  // The member promises to send nothing below the time, and waits for the bound if there is one.
  void promises(Name member, double time, std::optional<double> bound = {}) {
    const core::Time promised = core::DoubleTime::encode(time);
    const core::Time awaited = core::DoubleTime::encode(bound.value_or(0));
    wire::TimeReport report;
    report.promise = {promised.bytes(), false};
    if (bound) report.waits_for = wire::TimeBound{awaited.bytes(), false};
    send_message(member, report);
  }
};

TEST_F(RootTimeContract, AMemberLearnsOfItsBoundWhenAllOthersHavePromisedIt) {
  join({"ann", "bob", "cid"});
  for (const Name member : {"ann", "bob", "cid"}) {
    regulates(member);
    is_constrained(member);
  }
  (void)frames();
  promises("ann", 2, 2);
  promises("bob", 2, 2);
  EXPECT_EQ(frames(), Frames()) << "cid has not promised";
  promises("cid", 1, 2);
  EXPECT_EQ(frames(), Frames{"cid: LbtsTold"}) << "cid holds back ann and bob";
  promises("cid", 2, 2);
  EXPECT_EQ(frames(), (Frames{"ann: LbtsTold", "bob: LbtsTold", "cid: LbtsTold"}));
}

TEST_F(RootTimeContract, RisesOfOneTurnAreToldOnce) {
  join({"ann", "bob", "cid"});
  regulates("ann");
  regulates("bob");
  is_constrained("cid");
  (void)frames();
  send_message("cid", wire::TimeWait{std::nullopt, true});
  for (const double time : {1.0, 2.0, 3.0}) {
    promises("ann", time);
    promises("bob", time);
  }
  EXPECT_EQ(frames_of_open_turn(), Frames());
  EXPECT_EQ(frames(), Frames{"cid: LbtsTold"});
  EXPECT_FALSE(turn_is_due());
  EXPECT_EQ(frames(), Frames());
}

TEST_F(RootTimeContract, AMemberThatEndsItsRegulationHoldsBackNoOther) {
  join({"ann", "bob", "cid"});
  regulates("ann");
  regulates("bob");
  is_constrained("cid");
  (void)frames();
  promises("ann", 5);
  promises("bob", 1);
  send_message("cid", wire::TimeWait{std::nullopt, true});
  EXPECT_EQ(frames(), Frames{"cid: LbtsTold"});
  send_message("bob", wire::DisableTimeRegulation{});
  EXPECT_EQ(std::ranges::count(frames_to("cid"), "LbtsTold"), 1);
}

class SharedTimeContract : public RootTimeContract {
 protected:
  SharedTimeContract() : RootTimeContract({.shared_promises_max = 2}) {}
};

TEST_F(SharedTimeContract, ManyMembersInSharedMemoryLearnThatTheRootReducesPromises) {
  join_in_shared_memory({"ann", "bob"});
  EXPECT_EQ(std::ranges::count(frames_to("memory"), "PromisesReduced"), 0);
  join_in_shared_memory({"cid"});
  EXPECT_EQ(std::ranges::count(frames_to("memory"), "PromisesReduced"), 1);
}

// ann may have slept over the update, which did not concern it. Or ann has read more than the root.
TEST_F(SharedTimeContract, AMemberThatHasNotReadAnUpdateIsWokenToReadAll) {
  join_in_shared_memory({"ann", "bob", "cid"});
  regulates("ann");
  regulates("bob");
  (void)frames();
  const core::Time one = core::DoubleTime::encode(1);
  wire::TimeReport report;
  report.promise = {one.bytes(), false};
  report.conditional = report.promise;
  send_message("ann", report);
  send_update("bob", {.flags = wire::kTimeStamped});
  EXPECT_EQ(frames(), Frames());
  send_message("bob", report);
  EXPECT_EQ(frames(), (Frames{"memory wakes ann to read all", "memory is read by the root"}));
}

}  // namespace
}  // namespace triad::test
