#include "router/paths.hpp"

#include <gtest/gtest.h>

#include "router/test_outlets.hpp"

namespace triad::router {
namespace {

constexpr FederateHandle kNeighbour(1);
constexpr FederateHandle kOtherNeighbour(2);
constexpr FederateHandle kDistant(3);
constexpr LinkId kRouterOfPaths{20};  // a router below

wire::RecordHeader header(FederateHandle from, wire::Position position) {
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(wire::Kind::SendInteraction);
  header.sender = from.value;
  header.position = position;
  return header;
}

class PathsTest : public ::testing::Test {
 protected:
  void add(FederateHandle member, bool on_fabric) {
    paths.add(member, LinkId{member.value}, on_fabric, 0);
  }
  void send_to_all() {
    wire::Buffer frame;
    wire::encode_record({}, wire::FlowControl{}, frame);
    paths.send_to_all(frame);
  }
  TestOutlets outlets;
  Paths paths{outlets};
};

TEST_F(PathsTest, WhatIsForAllGoesToEachLinkAndOnceToTheFabric) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  send_to_all();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"fabric: FlowControl", "link 3: FlowControl"}));
}

TEST_F(PathsTest, OnlyWhoWaitsForWhatIsForAllIsSentItAtOnce) {
  add(kNeighbour, false);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  wire::Buffer frame;
  wire::encode_record({}, wire::FlowControl{}, frame);
  paths.send_to_all_later(frame, kDistant);
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 3: FlowControl", "link 1 later: FlowControl",
                                               "fabric: FlowControl"}));
}

TEST_F(PathsTest, WhatIsForAllGoesOnceToEachRouterAndFirstToWhoWaits) {
  paths.add(kNeighbour, LinkId{kNeighbour.value}, false, 0, kRouterOfPaths);
  paths.add(kOtherNeighbour, LinkId{kOtherNeighbour.value}, false, 0, kRouterOfPaths);
  send_to_all();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 1: FlowControl"}));
  wire::Buffer frame;
  wire::encode_record({}, wire::FlowControl{}, frame);
  paths.send_to_all_later(frame, kOtherNeighbour);
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 2: FlowControl"}));
  paths.begin_leaving(kNeighbour);
  send_to_all();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 2: FlowControl"}));
}

// In a restore the routers below know all members, and the record is for those that have returned.
TEST_F(PathsTest, WhileMembersReturnWhatIsForAllGoesToEachOfThemByName) {
  paths.add(kNeighbour, LinkId{kNeighbour.value}, false, 0, kRouterOfPaths);
  paths.add(kOtherNeighbour, LinkId{kOtherNeighbour.value}, false, 0, kRouterOfPaths);
  paths.begin_restore();
  send_to_all();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 1: FlowControl", "link 2: FlowControl"}));
  EXPECT_EQ(wire::parse_record(outlets.last_record())->header.to(), kOtherNeighbour);
  paths.end_restore();
  send_to_all();
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: FlowControl"});
}

// No router on the way joins the pieces into which the host cuts it.
TEST_F(PathsTest, WhatIsLongAndForAllGoesToEachMemberBehindARouter) {
  paths.add(kNeighbour, LinkId{kNeighbour.value}, false, 0, kRouterOfPaths);
  paths.add(kOtherNeighbour, LinkId{kOtherNeighbour.value}, false, 0, kRouterOfPaths);
  const std::string label(wire::kPieceBytes, 'a');
  wire::Buffer frame;
  wire::encode_record({}, wire::FederationSynchronized{label, {}}, frame);
  paths.send_to_all(frame);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 1: FederationSynchronized", "link 2: FederationSynchronized"}));
}

TEST_F(PathsTest, WhatIsForOneMemberWakesThatOneAlone) {
  add(kNeighbour, true);
  add(kDistant, false);
  paths.send_message(kNeighbour, wire::FlowControl{});
  paths.send_message(kDistant, wire::FlowControl{});
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"fabric wakes 1: FlowControl", "link 3: FlowControl"}));
}

TEST_F(PathsTest, WhatIsForSeveralOnTheFabricStandsThereOnce) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  const std::vector<FederateHandle> both{kNeighbour, kOtherNeighbour};
  paths.publish(wire::FlowControl{}, both);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"fabric wakes 1: FlowControl", "wakes 1", "wakes 2"}));
}

TEST_F(PathsTest, CausalDependenciesGoAheadOnce) {
  add(kNeighbour, true);
  paths.publish(wire::FlowControl{});
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"fabric: FlowControl"}));
  paths.record_read(header(kNeighbour, 5));
  paths.publish(wire::FlowControl{});
  paths.publish(wire::FlowControl{});
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"fabric: CausalDependencies", "fabric: FlowControl",
                                               "fabric: FlowControl"}));
}

TEST_F(PathsTest, OnlyThoseOnTheFabricReadEachOther) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  EXPECT_TRUE(paths.reads_directly(kNeighbour, kOtherNeighbour));
  EXPECT_FALSE(paths.reads_directly(kNeighbour, kDistant));
  EXPECT_FALSE(paths.reads_directly(kDistant, kNeighbour));
}

TEST_F(PathsTest, WhereAllWereIsKnownWhenAllLeave) {
  add(kNeighbour, true);
  add(kDistant, false);
  const auto links = paths.remove_all();
  EXPECT_EQ(links.at(kDistant), LinkId{kDistant.value});
  EXPECT_TRUE(paths.is_fabric_empty());
  EXPECT_FALSE(paths.contains(kNeighbour));
}

}  // namespace
}  // namespace triad::router
