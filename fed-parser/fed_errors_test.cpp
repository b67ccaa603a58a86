// Tests of the messages for invalid FEDs: position, the text found and expected, and all errors of
// a file.
#include <gtest/gtest.h>

#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

// Returns a complete FED around `objects`, which starts at line 2, column 1.
std::string objects(const std::string& text) {
  return "(FED (Federation F) (FEDversion v1.3) (objects (class ObjectRoot (attribute "
         "privilegeToDelete reliable timestamp)\n" +
         text + "\n)) (interactions (class InteractionRoot reliable receive)))";
}

std::string interactions(const std::string& text) {
  return "(FED (Federation F) (FEDversion v1.3) (interactions (class InteractionRoot reliable "
         "receive\n" +
         text +
         "\n)) (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp))))";
}

TEST(FedErrors, NamesFileLineColumnFoundAndExpected) {
  const ParseResult result = parse(objects("(class A\n  (attribute a fast receive))"), "dir/x.fed");
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.first_error(),
            "dir/x.fed:3:16: error: found \"fast\", expected a transportation (reliable or "
            "best_effort)");
}

TEST(FedErrors, RefusesUnknownTransportationAndOrder) {
  EXPECT_EQ(errors_of(objects("(class A (attribute a unpredictable sometime))")),
            (Lines{"2:23: found \"unpredictable\", expected a transportation (reliable or "
                   "best_effort)",
                   "2:37: found \"sometime\", expected an order (receive or timestamp)"}));
  EXPECT_EQ(errors_of(interactions("(class I receive reliable)")),
            (Lines{"2:10: found \"receive\", expected a transportation (reliable or best_effort)",
                   "2:18: found \"reliable\", expected an order (receive or timestamp)"}));
}

TEST(FedErrors, SaysWhichWordIsMissing) {
  EXPECT_EQ(errors_of(objects("(class A (attribute))")),
            (Lines{"2:20: found \")\", expected the attribute's name"}));
  EXPECT_EQ(errors_of(objects("(class A (attribute a))")),
            (Lines{"2:22: found \")\", expected a transportation (reliable or best_effort)"}));
  EXPECT_EQ(errors_of(objects("(class A (attribute a reliable))")),
            (Lines{"2:31: found \")\", expected an order (receive or timestamp)"}));
  EXPECT_EQ(errors_of(objects("(class)")), (Lines{"2:7: found \")\", expected the class's name"}));
  EXPECT_EQ(errors_of(interactions("(class I)")),
            (Lines{"2:9: found \")\", expected a transportation (reliable or best_effort)"}));
  EXPECT_EQ(errors_of(interactions("(class I reliable (parameter p))")),
            (Lines{"2:19: found \"(\", expected an order (receive or timestamp)"}));
  EXPECT_EQ(errors_of(interactions("(class I reliable receive (parameter))")),
            (Lines{"2:37: found \")\", expected the parameter's name"}));
}

TEST(FedErrors, SaysWhatIsOneTooMany) {
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3) (spaces (space S))\n"
                      "(objects (class ObjectRoot (attribute a reliable receive S more))))"),
            (Lines{"2:60: found \"more\", expected \")\""}));
  EXPECT_EQ(errors_of(objects("(class A reliable receive)")),
            (Lines{"2:10: found \"reliable\", expected \"(\" or \")\""}));
  EXPECT_EQ(errors_of(interactions("(class I reliable receive (parameter p q))")),
            (Lines{"2:40: found \"q\", expected \")\""}));
}

TEST(FedErrors, RefusesUnknownElements) {
  EXPECT_EQ(errors_of(objects("(class A (atribute a reliable receive) (parameter p))")),
            (Lines{"2:11: found \"atribute\", expected \"attribute\" or \"class\"",
                   "2:41: found \"parameter\", expected \"attribute\" or \"class\""}));
  EXPECT_EQ(errors_of(interactions("(class I reliable receive (attribute a reliable receive))")),
            (Lines{"2:28: found \"attribute\", expected \"parameter\" or \"class\""}));
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3) (object))"),
            (Lines{"1:40: found \"object\", expected \"Federation\", \"FEDversion\", \"spaces\", "
                   "\"objects\" or \"interactions\""}));
  EXPECT_EQ(errors_of(objects("(class A ())")),
            (Lines{"2:11: found \")\", expected \"attribute\" or \"class\""}));
}

TEST(FedErrors, ReportsStrayWordsOncePerPlace) {
  EXPECT_EQ(errors_of(objects("(class A (class B) some stray words (class C))\nmore")),
            (Lines{"2:20: found \"some\", expected \"(\" or \")\"",
                   "3:1: found \"more\", expected \"(\" or \")\""}));
}

TEST(FedErrors, ListsIndependentErrorsOfOneFile) {
  EXPECT_EQ(errors_of(objects("(class A (attribute a reliable))\n"
                              "(class B (attribute b (foo (bar)) receive) (attribute c quick "
                              "receive))\n"
                              "(clas C (attribute d reliable receive))\n"
                              "(class D wrong (attribute e slow receive)\n"
                              "  (class E (attribute f)))")),
            (Lines{"2:31: found \")\", expected an order (receive or timestamp)",
                   "3:23: found \"(\", expected a transportation (reliable or best_effort)",
                   "3:57: found \"quick\", expected a transportation (reliable or best_effort)",
                   "4:2: found \"clas\", expected \"attribute\" or \"class\"",
                   "5:10: found \"wrong\", expected \"(\" or \")\"",
                   "5:29: found \"slow\", expected a transportation (reliable or best_effort)",
                   "6:24: found \")\", expected a transportation (reliable or best_effort)"}));
}

TEST(FedErrors, FindsErrorsOfMeaningBesideErrorsOfSyntax) {
  EXPECT_EQ(errors_of(objects("(class A (attribute a reliable))\n(class A)")),
            (Lines{"2:31: found \")\", expected an order (receive or timestamp)",
                   "3:8: object class \"A\" is declared twice; the first is in line 2"}));
}

TEST(FedErrors, RecognisesAMissingParenthesisByTheNextSection) {
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3)\n"
                      "(objects\n"
                      "  (class ObjectRoot\n"
                      "    (class A\n"
                      "  )\n"
                      ")\n"
                      "(interactions (class InteractionRoot slow receive))\n"
                      ")"),
            (Lines{"7:1: found \"(interactions\" inside \"(objects\" of line 2, expected \")\" "
                   "before it",
                   "7:38: found \"slow\", expected a transportation (reliable or best_effort)",
                   "8:2: found the end of the file, expected \")\", to close \"(FED\" of line 1"}));
}

TEST(FedErrors, ChecksWhatStandsBeforeAnEarlyEndOfTheFile) {
  EXPECT_EQ(
      errors_of("(FED (Federation F) (FEDversion v1.3)\n"
                "(objects (class ObjectRoot (attribute a fast receive)\n"
                "(class A (attribute b reliable"),
      (Lines{"2:41: found \"fast\", expected a transportation (reliable or best_effort)",
             "3:31: found the end of the file, expected 5 times \")\", to close "
             "\"(attribute\" of line 3, \"(class A\" of line 3, \"(class ObjectRoot\" of line "
             "2, \"(objects\" of line 2, ..."}));
}

TEST(FedErrors, ReportsWhatFollowsTheEndOnceAndChecksItAllTheSame) {
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3)\n"
                      "(objects (class ObjectRoot)))\n"
                      "(interactions (class InteractionRoot slow receive)))"),
            (Lines{"3:1: found \"(interactions\" after the \")\" that closes \"(FED\" of line 1, "
                   "expected the end of the file",
                   "3:38: found \"slow\", expected a transportation (reliable or best_effort)"}));
  EXPECT_EQ(errors_of(fed_with("") + ")").size(), 1u);
  EXPECT_EQ(errors_of(fed_with("") + " x y z").size(), 1u);
}

TEST(FedErrors, ExplainsTextThatIsNoFed) {
  EXPECT_EQ(errors_of("hello world"), (Lines{"1:1: found \"hello\", expected \"(FED\""}));
  EXPECT_EQ(errors_of("(hello world)"), (Lines{"1:2: found \"hello\", expected \"FED\""}));
  EXPECT_EQ(errors_of(";; only a comment\n"),
            (Lines{"2:1: found the end of the file, expected \"(FED\""}));
  EXPECT_EQ(
      errors_of(" \n\t"),
      (Lines{"1:1: the file is empty, expected a FED (\"(FED ...\") or an XML object model"}));
  EXPECT_EQ(errors_of(""), errors_of(" \n\t"));
}

TEST(FedErrors, ExplainsBadCharacters) {
  EXPECT_EQ(errors_of(objects("; one semicolon\n(class A (attribute a fast receive))")),
            (Lines{"2:1: found \";\", expected \";;\": a comment begins with two semicolons",
                   "3:23: found \"fast\", expected a transportation (reliable or best_effort)"}));
  EXPECT_EQ(errors_of(objects("(class \"A\n)")),
            (Lines{"2:8: found a quotation mark without its partner on the same line"}));
  EXPECT_EQ(errors_of(objects(std::string("(class A\x01 (class \0B))", 21))),
            (Lines{"2:9: found the byte \"\\x01\", which does not belong in a FED",
                   "2:18: found the byte \"\\x00\", which does not belong in a FED"}));
  EXPECT_EQ(errors_of(objects("(class \"\")")), (Lines{"2:8: found an empty name"}));
}

TEST(FedErrors, WantsFederationAndVersion) {
  EXPECT_EQ(errors_of("(FED (objects (class ObjectRoot)))"),
            (Lines{"1:2: the FED lacks \"(Federation NAME)\"",
                   "1:2: the FED lacks \"(FEDversion v1.3)\""}));
}

TEST(FedErrors, WantsEachSectionOnce) {
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3)\n(spaces)\n(objects (class "
                      "ObjectRoot))\n(objects)\n(spaces) (FEDversion v1.3))"),
            (Lines{"4:2: found a second \"(objects\"; there is one already in line 3",
                   "5:2: found a second \"(spaces\"; there is one already in line 2",
                   "5:11: found a second \"(FEDversion\"; there is one already in line 1"}));
}

TEST(FedErrors, RefusesListsNestedTooDeep) {
  std::string text = "(FED (Federation F) (FEDversion v1.3) (objects ";
  for (int i = 0; i < 100000; ++i) text += "(class A ";
  EXPECT_EQ(errors_of(text), (Lines{"1:1830: lists are nested more than 200 deep: the rest of the "
                                    "file was not read"}));
  EXPECT_EQ(errors_of(std::string(1000000, '(')).back(),
            "1:201: lists are nested more than 200 deep: the rest of the file was not read");
}

TEST(FedErrors, CountsTheErrorsThatItLeavesOut) {
  std::string text;
  for (int i = 0; i < 1234; ++i) text += "(class A" + std::to_string(i) + " x)\n";
  const Lines errors = errors_of(objects(text));
  ASSERT_EQ(errors.size(), DiagnosticLog::kErrorsMax + 1);
  EXPECT_EQ(errors[99], "101:12: found \"x\", expected \"(\" or \")\"");
  EXPECT_EQ(errors[100], "101:12: 1134 more errors were left out");
}

TEST(FedErrors, ShortensLongWordsAndSpellsOutControlCharacters) {
  const std::string word(500, 'x');
  EXPECT_EQ(errors_of(objects("(class A (attribute a " + word + " receive))")),
            (Lines{"2:23: found \"" + word.substr(0, 60) +
                   "...\", expected a transportation (reliable or best_effort)"}));
  EXPECT_EQ(quoted("a\tb\x7f"), "\"a\\x09b\\x7f\"");
  EXPECT_EQ(quoted("a\" is right"), "\"a\\\" is right\"");
  EXPECT_EQ(quoted("a\x9b\u202e"), "\"a\\x9b\\xe2\\x80\\xae\"");
}

}  // namespace
}  // namespace triad::fed
