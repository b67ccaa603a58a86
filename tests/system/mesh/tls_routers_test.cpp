// Routers with encrypted links.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "running_router.hpp"
#include "transport/conformance/test_site.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tls/tls_identity.hpp"
#include "transport/tls/tls_session.hpp"

namespace triad::tests {
namespace {

using transport::TestSite;

// Alpha, with the RTIG, at a tls:// and a tcp:// address. Its link with beta must be encrypted.
class TlsRouters : public testing::Test {
 protected:
  rtig::ServerOptions options_of_alpha() {
    rtig::ServerOptions options = rtig_options();
    options.mesh->lower[0].is_encrypted = true;
    options.link.tls = identity_of(site.make_files({keys::Role::router, "alpha", {"127.0.0.1"}}));
    return options;
  }
  router::RouterServerOptions options_with(const keys::Subject& subject) {
    router::RouterServerOptions options;
    options.link.tls = identity_of(site.make_files(subject));
    return options;
  }

  TestSite site;
  RunningServer alpha{{"tls://127.0.0.1:0", "tcp://127.0.0.1:0"}, options_of_alpha()};
};

TEST_F(TlsRouters, ConnectByTheirCertificates) {
  RunningRouter beta("beta", alpha.url(0), {}, identity(""), {},
                     options_with({keys::Role::router, "beta", {}}));
  const std::string line = alpha.log().wait_for("router beta has connected from tls 127.0.0.1:");
  EXPECT_NE(line.find(" as router beta (pid "), std::string::npos) << line;
}

TEST_F(TlsRouters, NeedACertificateOfTheirOwnName) {
  RunningRouter as_user("beta", alpha.url(0), {}, identity(""), {},
                        options_with({keys::Role::user, "eve", {}}));
  alpha.log().wait_for("calls itself router beta with the certificate of user eve");
  RunningRouter as_gamma("beta", alpha.url(0), {}, identity(""), {},
                         options_with({keys::Role::router, "gamma", {}}));
  const std::string line =
      alpha.log().wait_for("calls itself router beta with the certificate of router gamma");
  EXPECT_NE(line.find("rtictl keys router beta"), std::string::npos) << line;
  EXPECT_EQ(alpha.log().count("router beta has connected"), 0U);
}

TEST_F(TlsRouters, DoNotConnectWithoutEncryptionIfTheFileRequiresIt) {
  RunningRouter beta("beta", alpha.url(1));
  alpha.log().wait_for("connects without encryption, and the mesh's file says `tls: true`");
  EXPECT_EQ(alpha.log().count("router beta has connected"), 0U);
  RunningRouter gamma("gamma", alpha.url(1));
  alpha.log().wait_for("router gamma has connected from tcp 127.0.0.1:");
}

// A server of TLS that withholds its answer until the program ends.
class LateServer {
 public:
  LateServer() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (!listener_.valid() || ::bind(listener_.get(), any, length) != 0 ||
        ::listen(listener_.get(), 1) != 0 || ::getsockname(listener_.get(), any, &length) != 0) {
      throw std::runtime_error("no listener");
    }
    url_ = "tls://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }

  [[nodiscard]] const std::string& url() const { return url_; }

  // Accepts a client and prepares the answer to its first message.
  void prepare_answer(const transport::TlsIdentity& identity) {
    client_.reset(::accept(listener_.get(), nullptr, nullptr));
    session_ = transport::TlsSession::make_server(identity.contexts()).value();
    while (session_->unsent().empty()) {
      const std::span<std::byte> space = session_->space();
      const ssize_t received = ::recv(client_.get(), space.data(), space.size(), 0);
      if (received <= 0) throw std::runtime_error("the client does not begin");
      session_->commit(static_cast<std::size_t>(received));
      if (session_->proceed() == transport::TlsSession::Handshake::failed) {
        throw std::runtime_error(session_->fault().text);
      }
    }
  }

  // Sends the answer and waits for the client's reaction. Returns whether it came.
  bool answer() {
    const std::span<const std::byte> bytes = session_->unsent();
    if (::send(client_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) return false;
    char reaction = 0;
    return ::recv(client_.get(), &reaction, 1, 0) >= 0;
  }

 private:
  transport::UniqueFd listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string url_;
  transport::UniqueFd client_;
  std::unique_ptr<transport::TlsSession> session_;
};

// Ends the program while a router is in a handshake, which goes on afterwards.
[[noreturn]] void end_during_a_handshake() {
  static LateServer* const server = new LateServer;
  // The last of all functions that run at exit, because it is the first that is registered.
  std::atexit([] { ::_exit(server->answer() ? 0 : 1); });
  {
    TestSite site;
    const auto identity_as = [&site](const std::string& name) {
      return identity_of(site.make_files({keys::Role::router, name, {"127.0.0.1"}}));
    };
    router::RouterServerOptions options;
    options.link.tls = identity_as("beta");
    const RunningRouter beta("beta", server->url(), {}, identity(""), {}, options);
    server->prepare_answer(*identity_as("alpha"));
  }
  std::exit(2);
}

TEST(ProgramsWithTlsRouters, CanEndDuringAHandshake) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(end_during_a_handshake(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace triad::tests
