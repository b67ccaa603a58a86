// Scenarios over the whole API: every service but create, destroy, join and tick is for members,
// and what this version lacks says so and names itself.
#include "tests/scenario/api/every_service.hpp"
#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

void expect_for_members_only(RTI::RTIambassador& rti) {
  Arguments arguments(rti);
  for (const auto& services : {services_for_members(arguments), services_to_come(arguments)}) {
    for (const Service& service : services) {
      EXPECT_TRUE(throws<RTI::FederateNotExecutionMember>(service.call)) << service.name;
    }
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

// It changes nothing: the federate goes on as if it had not asked.
SCENARIO(WholeApi, WhatThisVersionLacksNamesItself) {
  auto& member = federate();
  auto& other = federate();
  Arguments arguments(*member.operator->());
  for (const Service& service : services_to_come(arguments)) {
    EXPECT_TRUE(throws<RTI::RTIinternalError>(service.call)) << service.name;
    try {
      service.call();
    } catch (const RTI::Exception& e) {
      EXPECT_NE(std::string(e._reason).find(service.name), std::string::npos)
          << service.name << " says: " << e._reason;
    }
  }
  EXPECT_EQ(member.heard(), Lines());
  EXPECT_EQ(other.heard(), Lines());
}

}  // namespace
}  // namespace triad::scenario
