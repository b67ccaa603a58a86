#include "rtig/program/journal_directory.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>

namespace triad::rtig {
namespace {

namespace fs = std::filesystem;

wire::Buffer bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

class JournalDirectoryTest : public testing::Test {
 protected:
  JournalDirectoryTest() {
    std::string name = fs::temp_directory_path() / "triad-journal-XXXXXX";
    path_ = ::mkdtemp(name.data());
    path_ /= "made";
  }
  ~JournalDirectoryTest() override { fs::remove_all(path_.parent_path()); }

  JournalDirectory::Warn warn() {
    return [this](const std::string& line) { warnings_.push_back(line); };
  }
  static std::vector<std::string> texts_of(const FoundJournal& found) {
    std::vector<std::string> texts;
    for (const wire::Bytes entry : found.entries) {
      texts.emplace_back(reinterpret_cast<const char*>(entry.data()), entry.size());
    }
    return texts;
  }
  static mode_t mode_of(const fs::path& path) {
    struct stat facts {};
    ::stat(path.c_str(), &facts);
    return facts.st_mode & 0777;
  }

  fs::path path_;
  std::vector<std::string> warnings_;
};

using Texts = std::vector<std::string>;

TEST_F(JournalDirectoryTest, KeepsEntriesForTheUserAlone) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war/game", warn());
  (void)journal->append(bytes_of("one"));
  (void)journal->append(bytes_of(""));
  (void)journal->append(bytes_of("three"));
  const auto files = directory->list();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(fs::path(files.front()).filename(), "war%2Fgame.triad-journal");
  EXPECT_EQ(mode_of(path_), 0700u);
  EXPECT_EQ(mode_of(files.front()), 0600u);
  EXPECT_EQ(texts_of(*JournalDirectory::read(files.front())), (Texts{"one", "", "three"}));
  EXPECT_EQ(warnings_, Texts());
}

TEST_F(JournalDirectoryTest, OtherEntriesReplaceAllAtOnce) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("one"));
  const wire::Buffer first = bytes_of("begin");
  const wire::Buffer image = bytes_of(std::string(100'000, 'i'));
  EXPECT_TRUE(journal->replace(std::array<wire::Bytes, 2>{first, image}));
  EXPECT_TRUE(journal->append(bytes_of("more")));
  const auto files = directory->list();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(mode_of(files.front()), 0600u);
  EXPECT_EQ(texts_of(*JournalDirectory::read(files.front())),
            (Texts{"begin", std::string(100'000, 'i'), "more"}));
  EXPECT_EQ(warnings_, Texts());
}

TEST_F(JournalDirectoryTest, AJournalThatCannotBeReplacedGoesOn) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("one"));
  fs::create_directory(path_ / "war.triad-journal.new");
  EXPECT_FALSE(journal->replace({}));
  EXPECT_TRUE(journal->append(bytes_of("two")));
  EXPECT_EQ(texts_of(*JournalDirectory::read(directory->list().front())), (Texts{"one", "two"}));
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_NE(warnings_.front().find("it grows further"), std::string::npos) << warnings_.front();
}

// The process was killed while it wrote the file that was to replace a journal.
TEST_F(JournalDirectoryTest, AnUnfinishedReplacementIsRemovedAtTheStart) {
  fs::create_directories(path_);
  std::ofstream(path_ / "war.triad-journal.new") << "TRIADJN1";
  const auto directory = JournalDirectory::open(path_.string());
  EXPECT_EQ(directory->list(), Texts());
  EXPECT_FALSE(fs::exists(path_ / "war.triad-journal.new"));
}

TEST_F(JournalDirectoryTest, ARemovedJournalIsGone) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("one"));
  journal->remove();
  (void)journal->append(bytes_of("two"));
  EXPECT_EQ(directory->list(), Texts());
}

TEST_F(JournalDirectoryTest, OneRtigAtATimeUsesIt) {
  {
    const auto directory = JournalDirectory::open(path_.string());
    const auto other = JournalDirectory::open(path_.string());
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().text, "another rtig uses the journal folder " + path_.string() +
                                      "; give each rtig a folder of its own");
  }
  EXPECT_TRUE(JournalDirectory::open(path_.string()));
}

TEST_F(JournalDirectoryTest, AnEntryWrittenInPartIsLeftOut) {
  const auto directory = JournalDirectory::open(path_.string());
  (void)directory->begin("war", warn())->append(bytes_of("first"));
  const std::string file = directory->list().front();
  const auto complete = fs::file_size(file);
  (void)JournalDirectory::resume(*JournalDirectory::read(file), warn())->append(bytes_of("second"));
  const auto all = fs::file_size(file);
  for (auto size = all - 1; size >= complete; --size) {
    fs::resize_file(file, size);
    const auto found = JournalDirectory::read(file);
    EXPECT_EQ(texts_of(*found), Texts{"first"}) << size;
    EXPECT_EQ(found->complete_bytes, complete);
  }
  (void)JournalDirectory::resume(*JournalDirectory::read(file), warn())->append(bytes_of("third"));
  EXPECT_EQ(texts_of(*JournalDirectory::read(file)), (Texts{"first", "third"}));
}

TEST_F(JournalDirectoryTest, ADamagedJournalIsRefusedAndSetAside) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("first"));
  (void)journal->append(bytes_of("second"));
  const std::string file = directory->list().front();
  std::fstream(file, std::ios::in | std::ios::out).seekp(26) << "X";
  const auto found = JournalDirectory::read(file);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().text, "it is damaged at byte 8");
  std::ofstream(file + ".refused") << "an earlier one";
  EXPECT_EQ(JournalDirectory::set_aside(file), file + ".refused-2");
  EXPECT_EQ(directory->list(), Texts());
  std::ofstream(file) << "text";
  EXPECT_EQ(JournalDirectory::read(file).error().text, "it is no journal");
}

TEST_F(JournalDirectoryTest, ADamagedLengthIsNoEntryWrittenInPart) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("first"));
  (void)journal->append(bytes_of("second"));
  const std::string file = directory->list().front();
  std::fstream(file, std::ios::in | std::ios::out).seekp(10) << "X";
  EXPECT_FALSE(JournalDirectory::read(file));
}

// Two names may have the same file.
TEST_F(JournalDirectoryTest, AFileIsNotUsedTwice) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  (void)journal->append(bytes_of("first"));
  EXPECT_EQ(directory->begin("war", warn()), nullptr);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_NE(warnings_.front().find("File exists"), std::string::npos) << warnings_.front();
  EXPECT_EQ(texts_of(*JournalDirectory::read(directory->list().front())), Texts{"first"});
}

// A limit on the size of files fails a write as a full disk does.
TEST_F(JournalDirectoryTest, AFullDiskEndsTheJournalAndNotTheProgram) {
  const auto directory = JournalDirectory::open(path_.string());
  const auto journal = directory->begin("war", warn());
  rlimit former{};
  ::getrlimit(RLIMIT_FSIZE, &former);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit = former;
  limit.rlim_cur = 100;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  (void)journal->append(bytes_of(std::string(60, 'x')));
  (void)journal->append(bytes_of(std::string(60, 'y')));
  (void)journal->append(bytes_of("z"));
  ::setrlimit(RLIMIT_FSIZE, &former);
  ::signal(SIGXFSZ, handler);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(warnings_.front().starts_with("cannot write the journal ")) << warnings_.front();
  EXPECT_EQ(directory->list(), Texts()) << "a journal that lacks an entry must not be repeated";
}

}  // namespace
}  // namespace triad::rtig
