// Tests of the rules of the object model: duplicates, spaces, roots, handles, inheritance, limits.
#include "fed-parser/model_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

using core::AttributeHandle;
using core::ObjectClassHandle;
using core::ParameterHandle;
using core::SpaceHandle;

TEST(ModelBuilder, NumbersClassesInTheOrderOfTheFile) {
  const auto model =
      model_of(fed_with("(class A (class B (class C)) (class D)) (class E)",
                        "(class I reliable receive (class J reliable receive)) (class K reliable "
                        "receive)"));
  EXPECT_EQ(model.object_class("A"), ObjectClassHandle(2));
  EXPECT_EQ(model.object_class("A.B"), ObjectClassHandle(3));
  EXPECT_EQ(model.object_class("A.B.C"), ObjectClassHandle(4));
  EXPECT_EQ(model.object_class("A.D"), ObjectClassHandle(5));
  EXPECT_EQ(model.object_class("E"), ObjectClassHandle(6));
  EXPECT_EQ(model.interaction_class("I.J"), core::InteractionClassHandle(3));
  EXPECT_EQ(model.interaction_class("K"), core::InteractionClassHandle(4));
}

TEST(ModelBuilder, KeepsTheHandleOfAnAttributeInEverySubclass) {
  const auto model = model_of(fed_with(
      "(class A (class B (attribute b reliable receive)) (attribute a1 reliable receive) "
      "(class C (attribute c reliable receive)) (attribute a2 reliable receive))",
      "(class I reliable receive (class J reliable receive (parameter j)) (parameter i))"));
  for (const char* path : {"A", "A.B", "A.C"}) {
    const auto c = model.object_class(path);
    EXPECT_EQ(model.attribute(c, "privilegeToDelete"), AttributeHandle(1)) << path;
    EXPECT_EQ(model.attribute(c, "a1"), AttributeHandle(2)) << path;
    EXPECT_EQ(model.attribute(c, "a2"), AttributeHandle(3)) << path;
  }
  EXPECT_EQ(model.attribute(model.object_class("A.B"), "b"), AttributeHandle(4));
  EXPECT_EQ(model.attribute(model.object_class("A.C"), "c"), AttributeHandle(4));
  EXPECT_EQ(model.parameter(model.interaction_class("I"), "i"), ParameterHandle(1));
  EXPECT_EQ(model.parameter(model.interaction_class("I.J"), "i"), ParameterHandle(1));
  EXPECT_EQ(model.parameter(model.interaction_class("I.J"), "j"), ParameterHandle(2));
}

TEST(ModelBuilder, NumbersSpacesAndDimensionsTogether) {
  const auto model = model_of(fed_with("", "",
                                       "(space A (dimension X) (dimension Y)) (space B) (space C "
                                       "(dimension X))"));
  ASSERT_EQ(model.spaces.size(), 3u);
  EXPECT_EQ(model.spaces[0].handle, SpaceHandle(1));
  EXPECT_EQ(model.spaces[0].dimensions[1].handle, core::DimensionHandle(3));
  EXPECT_EQ(model.spaces[1].handle, SpaceHandle(4));
  EXPECT_EQ(model.spaces[2].handle, SpaceHandle(5));
  EXPECT_EQ(model.spaces[2].dimensions[0].handle, core::DimensionHandle(6));
  EXPECT_EQ(model.default_space(), SpaceHandle(7));
}

TEST(ModelBuilder, RefusesWhatIsDeclaredTwice) {
  EXPECT_EQ(errors_of(fed_with("\n(class A)\n(class A)")),
            (Lines{"3:8: object class \"A\" is declared twice; the first is in line 2"}));
  EXPECT_EQ(errors_of(fed_with("", "\n(class I reliable receive)(class I reliable receive)")),
            (Lines{"2:34: interaction class \"I\" is declared twice; the first is in line 2"}));
  EXPECT_EQ(errors_of(fed_with("\n(class A (attribute a reliable receive)\n(attribute a reliable "
                               "receive))")),
            (Lines{"3:12: attribute \"a\" is declared twice; the first is in line 2"}));
  EXPECT_EQ(errors_of(fed_with("", "\n(class I reliable receive (parameter p)(parameter p))")),
            (Lines{"2:51: parameter \"p\" is declared twice; the first is in line 2"}));
  EXPECT_EQ(errors_of(fed_with("", "", "\n(space S (dimension D)\n(dimension D)) (space S)")),
            (Lines{"3:12: dimension \"D\" is declared twice; the first is in line 2",
                   "3:23: routing space \"S\" is declared twice; the first is in line 2"}));
}

// Generators write each class with all its inherited members.
TEST(ModelBuilder, TakesWhatIsInheritedAndDeclaredAgainForOne) {
  const std::string text = fed_with(
      "\n(class A (attribute a reliable receive Geo) (class B (attribute b reliable receive)\n"
      "(attribute a reliable receive geo) (class C (attribute c reliable receive) (attribute b "
      "reliable receive) (attribute a reliable receive Geo))))",
      "\n(class I reliable receive (parameter i)\n(class J best_effort timestamp (parameter i) "
      "(parameter j)))",
      "(space Geo)");
  EXPECT_EQ(
      warnings_of(text),
      (Lines{"3:12: attribute \"a\" is inherited and declared again with the same properties: it "
             "is treated as the inherited one (4 such declarations in the file)"}));
  const auto model = model_of(text);
  const auto c = model.object_class("A.B.C");
  EXPECT_EQ(model.attribute(c, "a"), AttributeHandle(2));
  EXPECT_EQ(model.attribute(c, "b"), AttributeHandle(3));
  EXPECT_EQ(model.attribute(c, "c"), AttributeHandle(4));
  EXPECT_EQ(model.find(c)->attributes.size(), 4u);
  const auto j = model.interaction_class("I.J");
  EXPECT_EQ(model.parameter(j, "i"), ParameterHandle(1));
  EXPECT_EQ(model.parameter(j, "j"), ParameterHandle(2));
  EXPECT_EQ(model.find(j)->parameters.size(), 2u);
}

TEST(ModelBuilder, SaysWhichOneAttributeIsDeclaredAgain) {
  EXPECT_EQ(warnings_of(fed_with("\n(class A (attribute privilegeToDelete reliable timestamp))")),
            (Lines{"2:21: attribute \"privilegeToDelete\" is inherited and declared again with the "
                   "same properties: it is treated as the inherited one"}));
}

TEST(ModelBuilder, RefusesToRedeclareWhatIsInheritedWithOtherProperties) {
  EXPECT_EQ(errors_of(fed_with("\n(class A (attribute a reliable receive)\n(class B (class C "
                               "(attribute a best_effort receive))))")),
            (Lines{"3:30: attribute \"a\" is declared twice; the first is in line 2: reliable "
                   "receive there, best_effort receive here"}));
  EXPECT_EQ(errors_of(fed_with("\n(class A (attribute privilegeToDelete reliable receive))")),
            (Lines{"2:21: attribute \"privilegeToDelete\" is declared twice; the first is in line "
                   "1: reliable timestamp there, reliable receive here"}));
  EXPECT_EQ(errors_of(fed_with("\n(class A (attribute a reliable receive Geo)\n(class B "
                               "(attribute a reliable receive)))",
                               "", "(space Geo)")),
            (Lines{"3:21: attribute \"a\" is declared twice; the first is in line 2: reliable "
                   "receive Geo there, reliable receive here"}));
}

// The RTI's own declaration does not restrict the file's.
TEST(ModelBuilder, TakesTheDeleteRightThatClassesDeclareForTheAddedOne) {
  const auto model = model_of(
      "(FED (Federation F) (FEDversion v1.3)\n(objects (class ObjectRoot (class A (attribute "
      "privilegeToDelete reliable receive) (attribute a reliable receive))))\n"
      "(interactions (class InteractionRoot reliable receive)))");
  const auto a = model.object_class("A");
  EXPECT_EQ(model.find(a)->attributes.size(), 2u);
  EXPECT_EQ(model.attribute(a, "a"), AttributeHandle(2));
}

TEST(ModelBuilder, AllowsTheSameNameInDifferentPlaces) {
  EXPECT_EQ(errors_of(fed_with("(class A (attribute a reliable receive) (class A)) (class B "
                               "(attribute a reliable receive))",
                               "(class A reliable receive (parameter a))",
                               "(space A (dimension a)) (space B (dimension a))")),
            Lines());
}

TEST(ModelBuilder, TakesNamesThatDifferInCaseForDifferentNames) {
  const auto model = model_of(fed_with(
      "(class Car (attribute x reliable receive) (attribute X reliable receive)) (class car)"));
  EXPECT_EQ(model.object_class("Car"), ObjectClassHandle(2));
  EXPECT_EQ(model.object_class("car"), ObjectClassHandle(3));
  EXPECT_EQ(model.attribute(ObjectClassHandle(2), "X"), AttributeHandle(3));
}

TEST(ModelBuilder, RefusesUndeclaredSpaces) {
  EXPECT_EQ(errors_of(fed_with("\n(class A (attribute a reliable receive Geo))",
                               "\n(class I reliable receive geo)", "(space Other)")),
            (Lines{"2:40: found \"Geo\", expected the name of a routing space declared in "
                   "\"(spaces\"",
                   "3:27: found \"geo\", expected the name of a routing space declared in "
                   "\"(spaces\""}));
}

TEST(ModelBuilder, FindsSpacesWithoutRegardToCaseIfThatIsUnique) {
  const auto model = model_of(
      fed_with("(class A (attribute a reliable receive GEO))", "", "(space S) (space Geo)"));
  EXPECT_EQ(model.object_classes[1].attributes[1].space, SpaceHandle(2));
  EXPECT_EQ(errors_of(fed_with("(class A (attribute a reliable receive GEO))", "",
                               "(space geo) (space Geo)"))
                .size(),
            1u);
}

TEST(ModelBuilder, BlamesNoUserOfASpaceWhoseDeclarationIsBroken) {
  EXPECT_EQ(errors_of(fed_with("(class A (attribute a reliable receive Geo))", "", "\n(spce Geo)")),
            (Lines{"2:2: found \"spce\", expected \"space\""}));
}

TEST(ModelBuilder, RefusesNamesThatNoFederateCouldUse) {
  EXPECT_EQ(errors_of(fed_with("\n(class A.B)")),
            (Lines{"2:8: object class \"A.B\" has a \".\" in its name, which separates the classes "
                   "of a path"}));
  EXPECT_EQ(errors_of(fed_with("\n(class \"a\tb\")")),
            (Lines{"2:8: the name of object class \"a\\x09b\" has a control character"}));
  const std::string name(2000, 'x');
  EXPECT_EQ(errors_of(fed_with("\n(class " + name + ")")),
            (Lines{"2:8: the name of object class \"" + name.substr(0, 60) +
                   "...\" has 2000 bytes; the limit is 1024"}));
}

TEST(ModelBuilder, AddsMissingRootsWithAWarning) {
  const std::string text =
      "(FED (Federation F) (FEDversion v1.3)\n(objects (class A (attribute a reliable "
      "receive)) (class B))\n(interactions (class I reliable receive)))";
  EXPECT_EQ(warnings_of(text),
            (Lines{"2:17: the file has no ObjectRoot: it was added, with the top-level classes "
                   "below it",
                   "2:17: ObjectRoot has no attribute privilegeToDelete: it was added",
                   "3:22: the file has no InteractionRoot: it was added, with the top-level "
                   "classes below it"}));
  const auto model = model_of(text);
  EXPECT_EQ(model.path(ObjectClassHandle(3)), "ObjectRoot.B");
  EXPECT_EQ(model.attribute(ObjectClassHandle(2), "a"), AttributeHandle(2));
  EXPECT_EQ(model.path(core::InteractionClassHandle(2)), "InteractionRoot.I");
  EXPECT_EQ(parse(text, "t").declared.object_classes, 2u);
}

TEST(ModelBuilder, PutsClassesBesideTheRootBelowIt) {
  const std::string text =
      "(FED (Federation F) (FEDversion v1.3) (objects\n(class A)\n(class ObjectRoot (attribute "
      "privilegeToDelete reliable receive) (class B)))\n(interactions (class InteractionRoot "
      "reliable receive)))";
  EXPECT_EQ(warnings_of(text),
            (Lines{"2:8: object class \"A\" is beside ObjectRoot: it was moved below it"}));
  EXPECT_EQ(model_of(text).path(ObjectClassHandle(1)), "ObjectRoot");
  EXPECT_EQ(model_of(text).path(ObjectClassHandle(3)), "ObjectRoot.A");
}

TEST(ModelBuilder, RefusesASecondRootClassUnderAnySpelling) {
  EXPECT_EQ(errors_of("(FED (Federation F) (FEDversion v1.3) (objects\n(class ObjectRoot)\n"
                      "(class objectRoot)))"),
            (Lines{"3:8: object class \"objectRoot\" is declared twice; the first is in line 2"}));
}

TEST(ModelBuilder, AddsTheDeleteRightBehindTheRootsOwnAttributes) {
  const std::string text =
      "(FED (Federation F) (FEDversion v1.3)\n(objects (class ObjectRoot (attribute "
      "privilegeToDeleteObject reliable timestamp) (class A (attribute a reliable receive))))\n"
      "(interactions (class InteractionRoot reliable receive)))";
  EXPECT_EQ(warnings_of(text),
            (Lines{"2:17: ObjectRoot has no attribute privilegeToDelete: it was added"}));
  const auto model = model_of(text);
  const auto a = model.object_class("A");
  EXPECT_EQ(model.attribute(a, "privilegeToDeleteObject"), AttributeHandle(1));
  EXPECT_EQ(model.attribute(a, "privilegeToDelete"), AttributeHandle(2));
  EXPECT_EQ(model.attribute(a, "a"), AttributeHandle(3));
  EXPECT_EQ(model.object_classes[0].attributes[1].order, core::Ordering::timestamp);
}

TEST(ModelBuilder, KnowsTheDeleteRightInAnySpelling) {
  const auto model = model_of(
      "(FED (Federation F) (FEDversion v1.3) (objects (class ObjectRoot (attribute "
      "PrivilegeToDelete reliable receive))))");
  EXPECT_EQ(model.object_classes[0].attributes.size(), 1u);
}

TEST(ModelBuilder, RefusesAModelThatInheritanceMakesTooLarge) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "(attribute a" + std::to_string(i) + " reliable receive)";
  for (int i = 0; i < 3000; ++i) text += "(class C" + std::to_string(i) + ")";
  EXPECT_EQ(errors_of(fed_with(text)),
            (Lines{"1:1: the classes with all that they inherit need more than 256 MiB"}));
}

TEST(ModelBuilder, RefusesAModelThatDoesNotFitIntoTheAnswerToAJoin) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "(attribute a" + std::to_string(i) + std::string(40, 'x') + " reliable receive)";
  }
  for (int i = 0; i < 700; ++i) text += "(class C" + std::to_string(i) + ")";
  EXPECT_EQ(errors_of(fed_with(text)),
            (Lines{"1:1: the classes with all that they inherit take 36 MiB to be sent to a "
                   "federate; the limit is 32 MiB"}));
}

// Returns `count` attributes with distinct names, one per line.
std::string attributes(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += "\n(attribute a" + std::to_string(i) + " reliable receive)";
  }
  return text;
}

std::string parameters(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "\n(parameter p" + std::to_string(i) + ")";
  return text;
}

TEST(ModelBuilder, TakesAsManyMembersAsThereAreHandles) {
  // ObjectRoot has one attribute of its own, privilegeToDelete.
  EXPECT_EQ(errors_of(fed_with("(class A" + attributes(core::kMembersMax - 1) + ")",
                               "(class I reliable receive" + parameters(core::kMembersMax) + ")")),
            Lines{});
}

TEST(ModelBuilder, RefusesAClassWithMoreMembersThanThereAreHandles) {
  // Inherited members count.
  EXPECT_EQ(errors_of(fed_with("(class A" + attributes(core::kMembersMax) + "\n(class B))")),
            (Lines{"1:132: object class \"A\" has 65535 attributes with those that it inherits; "
                   "the limit is 65534"}));
  EXPECT_EQ(errors_of(fed_with("", "(class I reliable receive" + parameters(core::kMembersMax + 2) +
                                       "\n(class J reliable receive))")),
            (Lines{"1:189: interaction class \"I\" has 65536 parameters with those that it "
                   "inherits; the limit is 65534"}));
}

TEST(ModelBuilder, CountsWhatEveryModelHasAmongTheMembers) {
  const std::string full = "(FED (Federation F) (FEDversion v1.3) (objects (class ObjectRoot" +
                           attributes(core::kMembersMax) + ")))";
  EXPECT_EQ(errors_of(full),
            (Lines{"1:55: object class \"ObjectRoot\" has 65535 attributes with those that it "
                   "inherits; the limit is 65534"}));
  EXPECT_EQ(errors_of(fed_with(attributes(core::kMembersMax - 1))),
            (Lines{"1:1: object class \"ObjectRoot.Manager.Federation\", which every object model "
                   "has, gets 65542 "
                   "attributes with those that it inherits; the limit is 65534"}));
}

TEST(ModelBuilder, ReadsAFedOfAHundredThousandLines) {
  std::string classes;
  for (int i = 0; i < 2000; ++i) {
    classes += "(class C" + std::to_string(i) + "\n";
    for (int a = 0; a < 47; ++a) {
      classes += "  (attribute a" + std::to_string(a) + " best_effort receive) ;; a comment\n";
    }
    classes += "  (class Sub\n   (attribute own reliable timestamp)))\n";
  }
  ASSERT_EQ(std::count(classes.begin(), classes.end(), '\n'), 100000);
  const auto model = model_of(fed_with(classes), Additions::none);
  EXPECT_EQ(model.object_classes.size(), 4001u);
  const auto last = model.object_class("C1999.Sub");
  EXPECT_EQ(last, ObjectClassHandle(4001));
  EXPECT_EQ(model.attribute(last, "a46"), AttributeHandle(48));
  EXPECT_EQ(model.attribute(last, "own"), AttributeHandle(49));
}

TEST(ModelBuilder, CountsWhatTheFileDeclares) {
  const Declared declared =
      parse(fed_with("(class A (attribute a reliable receive))",
                     "(class I reliable receive (parameter p))", "(space S (dimension D))"),
            "t")
          .declared;
  EXPECT_EQ(declared.object_classes, 2u);
  EXPECT_EQ(declared.attributes, 2u);
  EXPECT_EQ(declared.interaction_classes, 2u);
  EXPECT_EQ(declared.parameters, 1u);
  EXPECT_EQ(declared.spaces, 1u);
  EXPECT_EQ(declared.dimensions, 1u);
}

}  // namespace
}  // namespace triad::fed
