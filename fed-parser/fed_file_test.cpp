// Tests of finding and reading the file: search path, and the HLA exception for each fault.
#include "fed-parser/fed_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

namespace fs = std::filesystem;

class FedFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fed_file_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    home_ = pattern;
    fs::create_directories(home_ / "one");
    fs::create_directories(home_ / "two");
  }
  void TearDown() override { fs::remove_all(home_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(home_ / name, std::ios::binary) << text;
  }
  std::string at(const std::string& name) const { return (home_ / name).string(); }

  fs::path home_;
};

using Kind = FileError::Kind;

TEST_F(FedFile, ReadsTheFileAsGiven) {
  write("a.fed", "text");
  const FedText file = read_fed_file(at("a.fed"), "");
  EXPECT_FALSE(file.error);
  EXPECT_EQ(file.text, "text");
  EXPECT_EQ(file.path, at("a.fed"));
}

TEST_F(FedFile, LooksThroughTheSearchPathInOrder) {
  write("two/a.fed", "second");
  const std::string search = at("none") + "::" + at("one") + ":" + at("two") + "/";
  EXPECT_EQ(read_fed_file("a.fed", search).text, "second");
  write("one/a.fed", "first");
  const FedText file = read_fed_file("a.fed", search);
  EXPECT_EQ(file.text, "first");
  EXPECT_EQ(file.path, at("one/a.fed"));
}

TEST_F(FedFile, TellsWhereItLookedInVain) {
  const FedText file = read_fed_file("a.fed", at("one") + ":" + at("two"));
  ASSERT_TRUE(file.error);
  EXPECT_EQ(file.error->kind, Kind::could_not_open_fed);
  EXPECT_EQ(file.error->reason, "\"a.fed\": there is no such file; searched: a.fed, " +
                                    at("one/a.fed") + ", " + at("two/a.fed"));
}

TEST_F(FedFile, LooksForAnAbsoluteNameOnlyThere) {
  write("one/a.fed", "x");
  EXPECT_TRUE(read_fed_file("/a.fed", at("one")).error);
}

TEST_F(FedFile, RefusesDirectoriesPipesAndWhatIsNoName) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  for (const std::string& name : {at("one"), at("pipe"), std::string(), std::string("a\0b", 3)}) {
    const FedText file = read_fed_file(name, at("one"));
    ASSERT_TRUE(file.error) << name;
    EXPECT_EQ(file.error->kind, Kind::could_not_open_fed) << name;
  }
  EXPECT_EQ(read_fed_file(at("one"), "").error->reason,
            "\"" + at("one") + "\": this is a directory, not a FED file");
}

TEST_F(FedFile, RefusesAFileThatIsAbsurdlyLarge) {
  write("a.fed", "x");
  fs::resize_file(home_ / "a.fed", kFileBytesMax + 1);
  const FedText file = read_fed_file(at("a.fed"), "");
  ASSERT_TRUE(file.error);
  EXPECT_EQ(file.error->kind, Kind::could_not_open_fed);
  EXPECT_TRUE(file.text.empty());
}

TEST_F(FedFile, OfAStrangersNameIsReadBelowTheDirectories) {
  write("two/a.fed", "second");
  fs::create_directories(home_ / "one/sub");
  write("one/sub/b.fed", "below");
  fs::create_symlink("sub/b.fed", home_ / "one/link.fed");
  fs::create_directory_symlink("one", home_ / "first");
  const std::vector<std::string> directories{at("none"), at("first"), at("two") + "/"};
  EXPECT_EQ(read_fed_file_below("a.fed", directories).text, "second");
  EXPECT_EQ(read_fed_file_below("./sub/b.fed", directories).text, "below");
  EXPECT_EQ(read_fed_file_below("link.fed", directories).text, "below");
  EXPECT_EQ(read_fed_file_below("c.fed", directories).error->reason,
            "\"c.fed\": there is no such file; FED files are read below " + at("none") + ", " +
                at("first") + ", " + at("two") + "/");
}

TEST_F(FedFile, OfAStrangersNameIsReadNowhereElse) {
  write("secret", "secret");
  write("one/a.fed", "x");
  fs::create_symlink("../secret", home_ / "one/link.fed");
  fs::create_directory_symlink(home_, home_ / "one/home");
  fs::create_directories(home_ / "onesided");
  write("onesided/b.fed", "x");
  fs::create_symlink("../onesided/b.fed", home_ / "one/b.fed");
  for (const std::string& name :
       {at("secret"), at("one/a.fed"), std::string("../secret"), std::string("../one/a.fed"),
        std::string("none/../../secret"), std::string("link.fed"), std::string("home/secret"),
        std::string("b.fed"), std::string("."), std::string(), std::string("a.fed\0", 6)}) {
    const FedText file = read_fed_file_below(name, {at("one")});
    ASSERT_TRUE(file.error) << name;
    EXPECT_EQ(file.error->kind, Kind::could_not_open_fed) << name;
    EXPECT_TRUE(file.text.empty()) << name;
  }
  // Existing and missing files give the same answer.
  const auto reason = [&](const std::string& name) {
    return read_fed_file_below(name, {at("one")}).error->reason;
  };
  EXPECT_TRUE(reason("../secret").ends_with(reason("../none").substr(9))) << reason("../secret");
}

TEST_F(FedFile, ReadsAFileLargerThanOneBlockWhole) {
  const std::string text(300000, 'x');
  write("a.fed", text);
  EXPECT_EQ(read_fed_file(at("a.fed"), "").text, text);
}

TEST_F(FedFile, LoadsAGoodFile) {
  write("a.fed", fed_with("(class A)"));
  const LoadedFed loaded = load_fed(read_fed_file("a.fed", at(".")));
  ASSERT_TRUE(loaded.model);
  EXPECT_FALSE(loaded.error);
  EXPECT_TRUE(loaded.model->object_class("A"));
  EXPECT_EQ(loaded.declared.object_classes, 2u);
}

TEST_F(FedFile, ReportsTheFirstErrorOfABadFileAsTheReason) {
  write("a.fed", fed_with("\n(class A x)\n(class B y)"));
  const LoadedFed loaded = load_fed(read_fed_file(at("a.fed"), ""));
  EXPECT_FALSE(loaded.model);
  ASSERT_TRUE(loaded.error);
  EXPECT_EQ(loaded.error->kind, Kind::error_reading_fed);
  EXPECT_EQ(loaded.error->reason,
            at("a.fed") + ":2:10: error: found \"x\", expected \"(\" or \")\"");
  EXPECT_EQ(loaded.diagnostics.size(), 2u);
}

TEST_F(FedFile, TakesAnEmptyFileForAReadingError) {
  write("a.fed", "");
  EXPECT_EQ(load_fed(read_fed_file(at("a.fed"), "")).error->kind, Kind::error_reading_fed);
  EXPECT_EQ(load_fed(read_fed_file(at("b.fed"), "")).error->kind, Kind::could_not_open_fed);
}

}  // namespace
}  // namespace triad::fed
