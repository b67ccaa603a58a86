#include "tools/rtictl/trace/trace_options.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

using Arguments = std::vector<std::string>;

Outcome<TraceOptions> options_of(const Arguments& arguments) {
  const auto given = command_line::parse_command_line(trace_manual(), arguments);
  if (!given) return Failure{ExitCode::usage, given.error().text};
  return trace_options(*given);
}

std::string error_of(const Arguments& arguments) {
  const auto options = options_of(arguments);
  if (options) return "none";
  EXPECT_EQ(options.error().code, ExitCode::usage);
  return options.error().text;
}

TEST(TraceOptions, AreTakenInAnyOrder) {
  const auto options = options_of({"--for", "2.5", "battle", "--federate", "alpha", "--federate",
                                   "7", "--count", "10", "--json", "--diagram", "a.svg",
                                   "--diagram", "b.mmd", "--diagram", "c.puml", "--last", "50"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->federation, "battle");
  EXPECT_TRUE(options->filter.is_selected_federate("alpha", "alpha", 1));
  EXPECT_TRUE(options->filter.is_selected_federate("x", "x", 7));
  EXPECT_FALSE(options->filter.is_selected_federate("x", "x", 8));
  EXPECT_EQ(options->duration, std::chrono::milliseconds(2500));
  EXPECT_EQ(options->count, 10u);
  EXPECT_TRUE(options->json);
  EXPECT_EQ(options->diagram_events, 50u);
  ASSERT_EQ(options->diagrams.size(), 3u);
  EXPECT_EQ(options->diagrams[0].format, DiagramFormat::svg);
  EXPECT_EQ(options->diagrams[1].format, DiagramFormat::mermaid);
  EXPECT_EQ(options->diagrams[2].format, DiagramFormat::plantuml);
}

TEST(TraceOptions, ChooseWhatIsShown) {
  const auto options =
      options_of({"a", "--only", "update*", "--except=federate=x", "--limit", "9"});
  ASSERT_TRUE(options);
  TraceEvent event;
  event.service = "tick";
  EXPECT_FALSE(options->filter.is_selected_event(event));
  EXPECT_FALSE(options->filter.is_selected_federate("x", "x", 1));
  EXPECT_EQ(options->limit, 9u);
  EXPECT_TRUE(options->folds_look_ups);
  EXPECT_FALSE(options_of({"a", "--look-ups"})->folds_look_ups);
  EXPECT_FALSE(options_of({"a", "--json"})->folds_look_ups);
}

TEST(TraceOptions, NeedAFederationAlone) {
  ASSERT_TRUE(options_of({"battle"}));
  EXPECT_NE(error_of({}).find("`rtictl list` shows them"), std::string::npos);
  EXPECT_NE(error_of({"a", "b"}).find("'b'"), std::string::npos);
  EXPECT_NE(error_of({"a", "--dance"}).find("--dance"), std::string::npos);
}

TEST(TraceOptions, SayWhatAValueMustBe) {
  for (const std::string bad : {"", "0", "-1", "soon", "1e3", "nan"}) {
    EXPECT_NE(error_of({"a", "--for", bad}).find("number of seconds"), std::string::npos) << bad;
    EXPECT_NE(error_of({"a", "--count", bad}).find("at least 1"), std::string::npos) << bad;
    EXPECT_NE(error_of({"a", "--last", bad}).find("1 to 10000"), std::string::npos) << bad;
  }
  EXPECT_NE(error_of({"a", "--last", "10001"}).find("1 to 10000"), std::string::npos);
  for (const char* option : {"--only", "--except"}) {
    EXPECT_NE(error_of({"a", option, "colour=red"}).find("class=PATTERN"), std::string::npos);
  }
  EXPECT_NE(error_of({"a", "--limit", "0"}).find("at least 1"), std::string::npos);
  EXPECT_NE(error_of({"a", "--diagram", "x.png"}).find(".svg"), std::string::npos);
  EXPECT_NE(error_of({"a", "--diagram"}).find("missing"), std::string::npos);
  EXPECT_NE(error_of({"a", "--federate", ""}).find("name or handle"), std::string::npos);
}

}  // namespace
}  // namespace triad::rtictl
