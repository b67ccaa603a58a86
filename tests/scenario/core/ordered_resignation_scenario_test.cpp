// Resignations that another federate orders through the MOM, in the state machines. The member
// refuses services before any other member sees the departure, and the RTIG resigns a member that
// does not answer.
#include <algorithm>
#include <chrono>

#include "tests/scenario/core/mom_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

using mom::Interaction;
using std::chrono::seconds;

enum class MembersAt { links, fabric, mixed, mesh };

HarnessOptions options_of_orders(MembersAt way) {
  HarnessOptions options = options_with_mom(way == MembersAt::fabric  ? Sharing::all
                                            : way == MembersAt::mixed ? Sharing::some
                                                                      : Sharing::none,
                                            model_with_mom());
  if (way == MembersAt::mesh) options.mesh = small_mesh();
  options.rtig.timeouts.order = seconds(10);
  return options;
}

std::string name_of_members_at(const testing::TestParamInfo<MembersAt>& info) {
  static constexpr const char* kNames[] = {"OnLinks", "ReadDirectly", "Mixed", "InMesh"};
  return kNames[static_cast<std::size_t>(info.param)];
}

class OrderedResignation : public MomScenario, public testing::WithParamInterface<MembersAt> {
 protected:
  OrderedResignation()
      : MomScenario(options_of_orders(GetParam()), model_with_mom()),
        boss(join("boss")),
        one(join("one")) {
    EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed}), "");
    EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kSpeed}), "");
    (void)register_object(one, kTank);
    subscribe_to(boss, Interaction::Alert);
    deliver_all();
    harness.set_watch([this](Federate to, bool up, const wire::Record& record) {
      if (!up && to == one) last_to_one_ = record.header.message_kind();
    });
  }

  void order(const std::string& action = "Delete Objects And Release Attributes") {
    EXPECT_EQ(send_command(boss, Interaction::ResignFederationExecution,
                           std::to_string(handle(one).value), {{"ResignAction", action}}),
              "");
  }
  // Takes single steps until the RTIA of `one` has read a record of that kind.
  void deliver_until_one_reads(wire::Kind kind) {
    while (last_to_one_ != kind) ASSERT_TRUE(harness.deliver_one());
  }
  wire::Kind last_to_one() const { return last_to_one_; }
  std::string registered(std::string* why = nullptr) {
    return refusal(harness.call(one, wire::RegisterObjectInstance{kTank, ""}), why);
  }
  std::size_t members() { return harness.rtig().state("Federation")->members().size(); }
  std::string log_line_with(const std::string& part) {
    for (const std::string& line : harness.log()) {
      if (line.find(part) != line.npos) return line;
    }
    return {};
  }

  const Federate boss;
  const Federate one;

 private:
  wire::Kind last_to_one_{};
};
INSTANTIATE_TEST_SUITE_P(Ways, OrderedResignation,
                         testing::Values(MembersAt::links, MembersAt::fabric, MembersAt::mixed,
                                         MembersAt::mesh),
                         name_of_members_at);

TEST_P(OrderedResignation, RefusesServicesBeforeTheRtigKnows) {
  order();
  deliver_until_one_reads(wire::Kind::ManageFederate);
  EXPECT_EQ(members(), 2u);
  std::string why;
  EXPECT_EQ(registered(&why), "FederateNotExecutionMember");
  EXPECT_NE(why.find("ordered to resign through the MOM by federate 1 'boss'"), why.npos) << why;
  EXPECT_EQ(harness.ambassador(one).callbacks_waiting(), 0u);
  EXPECT_EQ(resign(one, ResignAction::no_action), "FederateNotExecutionMember");
  harness.settle();
  EXPECT_EQ(members(), 1u);
  EXPECT_EQ(registered(&why), "FederateNotExecutionMember");
  EXPECT_NE(why.find("by federate 1 'boss'"), why.npos) << why;
}

TEST_P(OrderedResignation, NamesInTheLogWhoOrderedItAndFromWhere) {
  order();
  harness.settle();
  const std::string line = log_line_with("federate 2 'one' resigned from federation 'Federation'");
  EXPECT_NE(line.find(" by order of federate 1 'boss' ("), line.npos) << line;
  EXPECT_NE(line.find(" over "), line.npos) << line;
  EXPECT_NE(line.find(") through the MOM"), line.npos) << line;
}

TEST_P(OrderedResignation, IsNotConfusedWithTheFederatesOwn) {
  EXPECT_EQ(resign(one, ResignAction::delete_objects_and_release_attributes), "");
  harness.settle();
  EXPECT_EQ(log_line_with("by order of"), "");
}

TEST_P(OrderedResignation, LetsTheFederateJoinAgainOnceItIsOver) {
  order();
  deliver_until_one_reads(wire::Kind::ManageFederate);
  const FederateHandle before = handle(one);
  EXPECT_EQ(rejoin(one, "again"), "");
  EXPECT_NE(handle(one), before);
  EXPECT_EQ(members(), 2u);
  EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(registered(), "");
}

TEST_P(OrderedResignation, LetsTheFederateDestroyTheFederationOnceItIsOver) {
  order();
  deliver_until_one_reads(wire::Kind::ManageFederate);
  EXPECT_EQ(resign(boss, ResignAction::no_action), "");
  EXPECT_EQ(call(one, wire::DestroyFederationExecution{"Federation"}), "");
}

TEST_P(OrderedResignation, EndsACallThatWaits) {
  const auto waiting = harness.begin_call(one, wire::PublishInteractionClass{kShot});
  order();
  harness.settle();
  ASSERT_TRUE(*waiting);
  EXPECT_EQ(members(), 1u);
  EXPECT_EQ(registered(), "FederateNotExecutionMember");
}

TEST_P(OrderedResignation, IsCarriedOutByTheRtigIfTheMemberDoesNotAnswer) {
  harness.rtig().set_time(seconds(100));
  harness.links().set_stopped(one, true);
  order();
  harness.settle();
  harness.rtig().set_time(seconds(109));
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 2u);
  harness.rtig().set_time(seconds(110));
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 1u);
  const std::string line = log_line_with("has not answered for 10.0 s (resign.patience)");
  EXPECT_NE(line.find("to the order to resign that federate 1 'boss' ("), line.npos) << line;
  harness.links().set_stopped(one, false);
  harness.settle();
  std::string why;
  EXPECT_EQ(registered(&why), "FederateNotExecutionMember");
  EXPECT_NE(why.find("federate 1 'boss'"), why.npos) << why;
  EXPECT_EQ(rejoin(one, "again"), "");
}

TEST_P(OrderedResignation, IsNotCarriedOutByTheRtigWhereTheActionDoesNotFit) {
  harness.rtig().set_time(seconds(100));
  harness.links().set_stopped(one, true);
  order("No Action");
  harness.settle();
  harness.rtig().set_time(seconds(120));
  harness.rtig().end_overdue_orders();
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 2u);
  const MomCallbacks all = take_mom_callbacks(boss);
  ASSERT_EQ(all.reports.size(), 1u);
  EXPECT_NE(all.reports.front().at("AlertDescription").find("does not give up"), std::string::npos);
  harness.links().set_stopped(one, false);
  harness.settle();
  EXPECT_EQ(registered(), "");
}

TEST_P(OrderedResignation, WithAnActionThatIsNoneIsNotGiven) {
  harness.rtig().set_time(seconds(100));
  harness.links().set_stopped(one, true);
  order("Yes");
  harness.settle();
  const MomCallbacks all = take_mom_callbacks(boss);
  ASSERT_EQ(all.reports.size(), 1u) << "the RTIG says so at once";
  EXPECT_NE(all.reports.front().at("AlertDescription").find("'Yes'"), std::string::npos);
  harness.rtig().set_time(seconds(200));
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 2u);
  harness.links().set_stopped(one, false);
  harness.settle();
  EXPECT_EQ(registered(), "");
}

// In shared memory the RTIG reads the answer and the resignation together.
class OrderedResignationByLink : public OrderedResignation {};
INSTANTIATE_TEST_SUITE_P(Ways, OrderedResignationByLink,
                         testing::Values(MembersAt::links, MembersAt::mesh), name_of_members_at);

TEST_P(OrderedResignationByLink, ThatIsObeyedAndDoesNotComeAboutIsSaidToBeSo) {
  harness.rtig().set_time(seconds(100));
  order();
  while (last_to_one() != wire::Kind::ManageFederate) ASSERT_TRUE(harness.deliver_one());
  // The answer arrives, and later records do not.
  bool answered = false;
  harness.set_watch([&](Federate from, bool up, const wire::Record& record) {
    answered = answered || (up && from == one &&
                            record.header.message_kind() == wire::Kind::ResignationAnswered);
  });
  while (!answered && harness.deliver_one()) {
  }
  ASSERT_EQ(members(), 2u);
  harness.rtig().set_time(seconds(110));
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 1u);
  EXPECT_NE(log_line_with("has not resigned for 10.0 s (resign.patience), though it has accepted "
                          "the order to resign that federate 1 'boss' ("),
            "");
  harness.settle();
}

TEST_P(OrderedResignation, ThatIsRefusedIsForgotten) {
  harness.rtig().set_time(seconds(100));
  order("No Action");
  harness.settle();
  EXPECT_EQ(take_mom_callbacks(boss).reports.size(), 1u);
  harness.rtig().set_time(seconds(200));
  harness.rtig().end_overdue_orders();
  EXPECT_EQ(members(), 2u);
  EXPECT_EQ(take_mom_callbacks(boss).reports.size(), 0u);
  // The next order counts.
  order();
  harness.settle();
  EXPECT_EQ(members(), 1u);
}

TEST_P(OrderedResignation, OfAMemberThatAnswersNothingIsAlertedAfterManyOrders) {
  harness.links().set_stopped(one, true);
  for (int i = 0; i < 66; ++i) order("No Action");
  harness.settle();
  EXPECT_EQ(take_mom_callbacks(boss).reports.size(), 2u);
  harness.links().set_stopped(one, false);
  harness.settle();
  EXPECT_EQ(members(), 2u);
}

// The order reaches the member after its report that it is restored, and before it reads that all
// are. The resignation that it sends comes from a member that no longer exists.
class OrderBeforeARestoreEnds : public MomScenario {
 protected:
  OrderBeforeARestoreEnds()
      : MomScenario(options_of_orders(MembersAt::links), model_with_mom()),
        boss(join("boss")),
        one(join("one")) {}

  void save() {
    EXPECT_EQ(call(boss, wire::RequestFederationSave{"s", false, {}}), "");
    for (const Federate f : {boss, one}) {
      (void)tick(f);
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    deliver_all();
  }
  void read_until_restoring(Federate f) {
    harness.links().set_stopped(f, false);
    while (harness.callbacks(f).empty()) ASSERT_TRUE(harness.links().deliver_down_to(f));
    while (!call(f, wire::FederateRestoreComplete{}).empty()) {
      ASSERT_TRUE(harness.links().deliver_down_to(f));
      (void)harness.callbacks(f);
    }
  }

  const Federate boss;
  const Federate one;
};

TEST_F(OrderBeforeARestoreEnds, IsCarriedOutByTheRestoredMember) {
  EXPECT_EQ(publish(boss, handles.handle_of(Interaction::ResignFederationExecution)), "");
  save();
  const FederateHandle restored = handle(one);
  harness.links().set_stopped(boss, true);
  harness.links().set_stopped(one, true);
  EXPECT_EQ(call(boss, wire::RequestFederationRestore{"s"}), "");
  EXPECT_EQ(
      send_interaction(
          boss, handles.handle_of(Interaction::ResignFederationExecution),
          Values()
              .add(handles.parameter(Interaction::ResignFederationExecution, "Federate"),
                   std::to_string(restored.value))
              .add(handles.parameter(Interaction::ResignFederationExecution, "ResignAction"), "3")),
      "");
  harness.settle();
  read_until_restoring(one);
  harness.links().set_stopped(one, true);
  read_until_restoring(boss);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  harness.links().set_stopped(one, false);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 1u);
  EXPECT_EQ(call(one, wire::PublishInteractionClass{kShot}), "FederateNotExecutionMember");
}

// A member that has lost its router, which left the mesh, and has not continued at another one.
class OrderToOneThatIsAway : public MomScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options = options_of_orders(MembersAt::links);
    options.mesh = {.routers = {std::nullopt, std::nullopt}, .members = {std::nullopt, 0}};
    return options;
  }
  OrderToOneThatIsAway()
      : MomScenario(options(), model_with_mom()), boss(join("boss")), one(join("one")) {
    EXPECT_EQ(publish(boss, handles.handle_of(Interaction::ResignFederationExecution)), "");
    harness.moves().set_target(one, 1);
    deliver_all();
    harness.routers().leave(0);
    harness.crash_router(1);
    harness.settle();
  }

  const Federate boss;
  const Federate one;
};

TEST_F(OrderToOneThatIsAway, IsCarriedOutWithItsOwnAction) {
  ASSERT_TRUE(harness.rtig().is_paused("Federation"));
  harness.rtig().set_time(seconds(100));
  // A member that does not pause.
  const Values values =
      Values()
          .add(handles.parameter(Interaction::ResignFederationExecution, "Federate"), "2")
          .add(handles.parameter(Interaction::ResignFederationExecution, "ResignAction"),
               "Release Attributes");
  wire::SendInteraction order;
  order.interaction_class = handles.handle_of(Interaction::ResignFederationExecution);
  order.values = values;
  wire::RecordHeader header;
  header.sender = handle(boss).value;
  header.position = 1'000'000;
  header.interest_key = wire::interest_key(order.interaction_class);
  header.flags = wire::kToRtig;
  wire::Buffer frame;
  wire::encode_record(header, order, frame);
  harness.inject_up(boss, frame);
  harness.settle();
  harness.rtig().set_time(seconds(110));
  harness.rtig().end_overdue_orders();
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 1u);
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.starts_with("lost federate 2 'one'") && line.ends_with(" with release_attributes");
  })) << testing::PrintToString(harness.log());
}

// --- Other resignations of a member by others.

TEST_P(OrderedResignation, AMemberThatTheRtigEndsRefusesServicesAsSoonAsItReadsWhy) {
  harness.inject_up(one, wire::Buffer(40, std::byte{0xee}));
  deliver_until_one_reads(wire::Kind::Refused);
  std::string why;
  EXPECT_NE(registered(&why), "");
  EXPECT_NE(why.find("not a record of Triad's protocol"), why.npos) << why;
}

TEST_P(OrderedResignation, NoMemberSeesAnotherOneLeaveWhenAnOperatorEndsTheFederation) {
  std::size_t departures = 0;
  harness.set_watch([&](Federate, bool up, const wire::Record& record) {
    if (!up && record.header.message_kind() == wire::Kind::FederateResigned) ++departures;
  });
  const Federate operators = harness.add();
  wire::Buffer frame;
  wire::encode_record({}, wire::TerminateFederation{"Federation", true}, frame);
  harness.inject_up(operators, frame);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  EXPECT_EQ(departures, 0u);
  EXPECT_NE(log_line_with("destroyed by an operator, "), "");
  EXPECT_EQ(registered(), "RTIinternalError");
}

}  // namespace
}  // namespace triad::test
