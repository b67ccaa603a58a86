// Tests lines that are not read. A test that blocks fails by ctest's time limit.
#include "files/line_output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace triad::files {
namespace {

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
  ~Pipe() {
    for (const int end : ends_) ::close(end);
  }
  int writing() const { return ends_[1]; }
  // Returns everything that the pipe contains now.
  std::string take() const {
    std::string all;
    char bytes[4096];
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    for (ssize_t n; (n = ::read(ends_[0], bytes, sizeof bytes)) > 0;) {
      all.append(bytes, static_cast<std::size_t>(n));
    }
    return all;
  }

 private:
  std::array<int, 2> ends_{};
};

std::size_t fill(int descriptor) {
  std::size_t lines = 0;
  while (write_line(descriptor, std::string(1000, 'x'))) ++lines;
  return lines;
}

TEST(WriteLine, WritesWholeLines) {
  const Pipe pipe;
  EXPECT_TRUE(write_line(pipe.writing(), "one"));
  EXPECT_TRUE(write_line(pipe.writing(), ""));
  EXPECT_EQ(pipe.take(), "one\n\n");
}

TEST(WriteLine, WaitsForNobodyWhoReadsNotThePipe) {
  const Pipe pipe;
  const std::size_t lines = fill(pipe.writing());
  EXPECT_GT(lines, 10u);
  EXPECT_EQ(pipe.take().size(), lines * 1001) << "a line was cut";
  EXPECT_TRUE(write_line(pipe.writing(), "again"));
}

TEST(WriteLine, LeavesTheFlagsOfTheFileToOthers) {
  const Pipe pipe;
  EXPECT_TRUE(write_line(pipe.writing(), "one"));
  EXPECT_EQ(::fcntl(pipe.writing(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(WriteLine, WaitsForNobodyWhoReadsNotTheSocket) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  EXPECT_GT(fill(ends[0]), 10u);
  for (const int end : ends) ::close(end);
}

// The user of the terminal has pressed Ctrl-S.
TEST(WriteLine, WaitsForNoStoppedTerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(terminal, 0);
  ASSERT_TRUE(::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
  const int screen = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(screen, 0);
  EXPECT_TRUE(write_line(screen, "one"));
  EXPECT_GE(fill(screen), 0u);
  EXPECT_FALSE(write_line(screen, std::string(1000, 'x')));
  ::close(screen);
  ::close(terminal);
}

TEST(WriteLine, SaysWhatCannotBeWritten) {
  EXPECT_FALSE(write_line(-1, "one"));
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  EXPECT_FALSE(write_line(full, "one"));
  ::close(full);
}

// Replaces standard error by a pipe during its lifetime.
class StandardError {
 public:
  StandardError() : kept_(::dup(STDERR_FILENO)) { ::dup2(pipe_.writing(), STDERR_FILENO); }
  ~StandardError() {
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
  }
  const Pipe& pipe() const { return pipe_; }

 private:
  const Pipe pipe_;
  const int kept_;
};

TEST(Say, CountsWhatFindsNoRoomAndTellsWhenItDoes) {
  const StandardError standard_error;
  fill(STDERR_FILENO);
  for (int i = 0; i < 3; ++i) say(std::string(1000, 'y'));
  standard_error.pipe().take();
  say("again");
  EXPECT_EQ(standard_error.pipe().take(),
            "triad: lost 3 lines of standard error, which was full\nagain\n");
}

TEST(AsLine, EscapesWhatWouldActOnATerminal) {
  EXPECT_EQ(as_line("a\nb\x1b[2J\x7f"), "a\\x0ab\\x1b[2J\\x7f");
  EXPECT_EQ(as_line("\xC2\x9b"), "\\xc2\\x9b") << "one character that is ESC [ to a terminal";
  EXPECT_EQ(as_line("\xC2\x9b\x80!"), "\\xc2\\x9b\\x80!");
  EXPECT_EQ(as_line("\x9b\xE2\x82!"), "\\x9b\\xe2\\x82!") << "no UTF-8";
  EXPECT_EQ(as_line("a\u202eb\u2028c"), "a\\xe2\\x80\\xaeb\\xe2\\x80\\xa8c");
  EXPECT_EQ(as_line("Zürich \xC2\xA0"), "Zürich \xC2\xA0");
}

TEST(AsLine, KeepsTheBeginningAndTheEndOfWhatIsTooLong) {
  const std::string line = as_line("federate '" + std::string(4'000'000, '\x01') + "' joined");
  EXPECT_LT(line.size(), kLineBytesMax);
  EXPECT_TRUE(line.starts_with("federate '\\x01\\x01")) << line;
  EXPECT_TRUE(line.ends_with("\\x01' joined")) << line;
  EXPECT_NE(line.find("...(4000018 bytes in all)..."), std::string::npos) << line;
}

TEST(AsLine, CutsNoCharacter) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "ü€";
  for (std::size_t limit = 30; limit < 120; ++limit) {
    const std::string line = as_line(text, limit);
    EXPECT_LE(line.size(), limit);
    for (std::size_t at = 0; at < line.size(); ++at) {
      const auto byte = static_cast<unsigned char>(line[at]);
      const std::size_t more = byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
      for (std::size_t i = 1; i <= more; ++i) {
        ASSERT_LT(at + i, line.size());
        ASSERT_EQ(static_cast<unsigned char>(line[at + i]) & 0xC0, 0x80) << line;
      }
      at += more;
    }
  }
  EXPECT_EQ(as_line(text, text.size()), text);
}

TEST(Repeats, AreToldByPowersOfTen) {
  std::string told;
  for (std::uint64_t times = 1; times <= 2000; ++times) {
    if (is_told(times)) told += std::to_string(times) + by_now(times) + ";";
  }
  EXPECT_EQ(told, "1;10 (10 times by now);100 (100 times by now);1000 (1000 times by now);");
  EXPECT_FALSE(is_told(0));
}

}  // namespace
}  // namespace triad::files
