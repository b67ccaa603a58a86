// Tests with published FED files in tests/feds. All load, except one that is wrong on purpose.
// Their numbers of classes, attributes and parameters equal a count of tokens that is independent
// of the parser.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "fed-parser/fed_file.hpp"
#include "fed-parser/test_support.hpp"

namespace triad::fed {
namespace {

std::string read_wild(const std::string& name) {
  const FedText file = read_fed_file(std::string(TRIAD_SOURCE_DIR) + "/tests/feds/" + name, "");
  EXPECT_FALSE(file.error) << file.error->reason;
  return file.text;
}

// Returns the number of occurrences of "(word" outside comments.
std::size_t count_lists(const std::string& text, const std::string& word) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, ";;") == 0) i = std::min(text.find('\n', i), text.size());
    if (i < text.size())
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  }
  std::size_t count = 0;
  for (std::size_t at = plain.find('('); at != std::string::npos; at = plain.find('(', at + 1)) {
    const std::size_t end = at + 1 + word.size();
    if (plain.compare(at + 1, word.size(), word) == 0 && end < plain.size() &&
        (plain[end] == ' ' || plain[end] == '\t' || plain[end] == '\r' || plain[end] == '\n')) {
      ++count;
    }
  }
  return count;
}

// Returns the numbers of declarations in the model, without inherited members.
Declared count_model(const core::ObjectModel& model) {
  Declared found;
  found.object_classes = model.object_classes.size();
  found.interaction_classes = model.interaction_classes.size();
  for (const auto& c : model.object_classes) {
    found.attributes += c.attributes.size() - c.inherited_attributes;
  }
  for (const auto& c : model.interaction_classes) {
    found.parameters += c.parameters.size() - c.inherited_parameters;
  }
  found.spaces = model.spaces.size();
  for (const auto& space : model.spaces) found.dimensions += space.dimensions.size();
  return found;
}

class WildFed : public testing::TestWithParam<const char*> {};

TEST_P(WildFed, LoadsWithAsManyClassesAttributesAndParametersAsItsTokensTell) {
  const std::string text = read_wild(GetParam());
  const Declared model = count_model(model_of(text, Additions::none));
  EXPECT_EQ(model.object_classes + model.interaction_classes, count_lists(text, "class"));
  EXPECT_EQ(model.attributes, count_lists(text, "attribute"));
  EXPECT_EQ(model.parameters, count_lists(text, "parameter"));
  EXPECT_EQ(model.spaces, count_lists(text, "space"));
  EXPECT_EQ(model.dimensions, count_lists(text, "dimension"));
  EXPECT_GT(model.attributes, 10u);
}

TEST_P(WildFed, KeepsItsHandlesWhenTheStandardClassesAreAdded) {
  const std::string text = read_wild(GetParam());
  const auto own = model_of(text, Additions::none);
  const auto full = model_of(text);
  for (std::uint32_t i = 1; i <= own.object_classes.size(); ++i) {
    const core::ObjectClassHandle handle(i);
    EXPECT_EQ(own.path(handle), full.path(handle));
    EXPECT_EQ(full.object_class(full.path(handle)), handle);
  }
  for (std::uint32_t i = 1; i <= own.interaction_classes.size(); ++i) {
    const core::InteractionClassHandle handle(i);
    EXPECT_EQ(own.path(handle), full.path(handle));
  }
  EXPECT_TRUE(full.object_class("Manager.Federation"));
  EXPECT_TRUE(full.attribute(core::ObjectClassHandle(1), core::kPrivilegeToDelete));
}

INSTANTIATE_TEST_SUITE_P(All, WildFed,
                         testing::Values("OpenEaagles-RPR-FOM-1.0.fed",
                                         "SimulationCore-rpr-2.0.fed", "gazebo-ASNVA.fed",
                                         "rrosace.fed"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

TEST(WildFeds, FilesWithTheWholeMomGetNoClassAdded) {
  for (const char* name : {"OpenEaagles-RPR-FOM-1.0.fed", "SimulationCore-rpr-2.0.fed"}) {
    const std::string text = read_wild(name);
    EXPECT_EQ(model_of(text).object_classes.size(),
              model_of(text, Additions::none).object_classes.size());
    EXPECT_EQ(model_of(text).interaction_classes.size(),
              model_of(text, Additions::none).interaction_classes.size());
  }
}

TEST(WildFeds, ClassesMayDifferInCaseAlone) {
  const auto model = model_of(read_wild("gazebo-ASNVA.fed"));
  EXPECT_NE(model.object_class("aircraft"),
            model.object_class("BaseEntity.PhysicalEntity.Platform.Aircraft"));
}

TEST(WildFeds, TheBuggyOneFailsWithAllOfItsErrors) {
  EXPECT_EQ(errors_of(read_wild("CERTI-BuggyFed.fed")),
            (Lines{"12:3: found \"(interactions\" inside \"(class ObjectRoot\" of line 7, expected "
                   "\")\" before it",
                   "15:19: found \"unpredictable\", expected a transportation (reliable or "
                   "best_effort)",
                   "28:1: found the end of the file, expected 2 times \")\", to close \"(objects\" "
                   "of line 6, \"(FED\" of line 1"}));
}

TEST(WildFeds, OtherVersionsAreWarnedOf) {
  EXPECT_EQ(warnings_of(read_wild("gazebo-ASNVA.fed")),
            (Lines{"4:15: found the FED version \"v1.0\", expected v1.3: the file is read as "
                   "v1.3"}));
}

}  // namespace
}  // namespace triad::fed
