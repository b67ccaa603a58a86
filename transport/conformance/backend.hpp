// The backends on which the conformance suite runs, each plain and with injected faults, and the
// suite's fixture. Each test derives its fixture from Conformance and names no backend. A new
// backend is finished when all_backends() has a line for it and the suite passes unchanged.
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
  std::string url;  // to listen on; "NAME" in it is replaced by a new name for each listener
  bool crosses_processes = true;
  bool is_faulty = false;
  // Uses the options of a long link: compression, if built with zstd, and bundling, with may_wait
  // false for every frame.
  bool is_long = false;
};

std::vector<Backend> all_backends();
std::string name_of(const testing::TestParamInfo<Backend>& info);

// Keeps copies of the frames.
class Collector final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override { frames.emplace_back(frame.begin(), frame.end()); }
  std::vector<Frame> frames;
};

// Counts frames, and checks that they are those of numbered_frame(), in order and unchanged.
class Checker final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override;
  std::uint64_t count = 0;
  std::uint64_t mismatches = 0;
};

// Returns `size` bytes computed from the number, so that a frame can be checked by itself.
Frame numbered_frame(std::uint64_t number, std::size_t size);

struct LinkPair {
  std::unique_ptr<Link> client;
  std::unique_ptr<Link> server;
};

class Conformance : public testing::TestWithParam<Backend> {
 protected:
  Conformance();
  ~Conformance() override;

  // Returns a listener at a new place. connect_to() connects to its url().
  std::unique_ptr<Listener> listen();
  std::unique_ptr<Link> connect_to(const Listener& listener);
  // Waits for the next peer.
  std::unique_ptr<Link> accept_from(Listener& listener);
  LinkPair connect_pair();
  LinkPair connect_pair_at(Listener& listener);

  // Returns the link with the backend's options and faults applied.
  std::unique_ptr<Link> apply_backend_options(std::unique_ptr<Link> link);

  LinkOptions options;
  std::filesystem::path folder;  // folder of the sockets; must be empty at the end of the test

 private:
  std::atomic<std::uint64_t> next_seed_{1};
};

// Receives until the sink has `frames`, and flushes the sender meanwhile. The sender may be null or
// closed.
void pump(Link& receiver, Link* sender, Collector& sink, std::size_t frames);
void pump(Link& receiver, Link* sender, Checker& sink, std::uint64_t frames);
// Receives in the same way until `done` returns true.
void pump_until(Link& receiver, Link* sender, FrameSink& sink, const std::function<bool()>& done);
// Receives until the link has closed.
void pump_to_end(Link& receiver, FrameSink& sink);

}  // namespace triad::transport
