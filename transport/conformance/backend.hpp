// What the conformance suite runs on: every backend, plain and as its fault-injecting twin. A test
// of the suite derives its fixture from Conformance and knows no backend by name. A new backend is
// finished when it has a line in all_backends() and the suite passes unchanged.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "transport/connect.hpp"
#include "transport/faulty/faulty_link.hpp"

namespace triad::transport {

using Frame = std::vector<std::byte>;

struct Backend {
  std::string name;
  std::string url;  // to listen on; a "NAME" in it is replaced by a name of the test's own
  bool crosses_processes = true;
  bool is_faulty = false;
  // Compressed, if the program was built with zstd; frames could wait for others, and none may.
  bool is_long = false;
};

std::vector<Backend> all_backends();
std::string name_of(const testing::TestParamInfo<Backend>& info);

// Keeps what it is given.
class Collector final : public FrameSink {
 public:
  void on_frame(Bytes frame) override { frames.emplace_back(frame.begin(), frame.end()); }
  std::vector<Frame> frames;
};

// Counts, and checks that frames made by numbered_frame() come in order and unharmed.
class Checker final : public FrameSink {
 public:
  void on_frame(Bytes frame) override;
  std::uint64_t count = 0;
  std::uint64_t bad = 0;
};

// `size` bytes that follow from the number, so that a frame can be checked by itself.
Frame numbered_frame(std::uint64_t number, std::size_t size);

// The two ends of one link.
struct Ends {
  std::unique_ptr<Link> client;
  std::unique_ptr<Link> server;
};

class Conformance : public testing::TestWithParam<Backend> {
 protected:
  Conformance();
  ~Conformance() override;

  // A listener at a new place; its url() is where connect_to() goes.
  std::unique_ptr<Listener> listen();
  std::unique_ptr<Link> connect_to(const Listener& listener);
  // Waits for the next peer.
  std::unique_ptr<Link> accept_from(Listener& listener);
  Ends connect_pair();
  Ends connect_pair_at(Listener& listener);

  // The twin of a link, if it is the twins' turn.
  std::unique_ptr<Link> dressed(std::unique_ptr<Link> link);

  LinkOptions options;
  std::filesystem::path folder;  // of the sockets; must be empty when the test is over

 private:
  std::atomic<std::uint64_t> next_seed_{1};
};

// Receives until the sink has `frames` (a Collector or Checker), flushing the sender meanwhile. The
// sender may be null or closed.
void pump(Link& receiver, Link* sender, Collector& sink, std::size_t frames);
void pump(Link& receiver, Link* sender, Checker& sink, std::uint64_t frames);
// The same until that is true.
void pump_until(Link& receiver, Link* sender, FrameSink& sink, const std::function<bool()>& done);
// Receives until the link has closed.
void pump_to_end(Link& receiver, FrameSink& sink);

}  // namespace triad::transport
