#include "rtia/hosting/connect_to_rtig.hpp"

#include <gtest/gtest.h>

#include <poll.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "wire/record.hpp"

namespace triad::rtia {
namespace {

TEST(ConnectToRtig, RefusesATextThatIsNoUrl) {
  const auto link = connect_to_rtig("nonsense", 0, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_NE(link.error().text.find("nonsense"), std::string::npos) << link.error().text;
}

TEST(ConnectToRtig, SaysWhatWasTriedAndHowToStartAnRtig) {
  const auto link = connect_to_rtig("tcp://127.0.0.1:1", 0, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, wire::ErrorCode::RTIinternalError);
  EXPECT_EQ(link.error().text,
            "no RTIG reached (tried once): cannot connect to tcp://127.0.0.1:1: 127.0.0.1:1: "
            "Connection refused (errno 111); no program listens there; start one with: "
            "rtig --listen tcp://127.0.0.1:1");
}

TEST(ConnectToRtig, SaysHowToStartARouterWhereNoneListens) {
  const auto link = connect_to_rtig("mesh://127.0.0.1:1", 0, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_EQ(
      link.error().text,
      "no RTIG reached (tried once): cannot connect to mesh://127.0.0.1:1: 127.0.0.1:1: "
      "Connection refused (errno 111); no program listens there; start the router there with: "
      "rtirouter --topology FILE --name NAME (docs/mesh.md)");
}

// .invalid never resolves (RFC 2606).
TEST(ConnectToRtig, SaysThatAHostIsUnknownAndNotToStartAnRtigThere) {
  const auto link = connect_to_rtig("tcp://nowhere.invalid:60400", 0, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_NE(link.error().text.find("the host name \"nowhere.invalid\" does not resolve"),
            std::string::npos)
      << link.error().text;
  EXPECT_EQ(link.error().text.find("rtig --listen"), std::string::npos) << link.error().text;
}

TEST(ConnectToRtig, SaysHowLongItTried) {
  const auto link = connect_to_rtig("tcp://127.0.0.1:1", 0.3, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_TRUE(link.error().text.starts_with("no RTIG reached (tried for ")) << link.error().text;
  EXPECT_NE(link.error().text.find("): cannot connect to tcp://127.0.0.1:1: "), std::string::npos)
      << link.error().text;
}

TEST(ConnectToRtig, DoesNotTryAgainWhatCannotGetBetter) {
  const auto link = connect_to_rtig("tcp://127.0.0.1:0", 3600, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_TRUE(link.error().text.starts_with("no RTIG reached (tried once): ")) << link.error().text;
}

// Listener that sends these messages, one to each connection, in this order.
class Answering {
 public:
  template <class... Message>
  explicit Answering(const Message&... messages)
      : listener_(*transport::listen(*transport::parse_url("tcp://127.0.0.1:0"))) {
    (add(messages), ...);
    thread_ = std::thread([this] { answer(); });
  }
  ~Answering() { thread_.join(); }
  const std::string& url() const { return listener_->url(); }

 private:
  template <class Message>
  void add(const Message& message) {
    wire::encode_record({}, message, answers_.emplace_back());
  }
  void answer() {
    for (const wire::Buffer& answer : answers_) {
      links_.push_back(next());
      links_.back()->send(answer);
      links_.back()->flush();
    }
  }
  std::unique_ptr<transport::Link> next() const {
    for (;;) {
      pollfd readable{listener_->descriptor(), POLLIN, 0};
      ::poll(&readable, 1, -1);
      auto link = listener_->accept();
      if (link && *link != nullptr) return std::move(*link);
    }
  }

  std::vector<wire::Buffer> answers_;
  std::unique_ptr<transport::Listener> listener_;
  std::vector<std::unique_ptr<transport::Link>> links_;
  std::thread thread_;
};

const wire::Hello kHello{wire::kMagic, wire::kProtocolVersion, "rtig", "9.9", "elsewhere", 4711};

TEST(ConnectToRtig, TakesTheFirstOfTheListThatAnswers) {
  const Answering second(kHello);
  const auto link =
      connect_to_rtig("mesh://127.0.0.1:1," + second.url() + ",mesh://127.0.0.1:1", 60, "libRTI");
  ASSERT_TRUE(link) << link.error().text;
  EXPECT_EQ(link->url, second.url());
}

TEST(ConnectToRtig, GoesOnInTheListFromOneThatRefuses) {
  const Answering first(wire::Refused{wire::ErrorCode::RTIinternalError, "one too many"});
  const Answering second(kHello);
  const auto link = connect_to_rtig(first.url() + "," + second.url(), 60, "libRTI");
  ASSERT_TRUE(link) << link.error().text;
  EXPECT_EQ(link->url, second.url());
}

// The kernel accepts connections to a listener that no program serves.
TEST(ConnectToRtig, GivesUpAProgramThatNeverAnswers) {
  const auto silent = transport::listen(*transport::parse_url("tcp://127.0.0.1:0")).value();
  const auto link = connect_to_rtig(silent->url(), 1, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_TRUE(link.error().text.starts_with(
      "tcp " + silent->url().substr(6) + " took the connection and sent no handshake within 1 s: "))
      << link.error().text;
}

TEST(ConnectToRtig, GoesOnInTheListFromAProgramThatNeverAnswers) {
  const auto silent = transport::listen(*transport::parse_url("tcp://127.0.0.1:0")).value();
  const Answering second(kHello);
  const auto link = connect_to_rtig(silent->url() + "," + second.url(), 2, "libRTI");
  ASSERT_TRUE(link) << link.error().text;
  EXPECT_EQ(link->url, second.url());
}

// The time limit is for an RTIG that does not answer. This one does answer.
TEST(ConnectToRtig, ComesAgainAsOftenAsItIsTold) {
  const Answering busy(wire::ComeAgain{30, false, "too many come at once"},
                       wire::ComeAgain{20, false, "too many come at once"}, kHello);
  const auto link = connect_to_rtig(busy.url(), 0.001, "libRTI");
  ASSERT_TRUE(link) << link.error().text;
}

TEST(ConnectToRtig, LeavesOneThatIsAboutToGo) {
  const Answering first(wire::ComeAgain{20, true, "router beta is leaving"});
  const Answering second(kHello);
  const auto link = connect_to_rtig(first.url() + "," + second.url(), 60, "libRTI");
  ASSERT_TRUE(link) << link.error().text;
  EXPECT_EQ(link->url, second.url());
}

TEST(ConnectToRtig, SaysOfEachOfTheListWhatIsWrong) {
  const Answering first(wire::ComeAgain{60'000, true, "router beta is leaving"});
  const auto link = connect_to_rtig(first.url() + ",mesh://127.0.0.1:1", 0, "libRTI");
  ASSERT_FALSE(link);
  const std::string& text = link.error().text;
  EXPECT_TRUE(text.starts_with("no RTIG reached at any of 2 URLs (tried once): ")) << text;
  EXPECT_NE(text.find("accepts no more links for now: router beta is leaving; cannot connect to "
                      "mesh://127.0.0.1:1: "),
            std::string::npos)
      << text;
}

TEST(ConnectToRtig, RefusesAListWithSomethingElseInIt) {
  const auto link = connect_to_rtig("mesh://127.0.0.1:1,nonsense", 0, "libRTI");
  ASSERT_FALSE(link);
  EXPECT_TRUE(link.error().text.starts_with("\"nonsense\" is not a usable URL"))
      << link.error().text;
}

}  // namespace
}  // namespace triad::rtia
