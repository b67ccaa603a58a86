// TestLink: a link without a peer, for tests of classes that hold a link. It receives nothing and
// has no queue. A test overrides the functions that it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "transport/link.hpp"

namespace triad::transport {

class TestLink : public Link {
 public:
  void send(std::span<const Bytes>) override {}
  void flush() override {}
  std::size_t queued_bytes() const override { return 0; }
  std::size_t receive(FrameSink&, std::size_t) override { return 0; }
  bool has_input() override { return false; }
  bool is_poll_cheap() const override { return false; }
  void limit_frames(std::size_t, std::size_t) override {}
  std::size_t frame_bytes_max() const override { return SIZE_MAX; }
  IncompleteFrame incomplete_frame() const override { return {}; }
  std::size_t held_bytes() const override { return queued_bytes(); }
  const Error& close_reason() const override { return reason_; }
  void close() override { reason_.code = Error::Code::closed; }
  int descriptor() const override { return -1; }
  bool wants_write() const override { return queued_bytes() > 0; }
  bool prepare_wait() override { return true; }
  void finish_wait() override {}
  const std::string& peer() const override { return peer_; }

 private:
  Error reason_;
  std::string peer_ = "nobody";
};

}  // namespace triad::transport
