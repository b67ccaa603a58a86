#include "command_line/given.hpp"

#include <gtest/gtest.h>

namespace triad::command_line {
namespace {

const Manual kShow{.name = "talk show",
                   .summary = "show it",
                   .arguments = "PLACE",
                   .arguments_min = 1,
                   .arguments_max = 1,
                   .missing = "show needs a place",
                   .options = {{.name = "wait", .argument = "SECONDS", .letter = 'w'},
                               {.name = "only", .argument = "NAME", .repeatable = true},
                               {.name = "json"}}};
const Manual kTalk{.name = "talk",
                   .summary = "talk to it",
                   .options = {{.name = "url", .argument = "URL"}},
                   .commands = {kShow, {.name = "talk end", .summary = "end it"}}};

std::string refusal(const std::vector<std::string>& arguments, const Manual& program = kTalk) {
  const auto given = read(program, arguments);
  return given ? "accepted" : given.error().text;
}

TEST(CommandLine, IsTakenInAnyOrder) {
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"--url", "a", "show", "here", "--wait=2", "--json"},
        {"--url=a", "show", "--json", "-w", "2", "here"},
        {"show", "here", "-w2", "--json", "--url", "a"},
        {"--json", "show", "--wait", "2", "--url", "a", "--", "here"}}) {
    const auto given = read(kTalk, line);
    ASSERT_TRUE(given) << given.error().text;
    EXPECT_EQ(given->manual().name, "talk show");
    EXPECT_EQ(given->value("url"), "a");
    EXPECT_EQ(given->value("wait"), "2");
    EXPECT_TRUE(given->has("json"));
    EXPECT_EQ(given->arguments(), std::vector<std::string>{"here"});
    EXPECT_FALSE(given->has("only"));
    EXPECT_EQ(given->value("only"), std::nullopt);
  }
}

TEST(CommandLine, RepeatsWhatMayBeRepeated) {
  const auto given = read(kTalk, {"show", "here", "--only", "a", "--only=b", "--json", "--json"});
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_EQ(given->values("only"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(refusal({"show", "here", "--wait", "1", "--wait", "2"}),
            "--wait is given twice; `talk show --help` shows the usage");
}

TEST(CommandLine, TakesWhatFollowsTwoDashesForArguments) {
  const auto given = read(kTalk, {"show", "--", "--json"});
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_EQ(given->arguments(), std::vector<std::string>{"--json"});
  EXPECT_FALSE(given->has("json"));
}

TEST(CommandLine, KeepsAsItIsWhatFollowsTwoDashesWhereItIsForSomebodyElse) {
  Manual talk = kTalk;
  talk.commands.front().after_dashes = "COMMAND [ARGUMENT...]";
  const auto given = read(talk, {"show", "here", "--json", "--", "ls", "--help", "--", "x"});
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_EQ(given->arguments(), std::vector<std::string>{"here"});
  EXPECT_EQ(given->after_dashes(), (std::vector<std::string>{"ls", "--help", "--", "x"}));
  EXPECT_TRUE(given->has("json"));
  EXPECT_FALSE(given->has("help"));
  EXPECT_TRUE(read(talk, {"show", "here", "--"})->after_dashes().empty());
  EXPECT_EQ(refusal({"show", "--", "here"}, talk),
            "show needs a place; `talk show --help` shows the usage");
  EXPECT_NE(help_text(talk.commands.front(), &talk)
                .find("show PLACE [OPTION...] [-- COMMAND [ARGUMENT...]]\n"),
            std::string::npos);
}

TEST(CommandLine, IsRefusedWithTheHelpToAsk) {
  EXPECT_EQ(refusal({}), "no command is given; `talk --help` shows the usage");
  EXPECT_EQ(refusal({"--url", "show"}), refusal({}));
  EXPECT_EQ(refusal({"sing"}), "there is no command 'sing'; `talk --help` shows the usage");
  EXPECT_EQ(refusal({"show"}), "show needs a place; `talk show --help` shows the usage");
  EXPECT_EQ(refusal({"show", "a", "b"}),
            "unexpected argument 'b'; `talk show --help` shows the usage");
  EXPECT_EQ(refusal({"end", "now"}),
            "unexpected argument 'now'; `talk end --help` shows the usage");
  EXPECT_EQ(refusal({"show", "a", "--dance"}),
            "there is no option --dance; `talk show --help` shows the usage");
  EXPECT_EQ(refusal({"--dance"}), "there is no option --dance; `talk --help` shows the usage");
  EXPECT_EQ(refusal({"show", "a", "--arguments", "b"}),
            "there is no option --arguments; `talk show --help` shows the usage");
  // Options of another command are refused, and nothing is guessed.
  EXPECT_NE(refusal({"end", "--json"}), "accepted");
  EXPECT_NE(refusal({"show", "a", "--js"}), "accepted");
  for (const char* last : {"--wait", "-w", "--url"}) {
    const std::string text = refusal({"show", "a", last});
    EXPECT_NE(text.find("missing"), std::string::npos) << text;
  }
  EXPECT_NE(refusal({"show", "a", "--json=yes"}), "accepted");
}

TEST(CommandLine, IsNotCheckedFurtherWhereHelpIsAsked) {
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"--help"}, {"-h"}, {"show", "-h"}, {"show", "a", "b", "--help"}}) {
    const auto given = read(kTalk, line);
    ASSERT_TRUE(given) << given.error().text;
    EXPECT_EQ(answer(kTalk, *given).value_or("").substr(0, 4), "talk");
  }
  EXPECT_EQ(answer(kTalk, *read(kTalk, {"show", "--version"}))->substr(0, 17), "talk (Triad RTI) ");
  EXPECT_EQ(answer(kTalk, *read(kTalk, {"show", "x"})), std::nullopt);
}

}  // namespace
}  // namespace triad::command_line
