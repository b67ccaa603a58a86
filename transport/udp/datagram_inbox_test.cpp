// The inbox of datagrams: order, gaps, losses and forged numbers.
#include "transport/udp/datagram_inbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>

namespace triad::transport {
namespace {

Bytes bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// Takes all datagrams that are due after `frames` frames of the stream.
std::string out(DatagramInbox& inbox, std::uint64_t frames) {
  std::string text;
  Bytes frame;
  while (inbox.take_frame(frames, frame)) {
    text.append(reinterpret_cast<const char*>(frame.data()), frame.size()).append(" ");
  }
  return text;
}

TEST(DatagramInbox, GivesADatagramAfterTheFramesThatWereSentBeforeIt) {
  DatagramInbox inbox;
  inbox.insert(1, 0, bytes("a"));
  inbox.insert(2, 2, bytes("b"));
  inbox.insert(3, 2, bytes("c"));
  EXPECT_EQ(out(inbox, 0), "a ");
  EXPECT_EQ(out(inbox, 1), "");
  EXPECT_EQ(out(inbox, 2), "b c ");
  EXPECT_EQ(inbox.dropped(), 0u);
}

TEST(DatagramInbox, DropsWhatALaterFrameHasOvertaken) {
  DatagramInbox inbox;
  inbox.insert(1, 3, bytes("late"));
  inbox.insert(2, 4, bytes("not late"));
  EXPECT_EQ(out(inbox, 4), "not late ");
  EXPECT_EQ(inbox.dropped(), 1u);
}

TEST(DatagramInbox, DropsDuplicatesAndWhatAnotherDatagramHasOvertaken) {
  DatagramInbox inbox;
  inbox.insert(1, 0, bytes("a"));
  inbox.insert(1, 0, bytes("a"));
  EXPECT_EQ(out(inbox, 0), "a ");
  inbox.insert(3, 0, bytes("c"));
  EXPECT_EQ(out(inbox, 0), "c ");
  inbox.insert(2, 0, bytes("b"));
  inbox.insert(3, 0, bytes("c"));
  EXPECT_EQ(out(inbox, 0), "");
  EXPECT_EQ(inbox.dropped(), 3u);
}

TEST(DatagramInbox, CountsTheMemoryOfWhatWaitsAndGivesMostOfItBack) {
  const std::string frame(1400, 'x');
  DatagramInbox inbox;
  for (std::uint64_t i = 1; i <= DatagramInbox::kWaitingMax; ++i) inbox.insert(i, 7, bytes(frame));
  EXPECT_GE(inbox.held_bytes(), DatagramInbox::kWaitingMax * frame.size());
  EXPECT_EQ(out(inbox, 7).size(), DatagramInbox::kWaitingMax * (frame.size() + 1));
  EXPECT_LE(inbox.held_bytes(), (DatagramInbox::kSpareMax + 1) * frame.size());
}

TEST(DatagramInbox, PutsInOrderWhatWaits) {
  DatagramInbox inbox;
  inbox.insert(4, 1, bytes("d"));
  inbox.insert(2, 0, bytes("b"));
  inbox.insert(1, 0, bytes("a"));
  inbox.insert(2, 0, bytes("b"));
  EXPECT_EQ(inbox.dropped(), 1u);
  EXPECT_EQ(out(inbox, 0), "a b ");
  EXPECT_EQ(out(inbox, 1), "d ");
}

TEST(DatagramInbox, CountsWhatIsMissed) {
  DatagramInbox inbox;
  inbox.insert(2, 0, bytes("b"));
  EXPECT_EQ(inbox.missed(), 0u);  // the first may still arrive
  EXPECT_EQ(out(inbox, 0), "b ");
  EXPECT_EQ(inbox.missed(), 1u);
  inbox.insert(6, 0, bytes("f"));
  inbox.insert(5, 3, bytes("e"));
  EXPECT_EQ(out(inbox, 0), "");
  EXPECT_EQ(out(inbox, 3), "e ");  // and f is late
  EXPECT_EQ(inbox.missed(), 3u);
  EXPECT_EQ(inbox.dropped(), 1u);
}

// With two sockets: the missing datagram may be on the other socket, which has not been read.
TEST(DatagramInbox, WaitsAtAGapUntilBothWaysAreRead) {
  DatagramInbox inbox;
  inbox.hold_at_gaps();
  inbox.insert(1, 0, bytes("a"));
  inbox.insert(3, 0, bytes("c"));
  EXPECT_TRUE(inbox.has_gap());
  EXPECT_EQ(out(inbox, 0), "a ");
  EXPECT_FALSE(inbox.has_frame(0));
  inbox.insert(2, 0, bytes("b"));
  EXPECT_FALSE(inbox.has_gap());
  EXPECT_EQ(out(inbox, 0), "b c ");
  inbox.insert(5, 0, bytes("e"));
  EXPECT_FALSE(inbox.has_frame(0));
  inbox.accept_gaps();
  EXPECT_EQ(out(inbox, 0), "e ");
  EXPECT_EQ(inbox.dropped(), 0u);
  EXPECT_EQ(inbox.missed(), 1u);
}

TEST(DatagramInbox, DropsTheOldestWhenTooManyWaitForTheStream) {
  DatagramInbox inbox;
  for (std::uint64_t i = 1; i <= DatagramInbox::kWaitingMax + 2; ++i) {
    inbox.insert(i, 1, bytes(std::to_string(i)));
  }
  EXPECT_EQ(inbox.waiting(), DatagramInbox::kWaitingMax);
  EXPECT_EQ(inbox.dropped(), 2u);
  EXPECT_TRUE(out(inbox, 1).starts_with("3 4 "));
}

// An attacker that knows the token has sent a number that the peer will never reach.
TEST(DatagramInbox, AForgedNumberEndsNothing) {
  for (const std::uint64_t forged :
       {~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{5000}}) {
    for (const std::uint64_t frames_before : {0u, 1u, 1'000'000u}) {
      DatagramInbox inbox;
      inbox.insert(1, 1, bytes("a"));
      inbox.insert(forged, frames_before, bytes("forged"));
      inbox.insert(2, 1, bytes("b"));
      EXPECT_EQ(out(inbox, 1), "a b ") << forged << " " << frames_before;
      EXPECT_EQ(inbox.refused(), 1u);
      EXPECT_EQ(inbox.missed(), 0u);
      EXPECT_EQ(inbox.dropped(), 0u);
    }
  }
}

TEST(DatagramInbox, ForgedNumbersBetweenThePeersEndNothing) {
  DatagramInbox inbox;
  std::string expected;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    for (unsigned k = 0; k + 1 < DatagramInbox::kRestartAfterRefusals; ++k) {
      inbox.insert((std::uint64_t{1} << 63) + i + k, 0, bytes("forged"));
    }
    inbox.insert(i, 0, bytes(std::to_string(i)));
    expected += std::to_string(i) + " ";
  }
  EXPECT_EQ(out(inbox, 0), expected);
  EXPECT_EQ(inbox.refused(), 100u * (DatagramInbox::kRestartAfterRefusals - 1));
}

// Forged numbers that outnumber the peer's are accepted; after they stop, the peer's are accepted
// again.
TEST(DatagramInbox, ThePeerIsBelievedAgainAfterManyForgedNumbers) {
  DatagramInbox inbox;
  inbox.insert(1, 0, bytes("1"));
  for (std::uint64_t k = 0; k < 100; ++k) {
    inbox.insert((std::uint64_t{1} << 63) + k, 0, bytes("forged"));
  }
  static_cast<void>(out(inbox, 0));
  for (std::uint64_t i = 2; i <= 100; ++i) inbox.insert(i, 0, bytes(std::to_string(i)));
  const std::string text = out(inbox, 0);
  EXPECT_TRUE(text.starts_with("17 18 ")) << text;
  EXPECT_TRUE(text.ends_with(" 99 100 ")) << text;
  EXPECT_LT(inbox.missed(), 100u) << "what was forged is not counted as lost";
}

// A receiver that was stopped while a fast sender went on.
TEST(DatagramInbox, GoesOnAfterALongLoss) {
  DatagramInbox inbox;
  inbox.insert(1, 0, bytes("1"));
  EXPECT_EQ(out(inbox, 0), "1 ");
  constexpr std::uint64_t kLater = 10'000'000;
  for (std::uint64_t i = 0; i < 20; ++i) {
    inbox.insert(kLater + i, 0, bytes(std::to_string(kLater + i)));
  }
  EXPECT_EQ(out(inbox, 0), "10000015 10000016 10000017 10000018 10000019 ");
  EXPECT_EQ(inbox.missed(), kLater + 13);
}

// Frames of a stream and datagrams between them. The network loses, duplicates, delays and reorders
// the datagrams and delays the stream. The inbox returns them in order, without those lost.
TEST(DatagramInbox, KeepsTheOrderWhateverTheWayDoes) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    struct Underway {
      std::uint64_t number;
      std::uint64_t frames_before;
      std::uint64_t due;
    };
    std::vector<Underway> way;
    DatagramInbox inbox;
    std::uint64_t sent_frames = 0;
    std::uint64_t received_frames = 0;
    std::uint64_t number = 0;
    std::uint64_t last = 0;
    std::uint64_t taken = 0;
    const auto take_all = [&] {
      Bytes frame;
      while (inbox.take_frame(received_frames, frame)) {
        std::uint64_t sent_before = 0;
        std::uint64_t came = 0;
        ASSERT_EQ(frame.size(), 16u);
        std::memcpy(&came, frame.data(), 8);
        std::memcpy(&sent_before, frame.data() + 8, 8);
        ASSERT_EQ(sent_before, received_frames);
        ASSERT_GT(came, last);
        last = came;
        ++taken;
      }
    };
    for (std::uint64_t now = 0; now < 2000; ++now) {
      if (random() % 3 == 0) {
        ++sent_frames;
      } else {
        ++number;
        const unsigned copies = random() % 8 == 0 ? 0 : random() % 8 == 0 ? 2 : 1;
        for (unsigned i = 0; i < copies; ++i) {
          way.push_back({number, sent_frames, now + random() % 4});
        }
      }
      std::erase_if(way, [&](const Underway& datagram) {
        if (datagram.due > now) return false;
        std::array<std::uint64_t, 2> content{datagram.number, datagram.frames_before};
        inbox.insert(datagram.number, datagram.frames_before, std::as_bytes(std::span(content)));
        return true;
      });
      take_all();
      while (received_frames < sent_frames && random() % 2 == 0) {
        ++received_frames;
        take_all();
      }
    }
    EXPECT_GT(taken, number / 10) << "seed " << seed;
    EXPECT_LE(taken + inbox.waiting(), number);
  }
}

}  // namespace
}  // namespace triad::transport
