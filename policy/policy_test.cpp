#include "policy/policy.hpp"

#include <gtest/gtest.h>

namespace triad::policy {
namespace {

const Principal kAnna = certificate_principal("user", "anna");
const Principal kBen = certificate_principal("user", "ben");
const Principal kLab = key_principal("lab");
const Principal kNobody;

std::vector<Pattern> patterns(std::initializer_list<const char*> texts) {
  std::vector<Pattern> made;
  for (const char* const text : texts) made.emplace_back(text);
  return made;
}

Decision decide(std::vector<Rule> rules, const Request& request) {
  return Policy("p.yaml", std::move(rules)).decide(request);
}

TEST(Pattern, StandsForAnyOrOneCharacter) {
  const auto matches = [](const char* text, const char* name) {
    return Pattern(text).matches(name);
  };
  EXPECT_TRUE(matches("tank", "tank"));
  EXPECT_FALSE(matches("tank", "tanks"));
  EXPECT_FALSE(matches("tank", "Tank"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("tank-*", "tank-"));
  EXPECT_TRUE(matches("*-1", "tank-1-1"));
  EXPECT_TRUE(matches("t*n*k", "tannnnk"));
  EXPECT_FALSE(matches("t*n*k", "tannnn"));
  EXPECT_TRUE(matches("tank?", "tanks"));
  EXPECT_FALSE(matches("tank?", "tank"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("**", "x"));
}

TEST(Pattern, EndsSoonForManyStars) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "*a";
  EXPECT_FALSE(Pattern(text + "b").matches(std::string(3000, 'a')));
}

TEST(Policy, DeniesWhatNoRuleAllows) {
  const Request join{kAnna, Action::join, "x", "tank"};
  const Decision decision = decide({}, join);
  EXPECT_FALSE(decision.is_allowed);
  EXPECT_EQ(decision.line, 0);
  EXPECT_EQ(Policy("p.yaml", {}).denial_text(join, decision),
            "user anna may not join federation 'x' as 'tank' (policy of this rtig, p.yaml, which "
            "has no rule that allows it)");
}

TEST(Policy, TakesTheFirstRuleThatApplies) {
  const std::vector<Rule> rules{
      {.line = 2, .allows = false, .actions = {Action::join}, .principals = patterns({"user ben"})},
      {.line = 5, .allows = true, .actions = {Action::join, Action::create}},
      {.line = 7, .allows = false, .actions = {Action::create}}};
  EXPECT_TRUE(decide(rules, {kAnna, Action::join, "x", "tank"}).is_allowed);
  EXPECT_EQ(decide(rules, {kAnna, Action::join, "x", "tank"}).line, 5);
  EXPECT_FALSE(decide(rules, {kBen, Action::join, "x", "tank"}).is_allowed);
  EXPECT_EQ(decide(rules, {kBen, Action::join, "x", "tank"}).line, 2);
  EXPECT_TRUE(decide(rules, {kBen, Action::create, "x"}).is_allowed);
  EXPECT_FALSE(decide(rules, {kAnna, Action::destroy, "x"}).is_allowed);
}

TEST(Policy, ComparesEachListOfARule) {
  const std::vector<Rule> rules{{.line = 1,
                                 .allows = true,
                                 .actions = {Action::join},
                                 .principals = patterns({"user *", "key lab"}),
                                 .federations = patterns({"exercise-*"}),
                                 .federates = patterns({"tank-?", "radar"})}};
  const auto is_allowed = [&](const Principal& by, const char* federation, const char* federate) {
    return decide(rules, {by, Action::join, federation, federate}).is_allowed;
  };
  EXPECT_TRUE(is_allowed(kAnna, "exercise-1", "tank-1"));
  EXPECT_TRUE(is_allowed(kLab, "exercise-1", "radar"));
  EXPECT_FALSE(is_allowed(kNobody, "exercise-1", "radar"));
  EXPECT_FALSE(is_allowed(key_principal("hall"), "exercise-1", "radar"));
  EXPECT_FALSE(is_allowed(kAnna, "exercise", "tank-1"));
  EXPECT_FALSE(is_allowed(kAnna, "exercise-1", "tank-10"));
}

TEST(Policy, KnowsTheOperationsOfOperators) {
  const std::vector<Rule> rules{{.line = 1,
                                 .allows = true,
                                 .actions = {Action::operate},
                                 .operations = {Operation::list, Operation::time}},
                                {.line = 2,
                                 .allows = true,
                                 .actions = {Action::operate},
                                 .principals = patterns({"user anna"})}};
  const auto line = [&](const Principal& by, Operation operation) {
    return decide(rules, {.principal = by,
                          .action = Action::operate,
                          .federation = "x",
                          .operation = operation})
        .line;
  };
  EXPECT_EQ(line(kBen, Operation::list), 1);
  EXPECT_EQ(line(kBen, Operation::time), 1);
  EXPECT_EQ(line(kBen, Operation::destroy), 0);
  EXPECT_EQ(line(kAnna, Operation::destroy), 2);
  EXPECT_EQ(line(kAnna, Operation::saves), 2);
}

TEST(Policy, DoesNotTakeALoginNameForASubject) {
  const std::vector<Rule> rules{{.line = 1,
                                 .allows = true,
                                 .actions = {Action::create},
                                 .principals = patterns({"uid 1000"})}};
  EXPECT_TRUE(decide(rules, {uid_principal(1000, "anna"), Action::create, "x"}).is_allowed);
  EXPECT_FALSE(decide(rules, {uid_principal(0, "1000"), Action::create, "x"}).is_allowed);
  EXPECT_FALSE(
      decide(rules, {certificate_principal("", "uid 1000"), Action::create, "x"}).is_allowed);
}

TEST(Policy, NamesTheRuleOfADenialAndEscapesWhatPeersWrote) {
  const Principal hostile = certificate_principal("", "a\nb");
  const Policy policy("p.yaml", {{.line = 4, .allows = false, .actions = {Action::create}}});
  const Request request{hostile, Action::create, "x'\x1b[2J"};
  EXPECT_EQ(policy.denial_text(request, policy.decide(request)),
            "certificate a\\x0ab may not create federation 'x\\'\\x1b[2J' (policy of this rtig, "
            "p.yaml, line 4)");
}

}  // namespace
}  // namespace triad::policy
