#include "rtia/hosting/hosted_ambassador.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

// Takes everything into its queue and lets it out as the test says.
class NarrowLink final : public transport::Link {
 public:
  void send(std::span<const transport::Bytes> parts) override {
    for (const auto part : parts) queued += part.size();
  }
  void flush() override { queued -= std::min(queued, room); }
  std::size_t queued_bytes() const override { return queued; }
  std::size_t receive(transport::FrameSink&, std::size_t) override { return 0; }
  bool has_input() override { return false; }
  bool look_is_cheap() const override { return false; }
  void limit_frames(std::size_t, std::size_t) override {}
  std::size_t frame_bytes_max() const override { return SIZE_MAX; }
  BegunFrame begun_frame() const override { return {}; }
  std::size_t held_bytes() const override { return queued_bytes(); }
  bool is_open() const override { return open; }
  const transport::Error& close_reason() const override { return reason; }
  void close() override { open = false; }
  int descriptor() const override { return -1; }
  bool wants_write() const override { return queued > 0; }
  bool prepare_wait() override { return true; }
  void finish_wait() override {}
  const std::string& peer() const override { return name; }

  std::size_t queued = 0;
  std::size_t room = 0;
  bool open = true;
  transport::Error reason;
  std::string name = "narrow";
};

// Else who waits for room by the link's descriptor (the background thread) would wait for ever, or
// wake for ever.
TEST(HostedAmbassador, ALookSendsWhatFoundNoRoomBefore) {
  auto owned = std::make_unique<NarrowLink>();
  NarrowLink& link = *owned;
  HostedAmbassador ambassador(std::move(owned), "narrow");
  link.queued = 1000;  // of a batch that a flush could not get rid of
  link.room = 600;
  (void)ambassador.poll();
  EXPECT_EQ(link.queued, 400u);
  (void)ambassador.poll();
  EXPECT_EQ(link.queued, 0u);
}

}  // namespace
}  // namespace triad::rtia
