#include "rtia/hosting/hosted_ambassador.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "transport/test_link.hpp"

namespace triad::rtia {
namespace {

// Takes everything into its queue and lets it out as the test says.
class NarrowLink final : public transport::TestLink {
 public:
  void send(std::span<const transport::Bytes> parts) override {
    for (const auto part : parts) queued += part.size();
  }
  void flush() override { queued -= std::min(queued, room); }
  std::size_t queued_bytes() const override { return queued; }
  bool prepare_wait() override { return slept = true; }

  std::size_t queued = 0;
  std::size_t room = 0;
  bool slept = false;
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

// There was no room when it was last looked at, and is when the wait begins: nobody rings for that
// any more.
TEST(HostedAmbassador, ThatWaitsForRoomDoesNotSleepOnceItHasFoundSome) {
  auto owned = std::make_unique<NarrowLink>();
  NarrowLink& link = *owned;
  HostedAmbassador ambassador(std::move(owned), "narrow");
  link.queued = 1000;
  link.room = 1000;
  ambassador.wait(HostedAmbassador::Clock::now());
  EXPECT_EQ(link.queued, 0u);
  EXPECT_FALSE(link.slept);
  ambassador.wait(HostedAmbassador::Clock::now());
  EXPECT_TRUE(link.slept) << "there is nothing to be sent";
}

// Brings one record.
class TellingLink final : public transport::TestLink {
 public:
  explicit TellingLink(wire::Buffer record) : record_(std::move(record)) {}
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (record_.empty()) return 0;
    sink.on_frame(record_);
    record_.clear();
    return 1;
  }

 private:
  wire::Buffer record_;
};

TEST(HostedAmbassador, MakesItsNextRequestElsewhereWhenItIsTold) {
  wire::Buffer record;
  wire::encode_record({}, wire::ComeAgain{0, true, "router beta is about to leave"}, record);
  HostedAmbassador ambassador(std::make_unique<TellingLink>(record), "beta");
  EXPECT_TRUE(ambassador.usable());
  ambassador.make_sure_of_rtig();
  EXPECT_FALSE(ambassador.usable());
}

// The link may end some time after the word.
TEST(HostedAmbassador, MakesItsNextRequestByANewLinkWhenTheRtigHasSaidThatThisOneEnds) {
  wire::Buffer record;
  wire::encode_record({}, wire::Refused{wire::ErrorCode::RTIinternalError, "the rtig was stopped"},
                      record);
  HostedAmbassador ambassador(std::make_unique<TellingLink>(record), "beta");
  EXPECT_TRUE(ambassador.usable());
  ambassador.make_sure_of_rtig();
  EXPECT_FALSE(ambassador.usable());
}

}  // namespace
}  // namespace triad::rtia
