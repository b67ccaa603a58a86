// The holder of a used port: from the kernel's table, and from sockets of this process.
#include "transport/tcp/port_holder.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "transport/connect.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {
namespace {

constexpr std::string_view kTable =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
    "   0: 0100007F:EBF0 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 "
    "101 1 0000000000000000 20 4 30 10 -1\n"
    "   1: 0500000A:EBF1 0600000A:01BB 01 00000000:00000000 00:00000000 00000000  1000        0 "
    "102 1 0000000000000000 20 4 30 10 -1\n"
    "   2: 00000000:EBF1 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 "
    "103 1 0000000000000000 100 0 0 10 0\n"
    "   3: 0100007F:EBF2 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 "
    "3 0000000000000000\n"
    "nonsense\n";

SocketAddress address_of(const char* host, std::uint16_t port) {
  return resolve(host, port, Purpose::listen).value().front();
}

TEST(PortHolder, FindsTheConnectionThatHasThePort) {
  const auto found = find_port_holder(kTable, address_of("127.0.0.1", 60400));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_listening);
  EXPECT_EQ(found->inode, 101u);
  EXPECT_EQ(found->peer.port(), 8080);
}

TEST(PortHolder, PrefersAListener) {
  const auto found = find_port_holder(kTable, address_of("10.0.0.5", 60401));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_listening);
  EXPECT_EQ(found->inode, 103u);
}

TEST(PortHolder, PassesOverOtherPortsOtherAddressesAndEndedConnections) {
  EXPECT_FALSE(find_port_holder(kTable, address_of("127.0.0.1", 60399)));
  EXPECT_FALSE(find_port_holder(kTable, address_of("10.0.0.5", 60400)));
  EXPECT_FALSE(find_port_holder(kTable, address_of("127.0.0.1", 60402)));
}

TEST(PortHolder, FindsWhatAnyAddressCollidesWith) {
  EXPECT_TRUE(find_port_holder(kTable, address_of("0.0.0.0", 60400)));
  EXPECT_TRUE(find_port_holder(kTable, address_of("::", 60400)));
  EXPECT_FALSE(find_port_holder(kTable, address_of("::1", 60400)));
}

TEST(PortHolder, ReadsAddressesOfIpv6) {
  constexpr std::string_view kSix =
      "   0: 00000000000000000000000001000000:EBF0 00000000000000000000000001000000:1F90 01 "
      "00000000:00000000 00:00000000 00000000  1000        0 104 1 0000000000000000 20 4 30 10 "
      "-1\n";
  auto found = find_port_holder(kSix, address_of("::1", 60400));
  ASSERT_TRUE(found);
  EXPECT_EQ(to_string(found->local.get(), found->local.length), "[::1]:60400");
  EXPECT_FALSE(find_port_holder(kSix, address_of("127.0.0.1", 60400)));
}

std::string this_program() {
  return " (pid " + std::to_string(::getpid()) + ")";
}

TEST(PortHolder, IsNamedWhereAConnectionOfThisProcessHasThePort) {
  const auto other = listen(parse_url("tcp://127.0.0.1:0").value()).value();
  const auto outgoing = connect(parse_url(other->url()).value(), std::chrono::seconds(60)).value();
  const std::uint16_t port = local_address(outgoing->descriptor()).port();
  const auto refused = listen(Url{Url::Scheme::tcp, "127.0.0.1", port, ""});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Error::Code::in_use);
  const std::string& text = refused.error().text;
  EXPECT_NE(text.find("no program listens there, but a connection of "), std::string::npos) << text;
  EXPECT_NE(text.find(this_program() + " from 127.0.0.1:" + std::to_string(port) + " to " +
                      other->url().substr(6) + " has the port"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("sysctl -w net.ipv4.ip_local_reserved_ports="), std::string::npos) << text;
}

TEST(PortHolder, IsNamedWhereItListens) {
  const auto first = listen(parse_url("tcp://127.0.0.1:0").value()).value();
  const auto second = listen(parse_url(first->url()).value());
  ASSERT_FALSE(second);
  const std::string& text = second.error().text;
  EXPECT_NE(text.find("another program (perhaps an rtig) listens there, "), std::string::npos)
      << text;
  EXPECT_NE(text.find(this_program()), std::string::npos) << text;
}

}  // namespace
}  // namespace triad::transport
