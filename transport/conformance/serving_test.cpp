// Conformance: one event loop serves hundreds of links, of all backends at once.
#include <map>
#include <thread>

#include "transport/conformance/backend.hpp"
#include "transport/descriptor_limit.hpp"
#include "transport/event_loop.hpp"

namespace triad::transport {
namespace {

class Serving : public Conformance {};

// Returns every frame, as rtig does with most.
class EchoServer final : public LinkHandler {
 public:
  explicit EchoServer(EventLoop& loop) : loop_(loop) {}
  void on_frame(LinkKey link, Bytes frame) override { loop_.send(link, frame); }
  void on_closed(LinkKey, const Error&) override { ++closed; }
  std::size_t closed = 0;

 private:
  EventLoop& loop_;
};

// Sends frame i + 1 when frame i has come back, and hangs up after the last.
class Clients final : public LinkHandler {
 public:
  Clients(EventLoop& loop, std::uint64_t frames) : loop_(loop), frames_(frames) {}
  void add(std::unique_ptr<Link> link) {
    const LinkKey key = loop_.add(std::move(link), *this);
    loop_.send(key, numbered_frame(0, 50));
    checkers_[key];
  }
  void on_frame(LinkKey link, Bytes frame) override {
    Checker& checker = checkers_[link];
    checker.on_frame(frame);
    if (checker.count < frames_) {
      loop_.send(link, numbered_frame(checker.count, 50 + checker.count % 3000));
    } else {
      loop_.close(link);
      ++finished;
    }
  }
  void on_closed(LinkKey, const Error& reason) override { ADD_FAILURE() << reason.text; }
  [[nodiscard]] std::uint64_t bad() const {
    std::uint64_t sum = 0;
    for (const auto& [key, checker] : checkers_) sum += checker.bad;
    return sum;
  }
  std::size_t finished = 0;

 private:
  EventLoop& loop_;
  const std::uint64_t frames_;
  std::map<LinkKey, Checker> checkers_;
};

void serve_until_all_left(EventLoop& loop, const EchoServer& server, std::size_t links) {
  while (server.closed < links) loop.run_once(std::nullopt);
}

TEST_P(Serving, HundredsOfLinksInOneLoop) {
  raise_descriptor_limit();
  constexpr std::size_t kLinks = 200;
  constexpr std::uint64_t kFrames = 20;
  options.ring_bytes = std::size_t{16} << 10;
  const auto loop = EventLoop::create().value();
  EchoServer server(*loop);
  std::unique_ptr<Listener> listener = listen();
  const Url url = parse_url(listener->url()).value();
  loop->add_listener(
      std::move(listener),
      [&](std::unique_ptr<Link> link) { loop->add(dressed(std::move(link)), server); },
      [](const Error& problem) { ADD_FAILURE() << problem.text; });

  std::thread clients([&] {
    const auto client_loop = EventLoop::create().value();
    Clients handler(*client_loop, kFrames);
    for (std::size_t i = 0; i < kLinks; ++i) {
      auto link = connect(url, std::chrono::seconds(60), options);
      ASSERT_TRUE(link.has_value()) << link.error().text;
      handler.add(dressed(std::move(*link)));
    }
    while (handler.finished < kLinks) client_loop->run_once(std::nullopt);
    EXPECT_EQ(handler.bad(), 0U);
  });
  serve_until_all_left(*loop, server, kLinks);
  clients.join();
  EXPECT_EQ(loop->link_count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Links, Serving, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
