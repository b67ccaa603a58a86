// Notes beside the log (docs/shm-fabric.md, "Notes"), over real shared memory.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "transport/fabric/fabric_participants.hpp"

namespace triad::transport {
namespace {

using NotedWords = NoteWords;

class FabricNoteTest : public FabricTest {
 protected:
  FabricNoteTest() {
    EXPECT_EQ(a_.receive_all(b_) + b_.receive_all(a_), 0u);
    b_.fabric->notes().watch(WatchedNotes::all);
  }

  std::vector<std::uint64_t> receive_notes(bool accepts = true) {
    std::vector<std::uint64_t> words;
    b_.fabric->notes().receive([&](ParticipantId writer, const NotedWords& note) {
      EXPECT_EQ(writer, a_.id);
      words.push_back(note[0]);
      return accepts;
    });
    return words;
  }
};

TEST_F(FabricNoteTest, TheLastNoteIsTakenOnce) {
  EXPECT_FALSE(b_.fabric->has_input());
  a_.fabric->notes().publish({1});
  EXPECT_FALSE(b_.fabric->has_input()) << "not flushed";
  a_.fabric->flush();
  a_.fabric->notes().publish({2});
  a_.fabric->flush();
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_EQ(receive_notes(), (std::vector<std::uint64_t>{2}));
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_TRUE(receive_notes().empty());
}

TEST_F(FabricNoteTest, ANoteWaitsForWhatWasSentBeforeIt) {
  a_.send("before");
  a_.fabric->notes().publish({1});
  a_.fabric->flush();
  EXPECT_TRUE(receive_notes().empty());
  ASSERT_TRUE(b_.fabric->logs().next(a_.id));
  EXPECT_TRUE(receive_notes().empty()) << "the message is not done with";
  b_.fabric->logs().pop(a_.id);
  EXPECT_EQ(receive_notes(), (std::vector<std::uint64_t>{1}));
}

TEST_F(FabricNoteTest, ANoteThatFindsNoRoomBeforeItIsPublishedLater) {
  fill(a_);
  a_.fabric->notes().publish({1});
  a_.fabric->flush();
  EXPECT_FALSE(b_.fabric->notes().has_unread());
  while (a_.fabric->queued_bytes() != 0) {
    for (TestParticipant* const reader : {&coordinator_, &b_}) (void)reader->receive_all(a_);
    a_.fabric->flush();
  }
  EXPECT_TRUE(b_.fabric->notes().has_unread());
}

TEST_F(FabricNoteTest, WhatIsNotTakenIsOfferedAgainAndIsNoInput) {
  a_.fabric->notes().publish({1});
  a_.fabric->flush();
  EXPECT_EQ(receive_notes(false), (std::vector<std::uint64_t>{1}));
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_EQ(receive_notes(), (std::vector<std::uint64_t>{1}));
  EXPECT_TRUE(receive_notes().empty());
}

TEST_F(FabricNoteTest, ANoteAtOnceTakesThePlaceOfOneThatIsNotPublished) {
  a_.fabric->notes().publish({1});
  a_.fabric->notes().publish_at_once({9});
  a_.fabric->flush();
  EXPECT_EQ(receive_notes(), (std::vector<std::uint64_t>{9}));
}

TEST_F(FabricNoteTest, OneNoteAloneMayBeHeeded) {
  a_.fabric->notes().publish({1});
  a_.fabric->flush();
  std::size_t of_a = 0;
  while (b_.fabric->notes().at(of_a).writer != a_.id) ++of_a;
  const auto seen = b_.fabric->notes().at(of_a);
  EXPECT_TRUE(seen.is_complete);
  EXPECT_EQ(seen.note.words[0], 1u);
  b_.fabric->notes().watch_one(of_a, seen.number);
  EXPECT_FALSE(b_.fabric->has_input());
  EXPECT_TRUE(b_.fabric->prepare_wait()) << "it sleeps over what it has seen";
  b_.fabric->finish_wait();
  a_.fabric->notes().publish({2});
  a_.fabric->flush();
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_FALSE(b_.fabric->prepare_wait());
  b_.fabric->finish_wait();
}

// --- Notes of two lines

class TwoLineNoteTest : public FabricNoteTest {
 protected:
  TwoLineNoteTest() {
    while (b_.fabric->notes().id_at(of_a_) != a_.id) ++of_a_;
  }
  // All words are equal, except for the flag.
  static NotedWords two_lines(std::uint64_t value) {
    return {value, value, value, value | kSecondLine, value, value};
  }

  std::size_t of_a_ = 0;
};

TEST_F(TwoLineNoteTest, TheSecondLineIsReadOnlyIfTheNoteSaysSo) {
  a_.fabric->notes().publish(two_lines(0x100));
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->notes().at(of_a_).note.words, two_lines(0x100));
  const NotedWords one_line{1, 2, 3, 4, 5, 6};
  a_.fabric->notes().publish(one_line);
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->notes().at(of_a_).note.words, (NotedWords{1, 2, 3, 4, 0, 0}));
}

TEST_F(TwoLineNoteTest, TheLastMessageInOrderIsToldWithTheNextFlush) {
  a_.send("at position 7");
  a_.fabric->notes().publish_tso_position(7);
  EXPECT_EQ(b_.fabric->notes().tso_position_at(of_a_), 0u);
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->notes().tso_position_at(of_a_), 7u);
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->notes().tso_position_at(of_a_), 7u);
}

// The message may find no room. Then its position is readable, and the note is not published.
TEST_F(TwoLineNoteTest, AMessageInOrderThatFindsNoRoomIsToldOfBeforeTheNote) {
  fill(a_);
  a_.fabric->notes().publish_tso_position(9);
  a_.fabric->notes().publish(two_lines(0x100));
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->notes().tso_position_at(of_a_), 9u);
  EXPECT_FALSE(b_.fabric->notes().has_unread());
}

TEST_F(TwoLineNoteTest, ATornSecondLineIsNeverRead) {
  constexpr std::uint64_t kNotes = 20'000;
  constexpr std::uint64_t kStep = 0x100;  // leaves the flags unchanged
  std::atomic<bool> begun{false};
  std::thread writer([&] {
    begun.wait(false);
    for (std::uint64_t i = 1; i <= kNotes; ++i) {
      a_.fabric->notes().publish_tso_position(i);
      a_.fabric->notes().publish(i % 3 == 0 ? NotedWords{i * kStep, i * kStep, i * kStep, i * kStep}
                                            : two_lines(i * kStep));
      a_.fabric->publish();
    }
  });
  begun = true;
  begun.notify_one();
  std::uint64_t last = 0;
  while (last != kNotes) {
    const auto seen = b_.fabric->notes().at(of_a_);
    if (!seen.is_complete) continue;
    const NotedWords& words = seen.note.words;
    const std::uint64_t value = words[0];
    const bool is_short = value / kStep % 3 == 0;
    const NotedWords expected =
        is_short ? NotedWords{value, value, value, value} : two_lines(value);
    if (words != expected || value / kStep < last ||
        b_.fabric->notes().tso_position_at(of_a_) < value / kStep) {
      ADD_FAILURE() << "a torn or old note, or one before its message: " << value;
      break;
    }
    last = value / kStep;
  }
  writer.join();
  EXPECT_EQ(last, kNotes);
}

}  // namespace
}  // namespace triad::transport
