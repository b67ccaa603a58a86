// Conformance: the end of a link. The frames that had arrived are delivered first. Then both sides
// report the end with its reason, and later calls have no effect.
#include "transport/conformance/backend.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class Closing : public Conformance {};

TEST_P(Closing, DeliversWhatWasSentBeforeTheClose) {
  const LinkPair ends = connect_pair();
  for (std::uint64_t i = 0; i < 100; ++i) ends.client->send(numbered_frame(i, 200));
  ends.client->close();
  EXPECT_FALSE(ends.client->is_open());
  EXPECT_EQ(ends.client->close_reason().code, Error::Code::closed);

  Checker sink;
  pump_to_end(*ends.server, sink);
  EXPECT_EQ(sink.count, 100U);
  EXPECT_EQ(sink.mismatches, 0U);
  EXPECT_EQ(ends.server->close_reason().code, Error::Code::peer_closed);
  EXPECT_TRUE(ends.server->close_reason().text.starts_with(ends.server->peer()))
      << ends.server->close_reason().text;
}

TEST_P(Closing, DeliversTheLastWordsToAPeerThatSendsMeanwhile) {
  const LinkPair ends = connect_pair();
  for (std::uint64_t i = 0; i < 50; ++i) ends.client->send(numbered_frame(i, 1000));
  for (int i = 0; i < 20; ++i) ends.client->flush();
  // Says why the server hangs up; must arrive even if the server has unread input.
  ends.server->send(numbered_frame(0, 30));
  ends.server->close();
  Checker sink;
  pump_to_end(*ends.client, sink);
  EXPECT_EQ(sink.count, 1U);
  EXPECT_EQ(sink.mismatches, 0U);
}

TEST_P(Closing, IsClosedByItsDestruction) {
  LinkPair ends = connect_pair();
  ends.client->send(numbered_frame(0, 10));
  ends.client.reset();
  Checker sink;
  pump_to_end(*ends.server, sink);
  EXPECT_EQ(sink.count, 1U);
}

TEST_P(Closing, DoesNothingOnceClosed) {
  const LinkPair ends = connect_pair();
  ends.client->close();
  ends.client->close();
  ends.client->send(numbered_frame(0, 10));
  ends.client->flush();
  ends.client->finish_wait();
  Collector sink;
  EXPECT_EQ(ends.client->receive(sink, 10), 0U);
  EXPECT_EQ(ends.client->queued_bytes(), 0U);
  EXPECT_EQ(ends.client->descriptor(), -1);
  EXPECT_FALSE(ends.client->wants_write());
  EXPECT_FALSE(ends.client->prepare_wait());
  EXPECT_EQ(Waiter().wait(*ends.client, std::nullopt), Waiter::Woken::waitable);
}

TEST_P(Closing, DeliversNothingAfterACloseFromInsideTheSink) {
  const LinkPair ends = connect_pair();
  class Closer final : public FrameSink {
   public:
    explicit Closer(Link& link) : link_(link) {}
    void receive_frame(Bytes frame) override {
      ++frames;
      link_.close();
      EXPECT_EQ(frame.size(), 30'000U);
      EXPECT_EQ(frame.back(), numbered_frame(0, 30'000).back());  // the view is still valid
    }
    std::size_t frames = 0;

   private:
    Link& link_;
  };
  for (std::uint64_t i = 0; i < 5; ++i) ends.client->send(numbered_frame(i, 30'000));
  Closer closer(*ends.server);
  while (ends.server->is_open()) {
    ends.client->flush();
    ends.server->receive(closer, 10);
  }
  EXPECT_EQ(closer.frames, 1U);
}

TEST_P(Closing, RefusesToSendAFrameBeyondTheLimit) {
  options.frame_bytes_max = 1000;
  const LinkPair ends = connect_pair();
  ends.client->send(numbered_frame(0, 1000));
  for (int i = 0; i < 10; ++i) ends.client->flush();
  Collector sink;
  pump(*ends.server, ends.client.get(), sink, 1);
  EXPECT_EQ(sink.frames.size(), 1U);
  if (GetParam().is_faulty) return;  // the faulty twin notices this later, in flush()
  ends.client->send(numbered_frame(1, 1001));
  EXPECT_FALSE(ends.client->is_open());
  EXPECT_EQ(ends.client->close_reason().code, Error::Code::frame_too_large);
  EXPECT_NE(ends.client->close_reason().text.find("1001"), std::string::npos);
  pump_to_end(*ends.server, sink);
  EXPECT_EQ(sink.frames.size(), 1U);
}

TEST_P(Closing, ClosesWhenThePeerAnnouncesAFrameBeyondTheLimit) {
  options.frame_bytes_max = 1000;
  const std::unique_ptr<Listener> listener = listen();
  options.frame_bytes_max = 2000;
  LinkPair ends = connect_pair_at(*listener);
  ends.client->send(numbered_frame(0, 1000));
  ends.client->send(numbered_frame(1, 1001));
  ends.client->send(numbered_frame(2, 10));
  Checker sink;
  pump(*ends.server, ends.client.get(), sink, 100);
  EXPECT_EQ(sink.count, 1U);
  EXPECT_EQ(ends.server->close_reason().code, Error::Code::frame_too_large);
  EXPECT_NE(ends.server->close_reason().text.find("1001"), std::string::npos);
  pump_to_end(*ends.client, sink);
  EXPECT_NE(ends.client->close_reason().code, Error::Code::none);
}

TEST_P(Closing, TakesLongerFramesOnceItsLimitIsRaised) {
  options.frame_bytes_max = 2000;
  const LinkPair ends = connect_pair();
  ends.server->limit_frames(1000, 2000);
  ends.client->send(numbered_frame(0, 1000));
  Checker sink;
  pump(*ends.server, ends.client.get(), sink, 1);
  ends.server->limit_frames(2000, 2000);
  ends.client->send(numbered_frame(1, 2000));
  pump(*ends.server, ends.client.get(), sink, 2);
  EXPECT_EQ(sink.mismatches, 0U);
  ends.server->limit_frames(1000, 500);
  EXPECT_EQ(ends.server->frame_bytes_max(), 500U);
  ends.client->send(numbered_frame(2, 1001));
  pump(*ends.server, ends.client.get(), sink, 100);
  EXPECT_EQ(ends.server->close_reason().code, Error::Code::frame_too_large);
  pump_to_end(*ends.client, sink);
}

INSTANTIATE_TEST_SUITE_P(Links, Closing, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
