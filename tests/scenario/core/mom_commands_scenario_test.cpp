// Commands of the MOM in the state machines. Every Service interaction has the effect of the same
// call by the federate, and ModifyAttributeState moves an attribute without callbacks.
#include "tests/scenario/core/mom_scenario.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using mom::FederateAttribute;
using mom::Interaction;

class MomCommands : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  MomCommands() : MomScenario(GetParam()), one(join("one")), boss(join("boss")) {
    subscribe_to(boss, Interaction::Alert);
  }

  // Gives a command by the boss that must cause no alert.
  void execute_command(Interaction interaction, const Texts& parameters = {}) {
    EXPECT_EQ(command(boss, interaction, one, parameters), "");
    EXPECT_EQ(take_mom_callbacks(boss).reports, std::vector<Texts>{}) << mom::name_of(interaction);
  }
  // Gives a command that must fail. Returns the exception named in the alert.
  std::string alert_text(Interaction interaction, const Texts& parameters = {}) {
    EXPECT_EQ(command(boss, interaction, one, parameters), "");
    const std::string description = only_report(boss)["AlertDescription"];
    const std::string prefix = std::string(mom::name_of(interaction)) + ": ";
    EXPECT_TRUE(description.starts_with(prefix)) << description;
    const auto rest = description.substr(std::min(prefix.size(), description.size()));
    return rest.substr(0, rest.find(':'));
  }
  const core::Declarations& declared() {
    return harness.rtig().state("Federation")->member(handle(one))->declared;
  }
  const core::ObjectInstance* instance(ObjectHandle object) {
    return harness.rtig().state("Federation")->objects().find(object);
  }
  Lines take_other_callbacks(Federate f) { return take_mom_callbacks(f).others; }
  static std::string number(auto handle) { return std::to_string(handle.value); }
  ObjectHandle tank() {
    EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed, kTurret}), "");
    return register_object(one, kTank, "Tiger");
  }

  const Federate one;
  const Federate boss;

  // Handles as the MOM's parameters spell them.
  const std::string tank_class = number(kTank);
  const std::string no_class = "99";
  const std::string shot_class = number(kShot);
  const std::string talk_class = number(kTalk);
  const std::string speed = number(kSpeed);
  const std::string turret = number(kTurret);
};
INSTANTIATE_TEST_SUITE_P(Members, MomCommands, kSharings, name_of_sharing);

TEST_P(MomCommands, DeclareAsTheFederateWouldByItself) {
  execute_command(Interaction::PublishObjectClass,
                  {{"ObjectClass", tank_class}, {"AttributeList", speed + "," + turret}});
  ASSERT_NE(declared().published(kTank), nullptr);
  EXPECT_EQ(*declared().published(kTank), (AttributeSet{kPrivilege, kSpeed, kTurret}));
  execute_command(Interaction::UnpublishObjectClass, {{"ObjectClass", tank_class}});
  EXPECT_EQ(declared().published(kTank), nullptr);
  execute_command(Interaction::PublishInteractionClass, {{"InteractionClass", shot_class}});
  EXPECT_TRUE(declared().published_interaction_classes.contains(kShot));
  execute_command(Interaction::UnpublishInteractionClass, {{"InteractionClass", shot_class}});
  EXPECT_FALSE(declared().published_interaction_classes.contains(kShot));
  execute_command(Interaction::SubscribeObjectClassAttributes,
                  {{"ObjectClass", tank_class}, {"AttributeList", speed}, {"Active", "False"}});
  ASSERT_NE(declared().find_subscription(kTank), nullptr);
  EXPECT_FALSE(declared().find_subscription(kTank)->active);
  execute_command(Interaction::UnsubscribeObjectClass, {{"ObjectClass", tank_class}});
  EXPECT_EQ(declared().find_subscription(kTank), nullptr);
  execute_command(Interaction::SubscribeInteractionClass, {{"InteractionClass", shot_class}});
  EXPECT_TRUE(declared().subscribed_interaction_classes.at(kShot));
  execute_command(Interaction::UnsubscribeInteractionClass, {{"InteractionClass", shot_class}});
  EXPECT_FALSE(declared().subscribed_interaction_classes.contains(kShot));
  EXPECT_EQ(
      alert_text(Interaction::UnsubscribeInteractionClass, {{"InteractionClass", shot_class}}),
      "InteractionClassNotSubscribed");
  EXPECT_EQ(alert_text(Interaction::PublishObjectClass,
                       {{"ObjectClass", no_class}, {"AttributeList", ""}}),
            "ObjectClassNotDefined");
  EXPECT_EQ(alert_text(Interaction::PublishObjectClass, {{"ObjectClass", tank_class}}),
            "RTIinternalError");
  EXPECT_EQ(take_other_callbacks(one), Lines{});
}

TEST_P(MomCommands, ResignAFederateWithTheActionThatTheyName) {
  const ObjectHandle object = tank();
  EXPECT_EQ(alert_text(Interaction::ResignFederationExecution, {{"ResignAction", "No Action"}}),
            "FederateOwnsAttributes");
  execute_command(Interaction::ResignFederationExecution,
                  {{"ResignAction", "Delete Objects And Release Attributes"}});
  EXPECT_EQ(instance(object), nullptr);
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 1u);
  EXPECT_EQ(update(one, object, value(kSpeed, "1")), "FederateNotExecutionMember");
  EXPECT_EQ(rejoin(one, "again"), "");
}

TEST_P(MomCommands, ResignAFederateThatIsWaiting) {
  const auto waiting = harness.begin_call(one, wire::PublishInteractionClass{kShot});
  EXPECT_EQ(command(boss, Interaction::ResignFederationExecution, one, {{"ResignAction", "4"}}),
            "");
  while (!*waiting && harness.deliver_one()) {
  }
  ASSERT_TRUE(*waiting);
  EXPECT_EQ(call(one, wire::PublishInteractionClass{kTalk}), "FederateNotExecutionMember");
}

TEST_P(MomCommands, AchieveAPointOnceForTheFederate) {
  EXPECT_EQ(call(boss, wire::RegisterFederationSynchronizationPoint{"P", "", {handle(one)}}), "");
  (void)take_other_callbacks(one);
  (void)take_other_callbacks(boss);
  execute_command(Interaction::SynchronizationPointAchieved, {{"Label", "P"}});
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);  // federationSynchronized
  EXPECT_EQ(alert_text(Interaction::SynchronizationPointAchieved, {{"Label", "P"}}),
            "SynchronizationPointLabelWasNotAnnounced");
}

TEST_P(MomCommands, DeleteAnInstanceByItsName) {
  const ObjectHandle object = tank();
  EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(take_other_callbacks(boss).size(), 1u);
  EXPECT_EQ(
      alert_text(Interaction::DeleteObjectInstance, {{"ObjectInstance", "Leopard"}, {"Tag", ""}}),
      "ObjectNotKnown");
  execute_command(Interaction::DeleteObjectInstance,
                  {{"ObjectInstance", "Tiger"}, {"Tag", "by order"}});
  EXPECT_EQ(instance(object), nullptr);
}

TEST_P(MomCommands, DeleteObjectsInTimeStampOrder) {
  const ObjectHandle object = tank();
  execute_command(Interaction::EnableTimeRegulation, {{"FederationTime", "0"}, {"Lookahead", "1"}});
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);
  execute_command(Interaction::DeleteObjectInstance,
                  {{"ObjectInstance", text(object)}, {"Tag", ""}, {"FederationTime", "5"}});
  EXPECT_NE(instance(object), nullptr);  // its time has not come
  // A time is also valid if its encoding begins with a NUL.
  const auto zero = core::DoubleTime::encode(0);
  const std::string text_of_zero(zero.bytes().size(), '\0');
  EXPECT_EQ(alert_text(Interaction::DeleteObjectInstance,
                       {{"ObjectInstance", text(object)}, {"FederationTime", text_of_zero}}),
            "InvalidFederationTime");
  execute_command(Interaction::TimeAdvanceRequest, {{"FederationTime", "6"}});
  (void)take_other_callbacks(one);
  EXPECT_EQ(instance(object), nullptr);
}

TEST_P(MomCommands, LetAFederateDiscoverAnewWhatItForgot) {
  EXPECT_EQ(publish(boss, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(subscribe(one, kTank, AttributeSet{kSpeed}), "");
  (void)register_object(boss, kTank, "Panther");
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);
  execute_command(Interaction::LocalDeleteObjectInstance, {{"ObjectInstance", "Panther"}});
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);  // it is discovered again
}

TEST_P(MomCommands, ChangeTransportationAndOrder) {
  const ObjectHandle object = tank();
  EXPECT_EQ(publish(one, kTalk), "");
  EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kTurret}), "");
  EXPECT_EQ(subscribe(boss, kTalk), "");
  execute_command(Interaction::ChangeAttributeTransportationType,
                  {{"ObjectInstance", "Tiger"},
                   {"AttributeList", turret},
                   {"TransportationType", "Best Effort"}});
  execute_command(Interaction::ChangeInteractionTransportationType,
                  {{"InteractionClass", talk_class}, {"TransportationType", "reliable"}});
  execute_command(
      Interaction::ChangeAttributeOrderType,
      {{"ObjectInstance", "Tiger"}, {"AttributeList", turret}, {"OrderingType", "Receive"}});
  execute_command(Interaction::ChangeInteractionOrderType,
                  {{"InteractionClass", talk_class}, {"OrderingType", "Timestamp"}});
  EXPECT_EQ(update(one, object, value(kTurret, "1")), "");
  EXPECT_EQ(send_interaction(one, kTalk, value(kWords, "w")), "");
  const Lines lines = take_other_callbacks(boss);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_NE(lines[lines.size() - 2].find("best_effort"), std::string::npos);
  EXPECT_NE(lines.back().find("reliable"), std::string::npos);
  EXPECT_EQ(alert_text(Interaction::ChangeInteractionOrderType,
                       {{"InteractionClass", talk_class}, {"OrderingType", "sideways"}}),
            "RTIinternalError");
}

TEST_P(MomCommands, DivestOnlyWhatTheFederateOwns) {
  const ObjectHandle object = tank();
  execute_command(Interaction::UnconditionalAttributeOwnershipDivestiture,
                  {{"ObjectInstance", "Tiger"}, {"AttributeList", speed}});
  EXPECT_EQ(instance(object)->owner(kSpeed), wire::kNoOwner);
  EXPECT_EQ(alert_text(Interaction::UnconditionalAttributeOwnershipDivestiture,
                       {{"ObjectInstance", "Tiger"}, {"AttributeList", speed}}),
            "AttributeNotOwned");
}

TEST_P(MomCommands, AdvanceAFederatesTimeByEachService) {
  execute_command(Interaction::EnableTimeConstrained);
  execute_command(Interaction::EnableTimeRegulation,
                  {{"FederationTime", "1"}, {"Lookahead", "0.5"}});
  EXPECT_EQ(take_other_callbacks(one).size(), 2u);
  execute_command(Interaction::ModifyLookahead, {{"Lookahead", "2"}});
  double time = 1;
  for (const auto advance :
       {Interaction::TimeAdvanceRequest, Interaction::TimeAdvanceRequestAvailable,
        Interaction::NextEventRequest, Interaction::NextEventRequestAvailable,
        Interaction::FlushQueueRequest}) {
    execute_command(advance, {{"FederationTime", std::to_string(++time)}});
    const Lines lines = take_other_callbacks(one);
    ASSERT_EQ(lines.size(), 1u) << mom::name_of(advance);
    EXPECT_TRUE(lines[0].starts_with("TimeAdvanceGrant{")) << lines[0];
  }
  EXPECT_EQ(alert_text(Interaction::TimeAdvanceRequest, {{"FederationTime", "1"}}),
            "FederationTimeAlreadyPassed");
  // A time may be given in its encoding.
  const auto encoded = core::DoubleTime::encode(40);
  const auto bytes = encoded.bytes();
  execute_command(
      Interaction::TimeAdvanceRequest,
      {{"FederationTime", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())}});
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);
  execute_command(Interaction::EnableAsynchronousDelivery);
  EXPECT_EQ(alert_text(Interaction::EnableAsynchronousDelivery),
            "AsynchronousDeliveryAlreadyEnabled");
  execute_command(Interaction::DisableAsynchronousDelivery);
  execute_command(Interaction::DisableTimeRegulation);
  execute_command(Interaction::DisableTimeConstrained);
  EXPECT_EQ(alert_text(Interaction::DisableTimeConstrained), "TimeConstrainedWasNotEnabled");
  EXPECT_EQ(take_other_callbacks(one), Lines{});
}

// Over links the RTIG must tell the LBTS before the flush is granted.
TEST_P(MomCommands, FlushAQueueAsFarAsTheOthersHavePromised) {
  const auto start = core::DoubleTime::encode(3);
  const auto lookahead = core::DoubleTime::encode(1);
  EXPECT_EQ(call(boss, wire::EnableTimeRegulation{start.bytes(), lookahead.bytes()}), "");
  EXPECT_EQ(take_other_callbacks(boss).size(), 1u);
  execute_command(Interaction::EnableTimeConstrained);
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);
  execute_command(Interaction::FlushQueueRequest, {{"FederationTime", "9"}});
  EXPECT_EQ(take_other_callbacks(one).size(), 1u);
  const auto time = harness.call(one, wire::QueryTime{wire::TimeQuery::federate_time});
  ASSERT_TRUE(time);
  EXPECT_EQ(core::DoubleTime::decode(core::Time(std::as_bytes(std::span(*time)))), 4);
}

TEST_P(MomCommands, AreReportedAsTheRtis) {
  EXPECT_EQ(command(boss, Interaction::SetServiceReporting, one, {{"ReportingState", "True"}}), "");
  subscribe_to(boss, Interaction::ReportServiceInvocation);
  EXPECT_EQ(
      command(boss, Interaction::PublishInteractionClass, one, {{"InteractionClass", shot_class}}),
      "");
  const Texts report = only_report(boss);
  EXPECT_EQ(report.at("Service"), "publishInteractionClass");
  EXPECT_EQ(report.at("Initiator"), "RTI");
  EXPECT_EQ(report.at("SuccessIndicator"), "True");
  EXPECT_EQ(report.at("SuppliedArgument1"), "theInteraction=2");
}

TEST_P(MomCommands, QuoteTheBeginningAloneOfALongText) {
  const std::string name(10'000, '1');
  EXPECT_EQ(command(boss, Interaction::DeleteObjectInstance, name), "");
  const std::string who = only_report(boss)["AlertDescription"];
  EXPECT_TRUE(who.ends_with(" is joined")) << who;
  EXPECT_LT(who.size(), 200u) << who;
  EXPECT_EQ(command(boss, Interaction::SetTiming, one, {{"ReportPeriod", name + "x"}}), "");
  const std::string period = only_report(boss)["AlertDescription"];
  EXPECT_TRUE(period.ends_with(" is not a number of seconds")) << period;
}

TEST_P(MomCommands, MoveAttributesWithoutAWord) {
  const ObjectHandle object = tank();
  EXPECT_EQ(publish(boss, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kTurret}), "");
  (void)take_other_callbacks(boss);
  (void)take_other_callbacks(one);
  const auto modify = [&](Federate about, const std::string& state) {
    EXPECT_EQ(
        command(boss, Interaction::ModifyAttributeState, about,
                {{"ObjectInstance", "Tiger"}, {"Attribute", speed}, {"AttributeState", state}}),
        "");
    const auto all = take_mom_callbacks(boss);
    EXPECT_EQ(all.others, Lines{});
    return all.reports.empty() ? std::string() : all.reports[0].at("AlertDescription");
  };
  EXPECT_EQ(modify(boss, "Owned"), "");
  EXPECT_EQ(instance(object)->owner(kSpeed), handle(boss));
  EXPECT_EQ(update(boss, object, value(kSpeed, "1")), "");
  EXPECT_EQ(update(one, object, value(kSpeed, "1")), "AttributeNotOwned");
  EXPECT_NE(modify(boss, "Owned").find("FederateOwnsAttributes"), std::string::npos);
  EXPECT_EQ(modify(boss, "Unowned"), "");
  EXPECT_EQ(instance(object)->owner(kSpeed), wire::kNoOwner);
  EXPECT_NE(modify(boss, "Unowned").find("AttributeNotOwned"), std::string::npos);
  EXPECT_EQ(modify(one, "Owned"), "");
  EXPECT_EQ(instance(object)->owner(kSpeed), handle(one));
  EXPECT_EQ(take_other_callbacks(one), Lines{});
  // An attribute with another transfer in progress is left alone.
  EXPECT_EQ(
      call(one, wire::NegotiatedAttributeOwnershipDivestiture{object, AttributeSet{kSpeed}, ""}),
      "");
  (void)take_other_callbacks(boss);
  EXPECT_NE(modify(boss, "Owned").find("being transferred already"), std::string::npos);
}

// The owner's call crosses the order. It is no fault of the owner, which remains a member.
TEST_P(MomCommands, MayTakeAttributesThatTheirOwnerOffersOrReleasesMeanwhile) {
  const ObjectHandle object = tank();
  EXPECT_EQ(publish(boss, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(subscribe(boss, kTank, AttributeSet{kTurret}), "");
  (void)take_other_callbacks(boss);
  const auto take = [&] {
    harness.links().set_stopped(one, true);
    EXPECT_EQ(command(boss, Interaction::ModifyAttributeState, boss,
                      {{"ObjectInstance", "Tiger"},
                       {"Attribute", std::to_string(kSpeed.value)},
                       {"AttributeState", "Owned"}}),
              "");
    harness.links().set_stopped(one, false);
  };
  take();
  EXPECT_NE(call(one, wire::NegotiatedAttributeOwnershipDivestiture{object, {kSpeed}, ""}),
            "FederateNotExecutionMember");
  EXPECT_EQ(instance(object)->owner(kSpeed), handle(boss));
  EXPECT_EQ(update(boss, object, value(kSpeed, "1")), "");

  EXPECT_EQ(call(boss, wire::UnconditionalAttributeOwnershipDivestiture{object, {kSpeed}}), "");
  EXPECT_EQ(call(one, wire::AttributeOwnershipAcquisition{object, {}, {kSpeed}, ""}), "");
  deliver_all();
  EXPECT_EQ(call(boss, wire::AttributeOwnershipAcquisition{object, {}, {kSpeed}, ""}), "");
  deliver_all();
  EXPECT_EQ(call(boss, wire::CancelAttributeOwnershipAcquisition{object, {kSpeed}}), "");
  deliver_all();
  take();
  EXPECT_NE(call(one, wire::AttributeOwnershipReleaseResponse{object, {kSpeed}}),
            "FederateNotExecutionMember");
  EXPECT_EQ(instance(object)->owner(kSpeed), handle(boss));
}

TEST_P(MomCommands, LeaveTheRtisOwnAttributesAlone) {
  observe_federates(boss, {FederateAttribute::FederateType});
  EXPECT_EQ(publish(boss, handles.federate(),
                    AttributeSet{handles.handle_of(FederateAttribute::FederateType)}),
            "");
  (void)take_mom_callbacks(boss);
  EXPECT_EQ(command(boss, Interaction::ModifyAttributeState, boss,
                    {{"ObjectInstance", name_of_manager(boss)},
                     {"Attribute", number(handles.handle_of(FederateAttribute::FederateType))},
                     {"AttributeState", "Owned"}}),
            "");
  EXPECT_NE(only_report(boss)["AlertDescription"].find("owned by the RTI"), std::string::npos);
}

}  // namespace
}  // namespace triad::test
