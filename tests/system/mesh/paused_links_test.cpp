// Tests a router that does not read from its clients because the router above takes no input.
#include <gtest/gtest.h>
#include <poll.h>

#include <memory>
#include <string>

#include "../rtig_support.hpp"
#include "running_router.hpp"
#include "transport/connect.hpp"

namespace triad::tests {

namespace {

constexpr std::chrono::milliseconds kTimeout{100};
constexpr int kManyTimeoutsMs = 500;

// A router above that answers the handshake and then reads nothing.
class UnreadingUpper {
 public:
  UnreadingUpper()
      : listener_(transport::listen(*transport::parse_url("tcp://127.0.0.1:0")).value()) {}
  std::string url() const { return listener_->url(); }
  void accept() {
    pollfd comes{listener_->descriptor(), POLLIN, 0};
    ASSERT_EQ(::poll(&comes, 1, -1), 1);
    peer_ = std::make_unique<Peer>(listener_->accept().value());
    ASSERT_TRUE(peer_->next_message<wire::RouterHello>().has_value());
    const RouterIdentity alpha = identity("alpha");
    peer_->send(hello_of(alpha));
  }

 private:
  std::unique_ptr<transport::Listener> listener_;
  std::unique_ptr<Peer> peer_;
};

router::RouterServerOptions options_with_short_times() {
  router::RouterServerOptions options;
  options.frame_timeout = kTimeout;
  options.handshake_timeout = kTimeout;
  options.unjoined_timeout = kTimeout;
  return options;
}

// Returns true if the router sends nothing and does not end the link, for many timeouts.
bool is_left_alone(Peer& peer) {
  pollfd comes{peer.link().descriptor(), POLLIN, 0};
  return ::poll(&comes, 1, kManyTimeoutsMs) == 0;
}

TEST(PausedLinks, DoNotEndBecauseTheRouterDoesNotReadThem) {
  UnreadingUpper alpha;
  RunningRouter beta("beta", alpha.url(), {}, identity(""), {}, options_with_short_times());
  alpha.accept();
  beta.log().wait_for("connected to router alpha");
  Peer busy(beta.url());
  busy.send_hello();
  const std::string text(60'000, 'x');
  // More than the buffers of the kernel and the router's queue can take.
  for (int i = 0; i < 1000; ++i) {
    busy.send(wire::Refused{wire::ErrorCode::RTIinternalError, text});
  }
  while (busy.link().queued_bytes() > 0) {
    busy.link().flush();
    pollfd has_room{busy.link().descriptor(), POLLOUT, 0};
    if (::poll(&has_room, 1, kManyTimeoutsMs) == 0) break;
  }
  ASSERT_TRUE(busy.link().is_open());
  ASSERT_GT(busy.link().queued_bytes(), 0U) << "the router has read all";
  Peer late(beta.url());
  late.send_hello();
  EXPECT_TRUE(is_left_alone(busy));
  EXPECT_TRUE(is_left_alone(late));
  EXPECT_EQ(beta.log().count("closed the link"), 0U);
}

}  // namespace

}  // namespace triad::tests
