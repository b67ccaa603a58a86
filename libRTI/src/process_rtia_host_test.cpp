// Tests of ProcessRtiaHost on a link simulated by the test.
#include "libRTI/src/process_rtia_host.hpp"

#include <gtest/gtest.h>

#include <cstring>
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

// Accepts updates and refuses everything else.
class RefusingRtia final : public transport::TestLink {
 public:
  explicit RefusingRtia(int& posted) : posted_(posted) {}

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    const wire::RecordHeader header = wire::parse_record(sent)->header;
    (header.flags & rtia::kPosted) != 0 ? void(++posted_) : void(question_ = header);
  }
  bool has_input() override { return question_.position != 0; }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (question_.position == 0) return 0;
    const bool accepts = question_.message_kind() == wire::Kind::UpdateAttributeValues;
    wire::RecordHeader header;
    header.position = std::exchange(question_.position, 0);
    header.flags = static_cast<std::uint16_t>(rtia::kMember | (accepts ? rtia::kMayPost : 0));
    wire::Buffer frame;
    if (accepts) {
      header.kind = question_.kind;
      frame.resize(sizeof header);
      std::memcpy(frame.data(), &header, sizeof header);
      wire::Encoder(frame).put(wire::UpdateAttributeValues::Reply{});
    } else {
      wire::encode_record(header, wire::Refused{wire::ErrorCode::RTIinternalError, "it is lost"},
                          frame);
    }
    sink.receive_frame(frame);
    return 1;
  }

 private:
  int& posted_;
  wire::RecordHeader question_;
};

// The refusal may mean that the federation is lost, which the rtia announces later.
TEST(ProcessRtiaHost, ARefusalEndsAllPermits) {
  int posted = 0;
  ProcessRtiaHost host(std::make_unique<RefusingRtia>(posted), {});
  wire::UpdateAttributeValues update;
  update.object = wire::ObjectHandle(7);
  EXPECT_TRUE(host.call(update));
  EXPECT_TRUE(host.call(update));
  EXPECT_EQ(posted, 1);
  EXPECT_FALSE(host.call(wire::GetObjectClassHandle{}));
  EXPECT_TRUE(host.call(update));
  EXPECT_EQ(posted, 1);
}

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
