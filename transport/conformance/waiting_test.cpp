// Conformance: no wake-up is ever lost.
#include <poll.h>

#include <array>
#include <cstdlib>
#include <random>
#include <thread>

#include "transport/conformance/backend.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class Waiting : public Conformance {};

// Returns the number of rounds. TRIAD_WAITING_ROUNDS=2000000 searches longer for races.
std::uint64_t rounds() {
  const char* const text = std::getenv("TRIAD_WAITING_ROUNDS");
  return text == nullptr ? 10'000 : std::strtoull(text, nullptr, 10);
}

// Looks a random number of times, then sleeps without a time limit. A lost wake-up hangs the test.
void wait_somehow(Link& link, std::mt19937& random) {
  const std::uint64_t looks = random() % 4 == 0 ? 0 : random() % 200;
  for (std::uint64_t i = 0; i < looks; ++i) {
    if (link.has_input()) return;
  }
  if (link.prepare_wait()) {
    const auto events = static_cast<short>(POLLIN | (link.wants_write() ? POLLOUT : 0));
    pollfd entry{link.descriptor(), events, 0};
    ::poll(&entry, 1, -1);
  }
  link.finish_wait();
  link.flush();
}

TEST_P(Waiting, NeverLosesAWakeUpInPingPong) {
  const LinkPair ends = connect_pair();
  const std::uint64_t count = rounds();
  std::thread echo([&] {
    std::mt19937 random(1);
    Checker sink;
    while (sink.count < count) {
      const std::uint64_t before = sink.count;
      ends.server->receive(sink, 16);
      for (std::uint64_t i = before; i < sink.count; ++i) {
        ends.server->send(numbered_frame(i, 16));
        ends.server->flush();
      }
      if (sink.count == before) wait_somehow(*ends.server, random);
    }
    while (ends.server->queued_bytes() > 0) ends.server->flush();
    EXPECT_EQ(sink.mismatches, 0U);
  });
  std::mt19937 random(2);
  Checker sink;
  for (std::uint64_t i = 0; i < count; ++i) {
    ends.client->send(numbered_frame(i, 16));
    ends.client->flush();
    while (sink.count <= i) {
      if (ends.client->receive(sink, 16) == 0) wait_somehow(*ends.client, random);
    }
  }
  echo.join();
  EXPECT_EQ(sink.mismatches, 0U);
}

TEST_P(Waiting, NeverLosesTheWakeUpOfASenderThatWaitsForRoom) {
  options.ring_bytes = std::size_t{4} << 10;
  const LinkPair ends = connect_pair();
  const std::uint64_t count = rounds();
  std::thread reader([&] {
    std::mt19937 random(3);
    Checker sink;
    while (sink.count < count) {
      if (ends.server->receive(sink, 1 + random() % 64) == 0) wait_somehow(*ends.server, random);
    }
    EXPECT_EQ(sink.mismatches, 0U);
  });
  std::mt19937 random(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    ends.client->send(numbered_frame(i, random() % 1000));
    if (random() % 8 == 0) ends.client->flush();
    while (ends.client->queued_bytes() > 20'000) {
      ends.client->flush();
      if (ends.client->queued_bytes() > 20'000) wait_somehow(*ends.client, random);
    }
  }
  // Frames for which there was room need a flush too: nothing else would wake the reader.
  ends.client->flush();
  while (ends.client->queued_bytes() > 0) {
    ends.client->flush();
    if (ends.client->queued_bytes() > 0) wait_somehow(*ends.client, random);
  }
  reader.join();
}

TEST_P(Waiting, SeesWhatCameBeforeItWasPrepared) {
  const LinkPair ends = connect_pair();
  ends.client->send(numbered_frame(0, 10));
  while (ends.client->queued_bytes() > 0) ends.client->flush();
  ends.client->flush();
  Waiter waiter(Duration::zero());
  Collector sink;
  while (sink.frames.empty()) {
    EXPECT_EQ(waiter.wait(*ends.server, std::nullopt), Waiter::Woken::waitable);
    ends.server->receive(sink, 1);
  }
}

TEST_P(Waiting, EndsWhenTheTimeRunsOutOrADescriptorIsReady) {
  const LinkPair ends = connect_pair();
  Waiter waiter;
  EXPECT_EQ(waiter.wait(*ends.server, Duration::zero()), Waiter::Woken::timeout);
  EXPECT_EQ(waiter.wait(*ends.server, std::chrono::milliseconds(1)), Waiter::Woken::timeout);
  const LinkPair others = connect_pair();
  EXPECT_TRUE(others.server->prepare_wait());
  others.client->send(numbered_frame(0, 1));
  while (others.client->queued_bytes() > 0) others.client->flush();
  others.client->flush();
  const int descriptor = others.server->descriptor();
  EXPECT_EQ(waiter.wait(*ends.server, std::nullopt, {&descriptor, 1}), Waiter::Woken::descriptor);
}

// A lost wake-up by either of two links hangs the test.
TEST_P(Waiting, WaitsForTwoLinksTogether) {
  constexpr std::uint64_t kFrames = 2'000;
  const std::array<LinkPair, 2> ends{connect_pair(), connect_pair()};
  std::thread senders([&] {
    std::mt19937 random(3);
    for (std::uint64_t i = 0; i < kFrames; ++i) {
      Link& link = *ends[random() % 2].client;
      link.send(numbered_frame(i, 16));
      while (link.flush(), link.queued_bytes() > 0) continue;
      // The receiver may be asleep or awake by then. Yielding here instead would cost a whole time
      // slice whenever other processes compute.
      for (auto looks = random() % 64; looks > 0; --looks) static_cast<void>(link.has_input());
    }
  });
  Collector sink;
  for (Waiter waiter(Duration::zero()), spinning; sink.frames.size() < kFrames;) {
    Waiter& chosen = sink.frames.size() % 2 == 0 ? waiter : spinning;
    EXPECT_EQ(chosen.wait_until(*ends[0].server, *ends[1].server, std::nullopt),
              Waiter::Woken::waitable);
    for (const LinkPair& end : ends) end.server->receive(sink, 16);
  }
  senders.join();
  // A sender rings after it has written, so the last ring of each link may follow its last frame.
  std::size_t late_rings = 0;
  while (Waiter().wait_until(*ends[0].server, *ends[1].server,
                             Clock::now() + std::chrono::milliseconds(1)) !=
         Waiter::Woken::timeout) {
    ASSERT_LE(++late_rings, ends.size());
    for (const LinkPair& end : ends) end.server->receive(sink, 16);
  }
  EXPECT_EQ(sink.frames.size(), kFrames);
}

INSTANTIATE_TEST_SUITE_P(Links, Waiting, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
