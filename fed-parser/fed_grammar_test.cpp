// Tests of the FED grammar: case, quotes, comments, order of sections, CERTI's extension.
#include <gtest/gtest.h>

#include <thread>

#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

using core::Ordering;
using core::Transportation;

TEST(FedGrammar, ReadsClassesAttributesInteractionsParametersAndSpaces) {
  const auto model = model_of(
      R"((FED
  (Federation "My Federation")
  (FEDversion v1.3)
  (spaces (space Geo (dimension X) (dimension Y)) (space Radio (dimension Frequency)))
  (objects
    (class ObjectRoot
      (attribute privilegeToDelete reliable timestamp)
      (class RTIprivate)
      (class Car
        (attribute speed best_effort receive Geo)
        (class Truck (attribute load reliable timestamp)))))
  (interactions
    (class InteractionRoot reliable receive
      (class Crash best_effort timestamp Radio
        (parameter where)
        (parameter when))))))",
      Additions::none);
  EXPECT_EQ(model.name, "My Federation");
  ASSERT_EQ(model.object_classes.size(), 4u);
  const auto& car = model.object_classes[2];
  EXPECT_EQ(car.name, "Car");
  ASSERT_EQ(car.attributes.size(), 2u);
  EXPECT_EQ(car.attributes[1].name, "speed");
  EXPECT_EQ(car.attributes[1].transportation, Transportation::best_effort);
  EXPECT_EQ(car.attributes[1].order, Ordering::receive);
  EXPECT_EQ(car.attributes[1].space, core::SpaceHandle(1));
  EXPECT_EQ(car.attributes[0].space, core::SpaceHandle());
  const auto& crash = model.interaction_classes[1];
  EXPECT_EQ(crash.transportation, Transportation::best_effort);
  EXPECT_EQ(crash.order, Ordering::timestamp);
  EXPECT_EQ(crash.space, core::SpaceHandle(4));
  EXPECT_EQ(crash.parameters, (Lines{"where", "when"}));
}

TEST(FedGrammar, TakesKeywordsInAnyCase) {
  const auto model = model_of(
      "(fed (FEDERATION F) (FedVersion V1_3) (SPACES (Space S (DIMENSION D))) (OBJECTS (CLASS "
      "ObjectRoot (ATTRIBUTE privilegeToDelete Reliable TimeStamp S))) (Interactions (Class "
      "InteractionRoot BEST_EFFORT RECEIVE (Parameter p))))");
  EXPECT_EQ(model.object_classes[0].attributes[0].order, Ordering::timestamp);
  EXPECT_EQ(model.interaction_classes[0].transportation, Transportation::best_effort);
}

TEST(FedGrammar, TakesKeywordsForNamesWhereANameIsExpected) {
  const auto model = model_of(fed_with(
      "(class class (attribute timestamp reliable timestamp) (attribute attribute reliable receive "
      "space) (class objects))",
      "(class FED reliable receive (parameter parameter) (parameter reliable))",
      "(space space (dimension dimension))"));
  EXPECT_TRUE(model.object_class("class.objects"));
  EXPECT_EQ(model.attribute(model.object_class("class"), "timestamp"), core::AttributeHandle(2));
  EXPECT_TRUE(model.interaction_class("FED"));
}

TEST(FedGrammar, AllowsWhiteSpaceAndCommentsEverywhere) {
  const auto model = model_of(
      ";; first ( \" line\r\n( FED;;x\n\t(\fFederation F )(FEDversion v1.3)\v\r(objects;;)\r"
      "( class ObjectRoot( attribute privilegeToDelete reliable timestamp)))) ;; the end");
  EXPECT_TRUE(model.object_class("ObjectRoot"));
}

TEST(FedGrammar, TakesQuotedNames) {
  const auto model = model_of(
      fed_with("(class \"Big Car\" (attribute \"top speed\" \"reliable\" receive \"My Space\"))",
               "", "(space \"My Space\" (dimension \"d 1\"))"));
  const auto car = model.object_class("Big Car");
  ASSERT_TRUE(car);
  EXPECT_EQ(model.find(car)->attributes[1].name, "top speed");
  EXPECT_EQ(model.find(car)->attributes[1].space, core::SpaceHandle(1));
}

TEST(FedGrammar, PassesOtherBytesThroughInNames) {
  const auto model = model_of(fed_with("(class Z\xc3\xbcge) (class a/b@c&d#e!f+g~h-i)"));
  EXPECT_TRUE(model.object_class("Z\xc3\xbcge"));
  EXPECT_TRUE(model.object_class("a/b@c&d#e!f+g~h-i"));
}

TEST(FedGrammar, SkipsAByteOrderMark) {
  EXPECT_EQ(errors_of("\xef\xbb\xbf" + fed_with("")), Lines());
}

TEST(FedGrammar, TakesSectionsInAnyOrderAndSpacesAreOptional) {
  const auto model = model_of(
      "(FED (interactions (class InteractionRoot reliable receive (class I reliable receive S)))"
      "(spaces (space S (dimension D))) (objects (class ObjectRoot)) (FEDversion 1.3) "
      "(Federation F))");
  EXPECT_EQ(model.interaction_classes[1].space, core::SpaceHandle(1));
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion 1_3) (objects (class ObjectRoot)) "
                      "(interactions (class InteractionRoot reliable receive)))"),
            Lines());
}

TEST(FedGrammar, TakesCertisSecurityExtension) {
  const auto model = model_of(
      "(FED (Federation F) (FEDversion v1.3) (Federate \"fed\" \"Public\") (Federate b Secret)"
      "(objects (class ObjectRoot (sec_level Public) (class A (sec_level \"Secret\") (attribute a "
      "reliable receive)))) (interactions (class InteractionRoot reliable receive (class I "
      "reliable "
      "receive (Sec_Level Public) (parameter p)))))",
      Additions::none);
  EXPECT_EQ(model.object_classes.size(), 2u);
  EXPECT_EQ(model.interaction_classes[1].parameters, (Lines{"p"}));
}

TEST(FedGrammar, TakesMembersAndSubclassesInAnyMixture) {
  const auto model = model_of(
      fed_with("(class A (class B (attribute b reliable receive)) (attribute a reliable receive))",
               "(class I reliable receive (class J reliable receive (parameter j)) (parameter i))"),
      Additions::none);
  const auto& b = model.object_classes[2];
  ASSERT_EQ(b.attributes.size(), 3u);
  EXPECT_EQ(b.attributes[1].name, "a");
  EXPECT_EQ(b.attributes[2].name, "b");
  EXPECT_EQ(b.inherited_attributes, 2u);
  EXPECT_EQ(model.interaction_classes[2].parameters, (Lines{"i", "j"}));
}

TEST(FedGrammar, WarnsOfAnotherFedVersion) {
  EXPECT_EQ(
      warnings_of("(FED (Federation F) (FEDversion v1.5) (objects (class ObjectRoot "
                  "(attribute privilegeToDelete reliable receive)))\n(interactions (class "
                  "InteractionRoot reliable receive)))"),
      (Lines{"1:33: found the FED version \"v1.5\", expected v1.3: the file is read as v1.3"}));
  for (const char* version : {"v1.3", "v1_3", "1.3", "1_3"}) {
    EXPECT_EQ(warnings_of("(FED (Federation F) (FEDversion " + std::string(version) +
                          ") (objects (class ObjectRoot (attribute privilegeToDelete reliable "
                          "receive))) (interactions (class InteractionRoot reliable receive)))"),
              Lines());
  }
}

// Parsers share no state; the thread sanitizer would detect it.
TEST(FedGrammar, ParsesInSeveralThreadsAtOnce) {
  const std::string text = fed_with("(class A (attribute a reliable receive))");
  const std::string xml = "<objectModel name='x'><objects/></objectModel>";
  std::vector<std::size_t> classes(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    threads.emplace_back([&, i] {
      const ParseResult result = parse(i % 2 == 0 ? text : xml, "t", Additions::none);
      if (result.ok()) classes[i] = result.model->object_classes.size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(classes, (std::vector<std::size_t>{2, 1, 2, 1, 2, 1, 2, 1}));
}

}  // namespace
}  // namespace triad::fed
