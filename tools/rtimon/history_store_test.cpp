#include "tools/rtimon/history_store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace triad::rtimon {
namespace {

namespace fs = std::filesystem;

class HistoryStoreTest : public testing::Test {
 protected:
  HistoryStoreTest() {
    std::string pattern = (fs::temp_directory_path() / "rtimon-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    file = (folder / "history.sqlite").string();
  }
  ~HistoryStoreTest() override { fs::remove_all(folder); }

  static Snapshot snapshot(WallTime at, double memory, std::uint32_t federates = 1) {
    Snapshot made;
    made.at = at;
    made.rtig.figures[Figure::memory] = memory;
    FederationEntry& federation = made.federations.emplace_back();
    federation.name = "hall";
    for (std::uint32_t i = 1; i <= federates; ++i) {
      FederateEntry& one = federation.federates.emplace_back();
      one.federate = i;
      one.figures[Figure::threads] = i;
    }
    return made;
  }
  static void add(HistoryStore& store, const Snapshot& snapshot, std::vector<Event> events = {}) {
    const auto added = store.add(snapshot, events);
    ASSERT_TRUE(added) << added.error().text;
  }

  fs::path folder;
  std::string file;
};

TEST_F(HistoryStoreTest, AFileIsForItsUserAlone) {
  ASSERT_TRUE(HistoryStore::open(file, {}));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(HistoryStoreTest, AnotherStoreReadsWhatWasAddedAlsoAfterARestart) {
  {
    auto store = HistoryStore::open(file, {});
    ASSERT_TRUE(store) << store.error().text;
    add(*store, snapshot(1000, 5),
        {{.at = 900, .kind = "lost", .federation = "hall", .federate = 2, .text = "gone"}});
    EXPECT_EQ(store->position()->number, 0u);
    std::vector<Event> none;
    ASSERT_TRUE(store->add(snapshot(3000, 7), none, {"0.3.0 alpha 10", 17}));
    auto reader = HistoryStore::open_to_read(file);
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_EQ(*reader->last_event(), 1u);
  }
  auto again = HistoryStore::open(file, {});
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(again->position()->rtig, "0.3.0 alpha 10");
  EXPECT_EQ(again->position()->number, 17u);
  const auto series = again->series({"rtig", {Figure::memory, Figure::load}, 0, 4000, 100});
  ASSERT_TRUE(series) << series.error().text;
  ASSERT_EQ(series->size(), 2u);
  EXPECT_EQ(series->at(0).at, 1000);
  EXPECT_EQ(series->at(0).values[0], 5.0);
  EXPECT_EQ(series->at(0).values[1], std::nullopt);
  EXPECT_EQ(series->at(1).values[0], 7.0);
  const auto events = again->events({});
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 1u);
  EXPECT_EQ(events->at(0).text, "gone");
  EXPECT_EQ(events->at(0).federate, 2u);
}

TEST_F(HistoryStoreTest, MoreSamplesThanPointsAreAveraged) {
  auto store = HistoryStore::open(file, {});
  ASSERT_TRUE(store);
  for (WallTime at = 0; at < 10; ++at) add(*store, snapshot(at * 100, static_cast<double>(at)));
  const auto series = store->series({"rtig", {Figure::memory}, 0, 1000, 2});
  ASSERT_TRUE(series);
  ASSERT_EQ(series->size(), 2u);
  EXPECT_EQ(series->at(0).values[0], 2.0);
  EXPECT_EQ(series->at(1).values[0], 7.0);
  EXPECT_TRUE(store->series({"host:nowhere", {Figure::memory}, 0, 1000, 2})->empty());
}

TEST_F(HistoryStoreTest, EventsAreFilteredAndTheNewestOfTooManyRemain) {
  auto store = HistoryStore::open(file, {});
  ASSERT_TRUE(store);
  add(*store, snapshot(1, 1),
      {{.at = 1, .kind = "a", .federation = "hall"},
       {.at = 1, .kind = "b", .federation = "yard"},
       {.at = 1, .kind = "c", .federation = "hall"}});
  EXPECT_EQ(store->events({.after = 1, .federation = {}, .limit = 9})->size(), 2u);
  EXPECT_EQ(store->events({.after = 0, .federation = "hall", .limit = 9})->size(), 2u);
  const auto newest = store->events({.after = 0, .federation = {}, .limit = 1});
  ASSERT_EQ(newest->size(), 1u);
  EXPECT_EQ(newest->at(0).kind, "c");
}

TEST_F(HistoryStoreTest, OldSamplesEventsAndNodesGo) {
  auto store = HistoryStore::open(file, {.age = std::chrono::seconds(10)});
  ASSERT_TRUE(store);
  add(*store, snapshot(1000, 1, 2), {{.at = 1000, .kind = "old"}});
  add(*store, snapshot(20'000, 2, 1), {{.at = 20'000, .kind = "new"}});
  const auto trimmed = store->trim(21'000);
  ASSERT_TRUE(trimmed) << trimmed.error().text;
  EXPECT_EQ(store->series({"rtig", {Figure::memory}, 0, 30'000, 100})->size(), 1u);
  EXPECT_TRUE(store->series({"federate:2:hall", {Figure::threads}, 0, 30'000, 100})->empty());
  ASSERT_EQ(store->events({})->size(), 1u);
  EXPECT_EQ(store->events({})->at(0).kind, "new");
}

TEST_F(HistoryStoreTest, TheSizeStaysBelowItsLimitAndTheNewestSamplesRemain) {
  constexpr std::uint64_t kLimit = 200'000;
  auto store = HistoryStore::open(file, {.bytes = kLimit});
  ASSERT_TRUE(store);
  for (WallTime at = 1; at <= 100; ++at) add(*store, snapshot(at * 1000, 1, 100));
  ASSERT_GT(*store->used_bytes(), kLimit);
  const auto trimmed = store->trim(101'000);
  ASSERT_TRUE(trimmed) << trimmed.error().text;
  EXPECT_LE(*store->used_bytes(), kLimit);
  const auto series = store->series({"federate:7:hall", {Figure::threads}, 0, 200'000, 1000});
  ASSERT_FALSE(series->empty());
  EXPECT_EQ(series->back().at, 100'000);
}

TEST_F(HistoryStoreTest, MoreEventsThanTheLimitGo) {
  auto store = HistoryStore::open(file, {.events = 10});
  ASSERT_TRUE(store);
  for (WallTime at = 1; at <= 25; ++at) add(*store, snapshot(at, 1), {{.at = at, .kind = "e"}});
  ASSERT_TRUE(store->trim(26));
  const auto events = store->events({});
  ASSERT_EQ(events->size(), 10u);
  EXPECT_EQ(events->back().number, 25u);
}

TEST_F(HistoryStoreTest, AFileThatIsNoHistoryIsRefusedAndNotChanged) {
  std::ofstream(file) << "This is a letter and not a database. It is long enough for a header of "
                         "SQLite, which has one hundred bytes.";
  const auto store = HistoryStore::open(file, {});
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().text.find(file), std::string::npos);
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  EXPECT_EQ(word, "This");
  EXPECT_FALSE(HistoryStore::open((folder / "no" / "x").string(), {}));
}

TEST_F(HistoryStoreTest, AFullDiskChangesNothingAndLaterSamplesAreStored) {
  auto store = HistoryStore::open(file, {});
  ASSERT_TRUE(store);
  add(*store, snapshot(1000, 1));
  ASSERT_TRUE(store->limit_pages(8));
  std::vector<Event> events{{.at = 2000, .kind = "lost"}};
  const auto refused = store->add(snapshot(2000, 1, 2000), events);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("full"), std::string::npos) << refused.error().text;
  EXPECT_EQ(events[0].number, 0u);
  EXPECT_EQ(store->series({"rtig", {Figure::memory}, 0, 9000, 100})->size(), 1u);
  ASSERT_TRUE(store->limit_pages(100'000));
  add(*store, snapshot(3000, 1, 2000), events);
  EXPECT_EQ(store->series({"rtig", {Figure::memory}, 0, 9000, 100})->size(), 2u);
}

}  // namespace
}  // namespace triad::rtimon
