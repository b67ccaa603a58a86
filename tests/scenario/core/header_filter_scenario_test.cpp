// Header filter of the RTIG and of members: only the beginning of unwanted records is copied out of
// shared memory.
#include <gtest/gtest.h>

#include "tests/scenario/core/mom_scenario.hpp"
#include "transport/fabric/basic_fabric.hpp"

namespace triad::test {
namespace {

const Lines kTold{"ReflectAttributeValues", "ReceiveInteraction"};
const std::vector<bool> kBoth{true, true};
const std::vector<bool> kNeither{false, false};

class HeaderFilterScenario : public MomScenario {
 protected:
  HeaderFilterScenario() : MomScenario(Sharing::some) {
    harness.set_watch([this](Federate of, bool up, const wire::Record& record) {
      const auto kind = record.header.message_kind();
      const bool is_data =
          kind == wire::Kind::UpdateAttributeValues || kind == wire::Kind::SendInteraction;
      if (record.header.from() != handle(sender) || !is_data) return;
      const auto beginning =
          record.frame.first(std::min(record.frame.size(), transport::kBeginningBytes));
      if (up) {
        wanted.push_back(harness.rtig().needs_record(link_of(of), beginning));
      } else if (of == neighbour) {
        wanted_by_neighbour.push_back(harness.ambassador(of).needs_record(beginning));
      }
    });
    EXPECT_EQ(publish(sender, kTank, {kPosition, kSpeed}), "");
    EXPECT_EQ(publish(sender, kShot), "");
    EXPECT_EQ(subscribe(neighbour, kTank, {kPosition}), "");
    EXPECT_EQ(subscribe(neighbour, kShot), "");
    tank = register_object(sender, kTank);
    deliver_all();
  }
  static rtig::LinkId link_of(Federate f) {
    return rtig::LinkId{static_cast<std::uint32_t>(f + 1)};
  }

  // Sends an update and an interaction that are longer than the beginning.
  std::vector<bool> send_both() {
    wanted.clear();
    wanted_by_neighbour.clear();
    EXPECT_EQ(update(sender, tank, value(kPosition, std::string(200, 'p'))), "");
    EXPECT_EQ(send_interaction(sender, kShot, value(kTarget, std::string(200, 'r'))), "");
    heard_by_neighbour = take_callback_lines(neighbour);
    return wanted;
  }
  Lines take_callback_lines(Federate f) {
    Lines lines = take_mom_callbacks(f).others;
    for (std::string& line : lines) line.resize(std::min(line.size(), line.find('{')));
    return lines;
  }
  void join_distant() {
    EXPECT_EQ(rejoin(distant, "distant"), "");
    EXPECT_FALSE(harness.ambassador(distant).on_fabric());
  }

  // For each update and interaction of the sender: wanted by the RTIG, and by the sender's
  // neighbour.
  std::vector<bool> wanted;
  std::vector<bool> wanted_by_neighbour;
  Lines heard_by_neighbour;
  const Federate sender = join("sender");
  const Federate distant = harness.add();  // has only a link, if it joins
  const Federate neighbour = join("neighbour");
  ObjectHandle tank;
};

TEST_F(HeaderFilterScenario, WhatAllReadByThemselves) {
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(heard_by_neighbour, kTold);
}

// The neighbour's filter also drops records to which it has not subscribed.
TEST_F(HeaderFilterScenario, WhatIsNotSubscribedTo) {
  // A third member wants it, because otherwise nothing would be sent.
  (void)harness.add();  // it would have only a link
  const Federate wants_it = join("another");
  EXPECT_TRUE(harness.ambassador(wants_it).on_fabric());
  EXPECT_EQ(subscribe(wants_it, kVehicle, {kPosition}), "");
  EXPECT_EQ(subscribe(wants_it, kShot), "");
  deliver_all();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(wanted_by_neighbour, kBoth);
  EXPECT_EQ(call(neighbour, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(neighbour, wire::UnsubscribeInteractionClass{kShot}), "");
  deliver_all();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(wanted_by_neighbour, kNeither);
  EXPECT_EQ(heard_by_neighbour, Lines{});
  // The superclass makes an interaction wanted again; an instance keeps the class of its discovery.
  EXPECT_EQ(subscribe(neighbour, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(neighbour, kInteractionRoot), "");
  deliver_all();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(wanted_by_neighbour, kBoth);
  EXPECT_EQ(heard_by_neighbour, kTold);
  EXPECT_EQ(take_callback_lines(wants_it), kTold);
}

TEST_F(HeaderFilterScenario, NothingThatWouldHaveToBeForwarded) {
  join_distant();
  EXPECT_EQ(subscribe(distant, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(distant, kShot), "");
  deliver_all();
  EXPECT_EQ(send_both(), kBoth);
  EXPECT_EQ(take_callback_lines(distant), kTold);
  EXPECT_EQ(resign(distant, ResignAction::no_action), "");
  EXPECT_EQ(send_both(), kNeither);
}

TEST_F(HeaderFilterScenario, WhatIsOfOtherAttributes) {
  EXPECT_EQ(subscribe(neighbour, kTank, {kSpeed}), "");
  join_distant();
  EXPECT_EQ(subscribe(distant, kTank, {kPosition}), "");
  deliver_all();
  const std::vector<bool> interaction_alone{false, true};
  EXPECT_EQ(send_both(), (std::vector<bool>{true, false}));
  EXPECT_EQ(wanted_by_neighbour, interaction_alone);
  EXPECT_EQ(take_callback_lines(distant), Lines{"ReflectAttributeValues"});
}

// A member at a link does not make the RTIG read records without a subscription.
TEST_F(HeaderFilterScenario, WhatWouldNotHaveToBeForwarded) {
  join_distant();
  EXPECT_EQ(subscribe(distant, kPerson, {kPersonName}), "");
  deliver_all();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(take_callback_lines(distant), Lines{});
}

// The header distinguishes regions that are far from each other.
TEST_F(HeaderFilterScenario, WhatIsSentWithRegions) {
  join_distant();
  const auto region_at = [&](Federate f, std::uint64_t x) {
    const auto region = harness.call(f, wire::CreateRegion{kTerrain, 1, {}});
    EXPECT_EQ(refusal(region), "");
    EXPECT_EQ(call(f, wire::NotifyAboutRegionModification{*region, {{x, x + 5}, {0, 5}}}), "");
    return *region;
  };
  const auto sent = region_at(sender, 0);
  const auto near_it = region_at(neighbour, 3);
  const auto far_from_it = region_at(distant, 1000);
  EXPECT_EQ(call(sender, wire::AssociateRegionForUpdates{sent, tank, {kPosition}}), "");
  EXPECT_EQ(call(neighbour, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(neighbour,
                 wire::SubscribeObjectClassAttributesWithRegion{kTank, near_it, {kPosition}, true}),
            "");
  EXPECT_EQ(
      call(distant,
           wire::SubscribeObjectClassAttributesWithRegion{kTank, far_from_it, {kPosition}, true}),
      "");
  deliver_all();
  EXPECT_EQ(send_both(), kNeither);
  EXPECT_EQ(wanted_by_neighbour, kBoth);
  EXPECT_EQ(heard_by_neighbour, kTold);
  EXPECT_EQ(call(distant, wire::NotifyAboutRegionModification{far_from_it, {{0, 5}, {0, 5}}}), "");
  EXPECT_EQ(call(neighbour, wire::NotifyAboutRegionModification{near_it, {{900, 905}, {0, 5}}}),
            "");
  deliver_all();
  EXPECT_EQ(send_both(), (std::vector<bool>{true, false}));
  EXPECT_EQ(wanted_by_neighbour, (std::vector<bool>{false, true}));
}

// The log before the record may contain the subscription that makes it wanted.
TEST_F(HeaderFilterScenario, NothingIsLeftOutThatFollowsWhatIsNotAppliedYet) {
  wire::RecordHeader header;
  header.sender = handle(sender).value;
  header.position = 1000;
  header.interest_key = wire::interest_key(kPerson);
  header.interest_mask = 1;
  header.after_position = harness.ambassador(neighbour).log_position();
  wire::Buffer record;
  wire::encode_record(header, wire::UpdateAttributeValues{}, record);
  EXPECT_FALSE(harness.ambassador(neighbour).needs_record(wire::Bytes(record)));
  ++header.after_position;
  record.clear();
  wire::encode_record(header, wire::UpdateAttributeValues{}, record);
  EXPECT_TRUE(harness.ambassador(neighbour).needs_record(wire::Bytes(record)));
}

// Other records must be read regardless of their headers, because others need them.
TEST_F(HeaderFilterScenario, NothingButDataAndExistenceIsLeftOut) {
  wire::RecordHeader header;
  header.sender = handle(sender).value;
  header.position = 1000;
  header.interest_key = wire::interest_key(kPerson);
  wire::Buffer record;
  wire::encode_record(header, wire::Retract{}, record);
  EXPECT_TRUE(harness.ambassador(neighbour).needs_record(wire::Bytes(record)));
  EXPECT_TRUE(harness.rtig().needs_record(link_of(sender), wire::Bytes(record)));
}

TEST_F(HeaderFilterScenario, NothingOfTheManagementObjectModelIsLeftOutByTheRtig) {
  wanted.clear();
  observe_federates(neighbour, {mom::FederateAttribute::FederateHandle});
  deliver_all();
  EXPECT_EQ(command(sender, mom::Interaction::SetTiming, neighbour, {{"ReportPeriod", "1"}}), "");
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(std::ranges::count(wanted, false), 0);
}

}  // namespace
}  // namespace triad::test
