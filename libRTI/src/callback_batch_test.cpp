// Tests of CallbackBatch: its order and its limit.
#include "libRTI/src/callback_batch.hpp"

#include <gtest/gtest.h>

namespace triad::api {
namespace {

wire::Buffer record(std::size_t number) {
  return {static_cast<std::byte>(number)};
}

TEST(CallbackBatch, GivesRecordsInTheOrderOfTheirArrival) {
  CallbackBatch batch;
  EXPECT_TRUE(batch.empty());
  for (std::size_t round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 5; ++i) ASSERT_TRUE(batch.push(record(i)));
    wire::Buffer taken;
    for (std::size_t i = 0; i < 4; ++i) {
      batch.take_record(taken);
      EXPECT_EQ(taken, record(i));
    }
    EXPECT_EQ(batch.oldest().front(), std::byte{4});
    batch.drop_oldest();
    EXPECT_TRUE(batch.empty());
  }
}

TEST(CallbackBatch, TakesNoMoreThanABatchMayHave) {
  CallbackBatch batch;
  for (std::size_t i = 0; i < rtia::kBatchCallbacksMax; ++i) ASSERT_TRUE(batch.push(record(i)));
  EXPECT_FALSE(batch.push(record(0)));
  batch.drop_oldest();
  EXPECT_TRUE(batch.push(record(0)));
  EXPECT_EQ(batch.size(), rtia::kBatchCallbacksMax);
  batch.clear();
  EXPECT_TRUE(batch.empty());
}

}  // namespace
}  // namespace triad::api
