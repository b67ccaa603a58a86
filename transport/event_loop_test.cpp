// The event loop by itself: timers, descriptors, fairness, removal, and the cost of idle links.
#include "transport/event_loop.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <vector>

#include "transport/memory/memory_link.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/test_link.hpp"

namespace triad::transport {
namespace {

const std::vector<std::byte> kFrame(10);

class Recorder final : public LinkHandler {
 public:
  void receive_frame(LinkKey link, Bytes) override {
    frames.push_back(link);
    if (close_on_frame != nullptr) close_on_frame->close(link);
  }
  void process_closed_link(LinkKey link, const Error& reason) override {
    closed.push_back(link);
    reasons.push_back(reason.code);
  }
  std::vector<LinkKey> frames;
  std::vector<LinkKey> closed;
  std::vector<Error::Code> reasons;
  EventLoop* close_on_frame = nullptr;
};

class Count final : public FrameSink {
 public:
  void receive_frame(Bytes) override { ++count; }
  int count = 0;
};

class EventLoopTest : public testing::Test {
 protected:
  // Puts one end into the loop and returns the other.
  std::unique_ptr<Link> add(LinkKey& key) {
    MemoryPair pair = make_memory_pair().value();
    key = loop_->add(std::move(pair.first), recorder_);
    return std::move(pair.second);
  }
  void turn() { loop_->run_once(Duration::zero()); }

  Recorder recorder_;
  EventLoopOptions options_{4, Duration::zero()};
  const std::unique_ptr<EventLoop> loop_ = EventLoop::create(options_).value();
};

TEST_F(EventLoopTest, DeliversFramesAndThenTheEnd) {
  LinkKey key{};
  const auto peer = add(key);
  peer->send(kFrame);
  peer->close();
  while (recorder_.closed.empty()) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames, std::vector<LinkKey>{key});
  EXPECT_EQ(recorder_.closed, std::vector<LinkKey>{key});
  EXPECT_EQ(recorder_.reasons, std::vector<Error::Code>{Error::Code::peer_closed});
  EXPECT_EQ(loop_->find(key), nullptr);
  EXPECT_EQ(loop_->link_count(), 0U);
}

TEST_F(EventLoopTest, WakesForALinkThatHasLongBeenIdle) {
  LinkKey key{};
  const auto peer = add(key);
  for (int i = 0; i < 100; ++i) turn();
  peer->send(kFrame);
  peer->flush();
  while (recorder_.frames.empty()) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames, std::vector<LinkKey>{key});
}

TEST_F(EventLoopTest, FlushesWhatWasSentThroughIt) {
  LinkKey key{};
  const auto peer = add(key);
  loop_->send(key, kFrame);
  loop_->flush();
  Count sink;
  peer->receive(sink, 10);
  EXPECT_EQ(sink.count, 1);
}

TEST_F(EventLoopTest, GivesEveryLinkItsTurn) {
  LinkKey first{};
  LinkKey second{};
  const auto busy = add(first);
  const auto quiet = add(second);
  for (int i = 0; i < 100; ++i) busy->send(kFrame);
  busy->flush();
  quiet->send(kFrame);
  quiet->flush();
  while (std::find(recorder_.frames.begin(), recorder_.frames.end(), second) ==
         recorder_.frames.end()) {
    loop_->run_once(std::nullopt);
  }
  EXPECT_LE(recorder_.frames.size(), 2 * options_.frames_per_turn + 1);
  while (recorder_.frames.size() < 101) loop_->run_once(std::nullopt);
}

TEST_F(EventLoopTest, TakesNothingFromALinkThatIsPaused) {
  LinkKey paused{};
  LinkKey other{};
  const auto waiting = add(paused);
  const auto heard = add(other);
  turn();
  loop_->set_paused(paused, true);
  for (int i = 0; i < 3; ++i) waiting->send(kFrame);
  waiting->flush();
  heard->send(kFrame);
  heard->flush();
  while (recorder_.frames.empty()) loop_->run_once(std::nullopt);
  for (int i = 0; i < 100; ++i) turn();
  EXPECT_EQ(recorder_.frames, std::vector<LinkKey>{other});
  loop_->send(paused, kFrame);  // sending continues during a pause
  loop_->flush();
  Count sink;
  waiting->receive(sink, 10);
  EXPECT_EQ(sink.count, 1);
  loop_->set_paused(paused, false);
  while (recorder_.frames.size() < 4) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames, (std::vector<LinkKey>{other, paused, paused, paused}));
}

TEST_F(EventLoopTest, HearsALinkToItsEndThatIsPausedNoMore) {
  LinkKey key{};
  auto peer = add(key);
  turn();
  loop_->set_paused(key, true);
  peer->send(kFrame);
  peer->close();
  turn();
  loop_->set_paused(key, false);
  while (recorder_.closed.empty()) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames, std::vector<LinkKey>{key});
}

TEST_F(EventLoopTest, ForgetsALinkThatItsHandlerCloses) {
  LinkKey key{};
  const auto peer = add(key);
  recorder_.close_on_frame = loop_.get();
  peer->send(kFrame);
  peer->send(kFrame);
  peer->flush();
  while (loop_->link_count() > 0) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames.size(), 1U);
  turn();
  EXPECT_TRUE(recorder_.closed.empty());
}

TEST_F(EventLoopTest, GivesALinkBackAndKeepsQuietAboutIt) {
  LinkKey key{};
  const auto peer = add(key);
  turn();
  const std::unique_ptr<Link> link = loop_->remove(key);
  ASSERT_NE(link, nullptr);
  EXPECT_TRUE(link->is_open());
  peer->send(kFrame);
  peer->close();
  turn();
  EXPECT_TRUE(recorder_.frames.empty());
  EXPECT_TRUE(recorder_.closed.empty());
}

TEST_F(EventLoopTest, NeverUsesAKeyAgain) {
  LinkKey first{};
  LinkKey second{};
  static_cast<void>(add(first));
  loop_->close(first);
  const auto peer = add(second);
  EXPECT_NE(first, second);
  EXPECT_NE(first, LinkKey{});
  EXPECT_EQ(loop_->find(first), nullptr);
  loop_->send(first, kFrame);
  loop_->close(first);
  EXPECT_EQ(loop_->link_count(), 1U);
}

TEST_F(EventLoopTest, ReportsALinkThatBreaksWhileItIsSentTo) {
  LinkOptions options;
  options.frame_bytes_max = 5;
  MemoryPair pair = make_memory_pair(options).value();
  const LinkKey key = loop_->add(std::move(pair.first), recorder_);
  loop_->send(key, kFrame);
  loop_->flush();
  EXPECT_TRUE(recorder_.closed.empty()) << "not from inside a send or flush";
  turn();
  turn();
  EXPECT_EQ(recorder_.reasons, std::vector<Error::Code>{Error::Code::frame_too_large});
}

// Counts the looks at a link.
class CountingLink final : public Link {
 public:
  CountingLink(std::unique_ptr<Link> inner, std::size_t& looks)
      : inner_(std::move(inner)), looks_(looks) {}
  using Link::send;
  void send(std::span<const Bytes> parts) override { inner_->send(parts); }
  void flush() override { look()->flush(); }
  [[nodiscard]] std::size_t queued_bytes() const override { return inner_->queued_bytes(); }
  std::size_t receive(FrameSink& sink, std::size_t max) override {
    return look()->receive(sink, max);
  }
  [[nodiscard]] bool has_input() override { return look()->has_input(); }
  [[nodiscard]] bool is_poll_cheap() const override { return inner_->is_poll_cheap(); }
  void limit_frames(std::size_t received_max, std::size_t sent_max) override {
    inner_->limit_frames(received_max, sent_max);
  }
  [[nodiscard]] std::size_t frame_bytes_max() const override { return inner_->frame_bytes_max(); }
  [[nodiscard]] IncompleteFrame incomplete_frame() const override {
    return inner_->incomplete_frame();
  }
  [[nodiscard]] std::size_t held_bytes() const override { return inner_->held_bytes(); }
  [[nodiscard]] const Error& close_reason() const override { return inner_->close_reason(); }
  void close() override { inner_->close(); }
  [[nodiscard]] int descriptor() const override { return inner_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return inner_->wants_write(); }
  [[nodiscard]] bool prepare_wait() override { return look()->prepare_wait(); }
  void finish_wait() override { look()->finish_wait(); }
  [[nodiscard]] const std::string& peer() const override { return inner_->peer(); }

 private:
  Link* look() {
    ++looks_;
    return inner_.get();
  }
  const std::unique_ptr<Link> inner_;
  std::size_t& looks_;
};

TEST_F(EventLoopTest, DoesNotTouchIdleLinksWhileAnotherIsBusy) {
  std::size_t looks = 0;
  MemoryPair pair = make_memory_pair().value();
  loop_->add(std::make_unique<CountingLink>(std::move(pair.first), looks), recorder_);
  LinkKey key{};
  const auto busy = add(key);
  const auto busy_turns = [&](int turns) {
    for (int i = 0; i < turns; ++i) {
      busy->send(kFrame);
      busy->flush();
      turn();
    }
  };
  busy_turns(200);  // becomes idle at some point
  const std::size_t before = looks;
  busy_turns(200);
  EXPECT_EQ(looks, before);
  EXPECT_EQ(recorder_.frames.size(), 400U);
}

TEST_F(EventLoopTest, LooksWhenItIsToldAtALinkWhosePeerRingsOtherwise) {
  MemoryPair pair = make_memory_pair().value();
  LinkBell& bell = *pair.first->capabilities().bell;
  bell.set_muted(true);
  const LinkKey key = loop_->add(std::move(pair.first), recorder_);
  for (int i = 0; i < 200; ++i) turn();  // becomes idle at some point
  EXPECT_FALSE(bell.has_pending_input());
  pair.second->send(kFrame);
  pair.second->flush();
  EXPECT_TRUE(bell.has_pending_input());
  turn();
  EXPECT_TRUE(recorder_.frames.empty());
  loop_->serve_in_next_turn(key);
  turn();
  EXPECT_EQ(recorder_.frames.size(), 1U);
  // From here on the peer rings again. The link learns this when it becomes idle.
  bell.set_muted(false);
  loop_->serve_in_next_turn(key);
  for (int i = 0; i < 200; ++i) turn();
  pair.second->send(kFrame);
  pair.second->close();
  while (recorder_.closed.empty()) loop_->run_once(std::nullopt);
  EXPECT_EQ(recorder_.frames.size(), 2U);
}

// A link with costly looks (system calls). It is readable from the beginning. The first look finds
// a frame, the second nothing, and the third a frame for which no bell rings.
class LinkWithDelayedFrame final : public TestLink {
 public:
  LinkWithDelayedFrame() { ring(); }
  void ring() { ASSERT_EQ(::eventfd_write(bell_.get(), 1), 0); }
  std::size_t receive(FrameSink& sink, std::size_t) override {
    eventfd_t rings = 0;
    static_cast<void>(::eventfd_read(bell_.get(), &rings));
    holds_ = ++looks_ == 2;
    if (holds_) return 0;
    sink.receive_frame(kFrame);
    return 1;
  }
  bool has_input() override { return holds_; }
  bool prepare_wait() override { return !holds_; }
  int descriptor() const override { return bell_.get(); }

 private:
  const UniqueFd bell_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  int looks_ = 0;
  bool holds_ = false;
};

// The loop yields before it sleeps, because the last frame came from a link that costs system
// calls.
TEST_F(EventLoopTest, DoesNotSleepOverALinkThatWasServedWhileItGaveWay) {
  const auto loop = EventLoop::create({4, std::chrono::milliseconds(1)}).value();
  auto link = std::make_unique<LinkWithDelayedFrame>();
  LinkWithDelayedFrame& held_back = *link;
  loop->add(std::move(link), recorder_);
  while (recorder_.frames.empty()) loop->run_once(std::nullopt);
  held_back.ring();
  bool is_late = false;
  loop->add_timer(std::chrono::seconds(10), [&] { is_late = true; });
  while (recorder_.frames.size() < 2 && !is_late) loop->run_once(std::nullopt);
  EXPECT_FALSE(is_late);
  EXPECT_EQ(recorder_.frames.size(), 2u);
}

// Has one item of work for each ring of its bell.
class RingCounter final : public Waitable {
 public:
  [[nodiscard]] bool has_input() override { return false; }
  [[nodiscard]] bool is_poll_cheap() const override { return false; }
  void flush() override {}
  [[nodiscard]] std::size_t queued_bytes() const override { return 0; }
  [[nodiscard]] int descriptor() const override { return bell_.get(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override { return true; }
  void finish_wait() override {}

  void ring() const { ::eventfd_write(bell_.get(), 1); }
  std::size_t take_rings() {
    eventfd_t rings = 0;
    return ::eventfd_read(bell_.get(), &rings) == 0 ? rings : 0;
  }

 private:
  const UniqueFd bell_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

TEST_F(EventLoopTest, ServesWhatIsNoLinkUntilItIsClosed) {
  auto owned = std::make_unique<RingCounter>();
  RingCounter& rung = *owned;
  std::size_t served = 0;
  LinkKey key{};
  key = loop_->add(std::move(owned), [&](std::size_t items_max) {
    EXPECT_GT(items_max, 0U);
    const std::size_t rings = rung.take_rings();
    served += rings;
    if (served == 3) {
      loop_->close(key);
      EXPECT_EQ(rung.take_rings(), 0U) << "it lives until the turn is over";
    }
    return rings;
  });
  EXPECT_EQ(loop_->link_count(), 0U);
  EXPECT_EQ(loop_->find(key), nullptr);
  EXPECT_EQ(loop_->remove(key), nullptr);
  loop_->send(key, kFrame);
  rung.ring();
  while (served < 1) loop_->run_once(std::nullopt);
  rung.ring();
  rung.ring();
  while (served < 3) loop_->run_once(std::nullopt);
  EXPECT_EQ(loop_->run_once(Duration::zero()), 0U);
}

// Counts the frames sent by it, and how many of them its last flush covered.
class FlushedLink final : public TestLink {
 public:
  using Link::send;
  void send(std::span<const Bytes>) override { ++sent; }
  void flush() override { flushed = sent; }
  int descriptor() const override { return event_.get(); }
  int sent = 0;
  int flushed = 0;

 private:
  const UniqueFd event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

class SendLaterTest : public testing::Test {
 protected:
  static constexpr Duration kNever = std::chrono::hours(1);
  struct Receiver {
    FlushedLink* link = nullptr;
    LinkKey key{};
  };

  // Makes a loop with two links. The first frame of send_later() leaves at once; later ones wait
  // for `wait`.
  void begin(Duration wait) {
    EventLoopOptions options;
    options.later_per_link = wait;
    options.later_max = wait;
    loop_ = EventLoop::create(options).value();
    for (Receiver* const receiver : {&one_, &other_}) {
      auto link = std::make_unique<FlushedLink>();
      receiver->link = link.get();
      receiver->key = loop_->add(std::move(link), recorder_);
    }
    loop_->send_later(one_.key, kFrame);
    loop_->flush();
  }

  Recorder recorder_;
  std::unique_ptr<EventLoop> loop_;
  Receiver one_;
  Receiver other_;
};

TEST_F(SendLaterTest, TheFirstLeavesWithTheTurnAndTheNextWaits) {
  begin(kNever);
  EXPECT_EQ(one_.link->flushed, 1);
  loop_->send_later(one_.key, kFrame);
  loop_->run_once(Duration::zero());
  EXPECT_EQ(one_.link->sent, 2) << "it stands in its place";
  EXPECT_EQ(one_.link->flushed, 1);
}

TEST_F(SendLaterTest, WhatElseIsSentByTheLinkTakesThemAlong) {
  begin(kNever);
  for (const Receiver& to : {one_, other_}) loop_->send_later(to.key, kFrame);
  loop_->send(one_.key, kFrame);
  loop_->flush();
  EXPECT_EQ(one_.link->flushed, 3);
  EXPECT_EQ(other_.link->flushed, 0);
}

TEST_F(SendLaterTest, NoneWaitsForEver) {
  begin(std::chrono::milliseconds(1));
  for (int waited = 2; waited <= 3; ++waited) {
    loop_->send_later(one_.key, kFrame);
    while (one_.link->flushed < waited) loop_->run_once(std::nullopt);
  }
  loop_->send_later(one_.key, kFrame);
  loop_->close(one_.key);
  EXPECT_EQ(loop_->run_once(std::nullopt), 1U) << "the time that is up";
}

TEST_F(EventLoopTest, FiresTimersInTheirOrderAndNotBefore) {
  std::vector<int> fired;
  const Clock::time_point begin = Clock::now();
  Clock::time_point at;
  loop_->add_timer(std::chrono::milliseconds(4), [&] {
    fired.push_back(2);
    at = Clock::now();
  });
  loop_->add_timer(std::chrono::milliseconds(1), [&] { fired.push_back(1); });
  const TimerKey cancelled =
      loop_->add_timer(std::chrono::milliseconds(2), [&] { fired.push_back(3); });
  loop_->cancel_timer(cancelled);
  loop_->cancel_timer(cancelled);
  while (fired.size() < 2) loop_->run_once(std::nullopt);
  EXPECT_EQ(fired, (std::vector<int>{1, 2}));
  EXPECT_GE(at - begin, std::chrono::milliseconds(4));
}

TEST_F(EventLoopTest, CallsBackAgainAndAgainUntilThatIsCancelled) {
  std::vector<Clock::time_point> called;
  TimerKey again{};
  again = loop_->add_periodic_timer(std::chrono::milliseconds(2), [&] {
    called.push_back(Clock::now());
    if (called.size() == 3) loop_->cancel_timer(again);
  });
  bool is_over = false;
  while (called.size() < 3) loop_->run_once(std::nullopt);
  loop_->add_timer(std::chrono::milliseconds(10), [&] { is_over = true; });
  while (!is_over) loop_->run_once(std::nullopt);
  ASSERT_EQ(called.size(), 3u);
  EXPECT_GE(called[1] - called[0], std::chrono::milliseconds(2));
  EXPECT_GE(called[2] - called[1], std::chrono::milliseconds(2));
}

// For example, after a failed allocation.
TEST_F(EventLoopTest, CallsBackAgainAfterACallThatThrew) {
  int calls = 0;
  loop_->add_periodic_timer(std::chrono::milliseconds(1), [&] {
    if (++calls == 1) throw std::bad_alloc();
  });
  EXPECT_THROW(
      {
        while (true) loop_->run_once(std::nullopt);
      },
      std::bad_alloc);
  while (calls < 3) loop_->run_once(std::chrono::seconds(60));
}

TEST_F(EventLoopTest, LetsATimerAddAndCancelTimers) {
  int fired = 0;
  std::function<void()> again = [&] {
    if (++fired < 5) loop_->add_timer(Duration::zero(), again);
  };
  loop_->add_timer(Duration::zero(), again);
  turn();
  EXPECT_EQ(fired, 1) << "one added by a timer waits for the next turn";
  while (fired < 5) loop_->run_once(std::nullopt);
}

TEST_F(EventLoopTest, CallsBackForADescriptorUntilItIsRemoved) {
  const UniqueFd event(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
  int calls = 0;
  loop_->add_descriptor(event.get(), [&] {
    if (++calls == 3) loop_->remove_descriptor(event.get());
  });
  for (int i = 0; i < 10; ++i) turn();
  EXPECT_EQ(calls, 3);
}

TEST_F(EventLoopTest, ReturnsZeroWhenTheTimeRunsOut) {
  EXPECT_EQ(loop_->run_once(Duration::zero()), 0U);
  EXPECT_EQ(loop_->run_once(std::chrono::milliseconds(1)), 0U);
}

}  // namespace
}  // namespace triad::transport
