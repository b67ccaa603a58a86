// The language of the scenarios: errors name their place and a suggestion, differences are shown
// line by line, and rewriting changes only expectations.
#include <gtest/gtest.h>

#include "tests/scenario/transcripts/runner/player.hpp"

namespace triad::test {
namespace {

constexpr std::string_view kOpening = "# A rule. HLA 1.3 clause 5.2.\n";

Script script_of(std::string_view commands) {
  return parse_script("x.txt", std::string(kOpening) + std::string(commands));
}

// Returns the error of these commands; "" if they can be played.
std::string fault_of(std::string_view commands) {
  try {
    (void)play(script_of(commands), {});
  } catch (const ScriptError& error) {
    return error.what();
  }
  return "";
}

TEST(TranscriptLanguage, SaysWhereAWordIsUnknownAndWhatMayBeMeant) {
  EXPECT_EQ(fault_of("A joins\nA publshes Tank position"),
            "x.txt:3: there is no command 'publshes Tank position'; did you mean 'publishes'?");
  EXPECT_EQ(fault_of("A joins\nA requests time advence to 5"),
            "x.txt:3: there is no command 'requests time advence'; did you mean 'requests time "
            "advance to'?");
  EXPECT_EQ(fault_of("A joins\nA publishes Tnak position"),
            "x.txt:3: there is no class 'Tnak'; did you mean 'Tank'?");
  EXPECT_EQ(fault_of("A joins\nA publishes Tank positoin"),
            "x.txt:3: there is no attribute 'positoin'; did you mean 'position'?");
  EXPECT_EQ(fault_of("A joins\nA publishes Tank position\nA registers Tank tiger\nB ticks"),
            "x.txt:5: there is no federate 'B'; there is 'A'");
  EXPECT_EQ(fault_of("A joins\nA publishes Tank position\nA registers Tank tiger\n"
                     "A deletes tigre"),
            "x.txt:5: there is no object instance 'tigre'; did you mean 'tiger'?");
  EXPECT_EQ(fault_of("A joins\nA resigns with delete-object"),
            "x.txt:3: there is no resign action 'delete-object'; did you mean 'delete-objects'?");
}

TEST(TranscriptLanguage, SaysWhereAllCommandsAreWhenNoneIsNear) {
  EXPECT_EQ(fault_of("A joins\nA flies away"),
            "x.txt:3: there is no command 'flies away'; README.md lists those that there are");
}

TEST(TranscriptLanguage, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(fault_of("A joins\nA requests time advance to"),
            "x.txt:3: the line ends where a time is expected");
  EXPECT_EQ(fault_of("A joins\nA requests time advance to soon"), "x.txt:3: 'soon' is no time");
  EXPECT_EQ(fault_of("A joins\nA unpublishes Tank position"),
            "x.txt:3: the command ends before 'position'");
  EXPECT_EQ(fault_of("A joins\nA subscribes Tank"),
            "x.txt:3: name the attributes, or write 'nothing'");
  EXPECT_EQ(fault_of("A joins\nA publishes Shot\nA sends Shot target"),
            "x.txt:4: 'target' is no value: write name=value");
  EXPECT_EQ(fault_of("A joins\nA publishes \"Tank"), "x.txt:3: a quotation mark is not closed");
}

TEST(TranscriptLanguage, RefusesATextThatShowsNoRule) {
  EXPECT_EQ(fault_of(""), "x.txt:1: the scenario is empty: no line is a command");
  EXPECT_EQ(fault_of("  refused X\nA joins"),
            "x.txt:2: an indented line is what a command is expected to tell, and there is no "
            "command above it");
  EXPECT_THROW(parse_script("x.txt", "# A rule.\nA joins\n"), ScriptError);
  EXPECT_THROW(parse_script("x.txt", "A joins\n"), ScriptError);
}

TEST(TranscriptLanguage, KeepsWhoWaitsInACallAndWhoIsDeadFromCalling) {
  EXPECT_EQ(fault_of("A joins\nA stops reading\nA publishes Shot\nA ticks"),
            "x.txt:5: A waits in a call");
  EXPECT_EQ(fault_of("A joins\nA dies\nA publishes Shot"), "x.txt:4: A is dead");
}

TEST(TranscriptLanguage, ShowsACallThatWaitsAndItsReturn) {
  const Script script =
      script_of("A joins\nA stops reading\nA publishes Shot\nA reads again\nA unpublishes Tank\n");
  const std::vector<TextLines> told = play(script, {}).told;
  EXPECT_EQ(told,
            (std::vector<TextLines>{
                {}, {}, {"waits"}, {"A's call returns"}, {"refused ObjectClassNotPublished"}}));
}

TEST(TranscriptLanguage, ReportsWhatNobodyTook) {
  const Played played =
      play(script_of("A joins\nB joins\nA publishes Shot\nB subscribes Shot\n"), {});
  EXPECT_EQ(played.wrong, TextLines{"nobody took \"A: turn interactions on Shot\"; add \"everybody "
                                    "ticks\""});
}

TEST(TranscriptLanguage, ShowsADifferenceLineByLine) {
  const Script script = script_of("A joins\nB ticks\n  one\n  two\n  three\nA ticks\n  same\n");
  EXPECT_EQ(difference(script, {{}, {"one", "2", "three", "four"}, {"same"}}),
            "x.txt:3: B ticks\n    one\n  - two\n  + 2\n    three\n  + four\n");
  EXPECT_EQ(difference(script, {{}, {"one", "two", "three"}, {"same"}}), "");
}

TEST(TranscriptLanguage, IsRewrittenWithOtherExpectationsAndNothingElse) {
  const Script script =
      script_of("A joins\n\n# Why.\nB ticks\n  one\n  two\n\nA ticks\n  gone\nC ticks\n");
  EXPECT_EQ(rewritten(script, {{}, {"three"}, {}, {"four", "five"}}),
            std::string(kOpening) +
                "A joins\n\n# Why.\nB ticks\n  three\n\nA ticks\nC ticks\n  four\n  five\n");
}

}  // namespace
}  // namespace triad::test
