// Tests of YAML trees with positions, and of hostile files.
#include "topology/yaml_tree.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::topology {
namespace {

std::string problem_of(const std::string& text, const YamlLimits& limits = {}) {
  ProblemLog log("f");
  if (read_yaml(text, log, limits)) return "";
  const std::vector<Problem> problems = log.take_problems();
  return problems.size() == 1 ? problems.front().text() : "not one problem";
}

TEST(YamlTree, HasKindsTextsAndPlaces) {
  ProblemLog log("f");
  const auto root = read_yaml("a: [x, 'y z']\nb:\n  c: \n", log);
  ASSERT_TRUE(root);
  EXPECT_TRUE(log.empty());
  ASSERT_EQ(root->kind, YamlNode::Kind::map);
  ASSERT_EQ(root->items.size(), 4u);
  EXPECT_EQ(root->items[0].text, "a");
  ASSERT_EQ(root->items[1].kind, YamlNode::Kind::list);
  EXPECT_EQ(root->items[1].items[1].text, "y z");
  EXPECT_EQ(root->items[1].items[1].at, (Location{1, 8}));
  ASSERT_EQ(root->items[3].items.size(), 2u);
  EXPECT_EQ(root->items[3].items[1].kind, YamlNode::Kind::null);
  EXPECT_EQ(root->items[3].items[1].at, (Location{3, 3})) << "nothing stands where its key does";
}

TEST(YamlTree, CopiesWhatAnAliasStandsFor) {
  ProblemLog log("f");
  const auto root = read_yaml("a: &x {k: v}\nb: *x\n", log);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->items[3].items.at(1).text, "v");
  EXPECT_EQ(root->items[3].at, (Location{2, 4}));
}

TEST(YamlTree, RefusesAliasesThatGrowWithoutBound) {
  std::string text = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char name = 'b'; name < 'k'; ++name) {
    const std::string alias = std::string("*") + static_cast<char>(name - 1);
    text += std::string(1, name) + ": &" + name + " [" + alias;
    for (int i = 1; i < 9; ++i) text += ", " + alias;
    text += "]\n";
  }
  EXPECT_EQ(problem_of(text),
            "f:5:4: the file has more than 100000 values; make it smaller; each alias counts as a "
            "copy of its value");
}

TEST(YamlTree, RefusesAnAliasInsideOfWhatItStandsFor) {
  EXPECT_EQ(problem_of("a: &a [*a]\n"),
            "f:1:8: an alias is inside its own anchor; write the value in its place");
}

TEST(YamlTree, RefusesWhatIsNestedDeeply) {
  EXPECT_EQ(problem_of(std::string(5000, '[') + std::string(5000, ']')),
            "f:1:17: lists and maps are nested more than 16 deep; nest them less");
  EXPECT_EQ(problem_of("a: &a [[[[[[[[[x]]]]]]]]]\nb: [[[[[[[[*a]]]]]]]]\n"),
            "f:2:12: lists and maps are nested more than 16 deep; nest them less");
  EXPECT_EQ(problem_of("[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]"), "") << "15, and the text";
}

TEST(YamlTree, RefusesMoreBracketsAndCommasThanItMayHaveValues) {
  EXPECT_EQ(problem_of("[a, b, c]", {.nodes = 2}),
            "f:1:1: the file has more than 2 brackets and commas; is this the right file? Such "
            "files need far less");
  EXPECT_EQ(problem_of("- a\n- b\n", {.nodes = 2}),
            "f:2:3: the file has more than 2 values; make it smaller; each alias counts as a copy "
            "of its value");
}

TEST(YamlTree, RefusesLongLinesAndTexts) {
  EXPECT_EQ(problem_of("a: b\nabcde: f\n", {.line_bytes = 7}),
            "f:2:1: a line of 8 bytes; write at most 7");
  EXPECT_EQ(problem_of("a: \"" + std::string(1001, 'x') + "\"\n"),
            "f:1:4: a text of 1001 bytes; write at most 1000");
}

TEST(YamlTree, RefusesTextOfAnotherEncoding) {
  EXPECT_EQ(problem_of({"r\0t\0", 4}),
            "f:1:2: a control character, \"\\x00\"; write the file as UTF-8 text, with an editor");
}

TEST(YamlTree, TakesAByteOrderMarkAndLinesOfWindows) {
  ProblemLog log("f");
  const auto root = read_yaml(
      "\xef\xbb\xbf"
      "a: b\r\nc: d\r\n",
      log);
  ASSERT_TRUE(root);
  ASSERT_EQ(root->items.size(), 4u);
  EXPECT_EQ(root->items[0].text, "a");
  EXPECT_EQ(root->items[2].at, (Location{2, 1}));
}

}  // namespace
}  // namespace triad::topology
