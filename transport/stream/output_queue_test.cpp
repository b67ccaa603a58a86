// The queue of bytes that the peer has not taken yet.
#include "transport/stream/output_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace triad::transport {
namespace {

std::vector<std::byte> random_bytes(std::mt19937& random, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

TEST(OutputQueue, GivesBackWhatWasAppendedWhateverThePieces) {
  std::mt19937 random(1);
  OutputQueue queue;
  std::vector<std::byte> in;
  std::vector<std::byte> out;
  for (int round = 0; round < 300; ++round) {
    const auto bytes = random_bytes(random, random() % (round % 10 == 0 ? 300'000 : 500));
    queue.append(bytes);
    in.insert(in.end(), bytes.begin(), bytes.end());
    std::array<iovec, 3> vectors;
    const std::size_t count = queue.gather(vectors);
    std::size_t take = random() % (queue.bytes() + 1);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < count && take > 0; ++i) {
      const std::size_t part = std::min(take, vectors[i].iov_len);
      const auto* const begin = static_cast<const std::byte*>(vectors[i].iov_base);
      out.insert(out.end(), begin, begin + part);
      take -= part;
      taken += part;
    }
    queue.consume(taken);
    ASSERT_EQ(queue.bytes(), in.size() - out.size());
  }
  while (!queue.empty()) {
    const Bytes front = queue.front();
    out.insert(out.end(), front.begin(), front.end());
    queue.consume(front.size());
  }
  EXPECT_TRUE(in == out);
  EXPECT_TRUE(queue.front().empty());
}

TEST(OutputQueue, IsEmptyAfterClear) {
  OutputQueue queue;
  queue.append(std::vector<std::byte>(100'000));
  queue.clear();
  EXPECT_TRUE(queue.empty());
  std::array<iovec, 2> vectors;
  EXPECT_EQ(queue.gather(vectors), 0U);
}

TEST(OutputQueue, CountsTheMemoryThatItTakesAndGivesBack) {
  const auto total = std::make_shared<std::size_t>(0);
  OutputQueue queue(total);
  const std::vector<std::byte> bytes(200'000);
  for (int i = 0; i < 10; ++i) queue.append(bytes);
  EXPECT_GE(*total, 2'000'000u);
  EXPECT_EQ(*total, queue.held_bytes());
  queue.consume(queue.bytes());
  EXPECT_LT(*total, 500'000u);
  queue.clear();
  EXPECT_EQ(*total, 0u);
}

// Expected contents of the queue, frame by frame.
struct ModelFrame {
  std::vector<std::byte> bytes;
  std::optional<Priority> priority;  // for a droppable frame
  std::chrono::milliseconds since{0};
};

class Model {
 public:
  void append(ModelFrame frame) { frames_.push_back(std::move(frame)); }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const ModelFrame& frame : frames_) sum += frame.bytes.size();
    return sum - taken_;
  }
  std::size_t droppable_bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (is_droppable(i)) sum += frames_[i].bytes.size();
    }
    return sum;
  }
  std::vector<std::byte> take_bytes(std::size_t count) {
    std::vector<std::byte> out;
    while (count > 0) {
      const auto& front = frames_.front().bytes;
      const std::size_t part = std::min(count, front.size() - taken_);
      const auto from = front.begin() + static_cast<std::ptrdiff_t>(taken_);
      out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(part));
      count -= part;
      taken_ += part;
      if (taken_ < front.size()) break;
      frames_.pop_front();
      taken_ = 0;
    }
    return out;
  }
  std::optional<Priority> drop_lowest() {
    return drop_first([](const ModelFrame&) { return true; });
  }
  std::optional<Priority> drop_older(std::chrono::milliseconds queued_before) {
    return drop_first([&](const ModelFrame& frame) { return frame.since < queued_before; });
  }

 private:
  bool is_droppable(std::size_t i) const { return frames_[i].priority && !(i == 0 && taken_ > 0); }
  template <class Which>
  std::optional<Priority> drop_first(Which which) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (!is_droppable(i) || !which(frames_[i])) continue;
      if (!found || *frames_[i].priority < *frames_[*found].priority) found = i;
    }
    if (!found) return std::nullopt;
    const Priority priority = *frames_[*found].priority;
    frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(*found));
    return priority;
  }

  std::deque<ModelFrame> frames_;
  std::size_t taken_ = 0;  // bytes taken of the first frame
};

class QueueAndModel {
 public:
  explicit QueueAndModel(unsigned seed) : random_(seed) {}

  void step() {
    now_ += std::chrono::milliseconds(random_() % 3);
    switch (random_() % 8) {
      case 0:
        return append(false);
      case 1:
      case 2:
      case 3:
        return append(true);
      case 4:
      case 5:
        ASSERT_EQ(queue_.drop_lowest(), model_.drop_lowest());
        return;
      case 6: {
        const std::chrono::milliseconds queued_before =
            now_ - std::chrono::milliseconds(random_() % 60);
        ASSERT_EQ(queue_.drop_older(queued_before), model_.drop_older(queued_before));
        return;
      }
      default:
        take_bytes();
    }
  }
  void check() const {
    ASSERT_EQ(queue_.bytes(), model_.bytes());
    ASSERT_EQ(queue_.droppable_bytes(), model_.droppable_bytes());
    // Holes take no more memory than the queued bytes, plus one chunk and the chunks at both ends.
    ASSERT_LE(queue_.held_bytes(), 2 * queue_.bytes() + kSlackBytes);
  }
  void drain() {
    while (!queue_.empty()) take_bytes();
    EXPECT_EQ(model_.bytes(), 0U);
    EXPECT_EQ(queue_.droppable_bytes(), 0U);
  }

 private:
  static constexpr std::size_t kSlackBytes = 500'000;

  void append(bool droppable) {
    ModelFrame frame{random_bytes(random_, 1 + random_() % (random_() % 16 == 0 ? 70'000 : 3'000)),
                     std::nullopt, now_};
    const std::uint64_t begin = queue_.end_position();
    queue_.append(frame.bytes);
    if (droppable) {
      frame.priority = static_cast<Priority>(random_() % kPriorities);
      queue_.mark_droppable(begin, frame.bytes.size(), *frame.priority, now_);
    }
    model_.append(std::move(frame));
  }
  void take_bytes() {
    std::array<iovec, 5> vectors;
    const std::size_t count = queue_.gather(std::span(vectors).first(1 + random_() % 5));
    std::vector<std::byte> gathered;
    for (std::size_t i = 0; i < count; ++i) {
      const auto* const begin = static_cast<const std::byte*>(vectors[i].iov_base);
      gathered.insert(gathered.end(), begin, begin + vectors[i].iov_len);
    }
    if (random_() % 2 == 0) gathered.resize(random_() % (gathered.size() + 1));
    ASSERT_TRUE(gathered == model_.take_bytes(gathered.size()));
    queue_.consume(gathered.size());
  }

  std::mt19937 random_;
  std::chrono::milliseconds now_{0};
  OutputQueue queue_;
  Model model_;
};

TEST(OutputQueue, DropsAsAModelThatLooksAtEachFrame) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    QueueAndModel both(seed);
    for (int i = 0; i < 600; ++i) {
      both.step();
      both.check();
      ASSERT_FALSE(testing::Test::HasFatalFailure());
    }
    both.drain();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

TEST(OutputQueue, DropsNothingOfWhichABeginningHasLeft) {
  OutputQueue queue;
  queue.append(std::vector<std::byte>(100));
  queue.mark_droppable(0, 100, 0, std::chrono::milliseconds(0));
  queue.consume(1);
  EXPECT_EQ(queue.drop_lowest(), std::nullopt);
  EXPECT_EQ(queue.bytes(), 99U);
}

TEST(OutputQueue, DropsNothingThatHasNotComeWhole) {
  OutputQueue queue;
  queue.append(std::vector<std::byte>(60));
  queue.mark_droppable(0, 100, 0, std::chrono::milliseconds(0));
  EXPECT_EQ(queue.drop_lowest(), std::nullopt);
}

// The peer has stopped reading and the sender goes on.
TEST(OutputQueue, TakesNoMoreMemoryHoweverMuchIsDropped) {
  OutputQueue queue;
  const std::vector<std::byte> frame(1'000);
  queue.append(frame);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t begin = queue.end_position();
    queue.append(frame);
    queue.mark_droppable(begin, frame.size(), 3, std::chrono::milliseconds(i));
    while (queue.droppable_bytes() > 100'000) ASSERT_EQ(queue.drop_lowest(), Priority{3});
  }
  EXPECT_EQ(queue.bytes(), 101'000U);
  EXPECT_LT(queue.held_bytes(), 600'000U);
}

}  // namespace
}  // namespace triad::transport
