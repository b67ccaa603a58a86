// Which lower routers have members, and which have received a record.
#include "router/member_routers.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

constexpr LinkId kEast{7};
constexpr LinkId kWest{8};

TEST(MemberRouters, EachRouterBeginsARecordOnce) {
  MemberRouters routers;
  routers.add_member(kEast);
  routers.add_member(kWest);
  for (int record = 0; record < 2; ++record) {
    routers.begin_record();
    EXPECT_TRUE(routers.begin_router(kEast));
    EXPECT_FALSE(routers.begin_router(kEast));
    EXPECT_TRUE(routers.begin_router(kWest));
  }
}

TEST(MemberRouters, ARouterBelongsToThemUntilItsLastMemberGoes) {
  MemberRouters routers;
  routers.add_member({});
  EXPECT_TRUE(routers.empty()) << "a member with a link of its own";
  routers.add_member(kEast);
  routers.add_member(kEast);
  routers.remove_member(kEast);
  routers.remove_member({});
  EXPECT_FALSE(routers.empty());
  routers.remove_member(kEast);
  EXPECT_TRUE(routers.empty());
}

TEST(MemberRouters, ARouterThatReturnsBeginsTheNextRecord) {
  MemberRouters routers;
  routers.add_member(kEast);
  routers.begin_record();
  EXPECT_TRUE(routers.begin_router(kEast));
  routers.clear();
  routers.add_member(kEast);
  routers.begin_record();
  EXPECT_TRUE(routers.begin_router(kEast));
}

}  // namespace
}  // namespace triad::router
