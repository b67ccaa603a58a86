// URLs as users write them, and the errors for malformed ones.
#include "transport/url.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::transport {
namespace {

Url parsed(std::string_view text) {
  const Result<Url> url = parse_url(text);
  EXPECT_TRUE(url.has_value()) << text;
  return url.has_value() ? url.value() : Url{};
}

TEST(Url, ReadsTcpWithAndWithoutAPort) {
  EXPECT_EQ(parsed("tcp://rti.example.org:5000"),
            (Url{Url::Scheme::tcp, "rti.example.org", 5000, ""}));
  EXPECT_EQ(parsed("tcp://127.0.0.1"), (Url{Url::Scheme::tcp, "127.0.0.1", kDefaultPort, ""}));
  EXPECT_EQ(parsed("tcp://localhost:0/"), (Url{Url::Scheme::tcp, "localhost", 0, ""}));
}

TEST(Url, ReadsARouterOfAMeshAsTcp) {
  EXPECT_EQ(parsed("mesh://ws1:60401"), (Url{Url::Scheme::mesh, "ws1", 60401, ""}));
  EXPECT_EQ(parsed("mesh://ws1"), (Url{Url::Scheme::mesh, "ws1", kDefaultPort, ""}));
  EXPECT_EQ(parsed("mesh://[::1]:7"), (Url{Url::Scheme::mesh, "::1", 7, ""}));
}

TEST(Url, ReadsAnEncryptedAddressAsTcp) {
  const Url url = parse_url("tls://[::1]").value();
  EXPECT_EQ(url, (Url{Url::Scheme::tls, "::1", kDefaultPort, ""}));
  EXPECT_EQ(to_string(url), "tls://[::1]:60400");
  EXPECT_TRUE(parse_url("tls://h:70000").has_error());
  EXPECT_TRUE(parse_url("tls://62000").has_error());
}

TEST(Url, RefusesOfARouterWhatItRefusesOfTcp) {
  for (const char* text :
       {"mesh:h", "mesh://h:", "mesh://h:65536", "mesh://h/path", "mesh://::1"}) {
    const Result<Url> url = parse_url(text);
    ASSERT_TRUE(url.has_error()) << text;
    EXPECT_TRUE(url.error().text.starts_with("\"" + std::string(text) + "\" is not a usable URL: "))
        << url.error().text;
  }
}

TEST(Url, ReadsIpv6InBrackets) {
  EXPECT_EQ(parsed("tcp://[::1]:7"), (Url{Url::Scheme::tcp, "::1", 7, ""}));
  EXPECT_EQ(parsed("tcp://[fe80::1%eth0]"),
            (Url{Url::Scheme::tcp, "fe80::1%eth0", kDefaultPort, ""}));
}

// getaddrinfo reads these by the rules of inet_aton, so 62000 would be the host 0.0.242.48.
TEST(Url, RefusesNumbersThatAreNotAWholeIpv4Address) {
  for (const char* text :
       {"tcp://62000", "tcp://62000:60400", "tcp://127.1", "tcp://10.0.1:5", "tcp://0x7f000001",
        "tcp://127.0.0.0x1", "tcp://010.0.0.1", "tcp://1.2.3.256", "tcp://1.2.3.4.5",
        "tcp://host.5", "tcp://127.1.:5", "mesh://60400"}) {
    const Result<Url> url = parse_url(text);
    ASSERT_TRUE(url.has_error()) << text;
    EXPECT_NE(url.error().text.find("must be a whole IPv4 address"), std::string::npos)
        << url.error().text;
  }
  for (const char* text : {"tcp://10.0.0.1", "tcp://5.example.org", "tcp://ws1", "tcp://1a",
                           "tcp://0x7g", "tcp://host-2"}) {
    EXPECT_TRUE(parse_url(text).has_value()) << text;
  }
}

TEST(Url, SuggestsASchemeOnlyWhereItWouldDo) {
  const auto problem = [](const char* text) { return parse_url(text).error().text; };
  EXPECT_NE(problem("ws1:60400").find(", as in tcp://ws1:60400"), std::string::npos);
  EXPECT_EQ(problem("62000").find("as in"), std::string::npos) << problem("62000");
}

TEST(Url, RefusesInBracketsWhatIsNoIpv6Address) {
  for (const char* text :
       {"tcp://[]", "tcp://[h]", "tcp://[127.0.0.1]", "tcp://[::1%]:5", "tcp://[fe80::g%eth0]"}) {
    const Result<Url> url = parse_url(text);
    ASSERT_TRUE(url.has_error()) << text;
    EXPECT_NE(url.error().text.find("not an IPv6 address"), std::string::npos) << url.error().text;
  }
}

TEST(Url, TakesAStarOrNothingForAnyAddress) {
  EXPECT_EQ(parsed("tcp://*:80").host, "");
  EXPECT_EQ(parsed("tcp://:80"), parsed("tcp://*:80"));
}

TEST(Url, ReadsSharedMemoryAndMemoryNames) {
  EXPECT_EQ(parsed("shm://exercise_1"), (Url{Url::Scheme::shm, "", 0, "exercise_1"}));
  EXPECT_EQ(parsed("memory:a-b.c"), (Url{Url::Scheme::memory, "", 0, "a-b.c"}));
}

TEST(Url, ComesBackFromItsText) {
  for (const char* text : {"tcp://h:1", "tcp://*:60400", "tcp://[::1]:2", "mesh://h:1",
                           "mesh://[::1]:2", "tcp://[fe80::1%eth0]:5", "shm://x", "memory:y"}) {
    EXPECT_EQ(to_string(parsed(text)), text);
  }
}

TEST(Url, ComesInLists) {
  const auto several = parse_urls("mesh://a:1,tcp://[::1]:2,shm://c");
  ASSERT_TRUE(several.has_value());
  EXPECT_EQ(several.value(),
            (std::vector<Url>{parsed("mesh://a:1"), parsed("tcp://[::1]:2"), parsed("shm://c")}));
  EXPECT_EQ(parse_urls("tcp://a").value(), std::vector<Url>{parsed("tcp://a")});
  for (const char* const text :
       {"", "tcp://a,", ",tcp://a", "tcp://a,,tcp://b", "tcp://a, tcp://b"})
    EXPECT_FALSE(parse_urls(text).has_value()) << text;
}

TEST(Url, NamesTheAllowedFormsWhenItRefuses) {
  for (const char* text :
       {"", "tcp", "tcp:/x", "udp://h:1", "tcp://h:", "tcp://h:65536", "tcp://h:-1", "tcp://h:1x",
        "tcp://::1:5", "tcp://[::1", "tcp://[::1]5", "tcp://a b", "tcp://h/path", "shm://",
        "shm://a/b", "shm://..", "shm://a b", "memory:", "memory:a/b"}) {
    const Result<Url> url = parse_url(text);
    ASSERT_TRUE(url.has_error()) << text;
    EXPECT_EQ(url.error().code, Error::Code::bad_url);
    EXPECT_NE(url.error().text.find(std::string("\"") + text + "\""), std::string::npos);
    EXPECT_NE(url.error().text.find("shm://NAME"), std::string::npos);
    EXPECT_NE(url.error().text.find("mesh://HOST[:PORT] (a router of a mesh)"), std::string::npos);
    EXPECT_EQ(url.error().text.find("memory:NAME"), std::string::npos) << "for tests";
  }
}

TEST(Url, RefusesNamesTooLongForASocketPath) {
  EXPECT_TRUE(parse_url("shm://" + std::string(64, 'n')).has_value());
  EXPECT_TRUE(parse_url("shm://" + std::string(65, 'n')).has_error());
}

}  // namespace
}  // namespace triad::transport
