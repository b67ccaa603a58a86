// Tests a thousand members that go to another router at the same time because their router ends, by
// real links.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../rtig_support.hpp"
#include "running_router.hpp"
#include "transport/event_loop.hpp"

namespace triad::tests {

namespace {

#ifndef TRIAD_CROWD
#define TRIAD_CROWD 1000
#endif
constexpr std::size_t kCrowd = TRIAD_CROWD;
constexpr std::size_t kNewcomersMax = kCrowd / 10;

// Members that each connect to a router and join, come again when told to, and go to the next
// router when their link ends.
class Crowd final : private transport::LinkHandler {
 public:
  Crowd(std::size_t size, std::vector<std::string> urls)
      : loop_(*transport::EventLoop::create()), urls_(std::move(urls)), members_(size) {
    for (std::size_t i = 0; i < size; ++i) connect_member(i);
  }

  // Runs the loop until all are members at the router with this index.
  void run_until_all_are_at(std::size_t router) {
    while (joined_at(router) < members_.size()) (void)loop_->run_once(std::nullopt);
  }
  std::size_t come_again_count() const { return come_again_count_; }
  const std::vector<std::string>& refusals() const { return refusals_; }

 private:
  struct Member {
    std::size_t router = 0;  // index in the list
    bool joined = false;
    wire::Position position = 0;
    wire::PieceCollector pieces = {};
  };

  std::size_t joined_at(std::size_t router) const {
    return router < joined_.size() ? joined_[router] : 0;
  }

  void connect_member(std::size_t index) {
    Member& member = members_[index];
    member.joined = false;
    member.position = 0;
    member.pieces = {};
    auto link =
        transport::connect(*transport::parse_url(urls_.at(member.router)), std::chrono::minutes(5));
    if (!link) throw std::runtime_error(link.error().text);
    const transport::LinkKey key = loop_->add(std::move(*link), *this);
    by_link_[key] = index;
    send(key, member,
         wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "testhost", 1, 0});
  }

  template <class Message>
  void send(transport::LinkKey key, Member& member, const Message& message) {
    wire::RecordHeader header;
    header.position = member.position++;
    wire::Buffer record;
    wire::encode_record(header, message, record);
    loop_->send(key, record);
  }

  void receive_frame(transport::LinkKey key, transport::Bytes frame) override {
    const std::size_t index = by_link_.at(key);
    Member& member = members_[index];
    if (member.joined) return;
    if (member.pieces.receive_frame(frame) == wire::PieceCollector::Collected::part) return;
    const auto record = wire::parse_record(frame);
    if (!record) throw std::runtime_error("no record");
    switch (record->header.message_kind()) {
      case wire::Kind::Hello:
        return send(key, member, wire::JoinFederationExecution{"one of many", "war", {}});
      case wire::Kind::JoinAccepted:
        member.joined = true;
        joined_.resize(std::max(joined_.size(), member.router + 1));
        ++joined_[member.router];
        return;
      case wire::Kind::ComeAgain:
        return reconnect_member(key, wire::decode<wire::ComeAgain>(record->payload).value());
      case wire::Kind::Refused:
        refusals_.emplace_back(wire::decode<wire::Refused>(record->payload).value().text);
        return;
      default:
        return;
    }
  }

  void reconnect_member(transport::LinkKey key, const wire::ComeAgain& again) {
    ++come_again_count_;
    const std::size_t index = by_link_.at(key);
    by_link_.erase(key);
    loop_->close(key);
    loop_->add_timer(std::chrono::milliseconds(again.after_ms),
                     [this, index] { connect_member(index); });
  }

  void process_closed_link(transport::LinkKey key, const transport::Error& reason) override {
    const auto at = by_link_.find(key);
    const std::size_t index = at->second;
    by_link_.erase(at);
    Member& member = members_[index];
    if (member.router + 1 == urls_.size()) {
      throw std::runtime_error(reason.text + (refusals_.empty() ? "" : "; " + refusals_.back()));
    }
    if (member.joined) --joined_[member.router];
    ++member.router;
    connect_member(index);
  }

  std::unique_ptr<transport::EventLoop> loop_;
  const std::vector<std::string> urls_;
  std::vector<Member> members_;
  std::map<transport::LinkKey, std::size_t> by_link_;
  std::vector<std::size_t> joined_;  // number at each router
  std::size_t come_again_count_ = 0;
  std::vector<std::string> refusals_;
};

router::RouterServerOptions router_options() {
  router::RouterServerOptions options;
  options.newcomers_max = kNewcomersMax;
  options.newcomers_patience = std::chrono::hours(1);  // long enough for all to join
  return options;
}

std::size_t members_of(Peer& peer) {
  peer.send(wire::ListFederations{});
  const auto list = peer.next_message<wire::FederationList>();
  if (!list) return 0;
  const auto federations = list->as<wire::FederationList>()->federations;
  return federations.empty() ? 0 : federations[0].federates.size();
}

TEST(Crowd, AllOfARouterThatEndsAreServedByAnotherOne) {
  RunningServer rtig({"tcp://127.0.0.1:0"}, rtig_options());
  auto beta =
      std::make_unique<RunningRouter>("beta", rtig.url(), std::vector<std::string>(), identity(""),
                                      std::vector<router::Peer>(), router_options());
  RunningRouter gamma("gamma", rtig.url(), {}, identity(""), {}, router_options());
  beta->log().wait_for("connected to router alpha");
  gamma.log().wait_for("connected to router alpha");
  Peer creator = Peer::after_handshake(rtig.url());
  create_federation(creator, "war");

  const auto begin = std::chrono::steady_clock::now();
  Crowd crowd(kCrowd, {beta->url(), gamma.url()});
  crowd.run_until_all_are_at(0);
  const auto all_there = std::chrono::steady_clock::now();
  const std::size_t come_again_count = crowd.come_again_count();
  beta.reset();
  crowd.run_until_all_are_at(1);
  const auto all_back = std::chrono::steady_clock::now();

  EXPECT_EQ(members_of(creator), kCrowd);
  EXPECT_GT(come_again_count, 0u);
  for (const std::string& refusal : crowd.refusals()) {
    EXPECT_EQ(refusal, "the router beta was stopped");
  }
  const auto count = [](auto time) {
    return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
  };
  RecordProperty("joined_after_ms", count(all_there - begin));
  RecordProperty("back_after_ms", count(all_back - all_there));
}

}  // namespace

}  // namespace triad::tests
