// Tests of Recorder with real files, and of its ring.
#include "recording/hosting/federate_recorder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "recording/mcap_reader.hpp"

namespace triad::recording {
namespace {

core::ObjectModel root_model() {
  core::ObjectModel model;
  core::ObjectClass& root = model.object_classes.emplace_back();
  root.name = "ObjectRoot";
  root.attributes.emplace_back().name = core::kPrivilegeToDelete;
  model.interaction_classes.emplace_back().name = "InteractionRoot";
  return model;
}

class RecorderTest : public testing::Test {
 protected:
  RecorderTest()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("recorder-" + std::to_string(::getpid()) + '-' +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(folder_);
    EXPECT_EQ(check_directory(folder_), std::nullopt);
    options_.directory = folder_;
  }
  ~RecorderTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<Recorder> begin() {
    RecordingInfo info;
    info.federation = "battle/../of tanks";
    info.federate = "tank";
    info.handle = 3;
    auto recorder = Recorder::begin(options_, info, root_model());
    EXPECT_TRUE(recorder) << (recorder ? "" : recorder.error().text);
    return std::move(*recorder);
  }
  static void record(Recorder& recorder, std::uint64_t position, std::size_t tag_bytes) {
    const std::string tag(tag_bytes, 'x');
    wire::UpdateAttributeValues update;
    update.tag = tag;
    wire::RecordHeader header;
    header.position = position;
    wire::Buffer bytes;
    wire::encode_record(header, update, bytes);
    const Bytes whole(bytes);
    const Bytes parts[] = {whole.first(60), whole.subspan(60)};
    recorder.record(Origin::sent, parts);
  }
  // Returns the positions of all records, and the sizes of gaps as negative numbers.
  std::vector<std::int64_t> read() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    files_ = paths.size();
    std::vector<std::int64_t> positions;
    for (const auto& path : paths) {
      struct stat found {};
      EXPECT_EQ(::stat(path.c_str(), &found), 0);
      EXPECT_EQ(found.st_mode & 0777, 0600u);
      std::ifstream stream(path, std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(stream), {});
      MemorySource source(std::as_bytes(std::span(bytes)));
      McapReader reader(source);
      while (const auto item = reader.next()) {
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr) continue;
        const auto recorded = parse_recorded(message->data);
        if (!recorded) return {};
        positions.push_back(recorded->record
                                ? static_cast<std::int64_t>(recorded->record->header.position)
                                : -static_cast<std::int64_t>(recorded->dropped.records));
      }
      EXPECT_EQ(reader.state(), McapState::complete) << path << ": " << reader.fault();
    }
    return positions;
  }

  const std::filesystem::path folder_;
  RecorderOptions options_;
  std::size_t files_ = 0;
};

TEST_F(RecorderTest, WritesEverythingBeforeItEnds) {
  auto recorder = begin();
  std::vector<std::int64_t> expected;
  for (int i = 1; i <= 1000; ++i) {
    record(*recorder, static_cast<std::uint64_t>(i), 10);
    expected.push_back(i);
  }
  recorder.reset();
  EXPECT_EQ(read(), expected);
  EXPECT_EQ(files_, 1u);
}

TEST_F(RecorderTest, WaitsForRoomAlsoForARecordLongerThanTheBuffer) {
  options_.waits_when_full = true;
  options_.buffer_bytes = 4096;
  auto recorder = begin();
  std::vector<std::int64_t> expected;
  for (int i = 1; i <= 200; ++i) {
    record(*recorder, static_cast<std::uint64_t>(i), i % 10 == 0 ? 50'000 : 300);
    expected.push_back(i);
  }
  EXPECT_EQ(recorder->dropped(), 0u);
  recorder.reset();
  EXPECT_EQ(read(), expected);
}

TEST_F(RecorderTest, CountsDroppedRecordsAtTheirPlace) {
  options_.buffer_bytes = 4096;
  auto recorder = begin();
  record(*recorder, 1, 10);
  for (std::uint64_t i = 2; i <= 4; ++i) record(*recorder, i, 8'000);  // longer than the buffer
  EXPECT_EQ(recorder->dropped(), 3u);
  record(*recorder, 5, 10);
  record(*recorder, 6, 8'000);
  recorder.reset();
  EXPECT_EQ(read(), (std::vector<std::int64_t>{1, -3, 5, -1}));
}

TEST_F(RecorderTest, ContinuesInTheNextFile) {
  options_.waits_when_full = true;
  options_.split_bytes = 1;
  auto recorder = begin();
  std::vector<std::int64_t> expected;
  for (int i = 1; i <= 40; ++i) {
    record(*recorder, static_cast<std::uint64_t>(i), 100'000);  // ten fill a chunk
    expected.push_back(i);
  }
  recorder.reset();
  EXPECT_EQ(read(), expected);
  EXPECT_GT(files_, 3u);
}

TEST_F(RecorderTest, ASecondMembershipWithinASecondHasItsOwnFile) {
  record(*begin(), 1, 10);
  record(*begin(), 2, 10);
  record(*begin(), 3, 10);
  EXPECT_EQ(read().size(), 3u);
  EXPECT_EQ(files_, 3u);
}

TEST_F(RecorderTest, AMissingDirectoryIsAnError) {
  std::filesystem::remove_all(folder_);
  const auto refused = Recorder::begin(options_, {}, root_model());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("cannot be created: No such file"), std::string::npos)
      << refused.error().text;
}

TEST(ByteRing, KeepsTheOrderAcrossItsEnd) {
  ByteRing ring(16);
  Buffer drained;
  const std::string text = "0123456789";
  for (int i = 0; i < 100; ++i) {
    ASSERT_GE(ring.room(text.size()), text.size());
    ring.append(bytes_of(text));
    EXPECT_EQ(ring.readable(), 0u);
    ring.publish();
    drained.clear();
    ASSERT_EQ(ring.drain(drained), text.size());
    ASSERT_EQ(std::memcmp(drained.data(), text.data(), text.size()), 0);
  }
}

TEST(ByteRing, PassesBytesBetweenThreads) {
  constexpr std::uint32_t kNumbers = 200'000;
  ByteRing ring(1024);
  std::thread producer([&] {
    for (std::uint32_t i = 0; i < kNumbers; ++i) {
      while (ring.room(sizeof i) < sizeof i) std::this_thread::yield();
      ring.append(std::as_bytes(std::span(&i, 1)));
      ring.publish();
    }
  });
  Buffer drained;
  while (drained.size() < kNumbers * sizeof(std::uint32_t)) {
    if (ring.drain(drained) == 0) std::this_thread::yield();
  }
  producer.join();
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    std::uint32_t number = 0;
    std::memcpy(&number, drained.data() + i * sizeof number, sizeof number);
    ASSERT_EQ(number, i);
  }
}

}  // namespace
}  // namespace triad::recording
