#include "policy/principal.hpp"

#include <gtest/gtest.h>

namespace triad::policy {
namespace {

using Kind = Principal::Kind;

TEST(Principal, NamesItsKindFirst) {
  EXPECT_EQ(certificate_principal("user", "anna").text(), "user anna");
  EXPECT_EQ(certificate_principal("host", "ws1").text(), "host ws1");
  EXPECT_EQ(certificate_principal("router", "beta").text(), "router beta");
  EXPECT_EQ(key_principal("lab").text(), "key lab");
  EXPECT_EQ(uid_principal(1000, "anna").text(), "uid 1000 (anna)");
  EXPECT_EQ(uid_principal(1000, "anna").subject(), "uid 1000");
  EXPECT_EQ(uid_principal(1000, "").text(), "uid 1000");
  EXPECT_EQ(Principal().text(), "anonymous");
}

TEST(Principal, CannotTakeAnotherKindByItsName) {
  const Principal other = certificate_principal("Sales", "user anna");
  EXPECT_EQ(other.kind, Kind::certificate);
  EXPECT_EQ(other.text(), "certificate user anna");
  EXPECT_EQ(certificate_principal("key", "lab").text(), "certificate lab");
  EXPECT_EQ(certificate_principal("uid", "0").text(), "certificate 0");
  EXPECT_EQ(certificate_principal("", "anonymous").text(), "certificate anonymous");
}

TEST(Principal, IsParsedFromItsText) {
  for (const Principal& one :
       {certificate_principal("user", "anna"), certificate_principal("", "Anna of Lab (x)"),
        key_principal("lab"), uid_principal(1000, "anna"), uid_principal(0, ""), Principal()}) {
    const Principal parsed = parse_principal(one.text());
    EXPECT_EQ(parsed, one) << one.text();
    EXPECT_EQ(parsed.login, one.login);
  }
}

TEST(Principal, IsAnonymousIfItsTextIsNone) {
  for (const char* text : {"", "user", "user ", "User anna", "uid", "uid x", "uid 1 anna",
                           "uid 1 (a", "uid 99999999999", "anonymous x", " anna"}) {
    EXPECT_TRUE(parse_principal(text).is_anonymous()) << text;
  }
  EXPECT_TRUE(certificate_principal("user", "").is_anonymous());
  EXPECT_TRUE(
      certificate_principal("user", std::string(kPrincipalNameBytesMax + 1, 'a')).is_anonymous());
}

}  // namespace
}  // namespace triad::policy
