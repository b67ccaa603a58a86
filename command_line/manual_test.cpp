// Tests the three forms of one description. tests/packaging tests that man and bash accept them.
#include "command_line/manual.hpp"

#include <gtest/gtest.h>

namespace triad::command_line {
namespace {

const Manual kChat{
    .name = "talk",
    .summary = "talk to it",
    .text =
        "It is a long text that has to be filled, since it does not find room in one line of "
        "the terminal.\n\nA second paragraph:\n\n  a literal   line\n.dot",
    .options = {{.name = "level",
                 .argument = "LEVEL",
                 .text = "How loud.",
                 .letter = 'l',
                 .choices = {"low", "high"}}},
    .sections = {{"Exit status", "  0   done\n  2   don't"}},
    .commands = {{.name = "talk show",
                  .summary = "show it",
                  .arguments = "PLACE",
                  .offer = Offer::files,
                  .text = "Shows a \\place.",
                  .options = {{.name = "to", .argument = "FILE", .offer = Offer::files}}},
                 {.name = "talk end", .summary = "end it"}}};

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no\n" << part << "\nin\n" << text;
}

TEST(Manual, IsHelpOfTheProgram) {
  const std::string help = help_text(kChat);
  expect_in(help, "talk: talk to it.\n\nUsage: talk [OPTION...] COMMAND [ARGUMENT...]\n\nIt is a");
  expect_in(help,
            "in one\nline of the terminal.\n\nA second paragraph:\n\n  a literal   line\n.dot");
  expect_in(help, "  show PLACE            show it\n  end                   end it\n");
  expect_in(help, "Options:\n  -l, --level LEVEL\n      How loud.\n  -h, --help\n");
  expect_in(help, "Exit status:\n    0   done\n");
}

TEST(Manual, IsHelpOfACommand) {
  const std::string help = help_text(kChat.commands[0], &kChat);
  expect_in(help, "talk show: show it.\n\nUsage: talk [OPTION...] show PLACE [OPTION...]\n");
  expect_in(help, "\nOptions:\n  --to FILE\n");
  expect_in(help, "\nOptions of every command:\n  -l, --level LEVEL\n");
  expect_in(help_text(kChat.commands[1], &kChat), "Usage: talk [OPTION...] end\n");
}

TEST(Manual, IsATableOfOptionsForEachCommand) {
  const std::string tables = option_tables(kChat);
  expect_in(
      tables,
      "## talk\n\n`talk [OPTION...] COMMAND [ARGUMENT...]`: talk to it.\n\n| option | effect |\n");
  expect_in(tables, "| `-l, --level LEVEL` | How loud. |\n");
  expect_in(tables, "### talk show\n\n`talk [OPTION...] show PLACE [OPTION...]`: show it.\n\n");
  expect_in(tables, "| `--to FILE` |");
  const Manual odd{.name = "odd",
                   .summary = "do",
                   .options = {{.name = "kind", .text = "One of a|b, <c>:\n  x | y\n\nNot more."}}};
  expect_in(option_tables(odd), "| `--kind` | One of a\\|b, \\<c>:<br>`x \\| y`<br>Not more. |\n");
}

TEST(Manual, EscapesForManWhatItLaysOut) {
  const std::string page = man_page(kChat);
  expect_in(page, ".TH TALK 1 ");
  expect_in(page, ".SH NAME\ntalk \\- talk to it\n");
  expect_in(page, ".nf\n  a literal   line\n.fi\n\\&.dot\n");
  expect_in(page, ".TP\n\\fB\\-l\\fR, \\fB\\-\\-level\\fR \\fILEVEL\\fR\nHow loud.\n");
  expect_in(page, ".SS show\n\\fBtalk\\fR [\\fIOPTION\\fR...] \\fBshow\\fR \\fIPLACE\\fR");
  expect_in(page, "Shows a \\eplace.\n");
  expect_in(page, "  2   don\\(aqt\n");
}

TEST(Manual, CompletesOptionsValuesAndFilesInBash) {
  const std::string script = bash_completion(kChat);
  expect_in(script, "    *:--level | *:-l) mapfile -t COMPREPLY < <(compgen -W 'low high' ");
  expect_in(script, "    show:--to) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f ");
  expect_in(script, "    show) words='--to --level --help --version'; [[ $current == -* ]] || {");
  expect_in(script, "    '') words='show end --level --help --version' ;;\n");
  expect_in(script, "complete -F _triad_talk talk\n");
}

TEST(Manual, CompletesNamesOfFederationsAndRoutersQuoted) {
  const Manual time{.name = "talk time", .summary = "time", .offer = Offer::federations};
  const Manual drain{.name = "talk drain",
                     .summary = "drain",
                     .offer = Offer::files,
                     .last_offer = Offer::routers};
  const std::string script =
      bash_completion({.name = "talk", .summary = "talk", .commands = {time, drain}});
  expect_in(script, "_triad_talk_names() {\n");
  expect_in(script, "COMPREPLY+=(\"$(printf '%q' \"$name\")\")");
  expect_in(script, "{ _triad_talk_names rtictl list --names; return; } ;;\n");
  expect_in(script, "_triad_talk_names rtimesh check --names \"$word\" && return\n");
  expect_in(script, "{ [[ ! -f $previous ]] || { _triad_talk_routers; return; }; compopt -o");
  EXPECT_EQ(bash_completion({.name = "talk", .summary = "talk"}).find("_names"), std::string::npos);
}

}  // namespace
}  // namespace triad::command_line
