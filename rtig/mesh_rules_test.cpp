#include "rtig/mesh_rules.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::rtig {
namespace {

using namespace core::test;

// The RTIG is at the router `own`. The router `quiet` forbids regulation and lets only tanks pass.
AuthorityOptions options_of_mesh() {
  AuthorityOptions options;
  options.queue_expel = 1000;
  options.mesh.router = "own";
  options.mesh.rules["own"].queue_bytes = 400;
  options.mesh.rules["quiet"] = {.federates_regulate = false,
                                 .classes = std::vector<std::string>{"Tank", "Tnak"},
                                 .queue_bytes = 400};
  options.mesh.rules["wide"].queue_bytes = 2000;
  options.mesh.priorities = {{"Vehicle", 2}, {"Submarine", 1}};
  return options;
}

Origin origin_in_mesh(const std::string& router) {
  return {.transport = {}, .router = router, .release = {}, .host = {}, .process = 0};
}

class Mesh : public testing::Test {
 protected:
  Mesh() { federation.apply(wire::FederateJoined{kOne, "one"}); }

  const AuthorityOptions options = options_of_mesh();
  core::Federation federation{test_model()};
  const MeshRules rules{options, federation};
  const MemberRights restricted = rules.rights_at(origin_in_mesh("quiet"));
};

TEST_F(Mesh, PermitsAllAtARouterWithoutRules) {
  for (const char* const router : {"", "own", "unknown"}) {
    const MemberRights rights = rules.rights_at(origin_in_mesh(router));
    EXPECT_TRUE(rights.may_regulate) << router;
    EXPECT_TRUE(rules.passes(rights, kPlane)) << router;
    EXPECT_TRUE(rules.passes(rights, kTalk)) << router;
  }
}

TEST_F(Mesh, LetsOnlyListedClassesPass) {
  EXPECT_FALSE(restricted.may_regulate);
  EXPECT_TRUE(rules.passes(restricted, kTank));
  EXPECT_TRUE(rules.passes(restricted, kHeavy));
  EXPECT_FALSE(rules.passes(restricted, kPlane));
  EXPECT_FALSE(rules.passes(restricted, kTalk));
}

TEST_F(Mesh, TellsAMemberItsRightsAndThePriorities) {
  const MemberSession session{.origin = origin_in_mesh("quiet"), .rights = restricted};
  const wire::RulesAtRouter told = rules.rules_for(session);
  EXPECT_EQ(told.router, "quiet");
  EXPECT_FALSE(told.federates_regulate);
  ASSERT_TRUE(told.classes);
  EXPECT_EQ(told.classes->object_classes.size(), 1u);
  ASSERT_EQ(told.priorities.object_classes.size(), 1u);
  EXPECT_EQ(told.priorities.object_classes[0].object_class, kVehicle);
}

TEST_F(Mesh, LimitsTheQueueOnTheWayToAnotherRouterNoMoreThanAllOthers) {
  EXPECT_EQ(rules.queue_max(origin_in_mesh("unknown")), std::nullopt);
  EXPECT_EQ(rules.queue_max(origin_in_mesh("own")), 400u);
  EXPECT_EQ(rules.queue_max(origin_in_mesh("quiet")), 1000u);
  EXPECT_EQ(rules.queue_max(origin_in_mesh("wide")), 2000u);
}

TEST_F(Mesh, RefusesAMoveOfARegulatingMember) {
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("quiet")), std::nullopt);
  federation.set_regulating(kOne, true);
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("wide")), std::nullopt);
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("quiet")),
            "is time-regulating, which router quiet forbids (`federates-regulate: false`)");
}

TEST_F(Mesh, RefusesAMoveOfAMemberWithAClassThatDoesNotPass) {
  federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret}});
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("quiet")), std::nullopt);
  federation.apply(kOne, wire::SubscribeInteractionClass{kTalk});
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("wide")), std::nullopt);
  EXPECT_EQ(rules.move_refusal(kOne, origin_in_mesh("quiet")),
            "publishes or subscribes to " + federation.model().path(kTalk) +
                ", which does not pass at router quiet (`classes`)");
}

TEST_F(Mesh, NamesTheBlockedClassOfASavedMember) {
  core::MemberSnapshot member;
  EXPECT_EQ(rules.blocked_class(restricted, member), std::nullopt);
  member.published_interaction_classes.push_back(kShot);
  EXPECT_EQ(rules.blocked_class(restricted, member), federation.model().path(kShot));
  EXPECT_EQ(rules.blocked_class({}, member), std::nullopt);
}

TEST_F(Mesh, ReportsClassNamesThatTheModelLacks) {
  EXPECT_EQ(rules.unknown_class_lines("hall"),
            (std::vector<std::string>{
                "the FED of federation 'hall' has no class 'Tnak', which the file of the mesh lets "
                "pass at router quiet",
                "the FED of federation 'hall' has no class 'Submarine', to which the file of the "
                "mesh gives a priority"}));
}

}  // namespace
}  // namespace triad::rtig
