#include "files/regular_file.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace triad::files {
namespace {

class RegularFiles : public testing::Test {
 protected:
  RegularFiles() {
    std::string pattern = testing::TempDir() + "triad-files-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~RegularFiles() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  std::filesystem::path folder_;
};

TEST_F(RegularFiles, AreReadWhole) {
  const std::string text = std::string(100'000, 'x') + '\0' + "end";
  EXPECT_EQ(*read_regular_file(write("long", text), 1u << 20), text);
  EXPECT_EQ(*read_regular_file(write("empty", ""), 1u << 20), "");
}

TEST_F(RegularFiles, MayHaveTheLimitAndNoByteMore) {
  EXPECT_TRUE(read_regular_file(write("fits", std::string(1000, 'x')), 1000));
  const auto larger = read_regular_file(write("larger", std::string(1001, 'x')), 1000);
  ASSERT_FALSE(larger);
  EXPECT_EQ(larger.error().kind, FileFault::Kind::unfit);
  EXPECT_EQ(larger.error().reason, "it has 1001 bytes, more than the 1000 bytes that are read");
}

// The system reports a size of zero for such a file.
TEST_F(RegularFiles, OfTheSystemsMakingAreLimitedByWhatComes) {
  EXPECT_TRUE(read_regular_file("/proc/self/status", 1u << 20));
  const auto limited = read_regular_file("/proc/self/status", 20);
  ASSERT_FALSE(limited);
  EXPECT_EQ(limited.error().reason, "it has more than the 20 bytes that are read");
}

TEST_F(RegularFiles, AreTakenThroughSymbolicLinks) {
  std::filesystem::create_symlink(write("real", "text"), folder_ / "link");
  EXPECT_EQ(*read_regular_file((folder_ / "link").string(), 100), "text");
}

TEST_F(RegularFiles, AreTheOnlyOnesThatAreRead) {
  const auto reason = [](const std::string& path) {
    const auto text = read_regular_file(path, 1000);
    return text ? std::string("read") : text.error().reason;
  };
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(reason(pipe), "it is a pipe, not a regular file");
  EXPECT_EQ(reason(folder_.string()), "it is a directory, not a regular file");
  EXPECT_EQ(reason("/dev/zero"), "it is a device, not a regular file");
  const std::string bound = (folder_ / "socket").string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  bound.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(reason(bound), "it is a socket, not a regular file");
  ::close(socket);
}

TEST_F(RegularFiles, AreMissedWithAKindOfTheirOwn) {
  for (const std::string& path : {folder_.string() + "/none", write("file", "") + "/below"}) {
    const auto text = read_regular_file(path, 1000);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, FileFault::Kind::absent) << path;
    EXPECT_EQ(text.error().reason, "there is no such file");
  }
  std::filesystem::create_symlink(folder_ / "loop", folder_ / "loop");
  const auto loop = read_regular_file((folder_ / "loop").string(), 1000);
  ASSERT_FALSE(loop);
  EXPECT_EQ(loop.error().kind, FileFault::Kind::unopened);
}

}  // namespace
}  // namespace triad::files
