#include "tools/rtirecord/model_types.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "fed-parser/fed_parser.hpp"

namespace triad::rtirecord {
namespace {

using Names = std::set<std::string>;

std::shared_ptr<const core::ObjectModel> model_of(const std::string& vehicle) {
  const std::string fed =
      "(FED (Federation f) (FEDversion v1.3) (spaces) (objects (class ObjectRoot (attribute "
      "privilegeToDelete reliable timestamp) (class RTIprivate) (class " +
      vehicle +
      " (attribute speed reliable receive) (class Tank (attribute crew reliable receive) (class "
      "Heavy))))) (interactions (class InteractionRoot best_effort receive (class RTIprivate "
      "best_effort receive) (class Fire reliable timestamp (parameter target)))))";
  return std::make_shared<const core::ObjectModel>(*fed::parse(fed, "test.fed").model);
}

decoding::DecodingTable table_of(const std::string& text) {
  return *decoding::read_decoding_table(text, "t.yaml");
}

std::string name_of(const ModelTypes& types, const core::ObjectModel& model,
                    const std::string& path, const std::string& attribute) {
  const auto of = model.object_class(path);
  const auto* const type = types.attribute(of, model.attribute(of, attribute).value);
  return type == nullptr ? "none" : type->name;
}

TEST(ModelTypes, ASubclassHasTheTypesOfItsSuperclassesUnlessItHasItsOwn) {
  const auto model = model_of("Vehicle");
  const auto table = table_of(
      "objects: {Vehicle: {speed: float64be}, Vehicle.Tank: {speed: int8, crew: uint8}}\n"
      "interactions: {InteractionRoot.Fire: {target: text}}");
  const ModelTypes types(table, *model);
  EXPECT_EQ(name_of(types, *model, "Vehicle", "speed"), "float64be");
  EXPECT_EQ(name_of(types, *model, "Vehicle.Tank", "speed"), "int8");
  EXPECT_EQ(name_of(types, *model, "Vehicle.Tank.Heavy", "speed"), "int8");
  EXPECT_EQ(name_of(types, *model, "Vehicle.Tank.Heavy", "crew"), "uint8");
  EXPECT_EQ(name_of(types, *model, "Vehicle.Tank", "privilegeToDelete"), "none");
  EXPECT_NE(types.parameter(model->interaction_class("Fire"), 1), nullptr);
  EXPECT_EQ(types.parameter(model->interaction_class("InteractionRoot"), 1), nullptr);
  EXPECT_TRUE(types.known().contains("attribute crew of Vehicle.Tank"));
}

TEST(TypesOfModels, TellsTheNamesThatNoModelHas) {
  const auto table = table_of(
      "objects: {Vehicle: {speed: int8, sped: int8}, Ship: {speed: int8}, Shp: {speed: int8}}\n"
      "interactions: {Fire: {targt: text}, Fre: {target: text}}");
  TypesOfModels types(table);
  EXPECT_EQ(types.unknown(), Names{});
  EXPECT_EQ(types.of(nullptr), nullptr);
  const auto vehicles = model_of("Vehicle");
  const auto ships = model_of("Ship");
  EXPECT_EQ(types.of(vehicles), types.of(vehicles));
  EXPECT_TRUE(types.unknown().contains("object class Ship"));
  ASSERT_NE(types.of(ships), nullptr);
  EXPECT_EQ(types.unknown(), (Names{"attribute sped of Vehicle", "object class Shp",
                                    "interaction class Fre", "parameter targt of Fire"}));
}

TEST(TypesOfModels, AnEmptyTableHasNone) {
  const decoding::DecodingTable table;
  TypesOfModels types(table);
  EXPECT_EQ(types.of(model_of("Vehicle")), nullptr);
}

}  // namespace
}  // namespace triad::rtirecord
