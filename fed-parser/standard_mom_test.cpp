// Tests of the standard classes: complete as in HLA 1.3, after the file's own classes, and only if
// missing.
#include "fed-parser/standard_mom.hpp"

#include <gtest/gtest.h>

#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

using core::ObjectClassHandle;

std::size_t classes_below(const core::ObjectModel& model, const char* path) {
  const auto parent = model.interaction_class(path);
  std::size_t found = 0;
  for (const auto& c : model.interaction_classes) found += c.parent == parent ? 1 : 0;
  return found;
}

TEST(StandardMom, HasAsManyClassesAttributesAndParametersAsTheStandard) {
  const auto model = model_of(fed_with(""));
  EXPECT_EQ(model.find(model.object_class("Manager.Federation"))->attributes.size(), 1u + 8u);
  EXPECT_EQ(model.find(model.object_class("Manager.Federate"))->attributes.size(), 1u + 23u);
  EXPECT_EQ(model.find(model.object_class("Manager"))->attributes.size(), 1u);
  EXPECT_EQ(classes_below(model, "Manager"), 1u);
  EXPECT_EQ(classes_below(model, "Manager.Federate"), 4u);
  EXPECT_EQ(classes_below(model, "Manager.Federate.Adjust"), 4u);
  EXPECT_EQ(classes_below(model, "Manager.Federate.Request"), 10u);
  EXPECT_EQ(classes_below(model, "Manager.Federate.Report"), 14u);
  EXPECT_EQ(classes_below(model, "Manager.Federate.Service"), 32u);
  EXPECT_TRUE(model.object_class("RTIprivate"));
  EXPECT_TRUE(model.interaction_class("RTIprivate"));
}

TEST(StandardMom, IsReliableAndInReceiveOrderWithoutARoutingSpace) {
  const auto model = model_of(fed_with(""));
  for (const auto& attribute : model.find(model.object_class("Manager.Federate"))->attributes) {
    if (attribute.name == core::kPrivilegeToDelete) continue;
    EXPECT_EQ(attribute.transportation, core::Transportation::reliable) << attribute.name;
    EXPECT_EQ(attribute.order, core::Ordering::receive) << attribute.name;
    EXPECT_FALSE(attribute.space) << attribute.name;
  }
  const auto alert = model.interaction_class("Manager.Federate.Report.Alert");
  EXPECT_EQ(model.find(alert)->order, core::Ordering::receive);
  EXPECT_EQ(model.find(alert)->parameters,
            (Lines{"Federate", "AlertSeverity", "AlertDescription", "AlertID"}));
}

TEST(StandardMom, ComesBehindTheFilesOwnClasses) {
  const std::string own = fed_with("(class A (class B)) (class C)", "(class I reliable receive)");
  const auto with = model_of(own);
  const auto without = model_of(own, Additions::none);
  ASSERT_LT(without.object_classes.size(), with.object_classes.size());
  for (std::uint32_t i = 1; i <= without.object_classes.size(); ++i) {
    EXPECT_EQ(without.path(ObjectClassHandle(i)), with.path(ObjectClassHandle(i)));
  }
  EXPECT_EQ(with.interaction_class("I"), without.interaction_class("I"));
}

TEST(StandardMom, AddsNothingToAFileThatHasItAll) {
  const auto once = model_of(fed_with(""));
  auto twice = once;
  add_standard_classes(twice);
  EXPECT_EQ(once.object_classes.size(), twice.object_classes.size());
  EXPECT_EQ(once.interaction_classes.size(), twice.interaction_classes.size());
}

TEST(StandardMom, KeepsAPartialMomAsItIsAndAddsTheMissingClasses) {
  const auto model = model_of(fed_with(
      "(class Manager (class Federate (attribute FederateHost best_effort receive))) (class A)",
      "(class Manager reliable receive (class Federate reliable receive))"));
  const auto federate = model.object_class("Manager.Federate");
  EXPECT_EQ(federate, ObjectClassHandle(3));
  ASSERT_EQ(model.find(federate)->attributes.size(), 2u);
  EXPECT_EQ(model.find(federate)->attributes[1].transportation, core::Transportation::best_effort);
  EXPECT_EQ(model.object_class("A"), ObjectClassHandle(4));
  EXPECT_EQ(model.object_class("RTIprivate"), ObjectClassHandle(5));
  EXPECT_EQ(model.path(ObjectClassHandle(6)), "ObjectRoot.Manager.Federation");
  const auto set_timing = model.interaction_class("Manager.Federate.Adjust.SetTiming");
  EXPECT_EQ(model.find(set_timing)->parameters, (Lines{"ReportPeriod"}));
}

TEST(StandardMom, ToleratesItsNamesInTheRoots) {
  const auto model =
      model_of(fed_with("(attribute RTIversion reliable receive)", "(parameter Tag)"));
  const auto federate = model.object_class("Manager.Federate");
  EXPECT_EQ(model.attribute(federate, "RTIversion"), core::AttributeHandle(2));
  EXPECT_EQ(model.find(federate)->attributes.size(), 2u + 22u);
}

}  // namespace
}  // namespace triad::fed
