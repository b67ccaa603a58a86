// Conformance: one event loop serves hundreds of links, even of all backends at once.
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <map>
#include <thread>

#include "transport/conformance/backend.hpp"
#include "transport/conformance/test_site.hpp"
#include "transport/descriptor_limit.hpp"
#include "transport/event_loop.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class Serving : public Conformance {};

// Returns every frame to its sender.
class EchoServer final : public LinkHandler {
 public:
  explicit EchoServer(EventLoop& loop) : loop_(loop) {}
  void receive_frame(LinkKey link, Bytes frame) override { loop_.send(link, frame); }
  void process_closed_link(LinkKey, const Error&) override { ++closed; }
  std::size_t closed = 0;

 private:
  EventLoop& loop_;
};

// Sends frame i + 1 when frame i has come back, and closes the link after the last one.
class Clients final : public LinkHandler {
 public:
  Clients(EventLoop& loop, std::uint64_t frames) : loop_(loop), frames_(frames) {}
  void add(std::unique_ptr<Link> link) {
    const LinkKey key = loop_.add(std::move(link), *this);
    loop_.send(key, numbered_frame(0, 50));
    checkers_[key];
  }
  void receive_frame(LinkKey link, Bytes frame) override {
    Checker& checker = checkers_[link];
    checker.receive_frame(frame);
    if (checker.count < frames_) {
      loop_.send(link, numbered_frame(checker.count, 50 + checker.count % 3000));
    } else {
      loop_.close(link);
      ++finished;
    }
  }
  void process_closed_link(LinkKey, const Error& reason) override { ADD_FAILURE() << reason.text; }
  [[nodiscard]] std::uint64_t mismatches() const {
    std::uint64_t sum = 0;
    for (const auto& [key, checker] : checkers_) sum += checker.mismatches;
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

// Connects `links_each` links to each URL and serves them with its own loop, on a second thread.
void run_clients(const std::vector<Url>& urls, std::size_t links_each, const LinkOptions& options,
                 const std::function<std::unique_ptr<Link>(std::unique_ptr<Link>)>& dressed) {
  constexpr std::uint64_t kFrames = 20;
  const auto loop = EventLoop::create().value();
  Clients handler(*loop, kFrames);
  for (std::size_t i = 0; i < links_each; ++i) {
    for (const Url& url : urls) {
      auto link = connect(url, std::chrono::seconds(60), options);
      ASSERT_TRUE(link.has_value()) << link.error().text;
      handler.add(dressed(std::move(*link)));
    }
  }
  while (handler.finished < links_each * urls.size()) loop->run_once(std::nullopt);
  EXPECT_EQ(handler.mismatches(), 0U);
}

void must_not_fail(const Error& problem) {
  ADD_FAILURE() << problem.text;
}

TEST_P(Serving, HundredsOfLinksInOneLoop) {
  raise_descriptor_limit();
  constexpr std::size_t kLinks = 200;
  options.ring_bytes = std::size_t{16} << 10;
  const auto loop = EventLoop::create({64, sensible_spin()}).value();
  EchoServer server(*loop);
  std::unique_ptr<Listener> listener = listen();
  const Url url = parse_url(listener->url()).value();
  loop->add_listener(
      std::move(listener),
      [&](std::unique_ptr<Link> link) {
        loop->add(apply_backend_options(std::move(link)), server);
      },
      must_not_fail);

  std::thread clients([&] {
    run_clients({url}, kLinks, options,
                [&](std::unique_ptr<Link> link) { return apply_backend_options(std::move(link)); });
  });
  serve_until_all_left(*loop, server, kLinks);
  clients.join();
  EXPECT_EQ(loop->link_count(), 0U);
}

TEST(ServingAllBackends, AtOnceInOneLoop) {
  raise_descriptor_limit();
  constexpr std::size_t kLinksEach = 30;
  std::string folder = std::filesystem::temp_directory_path() / "triad-all-XXXXXX";
  LinkOptions options;
  options.socket_directory = ::mkdtemp(folder.data());
  options.tls = loopback_identity();
  {
    const auto loop = EventLoop::create().value();
    EchoServer server(*loop);
    std::vector<Url> urls;
    for (const char* text :
         {"tcp://127.0.0.1:0", "tcp://[::1]:0", "tls://127.0.0.1:0", "shm://all", "memory:all"}) {
      std::unique_ptr<Listener> listener = listen(parse_url(text).value(), options).value();
      urls.push_back(parse_url(listener->url()).value());
      loop->add_listener(
          std::move(listener),
          [&](std::unique_ptr<Link> link) { loop->add(std::move(link), server); }, must_not_fail);
    }
    std::thread clients([&] {
      run_clients(urls, kLinksEach, options, [](std::unique_ptr<Link> link) { return link; });
    });
    serve_until_all_left(*loop, server, kLinksEach * urls.size());
    clients.join();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Links, Serving, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
