// Tests of the table of links.
#include "tools/rtimesh/status_table.hpp"

#include <gtest/gtest.h>

namespace triad::rtimesh {
namespace {

using std::chrono::seconds;
using topology::Topology;

constexpr transport::Clock::time_point kBegin{seconds(100)};

// alpha has the RTIG; beta and gamma are its peers.
Topology one_group() {
  Topology mesh;
  mesh.routers = {{.name = "alpha", .host = "h"},
                  {.name = "beta", .host = "h"},
                  {.name = "gamma", .host = "h"}};
  mesh.groups = {{.name = "site", .routers = {0, 1, 2}, .head = 0, .parent = {}}};
  return mesh;
}

Answer answer(const std::string& router, std::vector<LinkReport> links, int after = 0) {
  return {.router = router,
          .at = kBegin + seconds(after),
          .report = RouterReport{.clients = 0, .links = std::move(links)}};
}

std::string shown(const std::vector<Answer>& answers) {
  return StatusTable(StatusTable::Figures::rates).text(rows_of(one_group(), answers), answers);
}

TEST(StatusTable, HasOneLineForALinkOfWhichBothEndsTell) {
  const std::vector<Answer> answers{
      answer("alpha", {{.router = "gamma", .is_up = true, .clients = 1},
                       {.router = "beta", .is_up = true, .clients = 3}}),
      answer("beta", {{.router = "alpha", .is_up = true, .clients = 4}}),
      answer("gamma", {{.router = "alpha", .is_up = false, .reason = "no program listens there"}})};
  EXPECT_EQ(shown(answers),
            "beta -> alpha   up    4 clients\n"
            "gamma -> alpha  down  no program listens there\n");
  EXPECT_FALSE(is_fully_connected(rows_of(one_group(), answers), answers));
}

TEST(StatusTable, IsWholeWhereAllAnswerAndAllLinksAreUp) {
  std::vector<Answer> answers{
      answer("alpha", {}), answer("beta", {{.router = "alpha", .is_up = true}}),
      answer("gamma", {{.router = "beta", .is_up = true}, {.router = "alpha", .is_up = true}})};
  EXPECT_EQ(shown(answers),
            "beta -> alpha   up    0 clients\n"
            "gamma -> alpha  up    0 clients\n"
            "gamma -> beta   up    0 clients\n");
  EXPECT_TRUE(is_fully_connected(rows_of(one_group(), answers), answers));
  answers[0].report.reset();
  EXPECT_FALSE(is_fully_connected(rows_of(one_group(), answers), answers));
}

TEST(StatusTable, NamesTheSpareLinkOfARouter) {
  Topology mesh = one_group();
  mesh.groups[0].routers = {0, 1};
  mesh.routers[2].group = 1;
  mesh.groups.push_back(
      {.name = "leaf", .routers = {2}, .head = 2, .parent = 0, .spare_parents = {1}});
  const std::vector<Answer> answers{
      answer("alpha", {{.router = "gamma", .is_up = false, .reason = "it has not connected"},
                       {.router = "beta", .is_up = true}}),
      answer("beta", {{.router = "gamma", .is_up = true}, {.router = "alpha", .is_up = true}}),
      answer("gamma", {{.router = "beta", .is_up = true}})};
  const auto rows = rows_of(mesh, answers);
  EXPECT_EQ(StatusTable(StatusTable::Figures::rates).text(rows, answers),
            "beta -> alpha   up    0 clients\n"
            "gamma -> alpha  down  gamma uses its link to beta instead\n"
            "gamma -> beta   up    0 clients\n");
  EXPECT_FALSE(is_fully_connected(rows, answers));
}

TEST(StatusTable, NamesWhoIsAboutToLeave) {
  std::vector<Answer> answers{answer("alpha", {}),
                              answer("beta", {{.router = "alpha", .is_up = true}})};
  answers[1].report->is_leaving = true;
  const std::string text = shown(answers);
  EXPECT_NE(text.find("beta is leaving: it accepts no new clients\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("alpha is about"), std::string::npos) << text;
}

TEST(StatusTable, NamesWhoDoesNotAnswerAndLinksOfWhichNobodyTells) {
  const std::vector<Answer> answers{{.router = "alpha", .reason = "refused"},
                                    answer("beta", {}),
                                    {.router = "gamma", .reason = "silent \x1b[2J"}};
  EXPECT_EQ(shown(answers),
            "beta -> alpha   ?     beta does not know this link\n"
            "gamma -> alpha  ?     gamma does not answer\n"
            "alpha does not answer: refused\n"
            "gamma does not answer: silent \\x1b[2J\n");
}

TEST(StatusTable, TakesTheWordOfTheOtherEndWhereOneDoesNotAnswer) {
  const std::vector<Answer> answers{
      answer("alpha", {{.router = "beta", .is_up = true, .clients = 1}}),
      {.router = "beta", .reason = "silent"}};
  EXPECT_EQ(shown(answers), "beta -> alpha  up    1 client\nbeta does not answer: silent\n");
}

TEST(StatusTable, ShowsStrangersLast) {
  const std::vector<Answer> answers{
      answer("alpha", {{.router = "zeta\n", .is_up = false, .reason = "no neighbour"}}),
      answer("beta", {{.router = "alpha", .is_up = true}})};
  EXPECT_EQ(shown(answers),
            "alpha -> zeta\\x0a  down  no neighbour\n"
            "beta -> alpha      up    0 clients\n");
}

// Returns the counts of one link, as beta reports them.
std::vector<Answer> counted(int after, Traffic sent, Traffic received) {
  return {answer("beta", {{.router = "alpha", .is_up = true, .sent = sent, .received = received}},
                 after)};
}

TEST(StatusTable, HasRatesFromTheSecondLookOn) {
  StatusTable table(StatusTable::Figures::rates);
  const auto look = [&](const std::vector<Answer>& answers) {
    return table.text(rows_of(one_group(), answers), answers);
  };
  EXPECT_EQ(look(counted(0, {100, 1000}, {10, 500})), "beta -> alpha  up    0 clients\n");
  EXPECT_EQ(look(counted(2, {340, 25000}, {13, 5500})),
            "beta -> alpha  up    0 clients  -> 120 frames/s 12 KB/s  <- 1.5 frames/s 2.5 KB/s\n");
  // The link came up again.
  EXPECT_EQ(look(counted(3, {1, 10}, {0, 0})), "beta -> alpha  up    0 clients\n");
  EXPECT_EQ(look(counted(4, {2, 10}, {0, 0})),
            "beta -> alpha  up    0 clients  -> 1.0 frames/s 0.0 KB/s  <- 0.0 frames/s 0.0 KB/s\n");
}

TEST(StatusTable, HasTotalsAtTheFirstLook) {
  StatusTable table(StatusTable::Figures::totals);
  const std::vector<Answer> answers = counted(0, {1, 1000}, {240, 25300});
  EXPECT_EQ(table.text(rows_of(one_group(), answers), answers),
            "beta -> alpha  up    0 clients  -> 1 frame 1.0 KB  <- 240 frames 25 KB\n");
}

TEST(StatusTable, SaysHowManyRecordsNobodyWantedAtTheOtherEnd) {
  StatusTable table(StatusTable::Figures::totals);
  const std::vector<Answer> answers{
      answer("beta", {{.router = "alpha", .is_up = true, .records_kept = 120}}, 0)};
  EXPECT_EQ(table.text(rows_of(one_group(), answers), answers),
            "beta -> alpha  up    0 clients  -> 0 frames 0.0 KB  <- 0 frames 0.0 KB  "
            "120 records kept\n");
}

TEST(StatusTable, SaysWhatBestEffortWasDroppedAtEachEnd) {
  StatusTable table(StatusTable::Figures::totals);
  LinkReport at_beta{.router = "alpha", .is_up = true};
  at_beta.dropped.by_priority = {0, 7, 0, 0, 2};
  LinkReport at_alpha{.router = "beta", .is_up = true};
  at_alpha.dropped.by_priority[4] = 1;
  for (const bool beta_first : {true, false}) {
    std::vector<Answer> answers{answer("beta", {at_beta}, 0), answer("alpha", {at_alpha}, 0)};
    if (!beta_first) std::swap(answers[0], answers[1]);
    EXPECT_EQ(table.text(rows_of(one_group(), answers), answers),
              "beta -> alpha  up    0 clients  -> 0 frames 0.0 KB  <- 0 frames 0.0 KB  "
              "-> dropped 9 (1: 7, 4: 2)  <- dropped 1 (4: 1)\n");
  }
}

TEST(StatusTable, SaysHowManyFramesWereBundled) {
  StatusTable table(StatusTable::Figures::totals);
  const std::vector<Answer> answers{
      answer("beta", {{.router = "alpha", .is_up = true, .bundles = 3, .frames_bundled = 17}}, 0)};
  EXPECT_EQ(table.text(rows_of(one_group(), answers), answers),
            "beta -> alpha  up    0 clients  -> 0 frames 0.0 KB  <- 0 frames 0.0 KB  "
            "beta sent 17 frames in 3 bundles\n");
}

TEST(StatusTable, SaysWhatWasSentByMulticast) {
  std::vector<Answer> answers{answer("alpha", {}, 0)};
  answers[0].report->multicast = {1000, 7500, 8, 3};
  EXPECT_EQ(
      StatusTable(StatusTable::Figures::totals).text({}, answers),
      "alpha sent 1000 datagrams by multicast, each to 7.5 clients on average; 8 clients receive "
      "it, and missed 3 datagrams\n");
  EXPECT_EQ(StatusTable(StatusTable::Figures::rates).text({}, answers), "");
}

TEST(StatusTable, SaysWhatARouterDoesInItsOverlay) {
  std::vector<Answer> answers{answer("beta", {}, 0), answer("gamma", {}, 0)};
  answers[0].report->overlay_state = "is in the overlay";
  answers[0].report->overlay = {{}, 7, 4, 100, 2, 30, 3, 0, 1};
  answers[1].report->overlay_state = "has no registry";
  EXPECT_EQ(
      StatusTable(StatusTable::Figures::totals).text({}, answers),
      "beta is in the overlay, has admitted 4 routers, and sends by paths 7: 100 records by "
      "relays, "
      "2 copies directly, 30 copies passed on, 3 late, 1 refused\n"
      "gamma has no registry, and sends directly: 0 records by relays, 0 copies directly, 0 copies "
      "passed on\n");
}

TEST(StatusTable, SaysWhatALinkWasCompressedTo) {
  StatusTable table(StatusTable::Figures::totals);
  const std::vector<Answer> answers = counted(0, {9, 1000, 1100, 300}, {240, 25300, 26400, 5200});
  EXPECT_EQ(table.text(rows_of(one_group(), answers), answers),
            "beta -> alpha  up    0 clients  -> 9 frames 1.0 KB (1.1 KB compressed to 0.3 KB)  "
            "<- 240 frames 25 KB (26 KB compressed to 5.2 KB)\n");
}

TEST(StatusTable, CountsRatesFromTheOtherEndTheOtherWayRound) {
  StatusTable table(StatusTable::Figures::rates);
  for (const int after : {0, 1}) {
    const auto grown = static_cast<std::uint64_t>(after);
    const std::vector<Answer> answers{answer("alpha",
                                             {{.router = "beta",
                                               .is_up = true,
                                               .sent = {50 * grown, 1000 * grown},
                                               .received = {20 * grown, 2000 * grown}}},
                                             after)};
    const std::string text = table.text(rows_of(one_group(), answers), answers);
    if (after == 1) {
      EXPECT_EQ(text.substr(0, text.find('\n')),
                "beta -> alpha  up    0 clients  -> 20 frames/s 2.0 KB/s  <- 50 frames/s 1.0 KB/s");
    }
  }
}

}  // namespace
}  // namespace triad::rtimesh
