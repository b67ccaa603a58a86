// Writes batches, and reads them from honest and hostile peers.
#include "transport/stream/batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "transport/zstd/zstd_compression.hpp"

namespace triad::transport {
namespace {

using Text = std::vector<std::byte>;

Text text_of(const std::string& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

// Returns small frames that resemble each other, like updates of one class.
Text resembling(std::size_t frames) {
  std::string text;
  for (std::size_t i = 0; i < frames; ++i) {
    text += "....entity " + std::to_string(1000 + i % 7) + " is at " + std::to_string(i * 37) + ";";
  }
  return text_of(text);
}

Text random_text(std::size_t bytes) {
  std::mt19937 random(7);
  Text text(bytes);
  for (std::byte& b : text) b = static_cast<std::byte>(random());
  return text;
}

class Batches : public testing::Test {
 protected:
  void SetUp() override {
    if (zstd_compression() == nullptr) GTEST_SKIP() << "built without zstd";
    near_ = zstd_compression()();
    far_ = zstd_compression()();
    writer_ = std::make_unique<BatchWriter>(*near_, 100);
    reader_ = std::make_unique<BatchReader>(*far_);
  }

  // Returns the batches for the text.
  Text written(const Text& text) {
    queue_.append(text);
    Text all;
    while (!queue_.empty()) {
      EXPECT_TRUE(writer_->write(queue_));
      const Bytes unsent = writer_->unsent();
      all.insert(all.end(), unsent.begin(), unsent.end());
      writer_->consume(unsent.size());
    }
    return all;
  }

  // Returns the bytes read, when the input arrives in pieces of `piece` bytes.
  Text read(Bytes sent, std::size_t piece, std::size_t taken_at_once) {
    Text all;
    Text out(taken_at_once);
    while (!reader_->is_faulty()) {
      const std::size_t taken = reader_->read(out);
      all.insert(all.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(taken));
      if (taken > 0) continue;
      if (sent.empty()) break;
      const auto space = reader_->space();
      const std::size_t count = std::min({piece, sent.size(), space.size()});
      std::copy_n(sent.begin(), count, space.begin());
      reader_->commit(count);
      sent = sent.subspan(count);
    }
    return all;
  }

  std::unique_ptr<Compression> near_;
  std::unique_ptr<Compression> far_;
  std::unique_ptr<BatchWriter> writer_;
  std::unique_ptr<BatchReader> reader_;
  OutputQueue queue_;
};

TEST_F(Batches, ComeOutAsTheyWentInWhateverThePieces) {
  for (const std::size_t piece : {1u, 7u, 5'000u, 1'000'000u}) {
    for (const Text& text : {text_of("short"), resembling(40), resembling(9'000),
                             random_text(200'000), text_of("short again")}) {
      EXPECT_EQ(read(written(text), piece, 1 + piece / 2), text);
    }
  }
  EXPECT_EQ(reader_->taken_bytes(), reader_->received_bytes());
  EXPECT_EQ(writer_->counts().bytes, reader_->counts().bytes);
  EXPECT_EQ(writer_->counts().carried_bytes, reader_->counts().carried_bytes);
}

TEST_F(Batches, OfFramesThatResembleThoseBeforeThemShrinkToLittle) {
  written(resembling(20));
  const BatchCounts before = writer_->counts();
  for (std::size_t i = 0; i < 100; ++i) written(resembling(5));
  const std::uint64_t bytes = writer_->counts().bytes - before.bytes;
  const std::uint64_t carried = writer_->counts().carried_bytes - before.carried_bytes;
  EXPECT_LT(carried * 3, bytes);
}

TEST_F(Batches, BelowTheSizeGoAsTheyAre) {
  const Text text = text_of(std::string(99, 'a'));
  const Text sent = written(text);
  ASSERT_EQ(sent.size(), kBatchHeaderBytes + text.size());
  EXPECT_TRUE(std::equal(text.begin(), text.end(), sent.begin() + kBatchHeaderBytes));
  EXPECT_LT(written(text_of(std::string(100, 'a'))).size(), 100u);
}

TEST_F(Batches, ThatDoNotShrinkAreNotAllCompressed) {
  const Text text = random_text(40 * kBatchBytes);
  const Text sent = written(text);
  EXPECT_LE(sent.size(), text.size() + 40 * (kBatchHeaderBytes + 64));
  EXPECT_EQ(read(sent, kBatchBytes, kBatchBytes), text);
}

TEST_F(Batches, BeginBehindWhatWasThereBefore) {
  queue_.append(text_of("plain"));
  writer_->start_with(queue_);
  EXPECT_TRUE(queue_.empty());
  const Bytes unsent = writer_->unsent();
  EXPECT_EQ(Text(unsent.begin(), unsent.end()), text_of("plain"));
  writer_->consume(unsent.size());
  const Text sent = written(text_of("batch"));
  reader_->start_with(Bytes(sent).first(3));
  EXPECT_EQ(read(Bytes(sent).subspan(3), 100, 100), text_of("batch"));
}

Text header(std::size_t bytes, std::size_t compressed) {
  Text text(kBatchHeaderBytes);
  for (std::size_t i = 0; i < 4; ++i) {
    text[i] = static_cast<std::byte>(bytes >> (8 * i));
    text[4 + i] = static_cast<std::byte>(compressed >> (8 * i));
  }
  return text;
}

TEST_F(Batches, ThatAnnounceTooMuchOrNothingAreFaulty) {
  for (const auto& [bytes, compressed] : {std::pair<std::size_t, std::size_t>{0, 0},
                                          {kBatchBytes + 1, 0},
                                          {0xffffffff, 0xffffffff},
                                          {kBatchBytes, kCompressedBytesMax + 1},
                                          {0, 10}}) {
    Text sent = header(bytes, compressed);
    sent.resize(sent.size() + compressed % 100);
    BatchReader reader(*far_);
    reader.start_with(sent);
    Text out(10);
    EXPECT_EQ(reader.read(out), 0u);
    EXPECT_TRUE(reader.is_faulty()) << bytes << " " << compressed;
    EXPECT_FALSE(reader.has_more());
  }
}

// Short input that decompresses to much: the reader makes no more bytes than announced.
TEST_F(Batches, OfWhichMoreOrLessComesThanTheyAnnounceAreFaulty) {
  constexpr std::size_t kBytes = 60'000;
  const Text honest = written(text_of(std::string(kBytes, 'x')));
  ASSERT_LT(honest.size(), 200u);
  for (const std::size_t announced : {std::size_t{1}, kBytes - 1, kBytes + 1}) {
    Text sent = header(announced, honest.size() - kBatchHeaderBytes);
    sent.insert(sent.end(), honest.begin() + kBatchHeaderBytes, honest.end());
    const auto compression = zstd_compression()();
    BatchReader reader(*compression);
    reader.start_with(sent);
    Text out(kBatchBytes);
    EXPECT_EQ(reader.read(out), 0u);
    EXPECT_TRUE(reader.is_faulty()) << announced;
    EXPECT_LT(reader.held_bytes(), 4 * kBatchBytes);
  }
}

TEST_F(Batches, OfAnythingButWhatTheOtherEndMakesAreFaulty) {
  Text sent = header(500, 300);
  const Text rubbish = random_text(300);
  sent.insert(sent.end(), rubbish.begin(), rubbish.end());
  EXPECT_TRUE(read(sent, 1000, 1000).empty());
  EXPECT_TRUE(reader_->is_faulty());
}

}  // namespace
}  // namespace triad::transport
