// Compares docs/rtirun.schema.json, which editors use, with the reader of scenario files.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tools/rtirun/scenario_keys.hpp"

namespace triad::rtirun {
namespace {

namespace json = boost::json;

json::value read_schema() {
  std::ifstream stream(TRIAD_SOURCE_DIR "/docs/rtirun.schema.json");
  return json::parse(std::string(std::istreambuf_iterator<char>(stream), {}));
}

// Returns the sorted keys that the schema allows at a JSON pointer.
std::vector<std::string> keys_at(const json::value& schema, const std::string& pointer) {
  std::vector<std::string> keys;
  const json::object& object = schema.at_pointer(pointer).as_object();
  EXPECT_EQ(object.at("additionalProperties"), json::value(false)) << pointer;
  for (const auto& entry : object.at("properties").as_object()) keys.emplace_back(entry.key());
  std::ranges::sort(keys);
  return keys;
}

template <std::size_t size>
std::vector<std::string> sorted(const std::string_view (&keys)[size]) {
  std::vector<std::string> texts(std::begin(keys), std::end(keys));
  std::ranges::sort(texts);
  return texts;
}

TEST(ScenarioSchema, HasTheKeysOfTheReader) {
  const json::value schema = read_schema();
  const std::string federate = "/properties/federates/items";
  EXPECT_EQ(keys_at(schema, ""), sorted(kScenarioKeys));
  EXPECT_EQ(keys_at(schema, "/properties/rtig"), sorted(kRtigKeys));
  EXPECT_EQ(keys_at(schema, "/properties/mesh"), sorted(kMeshKeys));
  EXPECT_EQ(keys_at(schema, "/properties/hosts/items"), sorted(kHostKeys));
  EXPECT_EQ(keys_at(schema, federate), sorted(kFederateKeys));
  EXPECT_EQ(keys_at(schema, federate + "/properties/placement"), sorted(kPlacementKeys));
}

TEST(ScenarioSchema, HasTheChoicesOfTheReader) {
  const json::value schema = read_schema();
  const std::string properties = "/properties/federates/items/properties/";
  const auto choices_at = [&](const std::string& pointer) {
    std::vector<std::string> choices;
    for (const json::value& choice : schema.at_pointer(properties + pointer + "/enum").as_array()) {
      choices.emplace_back(choice.as_string());
    }
    std::ranges::sort(choices);
    return choices;
  };
  EXPECT_EQ(choices_at("ready"), sorted(kReadinessNames));
  EXPECT_EQ(choices_at("on-exit"), sorted(kOnExitNames));
  EXPECT_EQ(choices_at("placement/properties/strategy"), sorted(kStrategyNames));
}

}  // namespace
}  // namespace triad::rtirun
