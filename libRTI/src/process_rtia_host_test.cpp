// Tests of ProcessRtiaHost on a link simulated by the test.
#include "libRTI/src/process_rtia_host.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/double_time.hpp"
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

// Accepts every update, and revokes all permits in the record behind the answer.
class RevokingRtia final : public transport::TestLink {
 public:
  explicit RevokingRtia(int& posted) : posted_(posted) {}

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    const wire::RecordHeader header = wire::parse_record(sent)->header;
    (header.flags & rtia::kPosted) != 0 ? void(++posted_) : void(question_ = header.position);
  }
  bool has_input() override { return question_ != 0; }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (question_ == 0) return 0;
    wire::RecordHeader header;
    header.kind = static_cast<std::uint16_t>(wire::Kind::UpdateAttributeValues);
    header.position = std::exchange(question_, 0);
    header.flags = static_cast<std::uint16_t>(rtia::kMember | rtia::kMayPost);
    wire::Buffer frame(sizeof header);
    std::memcpy(frame.data(), &header, sizeof header);
    wire::Encoder(frame).put(wire::UpdateAttributeValues::Reply{});
    sink.receive_frame(frame);
    header = {};
    header.flags = static_cast<std::uint16_t>(rtia::kMember | rtia::kRevoked);
    frame.clear();
    wire::encode_record(header, wire::NoCallback{}, frame);
    sink.receive_frame(frame);
    return 2;
  }

 private:
  int& posted_;
  std::uint64_t question_ = 0;
};

// Both records may be read at the same look.
TEST(ProcessRtiaHost, AnAnswerGivesNoPermitAfterARevocationBehindIt) {
  int posted = 0;
  ProcessRtiaHost host(std::make_unique<RevokingRtia>(posted), {});
  wire::UpdateAttributeValues update;
  update.object = wire::ObjectHandle(7);
  EXPECT_TRUE(host.call(update));
  EXPECT_TRUE(host.call(update));
  EXPECT_EQ(posted, 0);
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

// Answers requests for callbacks as the test says.
class LoopedRtia final : public transport::TestLink {
 public:
  explicit LoopedRtia(std::vector<wire::RecordHeader>& asked) : asked_(asked) {
    answer(wire::NoCallback{}, 0);
  }

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    asked_.push_back(wire::parse_record(sent)->header);
    const std::uint64_t position = asked_.back().position;
    if (asked_.back().message_kind() == wire::Kind::UnsubscribeInteractionClass) {
      answer(wire::UnsubscribeInteractionClass{}, position);
    } else if (asked_.back().message_kind() == wire::Kind::AdvanceTime) {
      if ((asked_.back().flags & rtia::kPosted) == 0) answer(wire::AdvanceTime{}, position);
    } else if (asked_.back().message_kind() == wire::Kind::NoCallback && position != 0) {
      answer(wire::NoCallback{}, position);
    }
  }
  bool has_input() override { return !frames_.empty(); }
  bool prepare_wait() override { return false; }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    const auto frames = std::exchange(frames_, {});
    for (const wire::Buffer& frame : frames) sink.receive_frame(frame);
    return frames.size();
  }
  template <class Message>
  void answer(const Message& message, std::uint64_t position, std::uint16_t flags = 0) {
    wire::RecordHeader header;
    header.position = position;
    header.flags = static_cast<std::uint16_t>(rtia::kMember | flags);
    wire::encode_record(header, message, frames_.emplace_back());
  }

 private:
  std::vector<wire::RecordHeader>& asked_;
  std::vector<wire::Buffer> frames_;
};

struct TicksInALoop : testing::Test {
  TicksInALoop() {
    (void)host.poll();
    host.end_look(false, true);
  }
  std::uint64_t standing() const { return asked.back().position; }

  std::vector<wire::RecordHeader> asked;
  LoopedRtia* rtia = new LoopedRtia(asked);
  ProcessRtiaHost host{std::unique_ptr<transport::Link>(rtia), {}};
};

TEST_F(TicksInALoop, AskForDataOnceUntilItComes) {
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked.back().flags, rtia::kStanding);
  host.end_look(false, true);
  EXPECT_EQ(asked.size(), 1u);
  rtia->answer(wire::ReceiveInteraction{}, standing());
  EXPECT_EQ(host.poll(), 1u);
  ASSERT_NE(host.take_callback(), nullptr);
  host.end_look(true, true);
  EXPECT_EQ(asked.size(), 2u) << "the next request leaves with the federate's next call";
}

TEST_F(TicksInALoop, TellTheRtiaThatARequestFollowsAStandingOne) {
  host.wait(RtiaHost::Clock::now());
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked.back().flags, rtia::kFollowsStanding);
  rtia->answer(wire::ReceiveInteraction{}, asked.front().position);
  (void)host.poll();
  EXPECT_TRUE(host.end_wait());
  EXPECT_EQ(asked.size(), 2u) << "the rtia ignores a request that the data has overtaken";
}

TEST_F(TicksInALoop, EndTheRequestBeforeACallThatMayChangeTheData) {
  (void)host.end_wait();
  EXPECT_EQ(asked.size(), 1u) << "a tick does not end it";
  rtia->answer(wire::ReceiveInteraction{}, standing());
  (void)host.call(wire::UnsubscribeInteractionClass{});
  ASSERT_GE(asked.size(), 3u);
  EXPECT_EQ(asked[1].message_kind(), wire::Kind::NoCallback);
  EXPECT_EQ(asked[2].flags, rtia::kReturned);
}

// A grant that has come, and one that an order of the MOM has followed.
TEST_F(TicksInALoop, PermitAnAdvanceUnlessARevocationHasFollowedTheGrant) {
  const core::Time time = core::DoubleTime::encode(1);
  for (const bool is_revoked : {false, true}) {
    host.wait(RtiaHost::Clock::now());
    rtia->answer(wire::TimeAdvanceGrant{time.bytes()}, standing());
    if (is_revoked) rtia->answer(wire::NoCallback{}, 0, rtia::kRevoked);
    (void)host.poll();
    ASSERT_NE(host.take_callback(), nullptr);
    (void)host.call(wire::AdvanceTime{wire::Advance::time_advance_request, time.bytes()});
    EXPECT_EQ((asked.back().flags & rtia::kPosted) == 0, is_revoked);
  }
}

TEST_F(TicksInALoop, RefuseCallbacksThatBelongInATick) {
  rtia->answer(wire::TimeAdvanceGrant{}, standing());
  (void)host.poll();
  EXPECT_FALSE(host.is_usable());
}

}  // namespace
}  // namespace triad::api
