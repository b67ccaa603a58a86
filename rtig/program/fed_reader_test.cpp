#include "rtig/program/fed_reader.hpp"

#include <gtest/gtest.h>

#include <future>
#include <semaphore>
#include <string>

namespace triad::rtig {
namespace {

using router::LinkId;

// A reader whose readings each wait until the test lets them continue.
class FedReading : public testing::Test {
 protected:
  ~FedReading() override { may_read_.release(1000); }
  FedReader::Model read(std::string_view name) {
    begun_.release();
    may_read_.acquire();
    core::ObjectModel model;
    model.name = name;
    return model;
  }
  bool add(std::string_view name, std::uint64_t group, std::string_view text = "(FED)") {
    return reader_.add({++last_ticket_,
                        LinkId{static_cast<std::uint32_t>(last_ticket_)},
                        {group, group, 0},
                        name,
                        text});
  }
  // Lets one reading finish and returns the name of its model.
  std::string finish_one() {
    may_read_.release();
    woken_.acquire();
    auto done = reader_.take_results();
    EXPECT_EQ(done.size(), 1u);
    return done.empty() ? std::string() : done.front().model->name;
  }

  std::counting_semaphore<> begun_{0};
  std::counting_semaphore<> may_read_{0};
  std::counting_semaphore<> woken_{0};
  std::uint64_t last_ticket_ = 0;
  FedReader reader_{
      [this](std::string_view name, std::optional<std::string_view>) { return read(name); },
      [this] { woken_.release(); },
      {.bytes_of_group = 100, .bytes = 250, .jobs_of_group = 5}};
};

TEST_F(FedReading, GoesOnBesideWhoAsksForIt) {
  ASSERT_TRUE(add("a", 1));
  begun_.acquire();
  EXPECT_TRUE(reader_.take_results().empty()) << "it has only begun";
  EXPECT_EQ(finish_one(), "a");
}

// Many FEDs of one group delay another group by one reading.
TEST_F(FedReading, TakesGroupsInTurn) {
  ASSERT_TRUE(add("many 1", 1));
  begun_.acquire();
  for (const char* name : {"many 2", "many 3", "many 4"}) ASSERT_TRUE(add(name, 1));
  ASSERT_TRUE(add("single", 2));
  ASSERT_TRUE(add("other", 3));
  std::string order;
  for (int i = 0; i < 6; ++i) order += finish_one() + ", ";
  EXPECT_EQ(order, "many 1, single, other, many 2, many 3, many 4, ");
}

TEST_F(FedReading, HoldsSoMuchOfAGroupAndInAll) {
  const std::string long_text(60, ' ');
  ASSERT_TRUE(add("read", 1, long_text));
  begun_.acquire();
  EXPECT_TRUE(add("waits", 1, long_text));
  EXPECT_FALSE(add("too much", 1, long_text));
  for (std::uint64_t group = 2; group <= 4; ++group) EXPECT_TRUE(add("others'", group, long_text));
  EXPECT_FALSE(add("too much", 5, long_text));
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(add("short", 6, ""));
  EXPECT_TRUE(add("short", 6, ""));
  EXPECT_FALSE(add("short", 6, "")) << "one address may have so many";
}

TEST(FedReader, MissingMemoryIsAReasonAndEndsNothing) {
  std::binary_semaphore woken{0};
  FedReader reader(
      [](std::string_view, std::optional<std::string_view>) -> FedReader::Model {
        throw std::bad_alloc();
      },
      [&] { woken.release(); });
  ASSERT_TRUE(reader.add({7, LinkId{1}, {1, 1, 0}, "a", "(FED)"}));
  woken.acquire();
  const auto made = reader.take_results();
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made.front().ticket, 7u);
  EXPECT_EQ(made.front().model.error().text, "there is no memory to read the FED file");
}

TEST_F(FedReading, ThatHasNotBegunEndsWithTheReader) {
  ASSERT_TRUE(add("a", 1));
  ASSERT_TRUE(add("b", 1));
  begun_.acquire();
}

}  // namespace
}  // namespace triad::rtig
