#include "libRTI/src/read_fed_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace triad::api {
namespace {

namespace fs = std::filesystem;

class FedFile : public testing::Test {
 protected:
  FedFile() : directory_(fs::temp_directory_path() / ("triad-fed-" + std::to_string(getpid()))) {
    fs::create_directories(directory_ / "sub");
    std::ofstream(directory_ / "a.fed") << "(FED)";
  }
  ~FedFile() override { fs::remove_all(directory_); }

  fs::path directory_;
};

TEST_F(FedFile, IsReadAtThePathGiven) {
  const auto text = read_fed_file((directory_ / "a.fed").string(), {});
  ASSERT_TRUE(text && text->has_value());
  EXPECT_EQ(**text, "(FED)");
}

TEST_F(FedFile, IsFoundInADirectoryOfTheSearchPath) {
  const auto text = read_fed_file("a.fed", {(directory_ / "sub").string(), directory_.string()});
  ASSERT_TRUE(text && text->has_value());
  EXPECT_EQ(**text, "(FED)");
}

TEST_F(FedFile, IsLeftToTheRtigWhenItIsNotHere) {
  const auto text = read_fed_file("none.fed", {directory_.string()});
  ASSERT_TRUE(text);
  EXPECT_FALSE(text->has_value());
}

TEST_F(FedFile, IsRefusedWhereItIsADirectory) {
  const auto text = read_fed_file((directory_ / "sub").string(), {});
  ASSERT_TRUE(text);
  EXPECT_FALSE(text->has_value());
}

TEST_F(FedFile, IsRefusedWhenItIsAbsurdlyLarge) {
  fs::resize_file(directory_ / "a.fed", std::uintmax_t{1} << 30);
  const auto text = read_fed_file((directory_ / "a.fed").string(), {});
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, wire::ErrorCode::CouldNotOpenFED);
}

}  // namespace
}  // namespace triad::api
