#include "tools/rtictl/trace/line_writer.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <optional>

namespace triad::rtictl {
namespace {

class TraceLineWriter : public testing::Test {
 protected:
  TraceLineWriter() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~TraceLineWriter() override {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }

  std::string read(std::size_t size) {
    std::string text(size, '\0');
    std::size_t got = 0;
    while (got < size) {
      const ssize_t more = ::read(ends_[0], text.data() + got, size - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
  }
  void close_reader() {
    ::close(ends_[0]);
    ends_[0] = -1;
  }

  std::array<int, 2> ends_{-1, -1};
};

TEST_F(TraceLineWriter, WritesInOrder) {
  LineWriter writer(ends_[1]);
  EXPECT_TRUE(writer.write("one\n"));
  EXPECT_TRUE(writer.write("two\n"));
  writer.finish();
  EXPECT_EQ(read(8), "one\ntwo\n");
}

TEST_F(TraceLineWriter, DropsWhatASlowReaderLeavesNoRoomFor) {
  constexpr std::size_t kMax = 1u << 20;  // More than fits into a pipe.
  const std::string line(1u << 16, 'x');
  std::optional<LineWriter> writer(std::in_place, ends_[1], kMax);
  std::size_t taken = 0;
  // write() never blocks: it refuses a line in the end.
  while (writer->write(line)) ++taken;
  EXPECT_GE(taken, kMax / line.size());
  EXPECT_EQ(read(taken * line.size()).size(), taken * line.size());
  writer->finish();
  EXPECT_TRUE(writer->write("more\n"));
  EXPECT_EQ(read(5), "more\n");
}

TEST_F(TraceLineWriter, SaysWhenNobodyReads) {
  LineWriter writer(ends_[1]);
  close_reader();
  EXPECT_TRUE(writer.write("one\n"));
  pollfd closed{writer.closed_descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&closed, 1, -1), 1);
  writer.finish();
  EXPECT_TRUE(writer.write("two\n"));
}

}  // namespace
}  // namespace triad::rtictl
