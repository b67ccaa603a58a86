// Tests a router that lies to its peer, over real links: members of other federations continue, and
// the lying router is cut off.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "../rtig_support.hpp"
#include "router/link_frame.hpp"
#include "running_router.hpp"
#include "transport/wait.hpp"

namespace triad::tests {

namespace {

constexpr wire::InterestKey kKey = 3;
constexpr router::ClientNumber kClient = 1;
constexpr std::size_t kMegabyte = std::size_t{1} << 20;

wire::Buffer framed(wire::Bytes prefix, wire::Bytes record) {
  wire::Buffer frame(prefix.begin(), prefix.end());
  frame.insert(frame.end(), record.begin(), record.end());
  return frame;
}

// Returns a record of that member with a megabyte of data.
wire::Buffer data_of(wire::FederateHandle member, wire::Position position, wire::Position stamp) {
  wire::RecordHeader header;
  header.sender = member.value;
  header.position = position;
  header.after_position = stamp;
  header.interest_key = kKey;
  header.interest_mask = 1;
  const std::string tag(kMegabyte, 'x');
  wire::UpdateAttributeValues update;
  update.object = wire::ObjectHandle(1);
  update.tag = tag;
  wire::Buffer record;
  wire::encode_record(header, update, record);
  return record;
}

// Router gamma, played by the test: it has links to alpha above it and to its peer beta.
class FakeGamma {
 public:
  FakeGamma(const std::string& alpha, const std::string& beta)
      : upper_link_(alpha), peer_link_(beta) {
    for (Peer* const to : {&upper_link_, &peer_link_}) {
      to->send(hello_of(identity("gamma")));
      if (!to->next_message<wire::RouterHello>()) throw std::runtime_error("gamma is refused");
    }
  }
  // Announces a member of the federation behind gamma. Returns the number of the session with beta.
  std::uint64_t join(std::string_view federation) {
    send_message(upper_link_, wire::PeerLinkState{"beta", true});
    send_message(upper_link_, wire::ClientUp{kClient, "tcp 10.0.0.9:1"});
    send_as_client(wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "there", 1});
    send_as_client(wire::JoinFederationExecution{"behind gamma", federation, {}});
    const std::uint64_t session = next<wire::PeersMeet>(upper_link_).session;
    // Beta drops words of a session that it does not know yet, so this waits for beta's first ones,
    // which come by alpha.
    next<wire::PeerInterest>(upper_link_);
    return session;
  }
  template <class Message>
  void send_to_beta(const Message& message) {
    send_message(peer_link_, message);
  }
  // Returns the next word of that kind from beta.
  template <class Message>
  Message next_from_beta() {
    return next<Message>(peer_link_);
  }
  // Sends keepalives until the log contains the line.
  void stay_alive_until(LogLines& log, std::string_view line) {
    struct Ignored final : transport::FrameSink {
      void receive_frame(transport::Bytes) override {}
    } ignored;
    transport::Waiter waiter;
    while (log.count(line) == 0) {
      if (peer_link_.link().is_open()) send_to_beta(wire::RouterAlive{});
      upper_link_.link().receive(ignored, 1000);  // unread input would end each wait immediately
      waiter.wait(upper_link_.link(), std::chrono::milliseconds(20));
    }
  }

 private:
  template <class Message>
  static void send_message(Peer& to, const Message& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    to.send_bytes(framed(router::kRouterPrefix, record));
  }
  template <class Message>
  void send_as_client(const Message& message) {
    wire::RecordHeader header;
    header.position = ++position_;
    wire::Buffer record;
    wire::encode_record(header, message, record);
    wire::Buffer prefix;
    router::append_link_prefix(std::array{kClient}, prefix);
    upper_link_.send_bytes(framed(prefix, record));
  }
  template <class Message>
  Message next(Peer& from) {
    while (auto received = from.next_record()) {
      frame_ = std::move(received->bytes);
      const auto frame = router::parse_link_frame(frame_);
      if (!frame || !frame->is_for_router()) continue;
      const auto record = wire::parse_record(frame->record);
      if (record->header.message_kind() != wire::kind_of<Message>) continue;
      return *wire::decode<Message>(record->payload);
    }
    throw std::runtime_error("the link has ended");
  }

  Peer upper_link_;
  Peer peer_link_;
  wire::Position position_ = 0;
  wire::Buffer frame_;  // views of the last result of next() refer to it
};

class LyingPeer : public testing::Test {
 protected:
  // Time after which beta disconnects a silent gamma.
  static constexpr std::chrono::milliseconds kLostAfter{1'500};

  LyingPeer() {
    create_federation(at_beta_, "war");
    own_ = at_beta_.join("war", "at beta");
    create_federation(other_member_, "other");
    other_ = other_member_.join("other", "elsewhere");
    session_ = gamma_.join("war");
  }
  static router::Peer gamma() {
    router::Peer gamma{neighbour("gamma"), true};
    gamma.lost_after = kLostAfter;
    return gamma;
  }
  static void send(Peer& from, const wire::Buffer& record) { from.send_bytes(record); }
  void expect_others_served() {
    other_member_.send(wire::LeaseObjectHandles{1}, other_);
    EXPECT_TRUE(other_member_.next_message<wire::ObjectHandlesLeased>());
    EXPECT_TRUE(Peer::after_handshake(beta_.url()).request_reply(wire::ListFederations{}));
  }
  // Sends the RTIG a request that follows data_of().
  void request_lease() {
    wire::RecordHeader header;
    header.sender = own_.value;
    header.position = 2000;
    wire::Buffer record;
    wire::encode_record(header, wire::LeaseObjectHandles{1}, record);
    at_beta_.send_bytes(record);
  }

  RunningServer rtig_{{"tcp://127.0.0.1:0"}, rtig_options()};
  RunningRouter beta_{"beta", rtig_.url(), {}, identity(""), {gamma()}};
  const std::string connected_ = beta_.log().wait_for("connected to router alpha");
  Peer at_beta_ = Peer::after_handshake(beta_.url());
  Peer other_member_ = Peer::after_handshake(beta_.url());
  FakeGamma gamma_{rtig_.url(), beta_.url()};
  wire::FederateHandle own_;
  wire::FederateHandle other_;
  std::uint64_t session_ = 0;
};

// The log never reaches these stamps, so the data is never forwarded.
TEST_F(LyingPeer, ThatSendsDataFromTheFutureStopsNoClientAndIsCutOff) {
  constexpr std::uint64_t kRecords = 6;
  for (std::uint64_t i = 1; i <= kRecords; ++i) {
    const wire::Buffer record = data_of(wire::FederateHandle(2), i, wire::Position{1} << 40);
    gamma_.send_to_beta(wire::PeerData{session_, i, 0, 0, record});
  }
  while (gamma_.next_from_beta<wire::PeerReceived>().sequence < kRecords) {
  }
  gamma_.send_to_beta(wire::PeerReceived{session_, 1});  // acknowledges its interest
  request_lease();
  EXPECT_TRUE(at_beta_.next_message<wire::ObjectHandlesLeased>());
  expect_others_served();
  gamma_.stay_alive_until(beta_.log(),
                          "peer gamma is cut off for 60 s: it sends data that depends on records "
                          "missing for 18 s, in federation 'war'");
}

TEST_F(LyingPeer, ThatNeverSaysThatItHasReceivedStopsItsOwnFederationAloneAndNotForLong) {
  gamma_.send_to_beta(wire::PeerInterest{session_, 1, 1, true, {{kKey, 1, 1, {}}}, {}});
  gamma_.next_from_beta<wire::PeerInterestTaken>();
  for (wire::Position at = 1000; at < 1006; ++at) send(at_beta_, data_of(own_, at, 0));
  request_lease();
  expect_others_served();
  gamma_.stay_alive_until(beta_.log(),
                          "peer gamma is cut off for 60 s: it has not acknowledged data for "
                          "9 s, in federation 'war'");
  EXPECT_TRUE(at_beta_.next_message<wire::ObjectHandlesLeased>());
  expect_others_served();
}

}  // namespace

}  // namespace triad::tests
