#include "libRTI/src/suspension_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace triad::api {
namespace {

namespace fs = std::filesystem;

class SuspensionFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("suspension." + std::to_string(::getpid()));
    fs::create_directories(folder);
    path = folder / "federate";
  }
  void TearDown() override { fs::remove_all(folder); }

  void write() const {
    auto file = SuspensionFile::create(path);
    ASSERT_TRUE(file) << file.error().text;
    const auto written = file->complete({std::string("state\0of it", 11), {"one", "two"}});
    ASSERT_TRUE(written) << written.error().text;
  }
  std::string content() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replace(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string refusal() const {
    const auto read = read_suspension_file(path);
    return read ? "" : read.error().text;
  }

  fs::path folder;
  fs::path path;
};

TEST_F(SuspensionFiles, AreReadAsTheyWereWritten) {
  write();
  const auto read = read_suspension_file(path);
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(read->state, std::string("state\0of it", 11));
  EXPECT_EQ(read->callbacks, (std::vector<std::string>{"one", "two"}));
}

TEST_F(SuspensionFiles, AreForTheirUserAlone) {
  write();
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(SuspensionFiles, ReplaceNoOtherFile) {
  replace("mine");
  const auto file = SuspensionFile::create(path);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().text.find("cannot be created: File exists"), std::string::npos)
      << file.error().text;
  EXPECT_EQ(content(), "mine");
}

TEST_F(SuspensionFiles, AreRemovedIfTheyAreNotCompleted) {
  { ASSERT_TRUE(SuspensionFile::create(path)); }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(SuspensionFiles, AreRefusedIfTheyAreAbsent) {
  EXPECT_NE(refusal().find("cannot be read"), std::string::npos) << refusal();
}

TEST_F(SuspensionFiles, AreRefusedIfTheyAreCutOff) {
  write();
  const std::string whole = content();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    replace(whole.substr(0, size));
    const std::string why = refusal();
    EXPECT_TRUE(why.find("is too short") != why.npos || why.find("is damaged") != why.npos)
        << size << ": " << why;
  }
}

TEST_F(SuspensionFiles, AreRefusedIfAByteIsWrong) {
  write();
  const std::string whole = content();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string wrong = whole;
    wrong[at] = static_cast<char>(wrong[at] ^ 1);
    replace(wrong);
    EXPECT_NE(refusal(), "") << at;
  }
}

TEST_F(SuspensionFiles, AreRefusedIfTheyAreOfAnotherKind) {
  replace("This is a text of more than twenty-eight bytes.");
  EXPECT_NE(refusal().find("is not of a suspended federate"), std::string::npos) << refusal();
}

}  // namespace
}  // namespace triad::api
