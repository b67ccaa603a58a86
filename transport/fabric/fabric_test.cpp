// Several participants of a fabric in one process, over real shared memory and doorbells.
#include <sys/socket.h>

#include <string>
#include <utility>
#include <vector>

#include "transport/fabric/fabric_participants.hpp"

namespace triad::transport {
namespace {

// All others share the same end of a participant's doorbell.
TEST_F(FabricTest, WakesASleeperThoughSomebodyHasShutItsDoorbellDown) {
  const UniqueFd hostile = b_.fabric->endpoint().doorbell.duplicate();
  ASSERT_EQ(::shutdown(hostile.get(), SHUT_RDWR), 0);
  for (int i = 0; i < 3; ++i) {
    while (!b_.fabric->prepare_wait()) b_.receive_all(a_);
    a_.send("one");
    a_.fabric->wake_on_flush(b_.id);
    a_.fabric->flush();
    pollfd asked{b_.fabric->descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&asked, 1, -1), 1);
    b_.fabric->finish_wait();
    EXPECT_EQ(b_.receive_all(a_), 1u);
  }
  EXPECT_TRUE(b_.fabric->is_doorbell_shut());
  EXPECT_FALSE(a_.fabric->is_doorbell_shut());
}

TEST_F(FabricTest, CarriesMessagesFromEachToAll) {
  a_.send("one");
  a_.send("");
  b_.send("two");
  EXPECT_EQ(b_.receive(a_), std::nullopt) << "not flushed";
  a_.fabric->flush();
  b_.fabric->flush();
  for (TestParticipant* const reader : {&b_, &coordinator_}) {
    EXPECT_EQ(reader->receive(a_), "one");
    EXPECT_EQ(reader->receive(a_), "");
    EXPECT_EQ(reader->receive(a_), std::nullopt);
  }
  EXPECT_EQ(a_.receive(b_), "two");
  EXPECT_EQ(b_.receive(b_), std::nullopt);
}

// Regression: an empty message was copied from and to null, which the sanitizer for undefined
// behaviour reports.
TEST_F(FabricTest, CarriesAnEmptyMessageFirst) {
  a_.fabric->send(Bytes());
  a_.fabric->flush();
  EXPECT_EQ(b_.receive(a_), "");
}

// In pieces and whole, at once and from the queue, with the parts meeting at different places.
TEST_F(FabricTest, CarriesAMessageInParts) {
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, kLogBytes / 2, 3 * kLogBytes}) {
    const std::string parts[] = {std::string(first, 'a'), std::string(2 * kLogBytes + 5, 'b'), "c"};
    const Bytes bytes[] = {std::as_bytes(std::span(parts[0])), std::as_bytes(std::span(parts[1])),
                           std::as_bytes(std::span(parts[2]))};
    for (int i = 0; i < 2; ++i) a_.fabric->send(bytes);
    for (int i = 0; i < 2; ++i) {
      std::optional<std::string> taken;
      while (!(taken = b_.receive(a_))) {
        b_.fabric->release();
        coordinator_.receive_all(a_);
        a_.fabric->flush();
      }
      EXPECT_EQ(*taken, parts[0] + parts[1] + parts[2]);
    }
    coordinator_.receive_all(a_);
  }
}

TEST_F(FabricTest, GivesTheMemoryOfAMessageInExchange) {
  a_.send("first");
  a_.send("second");
  a_.fabric->flush();
  std::vector<std::byte> memory;
  const auto first = b_.fabric->logs().next(a_.id);
  ASSERT_TRUE(first);
  EXPECT_FALSE(b_.fabric->logs().exchange(a_.id, first->first(4), memory))
      << "not the whole message";
  EXPECT_FALSE(b_.fabric->logs().exchange(coordinator_.id, *first, memory)) << "another's";
  ASSERT_TRUE(b_.fabric->logs().exchange(a_.id, *first, memory));
  EXPECT_EQ(memory.data(), first->data());
  EXPECT_EQ(b_.receive(a_), "second") << "popped";
  EXPECT_EQ(std::memcmp(memory.data(), "first", 5), 0);
  EXPECT_FALSE(b_.fabric->logs().exchange(a_.id, *first, memory)) << "there is none";
}

TEST_F(FabricTest, ShowsAMessageUntilItIsPopped) {
  a_.send("same");
  a_.send("other");
  a_.fabric->flush();
  EXPECT_FALSE(b_.fabric->logs().is_amid_message(a_.id));
  EXPECT_EQ(b_.fabric->logs().next(a_.id)->size(), 4u);
  EXPECT_TRUE(b_.fabric->logs().is_amid_message(a_.id));
  EXPECT_EQ(b_.fabric->logs().next(a_.id)->size(), 4u);
  b_.fabric->logs().pop(a_.id);
  EXPECT_EQ(b_.fabric->logs().next(a_.id)->size(), 5u);
}

// Messages of one piece, messages longer than the log, and messages between and after them.
TEST_F(FabricTest, CopiesNoMoreThanTheBeginningOfWhatIsNotWanted) {
  const auto wants = [](Bytes beginning) {
    EXPECT_EQ(beginning.size(), kBeginningBytes);
    return beginning[0] != std::byte{'x'};
  };
  const auto next = [&] {
    const auto bytes = b_.fabric->logs().next(a_.id, wants);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
  };
  const std::string beginning(kBeginningBytes, 'x');
  for (const std::size_t size : {kBeginningBytes + 1, std::size_t{1000}, 3 * kLogBytes}) {
    a_.send(std::string(kBeginningBytes, 'z'));
    a_.send(std::string(size, 'x'));
    a_.send(std::string(size, 'y'));
    a_.fabric->flush();
    const auto follow = [&](const std::string& expected, bool header_only) {
      std::string found;
      while ((found = next()).empty()) {  // reading gives back room
        b_.fabric->release();
        coordinator_.receive_all(a_);
        a_.fabric->flush();
      }
      EXPECT_EQ(found, expected);
      EXPECT_EQ(b_.fabric->logs().is_header_only(a_.id), header_only);
      EXPECT_EQ(next(), expected) << "until it is popped";
      std::vector<std::byte> memory;
      // The memory of a complete message goes to the caller. The next message must not depend on
      // it.
      EXPECT_EQ(b_.fabric->logs().exchange(a_.id, *b_.fabric->logs().next(a_.id), memory),
                !header_only);
      if (header_only) b_.fabric->logs().pop(a_.id);
      EXPECT_FALSE(b_.fabric->logs().is_header_only(a_.id));
    };
    follow(std::string(kBeginningBytes, 'z'), false);
    follow(beginning, true);
    follow(std::string(size, 'y'), false);
    EXPECT_EQ(next(), "");
  }
  EXPECT_EQ(b_.fabric->logs().read_up_to(a_.id), a_.fabric->logs().tail());
}

// Whether a message is wanted is decided when it is taken, not at a look.
TEST_F(FabricTest, ShowsABeginningAndTakesNothing) {
  EXPECT_FALSE(b_.fabric->logs().beginning(a_.id));
  a_.send(std::string(2 * kBeginningBytes, 'x'));
  a_.fabric->flush();
  EXPECT_EQ(b_.fabric->logs().beginning(a_.id)->size(), kBeginningBytes);
  EXPECT_FALSE(b_.fabric->logs().is_amid_message(a_.id));
  EXPECT_EQ(b_.fabric->logs().next(a_.id, [](Bytes) { return true; })->size(), 2 * kBeginningBytes);
  EXPECT_EQ(b_.fabric->logs().beginning(a_.id)->size(), kBeginningBytes)
      << "of the one that was taken";
  b_.fabric->logs().pop(a_.id);
  EXPECT_FALSE(b_.fabric->logs().beginning(a_.id));
}

// An unwanted short message is decided by all of its bytes, and takes no memory here.
TEST_F(FabricTest, AsksOfAShortMessageByAllOfIt) {
  a_.send("x");
  a_.send("y");
  a_.fabric->flush();
  const auto next = [&] {
    return b_.fabric->logs().next(
        a_.id, [](Bytes all) { return all.size() == 1 && all[0] != std::byte{'x'}; });
  };
  EXPECT_EQ(next()->size(), 1u);
  EXPECT_TRUE(b_.fabric->logs().is_header_only(a_.id));
  b_.fabric->logs().pop(a_.id);
  EXPECT_EQ(next()->size(), 1u);
  EXPECT_FALSE(b_.fabric->logs().is_header_only(a_.id));
}

TEST_F(FabricTest, LeavesOutNothingThatIsTooLong) {
  const std::size_t most = 4 << 20;
  a_.send(std::string(most + 1, 'x'));
  std::optional<PeerFault> trouble;
  while (!(trouble = b_.fabric->logs().take_peer_fault())) {
    a_.fabric->flush();
    EXPECT_FALSE(b_.fabric->logs().next(a_.id, [](Bytes) { return false; }));
    b_.fabric->release();
    coordinator_.receive_all(a_);
  }
  EXPECT_EQ(trouble->participant, a_.id);
  EXPECT_EQ(trouble->reason, "it sent a message that is too long");
}

TEST_F(FabricTest, CarriesMessagesThatAreLongerThanTheLog) {
  std::string expected;
  for (const std::size_t size :
       {kLogBytes - 8, kLogBytes, std::size_t{1} << 20, (std::size_t{1} << 20) + 3}) {
    expected.assign(size, static_cast<char>('a' + size % 7));
    a_.send(expected);
    std::optional<std::string> at_b;
    std::optional<std::string> at_coordinator;
    while (!at_b || !at_coordinator) {
      a_.fabric->flush();
      if (!at_b) at_b = b_.receive(a_);
      if (!at_coordinator) at_coordinator = coordinator_.receive(a_);
      b_.fabric->release();
      coordinator_.fabric->release();
    }
    EXPECT_EQ(*at_b, expected);
    EXPECT_EQ(*at_coordinator, expected);
    EXPECT_EQ(a_.fabric->queued_bytes(), 0u);
  }
}

TEST_F(FabricTest, QueuesInOrderWhatFindsNoRoom) {
  int sent = 0;
  while (sent < 3000) a_.send(std::to_string(sent++) + std::string(400, '.'));
  EXPECT_GT(a_.fabric->queued_bytes(), kLogBytes);
  for (int next = 0; next < sent;) {
    a_.fabric->flush();
    static_cast<void>(coordinator_.receive_all(a_));
    while (const auto text = b_.receive(a_)) {
      ASSERT_EQ(text->substr(0, text->find('.')), std::to_string(next));
      ++next;
    }
    b_.fabric->release();
  }
  EXPECT_EQ(a_.fabric->queued_bytes(), 0u);
}

TEST_F(FabricTest, NamesTheOneWhoKeepsMost) {
  fill(a_);
  static_cast<void>(coordinator_.receive_all(a_));
  ASSERT_TRUE(a_.fabric->prepare_wait()) << "it has looked";
  EXPECT_EQ(a_.fabric->logs().slowest_reader(), b_.id);
  EXPECT_EQ(a_.fabric->logs().reader_offset(b_.id), 0u);
  EXPECT_GT(a_.fabric->logs().reader_offset(coordinator_.id), 0u);
}

TEST_F(FabricTest, RingsASleeperThatIsConcernedAndNoOther) {
  ASSERT_TRUE(b_.fabric->prepare_wait());
  ASSERT_TRUE(coordinator_.fabric->prepare_wait());
  a_.send("to b");
  a_.fabric->wake_on_flush(b_.id);
  EXPECT_FALSE(b_.is_rung());
  a_.fabric->flush();
  EXPECT_TRUE(b_.is_rung());
  EXPECT_FALSE(coordinator_.is_rung());
  b_.fabric->finish_wait();
  EXPECT_FALSE(b_.is_rung());
  EXPECT_FALSE(b_.fabric->prepare_wait()) << "there is something to read";
  EXPECT_EQ(b_.receive_all(a_), 1u);
  ASSERT_TRUE(b_.fabric->prepare_wait());
  a_.send("to all");
  a_.fabric->wake_all_on_flush();
  a_.fabric->flush();
  EXPECT_TRUE(b_.is_rung());
  EXPECT_TRUE(coordinator_.is_rung());
}

TEST_F(FabricTest, ShowsWhatIsPublishedBeforeAnybodyIsRung) {
  ASSERT_TRUE(b_.fabric->prepare_wait());
  a_.send("news");
  a_.fabric->wake_on_flush(b_.id);
  EXPECT_FALSE(b_.fabric->has_input());
  a_.fabric->publish();
  EXPECT_TRUE(b_.fabric->has_input());
  EXPECT_FALSE(b_.is_rung());
  a_.fabric->flush();
  EXPECT_TRUE(b_.is_rung());
}

TEST_F(FabricTest, RingsWhoeverKeepsMostOfTheLog) {
  ASSERT_TRUE(b_.fabric->prepare_wait());
  for (int i = 0; i < 40; ++i) a_.send(std::string(1000, 'x'));
  a_.fabric->flush();
  EXPECT_FALSE(b_.is_rung()) << "not concerned, and there is room";
  for (int i = 0; i < 15; ++i) a_.send(std::string(1000, 'x'));
  a_.fabric->flush();
  EXPECT_TRUE(b_.is_rung());
}

// Regression: participants concerned by a queued message were forgotten after the first flush.
TEST_F(FabricTest, RingsThoseConcernedWhenWhatWasQueuedIsPublished) {
  static_cast<void>(b_.receive_all(a_));
  fill(a_);
  static_cast<void>(b_.receive_all(a_));
  a_.send("for b");
  a_.fabric->wake_on_flush(b_.id);
  a_.fabric->flush();
  static_cast<void>(b_.receive_all(a_));
  ASSERT_TRUE(b_.fabric->prepare_wait());
  EXPECT_FALSE(b_.is_rung());
  while (a_.fabric->queued_bytes() > 0) {
    static_cast<void>(coordinator_.receive_all(a_));
    a_.fabric->flush();
  }
  EXPECT_TRUE(b_.is_rung());
}

// Regression: a writer that waited for room slept for ever. The reader that kept most of the log
// had read on before the writer asked to be rung. Another reader slept with more than half of the
// log unread.
TEST_F(FabricTest, WakesThoseWhoKeepMoreThanHalfBeforeItWaitsForRoom) {
  for (int i = 0; i < 25; ++i) a_.send(std::string(1000, 'x'));
  a_.fabric->flush();
  static_cast<void>(b_.receive_all(a_));
  ASSERT_TRUE(b_.fabric->prepare_wait());
  fill(a_);
  EXPECT_FALSE(b_.is_rung()) << "it keeps less than three quarters";
  static_cast<void>(coordinator_.receive_all(a_));
  ASSERT_TRUE(a_.fabric->prepare_wait());
  ASSERT_TRUE(b_.is_rung());
  b_.fabric->finish_wait();
  EXPECT_GT(b_.receive_all(a_), 0u);
  EXPECT_TRUE(a_.is_rung());
  a_.fabric->finish_wait();
  a_.fabric->flush();
  EXPECT_EQ(a_.fabric->queued_bytes(), 0u);
}

// Like the RTIG's end when it sends a message that arrived by a link.
TEST_F(FabricTest, IsRungForRoomThoughItSentWhatFoundNoneAfterItHadFallenAsleep) {
  ASSERT_TRUE(a_.fabric->prepare_wait());
  fill(a_);
  ASSERT_GT(a_.fabric->queued_bytes(), 0u);
  static_cast<void>(coordinator_.receive_all(a_));
  static_cast<void>(b_.receive_all(a_));
  EXPECT_TRUE(a_.is_rung());
}

TEST_F(FabricTest, DoesNotSleepOverRoomThatCameMeanwhile) {
  fill(a_);
  static_cast<void>(coordinator_.receive_all(a_));
  static_cast<void>(b_.receive_all(a_));
  EXPECT_FALSE(a_.fabric->prepare_wait());
  a_.fabric->flush();
  EXPECT_EQ(a_.fabric->queued_bytes(), 0u);
  EXPECT_TRUE(a_.fabric->prepare_wait());
}

// The coordinator adds a newcomer, and the writer learns of it later. The writer must keep the
// bytes that the newcomer will read.
class Newcomer : public FabricTest {
 protected:
  // The coordinator and b read everything so far; the newcomer begins after it.
  void join_at_coordinator() {
    begins_at_ = coordinator_.fabric->logs().read_up_to(a_.id);
    attach(coordinator_, c_, 0, coordinator_.fabric->logs().tail());
    coordinator_.send("c has come");
    coordinator_.fabric->flush();
    coordinator_.fabric->release();
  }
  TestParticipant c_ = make_participant(4, 3, 1);
  std::uint64_t begins_at_ = 0;
};

TEST_F(Newcomer, GetsWhatWasWrittenBeforeTheWriterKnewOfIt) {
  a_.send("before");
  a_.fabric->flush();
  static_cast<void>(coordinator_.receive_all(a_));
  join_at_coordinator();
  fill(a_);
  EXPECT_GT(coordinator_.receive_all(a_), 0u);
  EXPECT_GT(b_.receive_all(a_), 0u);
  fill(a_);
  EXPECT_EQ(coordinator_.receive_all(a_), 0u)
      << "the writer has not gone on: there may be a newcomer";
  ASSERT_EQ(a_.fabric->logs().next(coordinator_.id)->size(), 10u);
  a_.fabric->flush();
  EXPECT_EQ(coordinator_.receive_all(a_), 0u) << "nor while it has the message in hand";
  attach(a_, c_, 0, begins_at_);
  a_.fabric->logs().pop(coordinator_.id);
  attach(c_, a_, begins_at_, 0);
  a_.fabric->flush();
  EXPECT_EQ(coordinator_.receive_all(a_), 0u) << "the newcomer keeps it";
  EXPECT_EQ(c_.receive(a_), std::string(1000, 'f'));
  while (a_.fabric->queued_bytes() > 0) {
    static_cast<void>(c_.receive_all(a_));
    static_cast<void>(coordinator_.receive_all(a_));
    static_cast<void>(b_.receive_all(a_));
    a_.fabric->flush();
  }
  EXPECT_EQ(c_.fabric->logs().take_peer_fault(), std::nullopt);
}

// Regression: a newcomer that had read everything slept over a message that a writer sent before it
// knew the newcomer.
TEST_F(Newcomer, IsRungWhenTheWriterLearnsOfIt) {
  attach(c_, a_);
  ASSERT_TRUE(c_.fabric->prepare_wait());
  a_.send("to all that a knows");
  a_.fabric->wake_all_on_flush();
  a_.fabric->flush();
  EXPECT_FALSE(c_.is_rung());
  attach(a_, c_);
  a_.fabric->flush();
  EXPECT_TRUE(c_.is_rung());
}

// Regression: the coordinator's cursor moved past the announcement of the newcomer while this was
// queued or not published.
TEST_F(Newcomer, IsInTheCoordinatorsLogBeforeTheCoordinatorsCursorMovesOn) {
  fill(coordinator_);
  a_.send("first");
  a_.fabric->flush();
  attach(coordinator_, c_, 0, 0);
  coordinator_.send("c has come");
  EXPECT_EQ(coordinator_.receive_all(a_), 1u);
  EXPECT_GT(a_.receive_all(coordinator_), 0u);
  fill(a_, 30000);
  EXPECT_EQ(a_.fabric->logs().reader_offset(coordinator_.id), 0u) << "the news is still queued";
  static_cast<void>(a_.receive_all(coordinator_));
  static_cast<void>(b_.receive_all(coordinator_));
  coordinator_.fabric->detach(c_.id);
  coordinator_.fabric->flush();
  static_cast<void>(a_.receive_all(coordinator_));
  a_.fabric->flush();
  EXPECT_GT(a_.fabric->logs().reader_offset(coordinator_.id), 0u);
}

TEST_F(FabricTest, GivesASlotToAnother) {
  a_.send("to the first");
  a_.fabric->flush();
  static_cast<void>(coordinator_.receive_all(a_));
  ASSERT_EQ(b_.receive(a_), "to the first");
  b_.fabric->release();
  a_.fabric->detach(b_.id);
  TestParticipant next = make_participant(7, b_.slot, 1);
  attach(next, a_, a_.fabric->logs().tail(), 0);
  attach(a_, next, 0, a_.fabric->logs().tail());
  a_.send("to the next");
  a_.fabric->flush();
  EXPECT_EQ(next.receive(a_), "to the next");
  next.send("hello");
  next.fabric->flush();
  EXPECT_EQ(a_.receive(next), "hello");
  // A participant that has not learned of the departure has the leaver's cursor in that slot.
  EXPECT_EQ(coordinator_.fabric->attach(next.id, next.slot, copy_endpoint(next), 0, 0).has_error(),
            true);
}

TEST_F(FabricTest, RefusesParticipantsThatThereCannotBe) {
  const TestParticipant c = make_participant(9, 8, 1);
  Fabric& fabric = *a_.fabric;
  EXPECT_TRUE(fabric.attach(0, 8, copy_endpoint(c), 0, 0).has_error());
  EXPECT_TRUE(fabric.attach(a_.id, 8, copy_endpoint(c), 0, 0).has_error());
  EXPECT_TRUE(fabric.attach(b_.id, 8, copy_endpoint(c), 0, 0).has_error());
  EXPECT_TRUE(fabric.attach(9, kSlots, copy_endpoint(c), 0, 0).has_error());
  EXPECT_TRUE(fabric.attach(9, b_.slot, copy_endpoint(c), 0, 0).has_error());
  EXPECT_TRUE(fabric.attach(9, 8, copy_endpoint(c), 0, 8).has_error())
      << "behind the end of the log";
  EXPECT_TRUE(fabric.attach(9, 8, {}, 0, 0).has_error());
  EXPECT_FALSE(fabric.attach(9, 8, copy_endpoint(c), 0, 0).has_error());
}

TEST_F(FabricTest, TellsWhatIsInALogFromWhatIsBesideIt) {
  bool has_other = false;
  coordinator_.fabric->add_input_source(a_.id, [&] { return has_other; });
  using Found = std::vector<std::pair<char, ParticipantId>>;
  const auto collect_inputs = [this] {
    Found found;
    coordinator_.fabric->for_each_with_input(
        [&](ParticipantId id) { found.emplace_back('l', id); },
        [&](ParticipantId id) { found.emplace_back('b', id); });
    return found;
  };
  EXPECT_EQ(collect_inputs(), Found());
  has_other = true;
  EXPECT_TRUE(coordinator_.fabric->has_input());
  EXPECT_EQ(collect_inputs(), Found({{'b', a_.id}}));
  for (TestParticipant* const each : {&a_, &b_}) {
    each->send("x");
    each->fabric->flush();
  }
  EXPECT_EQ(collect_inputs(), Found({{'b', a_.id}, {'l', a_.id}, {'l', b_.id}}));
  has_other = false;
  EXPECT_EQ(collect_inputs(), Found({{'l', a_.id}, {'l', b_.id}}));
}

TEST_F(FabricTest, OwesNothingToOneWhoHasDeparted) {
  b_.send("x");
  b_.fabric->flush();
  EXPECT_EQ(a_.receive(b_), "x");  // without giving back the room
  a_.send("y");
  a_.fabric->wake_on_flush(b_.id);
  a_.fabric->detach(b_.id);
  a_.fabric->flush();
  a_.fabric->release();
  EXPECT_FALSE(b_.is_rung());
  EXPECT_FALSE(a_.fabric->is_attached(b_.id));
}

TEST_F(FabricTest, ReportsAMessageThatIsTooLongOnce) {
  TestParticipant small = make_participant(5, 4, 0, 2000);
  attach(small, a_);
  a_.send(std::string(2000, 'x'));
  a_.send(std::string(2001, 'x'));
  a_.fabric->flush();
  EXPECT_TRUE(small.receive(a_));
  EXPECT_FALSE(small.receive(a_));
  EXPECT_TRUE(small.fabric->has_input());
  const auto trouble = small.fabric->logs().take_peer_fault();
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->participant, a_.id);
  EXPECT_FALSE(trouble->has_lost_messages);
  EXPECT_FALSE(small.receive(a_));
  EXPECT_FALSE(small.fabric->logs().take_peer_fault());
  EXPECT_FALSE(small.fabric->has_input());
}

TEST_F(FabricTest, TellsOneWhomTheOtherHasCutOff) {
  fill(a_);
  a_.fabric->detach(b_.id);
  static_cast<void>(coordinator_.receive_all(a_));
  a_.fabric->flush();
  EXPECT_FALSE(b_.receive(a_));
  const auto trouble = b_.fabric->logs().take_peer_fault();
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->participant, a_.id);
  EXPECT_TRUE(trouble->has_lost_messages);
}

}  // namespace
}  // namespace triad::transport
