// Which records of its members the RTIG needs no more than the beginning of: that is all that its
// hub copies out of shared memory then.
#include <gtest/gtest.h>

#include "tests/scenario/core/mom_scenario.hpp"
#include "transport/fabric/basic_fabric.hpp"

namespace triad::test {
namespace {

const Lines kTold{"ReflectAttributeValues", "ReceiveInteraction"};
const std::vector<bool> kBoth{true, true};
const std::vector<bool> kNeither{false, false};

class PassingOver : public MomScenario {
 protected:
  PassingOver() : MomScenario(Sharing::some) {
    harness.watch([this](Federate of, bool up, const wire::Record& record) {
      const auto kind = record.header.message_kind();
      const bool is_data =
          kind == wire::Kind::UpdateAttributeValues || kind == wire::Kind::SendInteraction;
      if (!up || of != sender || !is_data) return;
      const auto bytes = std::min(record.frame.size(), transport::kBeginningBytes);
      passed.push_back(harness.rtig().passes_over(link_of(of), record.frame.first(bytes)));
    });
    EXPECT_EQ(publish(sender, kTank, {kPosition, kSpeed}), "");
    EXPECT_EQ(publish(sender, kShot), "");
    EXPECT_EQ(subscribe(neighbour, kTank, {kPosition}), "");
    EXPECT_EQ(subscribe(neighbour, kShot), "");
    tank = enroll(sender, kTank);
    quiet();
  }
  static rtig::LinkId link_of(Federate f) {
    return rtig::LinkId(static_cast<std::uint32_t>(f + 1));
  }

  // An update and an interaction, longer than the beginning; what its neighbour is told of them.
  std::vector<bool> send_both() {
    passed.clear();
    EXPECT_EQ(update(sender, tank, value(kPosition, std::string(200, 'p'))), "");
    EXPECT_EQ(send(sender, kShot, value(kTarget, std::string(200, 'r'))), "");
    EXPECT_EQ(told(neighbour), kTold);
    return passed;
  }
  Lines told(Federate f) {
    Lines lines = heard(f).others;
    for (std::string& line : lines) line.resize(std::min(line.size(), line.find('{')));
    return lines;
  }
  void join_distant() {
    EXPECT_EQ(rejoin(distant, "distant"), "");
    EXPECT_FALSE(harness.ambassador(distant).direct());
  }

  std::vector<bool> passed;  // each update and interaction of the sender
  const Federate sender = join("sender");
  const Federate distant = harness.add();  // has a link alone, if it joins
  const Federate neighbour = join("neighbour");
  ObjectHandle tank;
};

TEST_F(PassingOver, WhatAllReadByThemselves) {
  EXPECT_EQ(send_both(), kBoth);
}

TEST_F(PassingOver, NothingThatWouldHaveToBeForwarded) {
  join_distant();
  EXPECT_EQ(subscribe(distant, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(distant, kShot), "");
  quiet();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(told(distant), kTold);
  EXPECT_EQ(resign(distant, ResignAction::no_action), "");
  EXPECT_EQ(send_both(), kBoth);
}

// Which regions are used for updates stands in the updates.
TEST_F(PassingOver, NothingWhereThereAreRegions) {
  const auto region = harness.call(neighbour, wire::CreateRegion{kTerrain, 1, {}});
  ASSERT_EQ(refusal(region), "");
  quiet();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(call(neighbour, wire::DeleteRegion{*region}), "");
  quiet();
  EXPECT_EQ(send_both(), kBoth);
}

TEST_F(PassingOver, NothingOfTheManagementObjectModel) {
  passed.clear();
  observe_federates(neighbour, {mom::FederateAttribute::FederateHandle});
  quiet();
  EXPECT_EQ(command(sender, mom::Interaction::SetTiming, neighbour, {{"ReportPeriod", "1"}}), "");
  EXPECT_FALSE(passed.empty());
  EXPECT_EQ(std::ranges::count(passed, true), 0);
}

}  // namespace
}  // namespace triad::test
