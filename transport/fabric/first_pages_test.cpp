// The first pages of outboxes, mapped side by side.
#include "transport/fabric/first_pages.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "transport/fabric/outbox.hpp"

namespace triad::transport {
namespace {

class FirstPagesTest : public ::testing::Test {
 protected:
  struct Shared {
    UniqueFd memory;
    std::unique_ptr<Outbox> own = Outbox::create(kOutboxBytesMin, memory).value();
  };
  std::unique_ptr<Outbox> open(const Shared& shared) {
    return Outbox::open(shared.memory, pages_.get()).value();
  }
  std::shared_ptr<FirstPages> pages_ = FirstPages::create(2);
  Shared a_, b_, c_;
};

TEST_F(FirstPagesTest, ShowWhatTheirOwnersSay) {
  const auto a = open(a_);
  const auto b = open(b_);
  a_.own->set_tail(8);
  b_.own->set_tail(16);
  b_.own->set_note({{1, 2, 3, 4}, 16});
  const Outbox::Glance glance = b->glance();
  EXPECT_EQ(a->glance().tail(), 8u);
  EXPECT_EQ(glance.tail(), 16u);
  Note note;
  ASSERT_TRUE(glance.read_note(glance.note_number(), note));
  EXPECT_EQ(note.words[3], 4u);
  EXPECT_EQ(note.log_end, 16u);
}

TEST_F(FirstPagesTest, WhereThereIsNoRoomTheOutboxItselfIsRead) {
  const auto a = open(a_);
  const auto b = open(b_);
  const auto c = open(c_);
  c_.own->set_tail(24);
  EXPECT_EQ(c->glance().tail(), 24u);
  const auto alone = Outbox::open(c_.memory).value();
  EXPECT_EQ(alone->glance().tail(), 24u);
}

TEST_F(FirstPagesTest, WhatIsGivenBackIsUsedAgain) {
  auto first = pages_->map(a_.memory);
  const void* const place = first.memory();
  {
    const auto second = pages_->map(b_.memory);
    EXPECT_NE(second.memory(), nullptr);
    EXPECT_EQ(pages_->map(c_.memory).memory(), nullptr);
  }
  EXPECT_EQ(first.memory(), place);
  const auto third = pages_->map(c_.memory);
  EXPECT_EQ(static_cast<const std::byte*>(third.memory()),
            static_cast<const std::byte*>(place) + FirstPages::kPageBytes);
}

TEST_F(FirstPagesTest, OutliveWhoMadeThem) {
  const auto a = open(a_);
  pages_.reset();
  a_.own->set_tail(8);
  EXPECT_EQ(a->tail(), 8u);
}

TEST_F(FirstPagesTest, WhatCannotBeMappedTakesNoPage) {
  EXPECT_EQ(pages_->map(UniqueFd()).memory(), nullptr);
  EXPECT_NE(pages_->map(a_.memory).memory(), nullptr);
}

}  // namespace
}  // namespace triad::transport
