// Tests of the XML variants: the parts that HLA 1.3 uses, refusals, and that no external entity is
// read.
#include "fed-parser/xml_model.hpp"

#include <gtest/gtest.h>

#include "fed-parser/fed_file.hpp"
#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

using core::AttributeHandle;
using core::Ordering;
using core::SpaceHandle;
using core::Transportation;

std::string testdata(const std::string& name) {
  const FedText file =
      read_fed_file(std::string(TRIAD_SOURCE_DIR) + "/fed-parser/testdata/" + name, "");
  EXPECT_FALSE(file.error) << file.error->reason;
  return file.text;
}

// Returns a document with `objects` below HLAobjectRoot, in line 2.
std::string xml_with(const std::string& objects) {
  return "<objectModel><objects><objectClass name='HLAobjectRoot'>\n" + objects +
         "</objectClass></objects></objectModel>";
}

TEST(XmlModel, ReadsTheFddOf2000) {
  const auto model = model_of(testdata("fdd2000.xml"));
  EXPECT_EQ(model.name, "Restaurant");
  EXPECT_EQ(model.path(core::ObjectClassHandle(1)), "ObjectRoot");
  const auto soda = model.object_class("HLAobjectRoot.Food.Soda");
  ASSERT_TRUE(soda);
  EXPECT_EQ(soda, model.object_class("ObjectRoot.Food.Soda"));
  const auto& attributes = model.find(soda)->attributes;
  ASSERT_EQ(attributes.size(), 4u) << "one delete right, though the file has it twice";
  EXPECT_EQ(attributes[0].name, core::kPrivilegeToDelete);
  EXPECT_EQ(attributes[1].transportation, Transportation::best_effort);
  EXPECT_EQ(attributes[1].order, Ordering::receive);
  const auto seated = model.interaction_class("HLAinteractionRoot.CustomerSeated");
  EXPECT_EQ(model.find(seated)->parameters, (Lines{"TableNumber"}));
  EXPECT_EQ(model.find(seated)->transportation, Transportation::best_effort);
  EXPECT_EQ(model.find(model.interaction_class("Bare"))->order, Ordering::timestamp);
}

TEST(XmlModel, MakesOneSpaceOfEachSetOfDimensions) {
  const auto model = model_of(testdata("fdd2000.xml"));
  ASSERT_EQ(model.spaces.size(), 3u);
  EXPECT_EQ(model.spaces[0].name, "BarQuantity+SodaFlavor");
  EXPECT_EQ(model.spaces[0].dimensions[0].name, "BarQuantity");
  EXPECT_EQ(model.spaces[0].dimensions[1].name, "SodaFlavor");
  EXPECT_EQ(model.spaces[1].name, "SodaFlavor");
  EXPECT_EQ(model.spaces[2].name, "BarQuantity");
  const auto& attributes = model.find(model.object_class("Food.Soda"))->attributes;
  EXPECT_EQ(attributes[0].space, SpaceHandle());
  EXPECT_EQ(attributes[1].space, model.spaces[0].handle);
  EXPECT_EQ(attributes[2].space, model.spaces[0].handle) << "the order of dimensions is free";
  EXPECT_EQ(attributes[3].space, model.spaces[1].handle);
}

TEST(XmlModel, ReadsCertisXml) {
  const auto model = model_of(testdata("certi.xml"));
  ASSERT_EQ(model.spaces.size(), 1u);
  EXPECT_EQ(model.spaces[0].dimensions.size(), 2u);
  const auto& attributes = model.find(model.object_class("Bille"))->attributes;
  EXPECT_EQ(attributes[1].space, SpaceHandle(1));
  EXPECT_EQ(attributes[2].space, SpaceHandle());
  EXPECT_EQ(model.find(model.interaction_class("Bing"))->space, SpaceHandle(1));
  EXPECT_EQ(model.find(model.interaction_class("Bing"))->order, Ordering::timestamp);
  EXPECT_EQ(
      warnings_of(testdata("certi.xml")),
      (Lines{"8:9: the routing space \"Nowhere\" is not declared: the default space is used"}));
}

TEST(XmlModel, ReadsAModuleOf2010) {
  const auto model = model_of(testdata("module2010.xml"));
  EXPECT_EQ(model.name, "Process");
  const auto car = model.object_class("Car");
  ASSERT_TRUE(car);
  const auto& speed = model.find(car)->attributes[1];
  EXPECT_EQ(speed.name, "Speed");
  EXPECT_EQ(speed.transportation, Transportation::best_effort);
  EXPECT_EQ(speed.order, Ordering::receive);
  EXPECT_EQ(speed.space, model.space("Lane"));
  EXPECT_EQ(model.find(model.interaction_class("Crash"))->parameters, (Lines{"Where"}));
  EXPECT_EQ(warnings_of(testdata("module2010.xml")),
            (Lines{"7:5: ObjectRoot has no attribute privilegeToDelete: it was added",
                   "18:9: attribute \"Weight\" has no transportation: HLAreliable is assumed"}));
}

TEST(XmlModel, AddsTheStandardMomBesideThatOf1516) {
  const auto model = model_of(xml_with("<objectClass name='HLAmanager'/>"));
  EXPECT_TRUE(model.object_class("HLAmanager"));
  EXPECT_TRUE(model.object_class("Manager.Federate"));
  EXPECT_EQ(model.attribute(core::ObjectClassHandle(1), "HLAprivilegeToDeleteObject"),
            AttributeHandle(1));
}

TEST(XmlModel, AppliesTheSameRulesAsToAFed) {
  EXPECT_EQ(errors_of(xml_with("<objectClass name='A'/>\n  <objectClass\n name='A'/>\n"
                               "<objectClass name='a.b'/>")),
            (Lines{"3:3: object class \"A\" is declared twice; the first is in line 2",
                   "5:1: object class \"a.b\" has a \".\" in its name, which separates the classes "
                   "of a path"}));
}

TEST(XmlModel, NamesTheElementThatIsWrong) {
  EXPECT_EQ(errors_of(xml_with("<attribute name='a' transportation='fast' order='late'/>\n"
                               "<objectClass/> <attribute name='a' transportation='HLAreliable' "
                               "order='Receive'/>")),
            (Lines{"2:1: found the transportation \"fast\", expected HLAreliable or HLAbestEffort",
                   "2:1: found the order \"late\", expected Receive or TimeStamp",
                   "3:1: <objectClass> has no name",
                   "3:16: attribute \"a\" is declared twice; the first is in line 2"}));
  EXPECT_EQ(errors_of("\n <html/>"), (Lines{"2:2: found <html>, expected <objectModel>"}));
}

TEST(XmlModel, ReportsTextThatIsNotWellFormed) {
  const Lines errors = errors_of("<objectModel>\n  <objects>\n</objectModel>");
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].substr(0, 8), "3:15: XM") << errors[0];
  EXPECT_FALSE(errors_of("<").empty());
  EXPECT_FALSE(errors_of("<objectModel").empty());
  EXPECT_FALSE(errors_of("<objectModel/><x/>").empty());
}

TEST(XmlModel, ExpandsNoEntity) {
  const std::string bomb =
      "<!DOCTYPE objectModel [<!ENTITY a 'AAAAAAAAAA'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>"
      "<!ENTITY f SYSTEM 'file:///etc/passwd'>]>";
  const Lines errors =
      errors_of(bomb + "<objectModel><objects><objectClass name='&b;'/></objects></objectModel>");
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("Entity 'b' not defined"), std::string::npos) << errors[0];
  EXPECT_FALSE(errors_of(bomb + "<objectModel><name>&f;</name></objectModel>").empty());
}

TEST(XmlModel, LoadsNoDtd) {
  EXPECT_EQ(errors_of("<!DOCTYPE objectModel SYSTEM 'file:///nonexistent/HLA.dtd'><objectModel/>"),
            Lines());
}

TEST(XmlModel, ReadsOtherEncodings) {
  const auto latin = model_of(
      "<?xml version='1.0' encoding='ISO-8859-1'?><objectModel><objects><objectClass "
      "name='Z\xfcge'/></objects></objectModel>");
  EXPECT_TRUE(latin.object_class("Z\xc3\xbcge"));
  std::string utf16 = "\xff\xfe";
  for (const char c : xml_with("<objectClass name='A'/>")) utf16 += {c, '\0'};
  EXPECT_TRUE(model_of(utf16).object_class("A"));
}

TEST(XmlModel, RefusesElementsWithTooManyAttributes) {
  std::string written = "<objectModel>\n<objects";
  std::string declared = "<!DOCTYPE objectModel [<!ATTLIST objects";
  for (int i = 0; i < 1'000'000; ++i) {
    written += " a" + std::to_string(i) + "=''";
    declared += " a" + std::to_string(i) + " CDATA ''";
  }
  EXPECT_EQ(errors_of(written + "/></objectModel>"),
            (Lines{"2:7905: an element has more than 1000 attributes"}));
  const Lines errors = errors_of(declared + ">]><objectModel><objects/></objectModel>");
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("the DOCTYPE declares more than 1000 attributes"), std::string::npos)
      << errors[0];
}

TEST(XmlModel, TakesRulersOfEqualsSignsForWhatTheyAre) {
  EXPECT_EQ(errors_of("<!-- " + std::string(5000, '=') + " --><objectModel/>"), Lines());
}

TEST(XmlModel, RefusesElementsNestedTooDeep) {
  std::string text = "<objectModel><objects>";
  for (int i = 0; i < 100000; ++i) text += "<objectClass name='A'>";
  const Lines errors = errors_of(text);
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("elements are nested more than 200 deep"), std::string::npos)
      << errors[0];
}

}  // namespace
}  // namespace triad::fed
