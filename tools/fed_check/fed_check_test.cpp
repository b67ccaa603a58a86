// Tests of fed-check: output, errors, exit status.
#include "tools/fed_check/fed_check.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace triad::fed {
namespace {

const std::string kFeds = std::string(TRIAD_SOURCE_DIR) + "/tests/feds/";

struct Shown {
  Verdict verdict;
  std::string out;
  std::string err;
};

Shown run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const Verdict verdict = fed_check(arguments, out, err);
  return {verdict, out.str(), err.str()};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FedCheck, PrintsClassesAttributesAndSpacesAsATree) {
  const Shown shown = run({"--own", kFeds + "gazebo-ASNVA.fed"});
  EXPECT_EQ(shown.verdict, Verdict::good);
  EXPECT_TRUE(has(shown.out,
                  "spaces\n"
                  "  space Geo [1]\n"
                  "    dimension X [2]\n"
                  "    dimension Y [3]\n"
                  "    dimension Z [4]\n"
                  "objects\n"
                  "  class ObjectRoot [1]\n"
                  "    attribute privilegeToDelete [1] reliable timestamp\n"
                  "    class RTIprivate [2]\n"
                  "    class BaseEntity [3]\n"
                  "      attribute WorldLocation [2] reliable timestamp\n"))
      << shown.out;
  EXPECT_TRUE(has(shown.out,
                  "interactions\n"
                  "  class InteractionRoot [1] best_effort receive\n"
                  "    class RTIprivate [2] best_effort receive\n"
                  "    class VolFormation [3] reliable timestamp\n"
                  "      parameter RefLon [1]\n"))
      << shown.out;
  EXPECT_TRUE(has(shown.out,
                  "declares 7 object classes with 19 attributes, "
                  "3 interaction classes with 7 parameters, "
                  "1 routing space with 3 dimensions\n"))
      << shown.out;
  EXPECT_FALSE(has(shown.out, "Manager"));
}

TEST(FedCheck, ShowsTheStandardClassesUnlessAskedForTheFilesOwn) {
  EXPECT_TRUE(has(run({kFeds + "gazebo-ASNVA.fed"}).out, "class Manager [8]"));
}

TEST(FedCheck, PrintsEveryErrorAndExitsWithOne) {
  const Shown shown = run({kFeds + "CERTI-BuggyFed.fed"});
  EXPECT_EQ(shown.verdict, Verdict::bad_file);
  EXPECT_TRUE(has(shown.err,
                  "CERTI-BuggyFed.fed:15:19: error: found \"unpredictable\", expected a "
                  "transportation (reliable or best_effort)\n"))
      << shown.err;
  EXPECT_TRUE(has(shown.err, ":12:3: error: found \"(interactions\" inside \"(class ObjectRoot\""))
      << shown.err;
  EXPECT_EQ(shown.out, "");
}

TEST(FedCheck, ExitsWithOneIfAnyOfSeveralFilesIsBad) {
  const Shown shown =
      run({"--quiet", kFeds + "CERTI-BuggyFed.fed", kFeds + "rrosace.fed", kFeds + "none.fed"});
  EXPECT_EQ(shown.verdict, Verdict::bad_file);
  EXPECT_TRUE(has(shown.out, "rrosace.fed: declares 11 object classes")) << shown.out;
  EXPECT_TRUE(has(shown.err, "none.fed\": there is no such file")) << shown.err;
}

TEST(FedCheck, TellsTheTimeOnlyWhenAsked) {
  EXPECT_TRUE(has(run({"--time", "--quiet", kFeds + "rrosace.fed"}).out, " bytes parsed in "));
  EXPECT_FALSE(has(run({"--quiet", kFeds + "rrosace.fed"}).out, " bytes parsed in "));
}

TEST(FedCheck, ExplainsItselfOnWrongUsage) {
  EXPECT_EQ(run({}).verdict, Verdict::bad_usage);
  const Shown shown = run({"--frobnicate", "x.fed"});
  EXPECT_EQ(shown.verdict, Verdict::bad_usage);
  EXPECT_EQ(shown.out, "");
  EXPECT_EQ(shown.err,
            "fed-check: there is no option --frobnicate; `fed-check --help` shows the usage\n");
  const Shown help = run({"--help"});
  EXPECT_EQ(help.verdict, Verdict::good);
  EXPECT_TRUE(has(help.out, "Usage: fed-check [OPTION...] FILE...\n")) << help.out;
  EXPECT_EQ(help.err, "");
  const Shown version = run({"--version"});
  EXPECT_EQ(version.verdict, Verdict::good);
  EXPECT_EQ(version.out.find("fed-check (Triad RTI) "), 0u) << version.out;
}

TEST(FedCheck, TakesWhatFollowsTwoDashesForFiles) {
  const Shown shown = run({"--", "--own"});
  EXPECT_EQ(shown.verdict, Verdict::bad_file);
  EXPECT_TRUE(has(shown.err, "\"--own\": there is no such file")) << shown.err;
}

}  // namespace
}  // namespace triad::fed
