#include "rtig/program/save_directory.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "core/saved_federation.hpp"

namespace triad::rtig {
namespace {

namespace fs = std::filesystem;

class SaveDirectoryTest : public testing::Test {
 protected:
  SaveDirectoryTest() {
    std::string name = fs::temp_directory_path() / "triad-saves-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~SaveDirectoryTest() override { fs::remove_all(path_); }

  static wire::Buffer file(const std::string& federation, const std::string& label,
                           std::size_t part_bytes = 100) {
    core::SavedFederation saved;
    saved.federation = federation;
    saved.label = label;
    saved.release = "test";
    saved.members.push_back(
        {wire::FederateHandle(1), "red", 5, {}, {}, 0, std::string(part_bytes, 'x')});
    return core::encode_file(saved);
  }
  static std::string why(const wire::Result<core::SavedFederation>& decoded) {
    return decoded ? "" : decoded.error().text;
  }

  fs::path path_;
};

// While it exists, the process can open one more file.
class OneDescriptorLeft {
 public:
  OneDescriptorLeft() {
    ::getrlimit(RLIMIT_NOFILE, &former_);
    const int next = ::dup(0);
    ::close(next);
    rlimit limit = former_;
    limit.rlim_cur = static_cast<rlim_t>(next) + 1;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~OneDescriptorLeft() { ::setrlimit(RLIMIT_NOFILE, &former_); }
  OneDescriptorLeft(const OneDescriptorLeft&) = delete;
  OneDescriptorLeft& operator=(const OneDescriptorLeft&) = delete;

 private:
  rlimit former_{};
};

TEST_F(SaveDirectoryTest, GivesBackWhatWasStored) {
  auto saves = SaveDirectory::open(path_ / "made" / "here");
  ASSERT_TRUE(saves);
  const auto bytes = file("a/b", "..");
  ASSERT_TRUE(saves->store("a/b", "..", bytes));
  const auto loaded = saves->load("a/b", "..");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(*loaded, bytes);
  EXPECT_EQ(core::decode_file(*loaded)->label, "..");
  EXPECT_EQ(saves->load("a/b", "other").error().code,
            wire::ErrorCode::SpecifiedSaveLabelDoesNotExist);
  // Long names stay distinct.
  const std::string name(600, 'n');
  ASSERT_TRUE(saves->store(name + "1", "x", file(name + "1", "x")));
  ASSERT_TRUE(saves->store(name + "2", "x", file(name + "2", "x")));
  EXPECT_EQ(core::decode_file(*saves->load(name + "1", "x"))->federation, name + "1");
}

TEST_F(SaveDirectoryTest, ListsWhatThereIs) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  ASSERT_TRUE(saves->store("f", "two", file("f", "two")));
  ASSERT_TRUE(saves->store("f", "one", file("f", "one", 1'000'000)));
  std::ofstream(path_ / "f@junk.triad-save") << "junk";
  std::ofstream(path_ / "something else") << "junk";
  const auto list = saves->list();
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].fault, "it is not a save made by Triad");
  EXPECT_EQ(list[1].label, "one");
  EXPECT_EQ(list[1].fault, "");
  EXPECT_GT(list[1].bytes, 1'000'000u);
  EXPECT_EQ(list[2].label, "two");
}

TEST_F(SaveDirectoryTest, OpensForAListWhatIsNewAlone) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  ASSERT_TRUE(saves->store("f", "one", file("f", "one")));
  EXPECT_EQ(saves->list().at(0).label, "one");
  ASSERT_TRUE(saves->store("f", "two", file("f", "two")));
  std::vector<Downlinks::Save> list;
  {
    const OneDescriptorLeft for_the_directory;
    list = saves->list();
  }
  ASSERT_EQ(list.size(), 2u);
  EXPECT_NE(list[0].fault, "") << "the new one";
  EXPECT_EQ(list[1].label, "one");
  EXPECT_EQ(list[1].fault, "");
  EXPECT_EQ(saves->list().at(1).label, "two") << "what could not be read is tried again";
}

TEST_F(SaveDirectoryTest, SaysWhereNothingCanBeWritten) {
  std::ofstream(path_ / "file") << "x";
  EXPECT_NE(SaveDirectory::open(path_ / "file" / "saves").error().text.find("saves"),
            std::string::npos);
}

TEST_F(SaveDirectoryTest, IsMadeAtTheFirstSaveIfNobodyAskedForIt) {
  auto saves = SaveDirectory::open(path_ / "later", SaveDirectory::Make::at_first_save);
  ASSERT_TRUE(saves);
  EXPECT_FALSE(fs::exists(path_ / "later"));
  EXPECT_TRUE(saves->list().empty());
  EXPECT_EQ(saves->load("f", "x").error().code, wire::ErrorCode::SpecifiedSaveLabelDoesNotExist);
  ASSERT_TRUE(saves->store("f", "x", file("f", "x")));
  EXPECT_TRUE(saves->load("f", "x"));
  std::ofstream(path_ / "file") << "x";
  auto nowhere = SaveDirectory::open(path_ / "file" / "saves", SaveDirectory::Make::at_first_save);
  ASSERT_TRUE(nowhere);
  EXPECT_NE(nowhere->store("f", "x", file("f", "x")).error().text.find("cannot make"),
            std::string::npos);
}

TEST_F(SaveDirectoryTest, WaitsForNoPipeInThePlaceOfAFile) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  const auto place = saves->file_of("f", "x");
  const std::string part = place.string() + "." + std::to_string(::getpid()) + ".part";
  ASSERT_EQ(::mkfifo(place.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(part.c_str(), 0600), 0);
  ASSERT_TRUE(saves->store("g", "x", file("g", "x")));
  const std::string reason =
      "cannot read the save " + place.string() + ": it is a pipe, not a regular file";
  const auto loaded = saves->load("f", "x");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, wire::ErrorCode::RTIinternalError);
  EXPECT_EQ(loaded.error().text, reason);
  const auto listed = saves->list();
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].fault, reason);
  EXPECT_EQ(listed[1].federation, "g");
  // A save replaces the pipe in its place.
  ASSERT_TRUE(saves->store("f", "x", file("f", "x")));
  EXPECT_TRUE(saves->load("f", "x"));
}

TEST_F(SaveDirectoryTest, ReadsNoFileOfAbsurdSize) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  ASSERT_TRUE(saves->store("f", "x", file("f", "x")));
  fs::resize_file(saves->file_of("f", "x"), std::uintmax_t{1} << 40);
  const auto loaded = saves->load("f", "x");
  ASSERT_FALSE(loaded);
  EXPECT_NE(
      loaded.error().text.find("it has 1099511627776 bytes, and no save has more than 4294967296"),
      std::string::npos)
      << loaded.error().text;
  EXPECT_EQ(saves->list().size(), 1u);
  std::ofstream(saves->file_of("f", "junk")) << "junk";
  fs::resize_file(saves->file_of("f", "junk"), std::uintmax_t{4} << 30);
  const auto junk = saves->load("f", "junk");
  ASSERT_TRUE(junk);
  EXPECT_LE(junk->size(), core::kSummaryBytesMax);
  EXPECT_EQ(why(core::decode_file(*junk)), "it is not a save made by Triad");
}

TEST_F(SaveDirectoryTest, RemovesWhatTheDeadHaveLeftAndNothingElse) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  const auto dead = path_ / ("f@x.triad-save." + std::to_string(child) + ".part");
  const auto alive = path_ / ("f@x.triad-save." + std::to_string(::getpid()) + ".part");
  const auto other = path_ / "notes.part";
  for (const auto& name : {dead, alive, other}) std::ofstream(name) << "x";
  ASSERT_TRUE(SaveDirectory::open(path_));
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(alive));
  EXPECT_TRUE(fs::exists(other));
}

bool says(const wire::Result<void>& stored, const std::string& part) {
  return !stored && stored.error().text.find(part) != std::string::npos;
}

TEST_F(SaveDirectoryTest, AFederationHasRoomForSoMuch) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  saves->set_quotas({.federation = 10'000'000, .total = 0});
  ASSERT_TRUE(saves->store("f", "one", file("f", "one", 6'000'000)));
  const auto refused = saves->store("f", "two", file("f", "two", 6'000'000));
  EXPECT_TRUE(says(refused, "with it the saves of the federation would take "));
  EXPECT_TRUE(says(refused, "more than the 10000000 of saves.federation; remove saves in " +
                                path_.string() + " or set more"));
  EXPECT_FALSE(fs::exists(saves->file_of("f", "two")));
  // The replaced file does not count, and other federations have their own quota.
  EXPECT_TRUE(saves->store("f", "one", file("f", "one", 9'000'000)));
  EXPECT_TRUE(saves->store("f2", "two", file("f2", "two", 9'000'000)));
  // Users may remove files.
  fs::remove(saves->file_of("f", "one"));
  EXPECT_TRUE(saves->store("f", "two", file("f", "two", 6'000'000)));
}

TEST_F(SaveDirectoryTest, AllFederationsTogetherHaveRoomForSoMuch) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  saves->set_quotas({.federation = 0, .total = 10'000'000});
  ASSERT_TRUE(saves->store("f", "x", file("f", "x", 6'000'000)));
  EXPECT_TRUE(says(saves->store("g", "x", file("g", "x", 6'000'000)),
                   "with it the saves of all federations would take "));
  saves->set_quotas({.federation = 0, .total = 0});
  EXPECT_TRUE(saves->store("g", "x", file("g", "x", 6'000'000)));
}

TEST_F(SaveDirectoryTest, ManySmallSavesCountToo) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  saves->set_quotas({.federation = 10 * SaveQuotas::kLeastBytes, .total = 0});
  int kept = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string label = std::to_string(i);
    if (saves->store("f", label, file("f", label, 10))) ++kept;
  }
  EXPECT_EQ(kept, 10);
}

TEST_F(SaveDirectoryTest, LeavesNothingOfASaveThatIsGivenUp) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  const auto former = file("f", "x", 10);
  ASSERT_TRUE(saves->store("f", "x", former));
  int slices = 0;
  const auto given_up =
      saves->store("f", "x", file("f", "x", 20'000'000), [&] { return ++slices < 3; });
  EXPECT_FALSE(given_up);
  EXPECT_EQ(slices, 3) << "it is asked between slices";
  EXPECT_EQ(*saves->load("f", "x"), former);
  EXPECT_EQ(std::distance(fs::directory_iterator(path_), fs::directory_iterator()), 1);
}

// A writer may be killed at any moment; the former save or the new one must then be complete.
TEST_F(SaveDirectoryTest, AWriterThatIsKilledLeavesTheSaveBefore) {
  auto saves = SaveDirectory::open(path_);
  ASSERT_TRUE(saves);
  const auto small = file("f", "x", 10);
  const auto large = file("f", "x", 8'000'000);
  ASSERT_TRUE(saves->store("f", "x", small));
  int whole = 0;
  for (int i = 0; i < 25; ++i) {
    int begun[2];
    ASSERT_EQ(::pipe(begun), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      for (;;) {
        [[maybe_unused]] const auto told = ::write(begun[1], "x", 1);
        if (!saves->store("f", "x", large) || !saves->store("f", "x", small)) ::_exit(1);
      }
    }
    // Waits for one to five rounds of the child, so that the moments differ.
    char byte = 0;
    for (int turn = 0; turn <= i % 5; ++turn) ASSERT_EQ(::read(begun[0], &byte, 1), 1);
    EXPECT_NE(core::fingerprint(wire::Bytes(large).first(std::size_t(i) * 40'000 + 1)), 0u);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    ::close(begun[0]);
    ::close(begun[1]);
    const auto loaded = saves->load("f", "x");
    ASSERT_TRUE(loaded);
    if (*loaded == small || *loaded == large) ++whole;
  }
  EXPECT_EQ(whole, 25);
  ASSERT_TRUE(SaveDirectory::open(path_));
  EXPECT_EQ(saves->list().size(), 1u);
}

TEST_F(SaveDirectoryTest, WhatIsNoWholeSaveOfThisReleaseIsRefused) {
  const auto good = file("f", "x");
  EXPECT_EQ(why(core::decode_file(good)), "");
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::string text = why(core::decode_file(wire::Bytes(good).first(size)));
    EXPECT_NE(text, "") << size;
    if (size >= 32) {
      EXPECT_NE(text.find("cut off"), std::string::npos) << text;
    }
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    auto flipped = good;
    flipped[at] ^= std::byte{0x10};
    EXPECT_NE(why(core::decode_file(flipped)), "") << at;
  }
  auto longer = good;
  longer.push_back({});
  EXPECT_NE(why(core::decode_file(longer)).find("too long"), std::string::npos);
  auto older = good;
  older[8] = std::byte{0};
  EXPECT_NE(why(core::decode_file(older)).find("another release"), std::string::npos);
  const std::string foreign = "#!/bin/sh, a file of somebody else's";
  EXPECT_EQ(why(core::decode_file(std::as_bytes(std::span(foreign)))),
            "it is not a save made by Triad");
}

}  // namespace
}  // namespace triad::rtig
