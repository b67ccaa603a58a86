#include "rtig/program/save_writer.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <string>

namespace triad::rtig {
namespace {

core::SavedFederation save_of(const std::string& federation, const std::string& label) {
  core::SavedFederation saved;
  saved.federation = federation;
  saved.label = label;
  return saved;
}

class SaveWriterTest : public testing::Test {
 protected:
  SaveWriter::Done done() {
    return [this](std::uint64_t ticket, std::string_view, const wire::Result<void>& stored) {
      results_.emplace_back(ticket, stored ? "" : stored.error().text);
    };
  }
  void run_until(std::size_t results) {
    while (results_.size() < results) loop_->run_once(std::nullopt);
  }

  std::unique_ptr<transport::EventLoop> loop_ = transport::EventLoop::create({}).value();
  std::vector<std::pair<std::uint64_t, std::string>> results_;
};

TEST_F(SaveWriterTest, TheLoopGoesOnWhileASaveIsWritten) {
  std::promise<void> begun;
  std::promise<void> may_end;
  SaveWriter writer(
      *loop_,
      [&](const core::SavedFederation&, const SaveDirectory::MayContinue&) -> wire::Result<void> {
        begun.set_value();
        may_end.get_future().wait();
        return {};
      },
      done());
  EXPECT_FALSE(writer.write(7, save_of("f", "x")));
  begun.get_future().wait();
  // While the save is being written, the loop continues.
  int turns = 0;
  for (int i = 0; i < 10; ++i) {
    loop_->add_timer(transport::Duration(0), [&] { ++turns; });
    while (turns <= i) loop_->run_once(std::nullopt);
  }
  EXPECT_TRUE(results_.empty());
  may_end.set_value();
  run_until(1);
  EXPECT_EQ(results_[0], (std::pair<std::uint64_t, std::string>{7, ""}));
}

TEST_F(SaveWriterTest, SavesAreWrittenInTheirOrderAndEachIsReported) {
  std::vector<std::string> labels;
  SaveWriter writer(
      *loop_,
      [&](const core::SavedFederation& saved,
          const SaveDirectory::MayContinue&) -> wire::Result<void> {
        labels.push_back(saved.label);
        if (saved.label != "2") return {};
        return wire::error(wire::ErrorCode::RTIinternalError, "the disk is full");
      },
      done());
  for (std::uint64_t i = 1; i <= 3; ++i) {
    EXPECT_FALSE(writer.write(i, save_of("f", std::to_string(i))));
  }
  run_until(3);
  EXPECT_EQ(labels, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(results_[0].second, "");
  EXPECT_EQ(results_[1].second, "the disk is full");
  EXPECT_EQ(results_[2].first, 3u);
}

TEST_F(SaveWriterTest, RefusesWhenTooManyWait) {
  std::promise<void> begun;
  std::promise<void> may_end;
  auto ending = may_end.get_future().share();
  bool first = true;
  SaveWriter writer(
      *loop_,
      [&](const core::SavedFederation&, const SaveDirectory::MayContinue&) -> wire::Result<void> {
        if (std::exchange(first, false)) begun.set_value();
        ending.wait();
        return {};
      },
      done());
  EXPECT_FALSE(writer.write(1, save_of("f", "x")));
  begun.get_future().wait();
  std::uint64_t ticket = 1;
  const std::uint64_t most = SaveWriter::Limits().waiting;
  while (ticket <= most) EXPECT_FALSE(writer.write(++ticket, save_of("f", "x")));
  const auto refused = writer.write(++ticket, save_of("f", "x"));
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->text.find("too many saves wait to be written"), std::string::npos);
  may_end.set_value();
  run_until(most + 1);
}

// The first save is being written until the test lets it end.
class ASaveThatTakesLong : public SaveWriterTest {
 protected:
  ASaveThatTakesLong() {
    EXPECT_FALSE(writer_.write(1, saved_));
    begun_.get_future().wait();
  }
  static core::SavedFederation of_bytes(std::size_t bytes) {
    core::SavedFederation saved = save_of("f", "x");
    saved.members.emplace_back().part = std::string(bytes, 'x');
    return saved;
  }
  void end(std::size_t results) {
    may_end_.set_value();
    run_until(results);
  }

  std::promise<void> begun_;
  std::promise<void> may_end_;
  std::shared_future<void> ending_ = may_end_.get_future().share();
  bool first_ = true;
  const core::SavedFederation saved_ = of_bytes(1000);
  SaveWriter writer_{*loop_,
                     [this](const core::SavedFederation&,
                            const SaveDirectory::MayContinue&) -> wire::Result<void> {
                       if (std::exchange(first_, false)) begun_.set_value();
                       ending_.wait();
                       return {};
                     },
                     done(),
                     {.waiting = 64, .bytes = 2500}};
};

TEST_F(ASaveThatTakesLong, IsCountedTwiceAndWhatWaitsOnce) {
  EXPECT_FALSE(writer_.write(2, saved_));
  EXPECT_EQ(writer_.held_bytes(), 3000u);
  end(2);
  EXPECT_EQ(writer_.held_bytes(), 0u);
}

TEST_F(ASaveThatTakesLong, HasPartInTheLimit) {
  EXPECT_TRUE(writer_.write(2, of_bytes(1501)));
  EXPECT_FALSE(writer_.write(3, of_bytes(1500)));
  EXPECT_TRUE(writer_.write(4, of_bytes(1)));
  end(2);
  EXPECT_FALSE(writer_.write(5, of_bytes(1500))) << "there is room again";
  run_until(3);
}

TEST_F(SaveWriterTest, AResultThatFailsKeepsNoOtherBack) {
  std::vector<std::uint64_t> tickets;
  SaveWriter writer(
      *loop_,
      [&](const core::SavedFederation&, const SaveDirectory::MayContinue&) -> wire::Result<void> {
        return {};
      },
      [&](std::uint64_t ticket, std::string_view, const wire::Result<void>&) {
        tickets.push_back(ticket);
        throw std::bad_alloc();
      });
  for (std::uint64_t ticket = 1; ticket <= 3; ++ticket) {
    EXPECT_FALSE(writer.write(ticket, save_of("f", "x")));
  }
  int failures = 0;
  while (tickets.size() < 3) {
    try {
      loop_->run_once(std::nullopt);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
  }
  EXPECT_GE(failures, 1) << "whoever runs the loop hears of it";
  EXPECT_EQ(tickets, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_F(SaveWriterTest, IsGivenUpWhenTheProgramStops) {
  std::promise<void> begun;
  bool was_given_up = false;
  {
    SaveWriter writer(
        *loop_,
        [&](const core::SavedFederation&,
            const SaveDirectory::MayContinue& goes_on) -> wire::Result<void> {
          begun.set_value();
          while (goes_on()) std::this_thread::yield();
          was_given_up = true;
          return wire::error(wire::ErrorCode::RTIinternalError, "given up");
        },
        done());
    EXPECT_FALSE(writer.write(1, save_of("f", "x")));
    begun.get_future().wait();
  }
  EXPECT_TRUE(was_given_up);
  EXPECT_TRUE(results_.empty());
}

TEST_F(SaveWriterTest, AMissingMemoryIsAReasonAndEndsNothing) {
  SaveWriter writer(
      *loop_,
      [&](const core::SavedFederation&, const SaveDirectory::MayContinue&) -> wire::Result<void> {
        throw std::bad_alloc();
      },
      done());
  EXPECT_FALSE(writer.write(1, save_of("f", "x")));
  run_until(1);
  EXPECT_EQ(results_[0].second, "the save is not kept: there is no memory for it");
}

}  // namespace
}  // namespace triad::rtig
