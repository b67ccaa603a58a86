// Conformance: a peer that does not read holds nobody up and loses nothing.
#include "transport/conformance/backend.hpp"

namespace triad::transport {
namespace {

class BackPressure : public Conformance {};

constexpr std::size_t kQueuedEnough = std::size_t{2} << 20;

TEST_P(BackPressure, KeepsWhatAPeerDoesNotReadAndDeliversItLater) {
  const Ends ends = connect_pair();
  std::uint64_t sent = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(numbered_frame(sent++, 5'000));
    ends.client->flush();
  }
  EXPECT_TRUE(ends.client->is_open());
  Checker sink;
  pump(*ends.server, ends.client.get(), sink, sent);
  EXPECT_EQ(sink.count, sent);
  EXPECT_EQ(sink.bad, 0U);
  EXPECT_EQ(ends.client->queued_bytes(), 0U);
}

TEST_P(BackPressure, ReadsOnWhileItsOwnQueueIsFull) {
  const Ends ends = connect_pair();
  std::uint64_t to_server = 0;
  std::uint64_t to_client = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(numbered_frame(to_server++, 50'000));
    ends.client->flush();
  }
  while (ends.server->queued_bytes() < kQueuedEnough) {
    ends.server->send(numbered_frame(to_client++, 50'000));
    ends.server->flush();
  }
  Checker at_client;
  pump(*ends.client, ends.server.get(), at_client, to_client);
  Checker at_server;
  pump(*ends.server, ends.client.get(), at_server, to_server);
  EXPECT_EQ(at_client.count, to_client);
  EXPECT_EQ(at_server.count, to_server);
  EXPECT_EQ(at_client.bad + at_server.bad, 0U);
}

TEST_P(BackPressure, FlushesAFrameLargerThanTheWayBetween) {
  options.ring_bytes = std::size_t{4} << 10;
  const Ends ends = connect_pair();
  const Frame large = numbered_frame(5, std::size_t{12} << 20);
  ends.client->send(large);
  ends.client->flush();
  EXPECT_GT(ends.client->queued_bytes(), 0U);
  Collector sink;
  pump(*ends.server, ends.client.get(), sink, 1);
  ASSERT_EQ(sink.frames.size(), 1U);
  EXPECT_TRUE(sink.frames[0] == large);
}

INSTANTIATE_TEST_SUITE_P(Links, BackPressure, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
