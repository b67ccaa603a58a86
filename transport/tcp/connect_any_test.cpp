// Connecting to a host with several addresses, through real sockets of this machine. A dead path is
// a listener with a full queue: the kernel drops packets to it.
#include "transport/tcp/connect_any.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <thread>

namespace triad::transport {
namespace {

constexpr auto kLong = std::chrono::seconds(60);

SocketAddress ipv4_loopback(std::uint16_t port = 0) {
  return resolve("127.0.0.1", port, Purpose::connect).value().front();
}

class Listening {
 public:
  explicit Listening(SocketAddress at = ipv4_loopback(), int backlog = 16)
      : socket_(::socket(at.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    EXPECT_EQ(::bind(socket_.get(), at.get(), at.length), 0);
    if (backlog >= 0) listen(backlog);
  }
  void listen(int backlog) { EXPECT_EQ(::listen(socket_.get(), backlog), 0); }
  SocketAddress address() const { return local_address(socket_.get()); }

 private:
  UniqueFd socket_;
};

UniqueFd start_connecting(SocketAddress to) {
  UniqueFd socket(::socket(to.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  EXPECT_TRUE(::connect(socket.get(), to.get(), to.length) == 0 || errno == EINPROGRESS);
  return socket;
}

// An address that never answers.
class DeadPath {
 public:
  DeadPath() : listening_(ipv4_loopback(), 0) {
    // A backlog of 0 makes a queue of 1.
    for (int i = 0; i < 2; ++i) filling_.push_back(start_connecting(listening_.address()));
    pollfd first{filling_.front().get(), POLLOUT, 0};
    ::poll(&first, 1, -1);
  }
  SocketAddress address() const { return listening_.address(); }

 private:
  Listening listening_;
  std::vector<UniqueFd> filling_;
};

std::string text_of(SocketAddress address) {
  return to_string(address.get(), address.length);
}

TEST(ConnectToAny, ConnectsByASecondAddressWhereTheFirstIsDead) {
  const DeadPath dead;
  const Listening alive;
  const auto connected = connect_to_any({dead.address(), alive.address()}, Clock::now() + kLong);
  ASSERT_TRUE(connected) << connected.error().text;
  EXPECT_EQ(connected->peer, text_of(alive.address()));
}

TEST(ConnectToAny, ConnectsByTheLastOfManyAddressesInAShortTime) {
  const DeadPath dead;
  const Listening alive;
  std::vector<SocketAddress> addresses(kAddressesMax - 1, dead.address());
  addresses.push_back(alive.address());
  const auto connected =
      connect_to_any(std::move(addresses), Clock::now() + std::chrono::seconds(5));
  ASSERT_TRUE(connected) << connected.error().text;
  EXPECT_EQ(connected->peer, text_of(alive.address()));
}

// The port is bound, so no other program can take it. It refuses connections until it listens.
TEST(ConnectToAny, ConnectsToAListenerThatStartsWhileADeadPathIsWaitedFor) {
  const DeadPath dead;
  Listening late(ipv4_loopback(), -1);
  Result<ConnectedSocket> connected = error(Error::Code::none, "");
  std::thread connecting([&] {
    connected = connect_to_any({late.address(), dead.address()}, Clock::now() + kLong);
  });
  // When this connection is refused, so is the one under test.
  const UniqueFd probe = start_connecting(late.address());
  pollfd refused{probe.get(), POLLOUT, 0};
  ::poll(&refused, 1, -1);
  late.listen(16);
  connecting.join();
  ASSERT_TRUE(connected) << connected.error().text;
  EXPECT_EQ(connected->peer, text_of(late.address()));
}

TEST(ConnectToAny, SaysOfEachAddressWhatHappened) {
  const DeadPath dead;
  const Listening bound(ipv4_loopback(), -1);
  const auto connected = connect_to_any({dead.address(), bound.address()},
                                        Clock::now() + std::chrono::milliseconds(200));
  ASSERT_FALSE(connected);
  EXPECT_EQ(connected.error().code, Error::Code::timed_out);
  EXPECT_EQ(connected.error().text, text_of(dead.address()) + ": no answer; " +
                                        text_of(bound.address()) +
                                        ": Connection refused (errno 111)");
}

// The kernel of every host refuses to connect to the broadcast address.
TEST(ConnectToAny, CountsAsRefusedWhereOneAddressRefusesAndTheOthersCannotBeReached) {
  const Listening bound(ipv4_loopback(), -1);
  SocketAddress unusable = resolve("255.255.255.255", 1, Purpose::connect).value().front();
  for (const bool refused_first : {true, false}) {
    std::vector<SocketAddress> addresses{unusable};
    addresses.insert(refused_first ? addresses.begin() : addresses.end(), bound.address());
    const auto connected = connect_to_any(std::move(addresses), Clock::now() + kLong);
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().code, Error::Code::refused) << connected.error().text;
  }
}

TEST(ConnectToAny, AlternatesBetweenTheFamilies) {
  const auto six = [](std::uint16_t port) {
    return resolve("::1", port, Purpose::connect).value().front();
  };
  std::vector<std::string> order;
  for (const SocketAddress& address :
       interleave_families({six(1), six(2), six(3), ipv4_loopback(4), ipv4_loopback(5)})) {
    order.push_back(text_of(address));
  }
  EXPECT_EQ(order, (std::vector<std::string>{"[::1]:1", "127.0.0.1:4", "[::1]:2", "127.0.0.1:5",
                                             "[::1]:3"}));
  EXPECT_TRUE(interleave_families({}).empty());
}

}  // namespace
}  // namespace triad::transport
