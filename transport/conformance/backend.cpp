// See backend.hpp.
#include "transport/conformance/backend.hpp"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <thread>

#include "transport/conformance/test_site.hpp"
#include "transport/wait.hpp"
#include "transport/zstd/zstd_compression.hpp"

namespace triad::transport {

namespace {

constexpr Duration kConnectTimeout = std::chrono::seconds(60);

}  // namespace

std::vector<Backend> all_backends() {
  const std::vector<Backend> plain = {
      {"Tcp4", "tcp://127.0.0.1:0", true, false}, {"Tcp6", "tcp://[::1]:0", true, false},
      {"Tls4", "tls://127.0.0.1:0", true, false}, {"Shm", "shm://NAME", true, false},
      {"Memory", "memory:NAME", false, false},
  };
  std::vector<Backend> all = plain;
  all.push_back({.name = "TcpLong",
                 .url = "tcp://127.0.0.1:0",
                 .crosses_processes = false,
                 .is_faulty = false,
                 .is_long = true});
  all.push_back({.name = "TlsLong",
                 .url = "tls://127.0.0.1:0",
                 .crosses_processes = false,
                 .is_faulty = false,
                 .is_long = true});
  for (Backend backend : plain) {
    backend.name += "Faulty";
    backend.is_faulty = true;
    all.push_back(backend);
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Backend>& info) {
  return info.param.name;
}

Frame numbered_frame(std::uint64_t number, std::size_t size) {
  // Random bytes, which no link can compress.
  std::mt19937 random(static_cast<std::mt19937::result_type>(number));
  Frame frame(size);
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const auto word = static_cast<std::uint32_t>(random());
    std::memcpy(frame.data() + i, &word, sizeof word);
  }
  if (size > 0) std::memcpy(frame.data(), &number, std::min(size, sizeof number));
  return frame;
}

void Checker::receive_frame(Bytes frame) {
  const Frame expected = numbered_frame(count, frame.size());
  if (!std::equal(frame.begin(), frame.end(), expected.begin(), expected.end())) ++mismatches;
  ++count;
}

Conformance::Conformance() {
  std::string pattern = std::filesystem::temp_directory_path() / "triad-test-XXXXXX";
  folder = ::mkdtemp(pattern.data());
  options.socket_directory = folder;
  if (GetParam().url.starts_with("tls://")) options.tls = loopback_identity();
}

Conformance::~Conformance() {
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "left behind in " << folder;
  std::filesystem::remove_all(folder);
}

std::unique_ptr<Listener> Conformance::listen() {
  static int number = 0;
  std::string url = GetParam().url;
  if (const std::size_t at = url.find("NAME"); at != std::string::npos) {
    url.replace(at, 4, "t" + std::to_string(::getpid()) + "-" + std::to_string(++number));
  }
  Result<std::unique_ptr<Listener>> listener = transport::listen(parse_url(url).value(), options);
  if (!listener) {
    ADD_FAILURE() << listener.error().text;
    return nullptr;
  }
  return std::move(*listener);
}

std::unique_ptr<Link> Conformance::connect_to(const Listener& listener) {
  const Url url = parse_url(listener.url()).value();
  Result<std::unique_ptr<Link>> link = transport::connect(url, kConnectTimeout, options);
  if (!link) {
    ADD_FAILURE() << link.error().text;
    return nullptr;
  }
  return apply_backend_options(std::move(*link));
}

std::unique_ptr<Link> Conformance::accept_from(Listener& listener) {
  while (true) {
    Result<std::unique_ptr<Link>> link = listener.accept();
    if (!link) {
      ADD_FAILURE() << link.error().text;
      return nullptr;
    }
    if (*link != nullptr) return apply_backend_options(std::move(*link));
    pollfd entry{listener.descriptor(), POLLIN, 0};
    ::poll(&entry, 1, -1);
  }
}

LinkPair Conformance::connect_pair() {
  const std::unique_ptr<Listener> listener = listen();
  return connect_pair_at(*listener);
}

// On shm, connecting ends only when the listener has accepted, so this takes two threads.
LinkPair Conformance::connect_pair_at(Listener& listener) {
  LinkPair ends;
  std::thread connecting([&] { ends.client = connect_to(listener); });
  ends.server = accept_from(listener);
  connecting.join();
  return ends;
}

std::unique_ptr<Link> Conformance::apply_backend_options(std::unique_ptr<Link> link) {
  if (GetParam().is_long) {
    const LongLinkOptions long_options{.compress_above = 100,
                                       .make_compression = zstd_compression(),
                                       .bundle_time = std::chrono::milliseconds(1),
                                       .bundle_bytes = 2000,
                                       .may_bundle = [](std::span<const Bytes>) { return false; }};
    EXPECT_EQ(link->capabilities().long_link->enable_long_link(long_options),
              std::vector<std::string>{});
  }
  if (!GetParam().is_faulty) return link;
  Faults faults;
  faults.seed = next_seed_.fetch_add(1);
  faults.polls_held_max = 3;
  faults.flushes_stalled_max = 3;
  return make_faulty(std::move(link), faults);
}

void pump_until(Link& receiver, Link* sender, FrameSink& sink, const std::function<bool()>& done) {
  // Short, because the sender must be flushed meanwhile. No test depends on the length.
  constexpr Duration kSlice = std::chrono::milliseconds(1);
  constexpr std::size_t kFramesPerCall = 64;
  Waiter waiter(Duration::zero());
  while (!done() && receiver.is_open()) {
    if (sender != nullptr) sender->flush();
    if (receiver.receive(sink, kFramesPerCall) == 0 && receiver.is_open()) {
      waiter.wait(receiver, kSlice);
    }
  }
}

void pump(Link& receiver, Link* sender, Collector& sink, std::size_t frames) {
  pump_until(receiver, sender, sink, [&] { return sink.frames.size() >= frames; });
}

void pump(Link& receiver, Link* sender, Checker& sink, std::uint64_t frames) {
  pump_until(receiver, sender, sink, [&] { return sink.count >= frames; });
}

void pump_to_end(Link& receiver, FrameSink& sink) {
  pump_until(receiver, nullptr, sink, [] { return false; });
}

}  // namespace triad::transport
