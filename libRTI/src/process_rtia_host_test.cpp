// Tests of ProcessRtiaHost on a link simulated by the test.
#include "libRTI/src/process_rtia_host.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "rtia/hosting/process_protocol.hpp"
#include "transport/test_link.hpp"
#include "wire/message_list.hpp"

namespace triad::api {
namespace {

// Reports that the federate has joined, but answers nothing. Closes when an answer is waited for.
class SilentRtia final : public transport::TestLink {
 public:
  explicit SilentRtia(std::vector<std::uint64_t>& asked) : asked_(asked) {}

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    asked_.push_back(wire::parse_record(sent)->header.position);
  }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (std::exchange(has_sent_record_, true)) {
      close();
      return 0;
    }
    wire::RecordHeader header;
    header.flags = rtia::kMember;
    wire::Buffer frame;
    wire::encode_record(header, wire::NoCallback{}, frame);
    sink.receive_frame(frame);
    return 1;
  }

 private:
  std::vector<std::uint64_t>& asked_;
  bool has_sent_record_ = false;
};

// The rtia may be busy until a connection succeeds or fails.
TEST(ProcessRtiaHost, ATickThatTellsTheRtiaOfItselfWaitsForNoAnswer) {
  std::vector<std::uint64_t> asked;
  ProcessRtiaHost host(std::make_unique<SilentRtia>(asked), {});
  (void)host.poll();
  ASSERT_TRUE(host.is_member());
  host.record_tick_begin();
  EXPECT_EQ(asked, std::vector<std::uint64_t>{0}) << "a question would have another number";
  EXPECT_FALSE(host.failure());
  host.record_tick_begin();
  EXPECT_EQ(asked.size(), 1u) << "ticks are reported at intervals";
}

}  // namespace
}  // namespace triad::api
