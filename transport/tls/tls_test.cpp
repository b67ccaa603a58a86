// Properties of tls alone: identities at both ends, files, and texts for people.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include <future>
#include <string>
#include <vector>

#include "transport/conformance/backend.hpp"
#include "transport/conformance/test_site.hpp"
#include "transport/connect.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

constexpr Duration kPatience = std::chrono::seconds(60);
const keys::Subject kServer{keys::Role::host, "ws1", {"127.0.0.1", "localhost"}};
const keys::Subject kUser{keys::Role::user, "anna"};

// Waits for the listener's next peer, or for the error about a peer that was turned away.
Result<std::unique_ptr<Link>> next_peer(Listener& listener) {
  for (;;) {
    Result<std::unique_ptr<Link>> link = listener.accept();
    if (!link || *link != nullptr) return link;
    pollfd entry{listener.descriptor(), POLLIN, 0};
    ::poll(&entry, 1, -1);
  }
}

std::unique_ptr<Listener> listen_with(std::shared_ptr<TlsIdentity> identity) {
  LinkOptions options;
  options.tls = std::move(identity);
  auto listener = listen(parse_url("tls://127.0.0.1:0").value(), options);
  if (listener) return std::move(*listener);
  ADD_FAILURE() << listener.error().text;
  return nullptr;
}

Result<std::unique_ptr<Link>> connect_with(std::shared_ptr<TlsIdentity> identity,
                                           const Listener& listener,
                                           const std::string& host = "127.0.0.1") {
  LinkOptions options;
  options.tls = std::move(identity);
  Url url = parse_url(listener.url()).value();
  url.host = host;
  return connect(url, kPatience, options);
}

// Both lines of a failed connection: of the client, and of the listener.
struct Lines {
  std::string client;
  std::string server;
};

Lines lines_of_failure(std::shared_ptr<TlsIdentity> client, std::shared_ptr<TlsIdentity> server,
                       const std::string& host = "127.0.0.1") {
  const auto listener = listen_with(std::move(server));
  const auto link = connect_with(std::move(client), *listener, host);
  const auto peer = next_peer(*listener);
  EXPECT_TRUE(link.has_error());
  EXPECT_TRUE(peer.has_error());
  if (!link.has_error() || !peer.has_error()) return {};
  EXPECT_EQ(link.error().code, Error::Code::turned_away) << link.error().text;
  EXPECT_EQ(peer.error().code, Error::Code::turned_away) << peer.error().text;
  return {link.error().text, peer.error().text};
}

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nwithout: " << part;
}

class Tls : public testing::Test {
 protected:
  std::shared_ptr<TlsIdentity> make(const keys::Subject& subject, std::time_t from = -60,
                                    std::time_t until = 3600) {
    return identity_of(site.make_files(subject, from, until));
  }
  std::string fault_of(const TlsFiles& files) {
    const auto identity = load_tls_identity(files);
    return identity ? "none" : identity.error().text;
  }

  TestSite site;
};

TEST_F(Tls, NamesThePrincipalAtBothEnds) {
  const auto listener = listen_with(make(kServer));
  const auto client = connect_with(make(kUser), *listener, "localhost");
  ASSERT_TRUE(client.has_value()) << client.error().text;
  const auto server = next_peer(*listener);
  ASSERT_TRUE(server.has_value()) << server.error().text;
  EXPECT_EQ((*client)->principal().text(), "host ws1");
  EXPECT_EQ((*server)->principal().text(), "user anna");
  EXPECT_TRUE((*server)->peer().starts_with("tls 127.0.0.1:")) << (*server)->peer();
  EXPECT_EQ((*server)->description(), (*server)->peer() + " as user anna");
}

TEST_F(Tls, AcceptsAPreSharedKey) {
  const std::string key = keys::make_psk("lab").value();
  const std::string other = keys::make_psk("hall").value();
  const auto listener = listen_with(identity_of(site.make_psk_files(other + "\n" + key + "\n")));
  const auto client = connect_with(identity_of(site.make_psk_files(key)), *listener);
  ASSERT_TRUE(client.has_value()) << client.error().text;
  const auto server = next_peer(*listener);
  ASSERT_TRUE(server.has_value()) << server.error().text;
  EXPECT_EQ((*server)->principal().text(), "key lab");
  (*client)->send(numbered_frame(7, 100'000));
  Collector sink;
  pump(**server, client->get(), sink, 1);
  EXPECT_EQ(sink.frames[0], numbered_frame(7, 100'000));
}

TEST_F(Tls, AcceptsAKeyAtAListenerThatHasACertificateToo) {
  const std::string key = keys::make_psk("lab").value();
  TlsFiles both = site.make_files(kServer);
  both.psk = site.make_psk_files(key).psk;
  const auto listener = listen_with(identity_of(both));
  const auto by_key = connect_with(identity_of(site.make_psk_files(key)), *listener);
  ASSERT_TRUE(by_key.has_value()) << by_key.error().text;
  EXPECT_EQ(next_peer(*listener).value()->principal().text(), "key lab");
  const auto by_certificate = connect_with(make(kUser), *listener);
  ASSERT_TRUE(by_certificate.has_value()) << by_certificate.error().text;
  EXPECT_EQ(next_peer(*listener).value()->principal().text(), "user anna");
}

TEST_F(Tls, SaysAtBothEndsThatAKeyHasAnotherValue) {
  const Lines lines =
      lines_of_failure(identity_of(site.make_psk_files(keys::make_psk("lab").value())),
                       identity_of(site.make_psk_files(keys::make_psk("lab").value())));
  expect_in(lines.client, "another value of this program's pre-shared key");
  expect_in(lines.server, "another value of the pre-shared key");
}

TEST_F(Tls, SaysAtBothEndsThatAKeyIsUnknown) {
  const Lines lines =
      lines_of_failure(identity_of(site.make_psk_files(keys::make_psk("lab").value())),
                       identity_of(site.make_psk_files(keys::make_psk("hall").value())));
  expect_in(lines.client, "no common kind of identity");
  expect_in(lines.server, "no pre-shared key of this program's tls.psk");
}

TEST_F(Tls, SaysAtBothEndsThatOneHasAKeyAndTheOtherACertificate) {
  const auto key = identity_of(site.make_psk_files(keys::make_psk("lab").value()));
  const Lines by_certificate = lines_of_failure(make(kUser), key);
  expect_in(by_certificate.client, "no common kind of identity");
  expect_in(by_certificate.server, "no pre-shared key of this program's tls.psk");
  const Lines by_key = lines_of_failure(key, make(kServer));
  expect_in(by_key.client, "whose certificate is not in tls.authorities");
  expect_in(by_key.server, "does not know the authority of this program's certificate");
}

TEST_F(Tls, SaysAtBothEndsThatTheAuthorityIsForeign) {
  TestSite foreign("foreign site");
  const Lines of_client = lines_of_failure(identity_of(foreign.make_files(kUser)), make(kServer));
  expect_in(of_client.client, "host ws1");
  expect_in(of_client.client, "\"test site\", whose certificate is not in tls.authorities");
  expect_in(of_client.server, "does not know the authority of this program's certificate");

  TlsFiles trusting = foreign.make_files(kUser);
  trusting.authorities = site.authorities_file();
  const Lines of_server = lines_of_failure(identity_of(trusting), make(kServer));
  expect_in(of_server.client, "does not know the authority of this program's certificate");
  expect_in(of_server.client, "of \"user anna\", signed by \"foreign site\"");
  expect_in(of_server.server,
            "the certificate of \"user anna\" is signed by \"foreign site\", whose certificate is "
            "not in tls.authorities");
}

TEST_F(Tls, SaysAtBothEndsThatTheNameIsWrong) {
  const keys::Subject elsewhere{keys::Role::host, "ws2", {"ws2", "10.0.0.2"}};
  const Lines lines = lines_of_failure(make(kUser), make(elsewhere));
  expect_in(lines.client, "is for ws2, 10.0.0.2 and not for 127.0.0.1");
  expect_in(lines.client, "rtictl keys host 127.0.0.1");
  expect_in(lines.server, "does not accept this program's certificate");
  expect_in(lines.server, "for ws2, 10.0.0.2");
}

TEST_F(Tls, DoesNotTakeTheCommonNameForAHostName) {
  const Lines lines =
      lines_of_failure(make(kUser), make({keys::Role::host, "localhost", {}}), "localhost");
  expect_in(lines.client, "is for no host and not for localhost");
}

TEST_F(Tls, SaysAtBothEndsThatACertificateIsNotYetValid) {
  const Lines lines = lines_of_failure(make(kUser, 3600, 7200), make(kServer));
  expect_in(lines.client, "does not accept this program's certificate");
  expect_in(lines.server, "the certificate of \"user anna\" is not valid before ");
  expect_in(lines.server, "check the clocks of both machines");
}

TEST_F(Tls, DoesNotLetAUserListen) {
  const Lines lines = lines_of_failure(make(kUser), make({keys::Role::user, "eve", {"127.0.0.1"}}));
  expect_in(lines.client, "may not be used by a program that listens");
}

TEST_F(Tls, DoesNotLetAHostConnect) {
  const Lines lines = lines_of_failure(make(kServer), make(kServer));
  expect_in(lines.server, "the certificate of \"host ws1\" may not be used by a client");
}

TEST_F(Tls, TurnsAwayARevokedCertificateAfterTheFilesAreReadAgain) {
  const TlsFiles anna = site.make_files(kUser);
  TlsFiles files = site.make_files(kServer);
  files.authorities = site.write("with-list.pem", site.authority().certificate);
  const auto identity = identity_of(files);
  const auto listener = listen_with(identity);
  ASSERT_TRUE(connect_with(identity_of(anna), *listener).has_value());
  const auto before = next_peer(*listener);
  ASSERT_TRUE(before.has_value()) << before.error().text;

  std::string certificate(4096, '\0');
  FILE* const file = std::fopen(anna.certificate.c_str(), "r");
  certificate.resize(std::fread(certificate.data(), 1, certificate.size(), file));
  std::fclose(file);
  const std::time_t now = std::time(nullptr);
  const auto list = keys::revoke(site.authority(), "", certificate, {now - 60, now + 3600});
  ASSERT_TRUE(list.has_value()) << list.error().text;
  site.write("with-list.pem", site.authority().certificate + *list);
  ASSERT_TRUE(reload_tls_identity(*identity).has_value());
  const auto refused = connect_with(identity_of(anna), *listener);
  ASSERT_TRUE(refused.has_error());
  expect_in(refused.error().text, "because it was revoked");
  const auto line = next_peer(*listener);
  ASSERT_TRUE(line.has_error());
  expect_in(line.error().text, "the certificate of \"user anna\" has been revoked");
  EXPECT_TRUE((*before)->is_open());
}

TEST_F(Tls, KeepsTheOldFilesIfTheNewOnesAreFaulty) {
  const TlsFiles files = site.make_files(kServer);
  const auto identity = identity_of(files);
  ::chmod(files.key.c_str(), 0644);
  const auto reloaded = reload_tls_identity(*identity);
  ASSERT_TRUE(reloaded.has_error());
  expect_in(reloaded.error().text, "chmod 600 " + files.key);
  const auto listener = listen_with(identity);
  EXPECT_TRUE(connect_with(make(kUser), *listener).has_value());
}

TEST_F(Tls, SaysWhatIsWrongWithFiles) {
  EXPECT_TRUE(fault_of({}).starts_with("tls:// needs an identity: set tls.certificate"));
  TlsFiles files = site.make_files(kUser);
  const TlsFiles other = site.make_files(kUser);
  files.key = other.key;
  expect_in(fault_of(files), "it is not the key of the certificate in");
  files.key = "";
  expect_in(fault_of(files), "tls.certificate and tls.key belong together");
  files = other;
  files.authorities = "";
  expect_in(fault_of(files), "tls.certificate needs tls.authorities");
  files.authorities = other.key;
  expect_in(fault_of(files), "tls.authorities, file \"" + other.key + "\": it contains no cert");
  files = other;
  files.certificate = other.key;
  expect_in(fault_of(files), "it contains no certificate in PEM format");
  files.certificate = "/no/such/file";
  expect_in(fault_of(files), "tls.certificate, file \"/no/such/file\": ");
  files = site.make_files(kUser, -100, -50);
  expect_in(fault_of(files), "the certificate expired on ");
  files = site.make_psk_files("lab");
  expect_in(fault_of(files), "line 1: there is no colon");
}

TEST_F(Tls, NeedsAnIdentity) {
  const auto link = connect(parse_url("tls://127.0.0.1:1").value(), kPatience);
  ASSERT_TRUE(link.has_error());
  expect_in(link.error().text, "cannot connect to tls://127.0.0.1:1: tls:// needs an identity");
  const auto listener = listen(parse_url("tls://127.0.0.1:0").value());
  ASSERT_TRUE(listener.has_error());
  expect_in(listener.error().text, "tls:// needs an identity");
}

TEST_F(Tls, MayBeRequired) {
  LinkOptions options;
  options.is_tls_required = true;
  const auto listener = listen(parse_url("tcp://127.0.0.1:0").value(), options);
  ASSERT_TRUE(listener.has_error());
  expect_in(listener.error().text, "tls.required allows no link without encryption; use tls://");
  for (const char* url : {"tcp://127.0.0.1:1", "mesh://127.0.0.1:1"}) {
    const auto link = connect(parse_url(url).value(), kPatience, options);
    ASSERT_TRUE(link.has_error());
    expect_in(link.error().text, "use tls://127.0.0.1:1");
  }
}

}  // namespace
}  // namespace triad::transport
