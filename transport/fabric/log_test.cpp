// One log by itself: frames, room, late readers, and faulty writers and readers.
#include "transport/fabric/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "transport/fabric/outbox.hpp"

namespace triad::transport {
namespace {

constexpr std::uint64_t kLogCapacity = kOutboxBytesMin;
constexpr std::uint64_t kPieceMax = piece_bytes_max(kLogCapacity);
constexpr auto kAllKnown = [] { return true; };
constexpr auto kNewcomers = [] { return false; };
using FrameReader = LogReader<Outbox>;

class LogTest : public testing::Test {
 protected:
  LogTest() { writer_.add_reader(2, *readers_cursors_, 0); }

  bool append(std::size_t bytes, char value = 'x', bool more = false) {
    const std::vector<std::byte> text(bytes, std::byte(value));
    const Bytes part(text);
    return writer_.append(std::span(&part, 1), bytes, more, kAllKnown);
  }
  // Writes as many full frames as the log takes.
  void fill() {
    for (int i = 0; i < 8 && append(kPieceMax); ++i) {
    }
    writer_.publish();
  }
  // Returns the next frame's bytes, or nullopt if there is none.
  static std::optional<std::string> read_frame(FrameReader& reader) {
    const auto header = reader.peek();
    if (!header) return std::nullopt;
    std::string text(header->bytes, '\0');
    if (!reader.copy(std::as_writable_bytes(std::span(text)))) return std::nullopt;
    reader.advance(*header);
    return text;
  }
  FrameReader late_reader(std::uint64_t start) {
    return FrameReader(*theirs_, 1, 0, *readers_own_, start);
  }
  void expect_broken(FrameReader& reader) {
    EXPECT_EQ(read_frame(reader), std::nullopt);
    EXPECT_EQ(reader.state(), FrameReader::State::broken);
    EXPECT_TRUE(reader.has_input()) << "to be told";
  }

  UniqueFd memfd_;
  UniqueFd readers_memfd_;
  const std::unique_ptr<Outbox> own_ = Outbox::create(kLogCapacity, memfd_).value();
  const std::unique_ptr<Outbox> theirs_ = Outbox::open(memfd_).value();
  const std::unique_ptr<Outbox> readers_own_ = Outbox::create(kLogCapacity, readers_memfd_).value();
  const std::unique_ptr<Outbox> readers_cursors_ = Outbox::open(readers_memfd_).value();
  LogWriter<Outbox> writer_{*own_, 1, 0};
  FrameReader reader_ = late_reader(0);
};

TEST_F(LogTest, ShowsFramesWhenTheyArePublishedAndNotBefore) {
  ASSERT_TRUE(append(3));
  ASSERT_TRUE(append(0));
  EXPECT_FALSE(reader_.has_input());
  EXPECT_EQ(read_frame(reader_), std::nullopt);
  writer_.publish();
  EXPECT_TRUE(reader_.has_input());
  EXPECT_EQ(read_frame(reader_), "xxx");
  EXPECT_EQ(read_frame(reader_), "");
  EXPECT_EQ(read_frame(reader_), std::nullopt);
  EXPECT_EQ(reader_.state(), FrameReader::State::reading);
}

TEST_F(LogTest, OverwritesNothingThatAReaderKeeps) {
  fill();
  EXPECT_EQ(writer_.tail(), kLogCapacity);
  ASSERT_TRUE(read_frame(reader_));
  EXPECT_FALSE(append(0)) << "read, but not given back";
  EXPECT_FALSE(reader_.publish_cursor()) << "nobody waits";
  EXPECT_TRUE(append(kPieceMax, 'y'));
  EXPECT_FALSE(append(0));
  EXPECT_EQ(own_->floor(), frame_bytes(kPieceMax));
}

TEST_F(LogTest, CarriesFramesOfAllSizesRoundAndRound) {
  std::uint64_t sizes = 7;
  for (int i = 0; i < 20000; ++i) {
    sizes = sizes * 6364136223846793005u + 1442695040888963407u;
    const std::size_t bytes = sizes >> 33 & 511;
    const char value = static_cast<char>('a' + i % 26);
    ASSERT_TRUE(append(bytes, value));
    if (i % 3 == 0) writer_.publish();
    if (i % 30 != 29) continue;
    writer_.publish();
    for (int k = i - 29; k <= i; ++k) {
      const auto text = read_frame(reader_);
      ASSERT_TRUE(text);
      ASSERT_EQ(*text, std::string(text->size(), static_cast<char>('a' + k % 26)));
    }
    ASSERT_FALSE(reader_.publish_cursor());
  }
}

TEST_F(LogTest, WaitsForRoomUntilHalfIsFree) {
  fill();
  ASSERT_TRUE(writer_.wait_for_room(kAllKnown));
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(read_frame(reader_));
    EXPECT_TRUE(reader_.publish_cursor()) << "it is to be rung";
    EXPECT_EQ(writer_.wait_for_room(kAllKnown), i < 3);
  }
  writer_.stop_waiting();
  ASSERT_TRUE(read_frame(reader_));
  EXPECT_FALSE(reader_.publish_cursor());
}

TEST_F(LogTest, KeepsAllWhileThereMayBeAReaderThatItDoesNotKnow) {
  fill();
  while (read_frame(reader_)) {
  }
  static_cast<void>(reader_.publish_cursor());
  const Bytes none;
  EXPECT_FALSE(writer_.append(std::span(&none, 1), 0, false, kNewcomers));
  EXPECT_TRUE(writer_.may_begin_at(0));
  UniqueFd memfd;
  const auto late_own = Outbox::create(kLogCapacity, memfd).value();
  const auto late_cursors = Outbox::open(memfd).value();
  writer_.add_reader(3, *late_cursors, 0);
  EXPECT_FALSE(append(0)) << "it has not begun to read";
  FrameReader late(*theirs_, 1, 0, *late_own, 0);
  EXPECT_EQ(read_frame(late)->size(), kPieceMax);
  EXPECT_FALSE(append(0)) << "it keeps the next one";
  static_cast<void>(late.publish_cursor());
  EXPECT_TRUE(append(0));
}

TEST_F(LogTest, LetsAReaderBeginOnlyWhereNothingIsLost) {
  fill();
  EXPECT_TRUE(writer_.may_begin_at(0));
  EXPECT_TRUE(writer_.may_begin_at(kLogCapacity));
  EXPECT_FALSE(writer_.may_begin_at(kLogCapacity + 8));
  EXPECT_FALSE(writer_.may_begin_at(4));
  writer_.remove_reader(2);
  ASSERT_TRUE(append(8));
  EXPECT_FALSE(writer_.may_begin_at(8 + floor_stride(kLogCapacity)));
  EXPECT_TRUE(writer_.may_begin_at(16 + floor_stride(kLogCapacity)));
}

TEST_F(LogTest, MovesTheFloorInStridesAsFarAsTheReadersAre) {
  fill();
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(read_frame(reader_));
  EXPECT_FALSE(reader_.publish_cursor());
  ASSERT_TRUE(append(8));
  const std::uint64_t floor = 16 + floor_stride(kLogCapacity);
  EXPECT_EQ(own_->floor(), floor);
  for (std::uint64_t end = kLogCapacity + 16; end < kLogCapacity + floor; end += 16) {
    ASSERT_TRUE(append(8));
  }
  EXPECT_EQ(own_->floor(), floor) << "it has not come to that";
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(append(kPieceMax));
  ASSERT_TRUE(append(8));
  EXPECT_EQ(own_->floor(), reader_.offset());
}

TEST_F(LogTest, BeginsWithTheFirstWholeMessage) {
  ASSERT_TRUE(append(kPieceMax, 'a', true));
  const std::uint64_t amid = writer_.tail();
  ASSERT_TRUE(append(kPieceMax, 'a', true));
  ASSERT_TRUE(append(5, 'a'));
  ASSERT_TRUE(append(6, 'b'));
  writer_.publish();
  FrameReader late = late_reader(amid);
  EXPECT_EQ(read_frame(late), "bbbbbb");
  EXPECT_EQ(late.offset(), writer_.tail());
}

TEST_F(LogTest, LeavesOutTheRestOfAMessageAsItComes) {
  ASSERT_TRUE(append(kPieceMax, 'a', true));
  FrameReader late = late_reader(writer_.tail());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(append(kPieceMax, 'a', true));
    writer_.publish();
    EXPECT_EQ(read_frame(late), std::nullopt);
    EXPECT_FALSE(late.has_input());
  }
  ASSERT_TRUE(append(1, 'a'));
  ASSERT_TRUE(append(2, 'b'));
  writer_.publish();
  EXPECT_EQ(read_frame(late), "bb");
  EXPECT_EQ(late.state(), FrameReader::State::reading);
}

TEST_F(LogTest, CutsOffAReaderWhoseCursorIsImpossible) {
  ASSERT_TRUE(append(8));
  writer_.publish();
  ASSERT_TRUE(append(8));  // not published
  readers_own_->set_cursor(0, 17);
  fill();
  EXPECT_EQ(writer_.take_cut_off_readers(), std::vector<ParticipantId>{2});
  EXPECT_TRUE(writer_.take_cut_off_readers().empty());
  EXPECT_TRUE(append(kPieceMax)) << "nobody is in the way";
}

TEST_F(LogTest, CutsOffAReaderThatGoesBack) {
  fill();
  ASSERT_TRUE(read_frame(reader_));
  static_cast<void>(reader_.publish_cursor());
  ASSERT_TRUE(append(0));
  readers_own_->set_cursor(0, 0);
  fill();
  EXPECT_EQ(writer_.take_cut_off_readers(), std::vector<ParticipantId>{2});
}

TEST_F(LogTest, ShowsAReaderThatItWasCutOff) {
  fill();
  ASSERT_TRUE(reader_.peek());
  writer_.remove_reader(2);
  ASSERT_TRUE(append(0));
  std::array<std::byte, 8> space;
  EXPECT_FALSE(reader_.copy(space)) << "the floor has moved";
  EXPECT_EQ(reader_.state(), FrameReader::State::cut_off);
  EXPECT_EQ(reader_.peek(), std::nullopt);
}

TEST_F(LogTest, ShowsItToAReaderThatSleptFarTooLong) {
  writer_.remove_reader(2);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(append(kPieceMax));
  writer_.publish();
  EXPECT_EQ(read_frame(reader_), std::nullopt);
  EXPECT_EQ(reader_.state(), FrameReader::State::cut_off);
}

TEST_F(LogTest, BreaksOnATailThatGoesBackOrFarAheadOrAmidAFrame) {
  ASSERT_TRUE(append(8));
  writer_.publish();
  ASSERT_TRUE(read_frame(reader_));
  for (const std::uint64_t lie : {std::uint64_t{0}, std::uint64_t{8}, 16 + kLogCapacity + 8,
                                  ~std::uint64_t{0}, std::uint64_t{20}, std::uint64_t{1} << 63}) {
    FrameReader reader = reader_;
    own_->set_tail(lie);
    expect_broken(reader);
  }
}

TEST_F(LogTest, BreaksOnAFloorThatIsNowhere) {
  ASSERT_TRUE(append(8));
  writer_.publish();
  for (const std::uint64_t lie : {std::uint64_t{24}, std::uint64_t{9}, ~std::uint64_t{0}}) {
    FrameReader reader = reader_;
    own_->set_floor(lie);
    expect_broken(reader);
  }
}

TEST_F(LogTest, BreaksOnAHeaderThatNoWriterWrites) {
  const auto header = [](std::uint64_t bytes, unsigned more, unsigned continues) {
    return FrameHeader{static_cast<std::uint32_t>(bytes), static_cast<std::uint16_t>(more),
                       static_cast<std::uint16_t>(continues)};
  };
  // The first frame of a message, and its next frame.
  for (const FrameHeader lie :
       {header(kPieceMax + 1, 0, 1), header(~std::uint32_t{0}, 0, 1), header(0, 1, 1),
        header(kPieceMax - 8, 1, 1), header(8, 2, 1), header(8, 0, 2), header(8, 0, 0),
        header(kPieceMax, 0, 1) /* behind the tail */}) {
    SCOPED_TRACE(lie.bytes);
    const std::uint64_t begin = writer_.tail();
    FrameReader reader = late_reader(begin);
    ASSERT_TRUE(append(kPieceMax, 'x', true));
    const std::uint64_t second = writer_.tail();
    ASSERT_TRUE(append(8));
    writer_.publish();
    own_->write(second, std::as_bytes(std::span(&lie, 1)));
    ASSERT_TRUE(read_frame(reader));
    expect_broken(reader);
    readers_own_->set_cursor(0, writer_.tail());
  }
}

// Checks every frame across threads that read at different places. Under the thread sanitizer it
// also checks the memory order.
TEST_F(LogTest, KeepsOrderBetweenThreads) {
  constexpr std::uint64_t kFrames = 30000;
  std::thread writing([&] {
    for (std::uint64_t i = 0; i < kFrames;) {
      const std::vector<std::uint64_t> words(1 + i % 90, i);
      const Bytes part = std::as_bytes(std::span(words));
      i += writer_.append(std::span(&part, 1), part.size(), false, kAllKnown) ? 1 : 0;
      if (i % 3 == 0 || i == kFrames) writer_.publish();
      if (writer_.unpublished_bytes() > kLogCapacity / 8) writer_.publish();
    }
  });
  std::uint64_t bad = 0;
  for (std::uint64_t i = 0; i < kFrames;) {
    const auto text = read_frame(reader_);
    if (!text) {
      std::this_thread::yield();
      continue;
    }
    std::vector<std::uint64_t> words(text->size() / 8);
    std::memcpy(words.data(), text->data(), text->size());
    bad += words == std::vector<std::uint64_t>(1 + i % 90, i) ? 0 : 1;
    ++i;
    static_cast<void>(reader_.publish_cursor());
  }
  writing.join();
  EXPECT_EQ(bad, 0u);
}

}  // namespace
}  // namespace triad::transport
