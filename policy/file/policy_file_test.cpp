#include "policy/file/policy_file.hpp"

#include <gtest/gtest.h>

namespace triad::policy {
namespace {

Policy parsed(std::string_view text) {
  auto policy = parse_policy(text, "p.yaml");
  if (policy) return *policy;
  ADD_FAILURE() << text_of(policy.error());
  return Policy("p.yaml", {});
}

std::string fault_of(std::string_view text) {
  const auto policy = parse_policy(text, "p.yaml");
  return policy ? "none" : text_of(policy.error());
}

TEST(PolicyFile, ReadsRulesWithGroups) {
  const Policy policy = parsed(
      "groups:\n"
      "  lab: [user anna, key lab]\n"
      "rules:\n"
      "  - deny: join\n"
      "    federates: observer\n"
      "  - allow: [create, join, destroy]\n"
      "    principals: [group lab, uid 1000]\n"
      "    federations: exercise-*\n"
      "  - allow: operate\n"
      "    operations: [list, time]\n"
      "  - allow: all\n"
      "    principals: host *\n");
  ASSERT_EQ(policy.rules().size(), 4U);
  EXPECT_EQ(policy.rules()[0].line, 4);
  EXPECT_FALSE(policy.rules()[0].allows);
  EXPECT_EQ(policy.rules()[1].line, 6);
  EXPECT_EQ(policy.rules()[1].principals.size(), 3U);
  EXPECT_EQ(policy.rules()[3].actions.size(), std::size(kActions));
  const Principal anna = certificate_principal("user", "anna");
  EXPECT_TRUE(policy.decide({anna, Action::create, "exercise-1"}).is_allowed);
  EXPECT_FALSE(policy.decide({anna, Action::create, "other"}).is_allowed);
  EXPECT_EQ(policy.decide({anna, Action::join, "exercise-1", "observer"}).line, 4);
}

TEST(PolicyFile, MayDenyEverything) {
  EXPECT_TRUE(parsed("rules: []").rules().empty());
}

TEST(PolicyFile, ReportsEachFaultWithItsLineAndColumn) {
  struct Case {
    const char* text;
    const char* fault;
  };
  const Case cases[] = {
      {"", "p.yaml:1:1: a policy is a map with the key `rules`"},
      {"[]", "p.yaml:1:1: a policy is a map"},
      {"{}", "p.yaml:1:1: the key `rules` is missing"},
      {"rules: x", "p.yaml:1:8: `rules` is a text"},
      {"rules:\n", "p.yaml:1:1: `rules` is empty"},
      {"rule: []\nrules: []", "p.yaml:1:1: the key \"rule\" is unknown; did you mean \"rules\"?"},
      {"rules: []\nrules: []", "p.yaml:2:1: the key \"rules\" is there twice"},
      {"rules: [x]", "p.yaml:1:9: a rule is a text"},
      {"rules:\n  - principals: '*'\n", "p.yaml:2:5: a rule without `allow` and `deny`"},
      {"rules:\n  - {allow: join, deny: join}\n", "p.yaml:2:5: a rule with both"},
      {"rules:\n  - allow: jion\n",
       "p.yaml:2:12: the action \"jion\" is unknown; did you mean \"join\"?"},
      {"rules:\n  - allow:\n", "p.yaml:2:5: a value of `allow` is empty"},
      {"rules:\n  - allow: []\n", "p.yaml:2:12: `allow` is an empty list"},
      {"rules:\n  - allow: join\n    principals: []\n",
       "p.yaml:3:17: `principals` is an empty list"},
      {"rules:\n  - allow: join\n    principals: anna\n", "p.yaml:3:17: \"anna\" is no principal"},
      {"rules:\n  - allow: join\n    principals: usr anna\n",
       "p.yaml:3:17: \"usr anna\" is no principal"},
      {"rules:\n  - allow: join\n    principals: uid anna\n", "write the user's number"},
      {"rules:\n  - allow: join\n    principals: group lab\n",
       "p.yaml:3:17: there is no group \"lab\""},
      {"rules:\n  - allow: [join, create]\n    federates: x\n",
       "p.yaml:3:16: `federates` in a rule about other actions than join"},
      {"rules:\n  - allow: join\n    operations: list\n",
       "p.yaml:3:17: `operations` in a rule about other actions than operate"},
      {"rules:\n  - allow: operate\n    operations: lst\n", "did you mean \"list\"?"},
      {"groups: {a: [group b]}\nrules: []", "p.yaml:1:14: a group within a group"},
      {"groups: {a: [user x], a: [user y]}\nrules: []",
       "p.yaml:1:23: the group \"a\" is there twice"},
      {"groups: {a: []}\nrules: []", "p.yaml:1:13: `groups` is an empty list"},
      {"groups: []\nrules: []", "p.yaml:1:9: `groups` is a list"},
      {"rules: ]", "p.yaml:1:8: this is not YAML"},
  };
  for (const Case& one : cases) {
    const std::string fault = fault_of(one.text);
    EXPECT_NE(fault.find(one.fault), std::string::npos) << one.text << "\ngave: " << fault;
  }
}

TEST(PolicyFile, ReportsAllFaultsAtOnce) {
  const std::string faults = fault_of("rules:\n  - allow: jion\n  - deny: destory\n");
  EXPECT_EQ(faults.find('\n'), std::string::npos) << "the log has one line for it";
  EXPECT_NE(faults.find("p.yaml:2:12:"), std::string::npos) << faults;
  EXPECT_NE(faults.find("p.yaml:3:11:"), std::string::npos) << faults;
}

TEST(PolicyFile, HasLimits) {
  std::string many = "groups:\n  g: [";
  for (int i = 0; i < 500; ++i) many += "user u" + std::to_string(i) + ", ";
  many += "user last]\nrules:\n";
  for (int i = 0; i < 300; ++i) many += "  - {allow: join, principals: group g}\n";
  EXPECT_NE(fault_of(many).find("there are more than 100000 patterns"), std::string::npos);
  std::string rules = "rules:\n";
  for (std::size_t i = 0; i <= kRulesMax; ++i) rules += "- deny: join\n";
  EXPECT_NE(fault_of(rules).find("there are 10001 rules"), std::string::npos);
}

}  // namespace
}  // namespace triad::policy
