// Tests of ProcessRtiaHost with an rtia that sends anything. The federate gets callbacks or errors,
// and no call waits for ever once the link has closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>

#include "libRTI/src/process_rtia_host.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "transport/test_link.hpp"
#include "wire/message_list.hpp"

namespace triad::api {
namespace {

constexpr unsigned kSeeds = 2000;
constexpr int kFramesMax = 200;

// Sends frames made from a seed, most of them close to what an rtia sends, and then closes.
class HostileRtia final : public transport::TestLink {
 public:
  explicit HostileRtia(unsigned seed) : random_(seed) {}

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    if (const auto record = wire::parse_record(sent)) last_question_ = record->header;
  }
  bool has_input() override { return true; }
  bool prepare_wait() override { return false; }
  std::size_t receive(transport::FrameSink& sink, std::size_t frames_max) override {
    std::size_t sent = 0;
    for (; sent < std::min<std::size_t>(frames_max, number(4)) && is_open(); ++sent) {
      if (++frames_ > kFramesMax) close();
      const wire::Buffer frame = make_frame();
      sink.receive_frame(frame);
    }
    return sent;
  }

 private:
  std::size_t number(std::size_t below) { return random_() % below; }

  wire::Buffer make_frame() {
    wire::Buffer frame;
    wire::RecordHeader header;
    const std::uint64_t positions[] = {0, last_question_.position, last_question_.position,
                                       last_question_.position + 1, random_()};
    header.position = positions[number(5)];
    header.flags = static_cast<std::uint16_t>(rtia::kMember | random_());
    header.after_position = number(3) == 0 ? ~std::uint64_t{0} : number(100);
    switch (number(6)) {
      case 0:
        wire::encode_record(header, wire::NoCallback{}, frame);
        break;
      case 1:
        wire::encode_record(header, wire::Refused{wire::ErrorCode::RTIinternalError, "no"}, frame);
        break;
      case 2:
        wire::encode_record(header, wire::RemoveObjectInstance{}, frame);
        break;
      case 3:
        wire::encode_record(header, wire::ReceiveInteraction{}, frame);
        break;
      case 4:
        wire::encode_record(header, wire::UpdateAttributeValues{}, frame);
        frame.resize(sizeof header + 16);
        break;
      default:
        frame.resize(number(100));
        for (std::byte& byte : frame) byte = static_cast<std::byte>(random_());
    }
    if (number(8) == 0 && !frame.empty()) frame[number(frame.size())] ^= std::byte{0x40};
    return frame;
  }

  std::mt19937 random_;
  wire::RecordHeader last_question_;
  int frames_ = 0;
};

// Makes calls and takes callbacks, as a federate does, until the rtia is lost.
void use(ProcessRtiaHost& host, unsigned seed) {
  std::mt19937 random(seed);
  while (host.is_usable()) {
    switch (random() % 6) {
      case 0:
        (void)host.call(wire::UpdateAttributeValues{});
        break;
      case 1:
        (void)host.call(wire::SubscribeInteractionClass{});
        break;
      case 2:
        (void)host.call(wire::SendInteraction{});
        break;
      case 3:
        host.record_tick_begin();
        (void)host.poll();
        host.wait(RtiaHost::Clock::now());
        break;
      case 4:
        (void)host.end_wait();
        break;
      default:
        if (host.has_callback()) (void)host.take_callback();
        (void)host.poll();
    }
  }
}

TEST(HostileRtia, IsRefusedOrObeyed) {
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ProcessRtiaHost host(std::make_unique<HostileRtia>(seed), {}, transport::Duration::zero());
    use(host, seed);
    EXPECT_FALSE(host.call(wire::GetOrderingName{})) << "the rtia is lost";
  }
}

}  // namespace
}  // namespace triad::api
