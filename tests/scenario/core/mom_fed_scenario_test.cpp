// Whole FEDs that declare a part of the MOM, or none, and FEDs that extend the standard's MOM.
#include <gtest/gtest.h>

#include "fed-parser/test_support.hpp"
#include "tests/scenario/core/mom_part.hpp"

namespace triad::test {
namespace {

using mom::FederateAttribute;
using mom::FederationAttribute;
using mom::Interaction;

Lines names_of(const Texts& texts) {
  Lines all;
  for (const auto& [name, text] : texts) all.push_back(name);
  return all;
}

class MomFed : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  explicit MomFed(const core::ObjectModel& of) : MomScenario(GetParam(), of) {}

  void complete_all_saves(const std::vector<Federate>& federates) {
    EXPECT_EQ(call(federates.front(), wire::RequestFederationSave{"S", false, {}}), "");
    for (const Federate f : federates) {
      (void)take_mom_callbacks(f);
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    for (const Federate f : federates) (void)take_mom_callbacks(f);
    EXPECT_EQ(harness.store().saves.size(), 1u);
  }
  void complete_all_restores(const std::vector<Federate>& federates) {
    EXPECT_EQ(call(federates.front(), wire::RequestFederationRestore{"S"}), "");
    for (const Federate f : federates) (void)take_mom_callbacks(f);
    for (const Federate f : federates) {
      EXPECT_EQ(call(f, wire::FederateRestoreComplete{}), "");
    }
    for (const Federate f : federates) {
      const Lines others = take_mom_callbacks(f).others;
      ASSERT_FALSE(others.empty());
      EXPECT_TRUE(others.back().starts_with("FederationRestored")) << others.back();
    }
  }
};

class MomLess : public MomFed {
 protected:
  MomLess() : MomFed(core::test::test_model()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomLess, kSharings, name_of_sharing);

TEST_P(MomLess, AFederationWithoutAnyManagerClassWorks) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(set_switch(one, wire::AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  EXPECT_EQ(subscribe(two, kObjectRoot, AttributeSet{kPrivilege}), "");
  EXPECT_EQ(subscribe(two, kTank, AttributeSet{kTurret}), "");
  const ObjectHandle tank = register_object(one, kTank);
  EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
  EXPECT_EQ(take_mom_callbacks(two).others.size(), 2u) << "nothing is discovered but the tank";
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(take_mom_callbacks(one).others.size(), 1u);
  EXPECT_EQ(
      call(two, wire::RequestClassAttributeValueUpdate{kObjectRoot, AttributeSet{kPrivilege}}), "");
  EXPECT_EQ(take_mom_callbacks(one).others.size(), 1u);
  complete_all_saves({one, two});
  complete_all_restores({one, two});
  EXPECT_EQ(delete_object(one, tank), "");
  EXPECT_EQ(take_mom_callbacks(two).others.size(), 1u);
  EXPECT_EQ(resign(two, ResignAction::no_action), "");
}

core::ObjectModel federation_alone() {
  return part_of_mom([](const std::string& path) {
    return !path.starts_with("ObjectRoot.Manager.Federate.") &&
           path != "ObjectRoot.Manager.Federate" && path != "InteractionRoot.Manager";
  });
}

class MomOfFederation : public MomFed {
 protected:
  MomOfFederation() : MomFed(federation_alone()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomOfFederation, kSharings, name_of_sharing);

TEST_P(MomOfFederation, FollowsItsMembersWithoutObjectsOfThem) {
  const Federate one = join("one");
  observe_federation(one, handles.all_attributes_of(handles.federation()));
  EXPECT_EQ(take_mom_callbacks(one).values["HLA1"]["FederatesInFederation"], "1");
  const Federate two = join("two");
  EXPECT_EQ(take_mom_callbacks(one).values["HLA1"], (Texts{{"FederatesInFederation", "1,2"}}));
  complete_all_saves({one, two});
  complete_all_restores({one, two});
  EXPECT_EQ(resign(two, ResignAction::no_action), "");
  EXPECT_EQ(take_mom_callbacks(one).values["HLA1"], (Texts{{"FederatesInFederation", "1"}}));
}

core::ObjectModel few_attributes() {
  return part_of_mom([](const std::string& path) {
    return !path.starts_with("ObjectRoot.Manager.Fed") || path == "ObjectRoot.Manager.Federate" ||
           path == "ObjectRoot.Manager.Federate.FederateType" ||
           path == "ObjectRoot.Manager.Federate.FederateState";
  });
}

class MomOfFewAttributes : public MomFed {
 protected:
  MomOfFewAttributes() : MomFed(few_attributes()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomOfFewAttributes, kSharings, name_of_sharing);

TEST_P(MomOfFewAttributes, IsSavedAndRestored) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(subscribe(two, handles.federate(), handles.all_attributes_of(handles.federate())), "");
  EXPECT_EQ(take_values_of(two, one),
            (Texts{{"FederateType", "one"}, {"FederateState", "Running"}}));
  complete_all_saves({one, two});
  complete_all_restores({one, two});
  EXPECT_EQ(call(two,
                 wire::RequestClassAttributeValueUpdate{
                     handles.federate(), handles.all_attributes_of(handles.federate())}),
            "");
  EXPECT_EQ(take_values_of(two, one),
            (Texts{{"FederateType", "one"}, {"FederateState", "Running"}}));
}

// --- Alerts without their class, or without a parameter.

class MomWithoutAlert : public MomFed {
 protected:
  MomWithoutAlert() : MomFed(mom_without("InteractionRoot.Manager.Federate.Report.Alert")) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomWithoutAlert, kSharings, name_of_sharing);

TEST_P(MomWithoutAlert, WhatFailsIsTheRtigsToLog) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(command(boss, Interaction::SetTiming, "77", {{"ReportPeriod", "1"}}), "");
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("SetTiming: no federate with the handle '77' is joined") != line.npos;
  }));
  EXPECT_EQ(command(boss, Interaction::UnpublishObjectClass, one, {{"ObjectClass", "3"}}), "");
  EXPECT_EQ(command(boss, Interaction::SetExceptionLogging, one, {{"LoggingState", "1"}}), "");
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  EXPECT_EQ(publish(one, kShot), "");
}

class MomWithoutDescription : public MomFed {
 protected:
  MomWithoutDescription()
      : MomFed(mom_without("InteractionRoot.Manager.Federate.Report.Alert.AlertDescription")) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomWithoutDescription, kSharings, name_of_sharing);

TEST_P(MomWithoutDescription, TheLogSaysWhyItDoesNotSayMore) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(command(boss, Interaction::UnpublishObjectClass, one, {{"ObjectClass", "3"}}), "");
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("alert about federate 1 'one': the FED declares no AlertDescription") !=
           line.npos;
  }));
}

// --- A report with a routing space.

class MomReportInSpace : public MomFed {
 protected:
  MomReportInSpace()
      : MomFed(fed::model_of(R"((FED (Federation F) (FEDversion v1.3)
  (spaces (space Terrain (dimension x)))
  (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)))
  (interactions (class InteractionRoot reliable receive
    (class Manager reliable receive (class Federate reliable receive (parameter Federate)
      (class Report reliable receive
        (class ReportServiceInvocation reliable receive Terrain (parameter Service)))))))))")) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomReportInSpace, kSharings, name_of_sharing);

// Otherwise each report would be received and reported, without end.
TEST_P(MomReportInSpace, NoFederateIsReportedOnThatSubscribesWithARegion) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  subscribe_to(boss, Interaction::Alert);
  const auto region = harness.call(one, wire::CreateRegion{model.space("Terrain"), 1, {}});
  ASSERT_EQ(refusal(region), "");
  const auto report = handles.handle_of(Interaction::ReportServiceInvocation);
  const wire::SubscribeInteractionClassWithRegion subscription{report, *region, true};
  EXPECT_EQ(call(one, subscription), "");
  EXPECT_EQ(command(boss, Interaction::SetServiceReporting, one, {{"ReportingState", "True"}}), "");
  EXPECT_TRUE(only_report(boss)["AlertDescription"].starts_with(
      "SetServiceReporting: FederateLoggingServiceCalls"));
  EXPECT_EQ(call(one, wire::UnsubscribeInteractionClassWithRegion{report, *region}), "");
  EXPECT_EQ(command(boss, Interaction::SetServiceReporting, one, {{"ReportingState", "True"}}), "");
  EXPECT_EQ(call(one, subscription), "FederateLoggingServiceCalls");
}

// --- Extensions of the standard's MOM in a FED.

constexpr const char* kExtended =
    R"((FED (Federation F) (FEDversion v1.3)
  (spaces (space Terrain (dimension x)))
  (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)
    (class Tank (attribute Speed reliable receive))
    (class Manager (attribute Colour reliable receive)
      (class Federate
        (attribute FederateType best_effort timestamp Terrain)
        (attribute Mood reliable receive)
        (attribute FederateTime reliable timestamp)
        (attribute TimeConstrained reliable timestamp Terrain)
        (attribute UpdatesSent reliable receive)
        (class Pilot (attribute Licence reliable receive)))
      (class Machine (attribute Load reliable receive)))))
  (interactions (class InteractionRoot reliable receive
    (class Shot reliable receive)
    (class Manager reliable receive (parameter Colour)
      (class Federate reliable receive
        (parameter Mood)
        (parameter Federate)
        (class Adjust best_effort timestamp
          (class SetTiming best_effort timestamp (parameter Why) (parameter ReportPeriod)
            (class Gently reliable receive)))
        (class Service reliable receive
          (class PublishInteractionClass reliable receive (parameter InteractionClass))
          (class Dance reliable receive (parameter InteractionClass)))
        (class Report reliable receive
          (class Alert best_effort timestamp (parameter AlertDescription) (parameter Blame))
          (class Song reliable receive))))))))";

class MomExtended : public MomFed {
 protected:
  MomExtended() : MomFed(fed::model_of(kExtended)) {}
  AttributeHandle attribute(ObjectClassHandle object_class, const char* name) {
    const auto found = model.attribute(object_class, name);
    EXPECT_TRUE(found) << name;
    return found;
  }
  AttributeHandle attribute(const char* name) { return attribute(handles.federate(), name); }
  ObjectHandle manager(Federate about) {
    return harness.rtig().state("Federation")->member(handle(about))->manager;
  }
  const ObjectClassHandle kPilot = model.object_class("Manager.Federate.Pilot");
};
INSTANTIATE_TEST_SUITE_P(Members, MomExtended, kSharings, name_of_sharing);

TEST_P(MomExtended, TheRtiServesItsOwnAttributesAndOwnsAllOfItsObjects) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("Mood")}), "");
  auto all = take_mom_callbacks(boss);
  EXPECT_EQ(all.others.size(), 2u) << "discovered by an attribute that the RTI knows nothing of";
  EXPECT_TRUE(all.values.empty());
  EXPECT_EQ(subscribe(boss, handles.federate(), handles.all_attributes_of(handles.federate())), "");
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"FederateType", "one"},
                                              {"FederateTime", "0"},
                                              {"TimeConstrained", "False"},
                                              {"UpdatesSent", "0"}}));
  EXPECT_EQ(call(boss, wire::QueryAttributeOwnership{manager(one), attribute("Colour")}), "");
  Lines others = take_mom_callbacks(boss).others;
  ASSERT_EQ(others.size(), 1u);
  EXPECT_TRUE(others[0].starts_with("AttributeOwnedByRTI{")) << others[0];
  EXPECT_EQ(publish(one, handles.federate(), AttributeSet{attribute("Mood")}), "");
  EXPECT_EQ(update(one, manager(one), value(attribute("Mood"), "gay")), "ObjectNotKnown");
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"TimeConstrained", "True"}}));
}

TEST_P(MomExtended, FederatesHaveObjectsOfTheirOwnClassesBelowIt) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(set_switch(one, wire::AdvisorySwitch::class_relevance, false), "");
  EXPECT_EQ(publish(one, kPilot,
                    AttributeSet{attribute(kPilot, "Licence"), attribute("Mood"),
                                 attribute("FederateType")}),
            "");
  EXPECT_EQ(subscribe(boss, handles.federate(),
                      AttributeSet{attribute("Mood"), attribute("FederateType")}),
            "");
  (void)take_mom_callbacks(boss);
  const ObjectHandle pilot = register_object(one, kPilot, "Pilot");
  EXPECT_EQ(take_mom_callbacks(boss).others.size(), 1u);
  EXPECT_EQ(
      update(one, pilot, Values().add(attribute("Mood"), std::string_view("gay\0", 4)), "MOM"), "");
  EXPECT_EQ(take_mom_callbacks(boss).values["HLA" + text(pilot)], (Texts{{"Mood", "gay"}}));
  // A request for the class is answered by the RTI and by the federate.
  EXPECT_EQ(
      call(boss,
           wire::RequestClassAttributeValueUpdate{
               handles.federate(), AttributeSet{attribute("Mood"), attribute("FederateType")}}),
      "");
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"FederateType", "one"}}));
  Lines others = take_mom_callbacks(one).others;
  ASSERT_EQ(others.size(), 1u);
  EXPECT_TRUE(others[0].starts_with("ProvideAttributeValueUpdate{object=" + text(pilot)))
      << others[0];
  EXPECT_EQ(
      call(boss, wire::RequestObjectAttributeValueUpdate{pilot, AttributeSet{attribute("Mood")}}),
      "");
  EXPECT_EQ(take_mom_callbacks(one).others.size(), 1u);
  EXPECT_EQ(take_mom_callbacks(boss).values, (std::map<std::string, Texts>{}));
  // Updates of the federate do not count, and do not replace those of its RTIA.
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("UpdatesSent")}), "");
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"UpdatesSent", "0"}}));
  EXPECT_EQ(delete_object(one, pilot), "");
  EXPECT_EQ(take_mom_callbacks(boss).others.size(), 1u);
}

// The RTI's messages are reliable and in receive order, regardless of the FED.
TEST_P(MomExtended, WhoWaitsForATimeIsToldOfTheMomAtOnce) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  EXPECT_EQ(call(boss, wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(call(boss, wire::SetAsynchronousDelivery{true}), "");
  (void)take_mom_callbacks(boss);
  EXPECT_EQ(subscribe(boss, handles.federate(), AttributeSet{attribute("FederateType")}), "");
  subscribe_to(boss, Interaction::Alert);
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"FederateType", "one"}}));
  EXPECT_EQ(command(boss, Interaction::PublishInteractionClass, one, {{"InteractionClass", "99"}}),
            "");
  EXPECT_EQ(names_of(only_report(boss)), (Lines{"=", "AlertDescription", "Federate"}));
}

TEST_P(MomExtended, CommandsMayHaveMoreParametersAndClassesBelowThem) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  subscribe_to(boss, Interaction::Alert);
  observe_federates(boss, {FederateAttribute::FederateTime});
  (void)take_mom_callbacks(boss);
  EXPECT_EQ(command(boss, Interaction::SetTiming, one,
                    {{"ReportPeriod", "1"}, {"Why", "ask me"}, {"Mood", "gay"}, {"Colour", "red"}}),
            "");
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"FederateTime", "0"}}));
  EXPECT_TRUE(harness.rtig().next_report());
  // A subclass of a command is not a command, nor is a sibling.
  for (const char* path : {"Adjust.SetTiming.Gently", "Service.Dance", "Report.Song"}) {
    const auto own = model.interaction_class("Manager.Federate." + std::string(path));
    ASSERT_TRUE(own) << path;
    EXPECT_EQ(publish(boss, own), "");
    EXPECT_EQ(subscribe(one, own), "");
    EXPECT_EQ(send_interaction(boss, own, value(model.parameter(own, "Federate"), "77")), "");
    EXPECT_EQ(take_mom_callbacks(one).others.size(), 1u) << path;
  }
  EXPECT_EQ(take_mom_callbacks(boss).reports, std::vector<Texts>{});
}

TEST_P(MomExtended, WhoSubscribesWithARegionIsToldAsAll) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  const auto region = harness.call(boss, wire::CreateRegion{model.space("Terrain"), 1, {}});
  ASSERT_EQ(refusal(region), "");
  EXPECT_EQ(call(boss, wire::NotifyAboutRegionModification{*region, {{10, 20}}}), "");
  EXPECT_EQ(call(boss,
                 wire::SubscribeObjectClassAttributesWithRegion{
                     handles.federate(), *region,
                     AttributeSet{attribute("FederateType"), attribute("TimeConstrained")}, true}),
            "");
  EXPECT_EQ(take_values_of(boss, one),
            (Texts{{"FederateType", "one"}, {"TimeConstrained", "False"}}));
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"TimeConstrained", "True"}}));
}

TEST_P(MomExtended, ARequestWithARegionIsForTheAttributesOfItsSpace) {
  const Federate one = join("one");
  const Federate boss = join("boss");
  const AttributeSet both{attribute("FederateType"), attribute("UpdatesSent")};
  EXPECT_EQ(subscribe(boss, handles.federate(), both), "");
  (void)take_mom_callbacks(boss);
  const auto region = harness.call(boss, wire::CreateRegion{model.space("Terrain"), 1, {}});
  ASSERT_EQ(refusal(region), "");
  EXPECT_EQ(call(boss, wire::RequestClassAttributeValueUpdate{handles.federate(), both, *region}),
            "");
  EXPECT_EQ(take_values_of(boss, one), (Texts{{"FederateType", "one"}}));
}

TEST_P(MomExtended, IsSavedAndRestored) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(publish(one, kPilot, AttributeSet{attribute("Mood")}), "");
  (void)register_object(one, kPilot, "Pilot");
  EXPECT_EQ(subscribe(two, handles.federate(), handles.all_attributes_of(handles.federate())), "");
  complete_all_saves({one, two});
  complete_all_restores({one, two});
  EXPECT_EQ(call(two,
                 wire::RequestObjectAttributeValueUpdate{
                     manager(one), handles.all_attributes_of(handles.federate())}),
            "");
  EXPECT_EQ(take_values_of(two, one)["FederateType"], "one");
}

}  // namespace
}  // namespace triad::test
