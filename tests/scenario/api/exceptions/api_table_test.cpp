// Tests the check of api_table.hpp with small tables and documents.
#include "tests/scenario/api/exceptions/api_table.hpp"

#include <gtest/gtest.h>

namespace triad::scenario {
namespace {

const std::string kTsv =
    "class\tspec_section\tname\treturn\tparameters\tkind\texceptions\tnotes\n"
    "RTIambassador\t-\tretract\tvoid\tX theHandle [in; by value]\t-\tInvalidHandle, InProgress\t\n"
    "RTIambassador\t-\ttick\tBoolean\t(none)\t-\tInProgress\t\n"
    "RTIambassador\t-\ttick\tBoolean\tT minimum [in; by value]; T maximum [in]\t-\tInProgress\n"
    "FederateAmbassador\t-\tgranted\tvoid\tconst RTI::FedTime& [in]\t-\tInternal\t\n"
    "Set\t-\tsize\tULong\t(none)\t-\tno specification\t\n"
    "RTIambassador (vendor extension)\t-\ttick2\tBoolean\t(none)\t-\tInProgress\t\n";

const std::string kServices =
    "| clause | name | kind | there | source | tests |\n"
    "| 8 | `retract` | service | yes | | |\n"
    "| 10 | `tick` | service | yes | | |\n"
    "| 8 | `granted` | callback | yes | | |\n";

std::string explained(const std::string& calls, const std::string& exceptions) {
  return kServices + "\n## Exceptions that cannot occur\n\n| " + calls + " | " + exceptions +
         " | it is so |\n";
}

const std::set<ExceptionPair> kRaised = {{"retract", "InvalidHandle"},
                                         {"retract", "InProgress"},
                                         {"tick()", "InProgress"},
                                         {"tick(minimum, maximum)", "InProgress"},
                                         {"FederateAmbassador::granted", "Internal"}};

using Found = std::vector<std::string>;

Found complaints_of(const std::string& services, const std::set<ExceptionPair>& raised) {
  return complaints(ApiTable(kTsv), ServicesDocument(services), raised);
}

TEST(ExceptionTable, IsContentWhenEachPairIsRaisedOrExplained) {
  EXPECT_EQ(complaints_of(explained("`tick2`", "`InProgress`"), kRaised), Found());
}

TEST(ExceptionTable, TellsOverloadsApart) {
  const ApiTable table(kTsv);
  EXPECT_EQ(table.find("RTIambassador", "tick", 2)->text, "tick(minimum, maximum)");
  EXPECT_EQ(table.find("RTIambassador", "tick", 0)->text, "tick()");
  EXPECT_EQ(table.find("RTIambassador", "tick", 1), nullptr);
  EXPECT_EQ(table.find("RTIambassador", "retract", 7)->text, "retract");
  EXPECT_EQ(table.find("FederateAmbassador::granted")->parameters, 1u);
}

TEST(ExceptionTable, MissesAPairThatIsNeitherRaisedNorExplained) {
  auto raised = kRaised;
  raised.erase({"tick()", "InProgress"});
  EXPECT_EQ(complaints_of(explained("`tick2`", "`InProgress`"), raised),
            Found({"tick(), InProgress: no scenario raises it, and docs/services.md gives no "
                   "reason why"}));
}

TEST(ExceptionTable, RefusesAPairThatIsBoth) {
  EXPECT_EQ(complaints_of(explained("`tick2`, `retract`", "`InProgress`"), kRaised),
            Found({"retract, InProgress: raised, though docs/services.md says that it cannot "
                   "occur"}));
}

TEST(ExceptionTable, RefusesPairsThatTheApiDoesNotHave) {
  auto raised = kRaised;
  raised.insert({"retract", "NoSuchThing"});
  EXPECT_EQ(complaints_of(explained("`tick2`", "`InProgress`, `Unheard`"), raised),
            Found({"retract, NoSuchThing: raised, though the API has no such pair",
                   "tick2, Unheard: docs/services.md explains a pair that the API does not have"}));
}

TEST(ExceptionTable, MissesAServiceThatTheDocumentLacks) {
  std::string services = explained("`tick2`", "`InProgress`");
  services.erase(services.find("| 8 | `retract`"),
                 services.find("| 10 |") - services.find("| 8 |"));
  EXPECT_EQ(complaints_of(services, kRaised),
            Found({"retract: docs/services.md does not say whether it is there"}));
}

}  // namespace
}  // namespace triad::scenario
