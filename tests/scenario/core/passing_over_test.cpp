// Which records the RTIG, and a member, need no more than the beginning of: that is all that is
// copied out of shared memory then.
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
      if (record.header.from() != handle(sender) || !is_data) return;
      const auto beginning =
          record.frame.first(std::min(record.frame.size(), transport::kBeginningBytes));
      if (up) {
        passed.push_back(harness.rtig().passes_over(link_of(of), beginning));
      } else if (of == neighbour) {
        passed_by_neighbour.push_back(harness.ambassador(of).passes_over(beginning));
      }
    });
    EXPECT_EQ(publish(sender, kTank, {kPosition, kSpeed}), "");
    EXPECT_EQ(publish(sender, kShot), "");
    EXPECT_EQ(subscribe(neighbour, kTank, {kPosition}), "");
    EXPECT_EQ(subscribe(neighbour, kShot), "");
    tank = enroll(sender, kTank);
    quiet();
  }
  static rtig::LinkId link_of(Federate f) {
    return rtig::LinkId{static_cast<std::uint32_t>(f + 1)};
  }

  // An update and an interaction, longer than the beginning.
  std::vector<bool> send_both() {
    passed.clear();
    passed_by_neighbour.clear();
    EXPECT_EQ(update(sender, tank, value(kPosition, std::string(200, 'p'))), "");
    EXPECT_EQ(send(sender, kShot, value(kTarget, std::string(200, 'r'))), "");
    heard_by_neighbour = told(neighbour);
    return passed;
  }
  Lines told(Federate f) {
    Lines lines = heard(f).others;
    for (std::string& line : lines) line.resize(std::min(line.size(), line.find('{')));
    return lines;
  }
  void join_distant() {
    EXPECT_EQ(rejoin(distant, "distant"), "");
    EXPECT_FALSE(harness.ambassador(distant).on_fabric());
  }

  // Each update and interaction of the sender, by the RTIG and by its neighbour.
  std::vector<bool> passed;
  std::vector<bool> passed_by_neighbour;
  Lines heard_by_neighbour;
  const Federate sender = join("sender");
  const Federate distant = harness.add();  // has a link alone, if it joins
  const Federate neighbour = join("neighbour");
  ObjectHandle tank;
};

TEST_F(PassingOver, WhatAllReadByThemselves) {
  EXPECT_EQ(send_both(), kBoth);
  EXPECT_EQ(heard_by_neighbour, kTold);
}

// The neighbour does so, too, with what it has not subscribed to.
TEST_F(PassingOver, WhatIsNotSubscribedTo) {
  // A third that wants it: else nothing would be sent.
  (void)harness.add();  // it would have a link alone
  const Federate wants_it = join("another");
  EXPECT_TRUE(harness.ambassador(wants_it).on_fabric());
  EXPECT_EQ(subscribe(wants_it, kVehicle, {kPosition}), "");
  EXPECT_EQ(subscribe(wants_it, kShot), "");
  quiet();
  EXPECT_EQ(send_both(), kBoth);
  EXPECT_EQ(passed_by_neighbour, kNeither);
  EXPECT_EQ(call(neighbour, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(neighbour, wire::UnsubscribeInteractionClass{kShot}), "");
  quiet();
  EXPECT_EQ(send_both(), kBoth);
  EXPECT_EQ(passed_by_neighbour, kBoth);
  EXPECT_EQ(heard_by_neighbour, Lines{});
  // By a superclass an interaction is wanted again; an instance keeps the class that it was
  // discovered at.
  EXPECT_EQ(subscribe(neighbour, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(neighbour, kInteractionRoot), "");
  quiet();
  EXPECT_EQ(send_both(), kBoth);
  EXPECT_EQ(passed_by_neighbour, kNeither);
  EXPECT_EQ(heard_by_neighbour, kTold);
  EXPECT_EQ(told(wants_it), kTold);
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
  EXPECT_EQ(passed_by_neighbour, kNeither);
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
