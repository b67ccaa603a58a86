// Routers with encrypted links.
#include <gtest/gtest.h>

#include <string>

#include "running_router.hpp"
#include "transport/conformance/test_site.hpp"

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

}  // namespace
}  // namespace triad::tests
