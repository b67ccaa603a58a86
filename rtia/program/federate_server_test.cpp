// Tests of FederateServer with a federate that sends anything. The rtia serves it or ends.
#include "rtia/program/federate_server.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "rtia/hosting/process_protocol.hpp"
#include "transport/test_link.hpp"
#include "wire/message_list.hpp"

namespace triad::rtia {
namespace {

constexpr unsigned kSeeds = 2000;
constexpr int kFramesMax = 100;
constexpr std::size_t kPositions = 3;

// Sends frames made from a seed, and closes at the end. None of them connects to an RTIG.
class HostileFederate final : public transport::TestLink {
 public:
  explicit HostileFederate(unsigned seed) : random_(seed) {}

  bool has_only_valid_answers = true;

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    const auto record = wire::parse_record(sent);
    has_only_valid_answers =
        has_only_valid_answers && record && record->header.position < kPositions;
  }
  bool has_input() override { return true; }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (++frames_ > kFramesMax) {
      close();
      return 0;
    }
    sink.receive_frame(make_frame());
    return 1;
  }

 private:
  std::size_t number(std::size_t below) { return random_() % below; }
  wire::Buffer make_frame() {
    wire::Buffer frame;
    wire::RecordHeader header;
    header.position = number(kPositions);
    header.flags = static_cast<std::uint16_t>(number(2) == 0 ? 0 : random_());
    header.after_position = number(2) == 0 ? 1 : ~std::uint64_t{0};
    switch (number(7)) {
      case 0:
        wire::encode_record(header, wire::NoCallback{}, frame);
        break;
      case 1:
        wire::encode_record(header, wire::TakeCallback{.wait = number(2) == 0}, frame);
        break;
      case 2:
        wire::encode_record(header, wire::UpdateAttributeValues{}, frame);
        break;
      case 3:
        wire::encode_record(header, wire::ReflectAttributeValues{}, frame);
        break;
      case 4:
        wire::encode_record(header, wire::ReceiveInteraction{}, frame);
        break;
      case 5:
        wire::encode_record(header, wire::GetOrderingName{}, frame);
        break;
      default:
        frame.resize(number(60));
        for (std::byte& byte : frame) byte = static_cast<std::byte>(random_());
    }
    return frame;
  }

  std::mt19937 random_;
  int frames_ = 0;
};

// Keeps the records that the server sends.
class OneRequest final : public transport::TestLink {
 public:
  explicit OneRequest(wire::Buffer request) : request_(std::move(request)) {}

  std::vector<wire::RecordHeader> answers;

  void send(std::span<const transport::Bytes> parts) override {
    wire::Buffer sent;
    for (const auto part : parts) sent.insert(sent.end(), part.begin(), part.end());
    answers.push_back(wire::parse_record(sent)->header);
  }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (std::exchange(is_sent_, true)) {
      close();
      return 0;
    }
    sink.receive_frame(request_);
    return 1;
  }

 private:
  const wire::Buffer request_;
  bool is_sent_ = false;
};

template <class Message>
std::vector<wire::RecordHeader> answers_to(const Message& message, std::uint16_t flags) {
  wire::RecordHeader header;
  header.position = 7;
  header.flags = flags;
  wire::Buffer request;
  wire::encode_record(header, message, request);
  OneRequest federate(std::move(request));
  FederateServer(federate, -1, {}).run();
  return std::move(federate.answers);
}

TEST(FederateServer, AnswersACall) {
  const auto answers = answers_to(wire::UpdateAttributeValues{}, 0);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].position, 7u);
  EXPECT_EQ(answers[0].message_kind(), wire::Kind::Refused);
}

TEST(FederateServer, DoesNotAnswerAPostedCall) {
  EXPECT_TRUE(answers_to(wire::UpdateAttributeValues{}, kPosted).empty());
}

TEST(FederateServer, EndsForAFederateThatPostsAnotherCall) {
  EXPECT_TRUE(answers_to(wire::GetOrderingName{}, kPosted).empty());
}

TEST(FederateServer, ServesAnythingOrEnds) {
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    HostileFederate federate(seed);
    FederateServer(federate, -1, {}).run();
    EXPECT_TRUE(federate.has_only_valid_answers) << "seed " << seed;
  }
}

}  // namespace
}  // namespace triad::rtia
