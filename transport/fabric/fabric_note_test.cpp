// Notes beside the log (docs/shm-fabric.md, "Notes"), over real shared memory.
#include <gtest/gtest.h>

#include <vector>

#include "transport/fabric/fabric_participants.hpp"

namespace triad::transport {
namespace {

using NotedWords = std::array<std::uint64_t, kNoteWords>;

class FabricNoteTest : public FabricTest {
 protected:
  FabricNoteTest() {
    EXPECT_EQ(a_.take_all(b_) + b_.take_all(a_), 0u);
    b_.fabric->heed_notes(Fabric::Heeds::everybody);
  }

  // What b takes of a's notes.
  std::vector<std::uint64_t> taken(bool takes = true) {
    std::vector<std::uint64_t> words;
    b_.fabric->take_notes([&](ParticipantId of, const NotedWords& note) {
      EXPECT_EQ(of, a_.id);
      words.push_back(note[0]);
      return takes;
    });
    return words;
  }
};

TEST_F(FabricNoteTest, TheLastNoteIsTakenOnce) {
  EXPECT_FALSE(b_.fabric->has_input());
  a_.fabric->note({1});
  EXPECT_FALSE(b_.fabric->has_input()) << "not flushed";
  a_.fabric->flush();
  a_.fabric->note({2});
  a_.fabric->flush();
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_EQ(taken(), (std::vector<std::uint64_t>{2}));
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_TRUE(taken().empty());
}

TEST_F(FabricNoteTest, ANoteWaitsForWhatWasSentBeforeIt) {
  a_.send("before");
  a_.fabric->note({1});
  a_.fabric->flush();
  EXPECT_TRUE(taken().empty());
  ASSERT_TRUE(b_.fabric->next(a_.id));
  EXPECT_TRUE(taken().empty()) << "the message is not done with";
  b_.fabric->pop(a_.id);
  EXPECT_EQ(taken(), (std::vector<std::uint64_t>{1}));
}

TEST_F(FabricNoteTest, ANoteThatFindsNoRoomBeforeItIsPublishedLater) {
  fill(a_);
  a_.fabric->note({1});
  a_.fabric->flush();
  EXPECT_FALSE(b_.fabric->has_unread_notes());
  while (a_.fabric->queued_bytes() != 0) {
    for (Someone* const reader : {&coordinator_, &b_}) (void)reader->take_all(a_);
    a_.fabric->flush();
  }
  EXPECT_TRUE(b_.fabric->has_unread_notes());
}

TEST_F(FabricNoteTest, WhatIsNotTakenIsOfferedAgainAndIsNoInput) {
  a_.fabric->note({1});
  a_.fabric->flush();
  EXPECT_EQ(taken(false), (std::vector<std::uint64_t>{1}));
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_EQ(taken(), (std::vector<std::uint64_t>{1}));
  EXPECT_TRUE(taken().empty());
}

TEST_F(FabricNoteTest, ANoteAtOnceTakesThePlaceOfOneThatIsNotPublished) {
  a_.fabric->note({1});
  a_.fabric->note_at_once({9});
  a_.fabric->flush();
  EXPECT_EQ(taken(), (std::vector<std::uint64_t>{9}));
}

TEST_F(FabricNoteTest, OneNoteAloneMayBeHeeded) {
  a_.fabric->note({1});
  a_.fabric->flush();
  std::size_t of_a = 0;
  while (b_.fabric->note_at(of_a).of != a_.id) ++of_a;
  const auto seen = b_.fabric->note_at(of_a);
  EXPECT_TRUE(seen.is_whole);
  EXPECT_EQ(seen.note.words[0], 1u);
  b_.fabric->heed_note(of_a, seen.number);
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_TRUE(b_.fabric->prepare_wait()) << "it sleeps over what it has seen";
  b_.fabric->finish_wait();
  a_.fabric->note({2});
  a_.fabric->flush();
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
}

}  // namespace
}  // namespace triad::transport
