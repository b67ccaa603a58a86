// Scenarios over the whole API: all services but create, destroy, join and tick need a membership.
#include "tests/scenario/api/every_service.hpp"
#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

void expect_for_members_only(RTI::RTIambassador& rti) {
  Arguments arguments(rti);
  for (const Service& service : services_for_members(arguments)) {
    EXPECT_TRUE(throws<RTI::FederateNotExecutionMember>(service.call)) << service.name;
  }
}

SCENARIO(WholeApi, ServicesAreForMembers) {
  auto& never_joined = outsider();
  expect_for_members_only(*never_joined.operator->());
}

SCENARIO(WholeApi, ServicesAreForMembersAlsoOnceConnected) {
  auto& connected = outsider();
  EXPECT_THROWS(FederationExecutionDoesNotExist,
                connected->destroyFederationExecution("unheard of"));
  expect_for_members_only(*connected.operator->());
}

SCENARIO(WholeApi, ServicesAreNotForThoseWhoHaveResigned) {
  auto& member = federate();
  member.publish("Vehicle", {"Speed"});
  member.resign();
  expect_for_members_only(*member.operator->());
}

}  // namespace
}  // namespace triad::scenario
