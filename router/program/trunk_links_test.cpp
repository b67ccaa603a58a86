#include "router/program/trunk_links.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

// A federate with any of the others could act as a router and take the identity of another
// federate.
TEST(TrunkLinks, BelieveOnlyARouterOfItsNameAboutClients) {
  const auto believed = [](const policy::Principal& principal) {
    return TrunkLinks::may_name_clients(principal);
  };
  EXPECT_TRUE(believed(policy::certificate_principal("router", "beta")));
  EXPECT_TRUE(believed(policy::uid_principal(1000, "anna")));
  EXPECT_FALSE(believed({}));
  EXPECT_FALSE(believed(policy::certificate_principal("host", "ws1")));
  EXPECT_FALSE(believed(policy::certificate_principal("user", "anna")));
  EXPECT_FALSE(believed(policy::certificate_principal("", "router beta")));
  EXPECT_FALSE(believed(policy::key_principal("lab")));
}

}  // namespace
}  // namespace triad::router
