// Conformance: the process at the other end is killed or stopped at any moment.
#include <filesystem>
#include <thread>

#include "transport/conformance/backend.hpp"
#include "transport/conformance/child.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

// Runs on backends that cross processes. The child connects with the plain link; the parent has the
// other end, with the backend's faults.
class Processes : public Conformance {
 protected:
  std::unique_ptr<Link> join(const std::string& url) const {
    Result<std::unique_ptr<Link>> link =
        connect(parse_url(url).value(), std::chrono::seconds(60), options);
    return link ? std::move(*link) : nullptr;
  }
};

std::vector<Backend> crossing_backends() {
  std::vector<Backend> crossing;
  for (const Backend& backend : all_backends()) {
    if (backend.crosses_processes) crossing.push_back(backend);
  }
  return crossing;
}

TEST_P(Processes, DeliverAllThatAKilledPeerHadHandedOver) {
  Child child([&](LineSocket& parent) {
    const std::unique_ptr<Link> link = join(parent.read_line());
    for (std::uint64_t i = 0; i < 500; ++i) link->send(numbered_frame(i, 100));
    link->flush();
    parent.send_line(link->queued_bytes() == 0 ? "handed over" : "queued");
    while (true) {
      Waiter().wait(*link, std::nullopt);  // reads nothing, so that input is unread when it dies
    }
  });
  const std::unique_ptr<Listener> listener = listen();
  child.lines().send_line(listener->url());
  const std::unique_ptr<Link> link = accept_from(*listener);
  link->send(numbered_frame(0, 1000));
  for (int i = 0; i < 10; ++i) link->flush();
  EXPECT_EQ(child.read_line(), "handed over");
  child.kill();
  Checker sink;
  pump_to_end(*link, sink);
  EXPECT_EQ(sink.count, 500U);
  EXPECT_EQ(sink.mismatches, 0U);
  EXPECT_TRUE(link->close_reason().code == Error::Code::peer_lost ||
              link->close_reason().code == Error::Code::peer_closed)
      << link->close_reason().text;
}

TEST_P(Processes, DeliverAPrefixWhenAPeerIsKilledWhileItSends) {
  for (std::uint64_t received_before = 1; received_before < 2000; received_before *= 5) {
    Child child([&](LineSocket& parent) {
      const std::unique_ptr<Link> link = join(parent.read_line());
      for (std::uint64_t i = 0;; ++i) {
        link->send(numbered_frame(i, (i * 7919) % 20'000));
        link->flush();
        while (link->queued_bytes() > 1'000'000) {
          Waiter().wait(*link, std::chrono::milliseconds(1));
          link->flush();
        }
      }
    });
    const std::unique_ptr<Listener> listener = listen();
    child.lines().send_line(listener->url());
    const std::unique_ptr<Link> link = accept_from(*listener);
    Checker sink;
    pump(*link, nullptr, sink, received_before);
    child.kill();
    pump_to_end(*link, sink);
    EXPECT_GE(sink.count, received_before);
    EXPECT_EQ(sink.mismatches, 0U);
  }
}

TEST_P(Processes, WakeASleeperWhenItsPeerIsKilled) {
  Child child([&](LineSocket& parent) {
    const std::unique_ptr<Link> link = join(parent.read_line());
    parent.send_line("joined");
    while (true) Waiter().wait(*link, std::nullopt);
  });
  const std::unique_ptr<Listener> listener = listen();
  child.lines().send_line(listener->url());
  const std::unique_ptr<Link> link = accept_from(*listener);
  EXPECT_EQ(child.read_line(), "joined");
  std::thread killer([&] { child.kill(); });
  Collector sink;
  Waiter waiter(Duration::zero());
  while (link->is_open()) {
    waiter.wait(*link, std::nullopt);
    link->receive(sink, 1);
  }
  killer.join();
  EXPECT_TRUE(sink.frames.empty());
}

TEST_P(Processes, KeepAPeerThatIsStoppedInADebugger) {
  constexpr std::uint64_t kFrames = 3000;
  Child child([&](LineSocket& parent) {
    const std::unique_ptr<Link> link = join(parent.read_line());
    parent.send_line("joined");
    Checker sink;
    pump(*link, nullptr, sink, kFrames);
    parent.send_line(sink.mismatches == 0 ? "all received" : "harmed");
  });
  const std::unique_ptr<Listener> listener = listen();
  child.lines().send_line(listener->url());
  const std::unique_ptr<Link> link = accept_from(*listener);
  EXPECT_EQ(child.read_line(), "joined");
  child.stop();
  Collector sink;
  for (std::uint64_t i = 0; i < kFrames; ++i) {
    link->send(numbered_frame(i, 3000));
    link->flush();
    link->receive(sink, 1);
  }
  EXPECT_TRUE(link->is_open());
  EXPECT_GT(link->queued_bytes(), 0U);
  child.resume();
  Waiter waiter;
  while (link->queued_bytes() > 0 && link->is_open()) {
    link->flush();
    waiter.wait(*link, std::chrono::milliseconds(1));
  }
  EXPECT_EQ(child.read_line(), "all received");
}

TEST_P(Processes, ReplaceAListenerThatWasKilled) {
  std::string place = GetParam().url;
  if (const std::size_t at = place.find("NAME"); at != std::string::npos) {
    place.replace(at, 4, "replaced");
  }
  Child child([&](LineSocket& parent) {
    const auto listener = transport::listen(parse_url(place).value(), options);
    parent.send_line(listener ? (*listener)->url() : listener.error().text);
    std::vector<std::unique_ptr<Link>> links;
    while (listener) {
      auto link = (*listener)->accept();
      if (link && *link != nullptr) links.push_back(std::move(*link));
    }
  });
  const std::string listening = child.read_line();
  const Url url = parse_url(listening).value();
  const std::unique_ptr<Link> lost = join(listening);
  EXPECT_NE(lost, nullptr);

  const auto too_many = transport::listen(url, options);
  ASSERT_TRUE(too_many.has_error());
  EXPECT_EQ(too_many.error().code, Error::Code::in_use);
  child.kill();
  const auto nobody = connect(url, std::chrono::seconds(60), options);
  ASSERT_TRUE(nobody.has_error());
  EXPECT_EQ(nobody.error().code, Error::Code::refused);

  Collector sink;
  pump_to_end(*lost, sink);
  auto next = transport::listen(url, options);
  ASSERT_TRUE(next.has_value()) << next.error().text;
  const LinkPair ends = connect_pair_at(**next);
  ends.client->send(numbered_frame(0, 10));
  pump(*ends.server, ends.client.get(), sink, 1);
  EXPECT_EQ(sink.frames.size(), 1U);
}

TEST_P(Processes, LeaveNothingInSharedMemoryWhenKilled) {
  Child child([&](LineSocket& parent) {
    const std::unique_ptr<Link> link = join(parent.read_line());
    parent.send_line("joined");
    while (true) Waiter().wait(*link, std::nullopt);
  });
  const std::unique_ptr<Listener> listener = listen();
  child.lines().send_line(listener->url());
  const std::unique_ptr<Link> link = accept_from(*listener);
  EXPECT_EQ(child.read_line(), "joined");
  child.kill();
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    EXPECT_EQ(entry.path().string().find("triad-link"), std::string::npos) << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(Links, Processes, testing::ValuesIn(crossing_backends()), name_of);

}  // namespace
}  // namespace triad::transport
