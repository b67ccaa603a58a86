// Tests the number of cells with which regions are described in the routing spaces of a FED.
#include "rtig/program/fed_loading.hpp"

#include <gtest/gtest.h>

namespace triad::rtig {
namespace {

constexpr const char* kFed =
    "(FED (Federation F) (FEDversion v1.3)"
    " (spaces (space Sector (dimension x)) (space Sea (dimension y)))"
    " (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)))"
    " (interactions (class InteractionRoot reliable timestamp)))";

class FedLoading : public ::testing::Test {
 protected:
  std::vector<std::uint32_t> cells(const CellsOfExtents& set) {
    const auto load = fed_loader({}, FedNames::below_directories, log, set);
    const auto model = load("f.fed", kFed);
    EXPECT_TRUE(model) << model.error().text;
    std::vector<std::uint32_t> found;
    if (!model) return found;
    for (const core::RoutingSpace& space : model->spaces) found.push_back(space.cells_of_extent);
    return found;
  }

  std::vector<std::string> lines;
  Log log{LogLevel::info, [this](std::string_view line) { lines.emplace_back(line); }};
};

TEST_F(FedLoading, ARoutingSpaceHasAsManyCellsAsAreSetForIt) {
  EXPECT_EQ(cells({}), (std::vector{core::kCellsOfExtent, core::kCellsOfExtent}));
  EXPECT_EQ(cells({9, {}}), (std::vector{9u, 9u}));
  EXPECT_EQ(cells({2, {{"sea", 16}}}), (std::vector{2u, 16u}));
  EXPECT_TRUE(lines.empty());
}

TEST_F(FedLoading, ANameThatIsNoRoutingSpaceIsLogged) {
  EXPECT_EQ(cells({2, {{"Sectr", 16}}}), (std::vector{2u, 2u}));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(
      lines[0].ends_with("region.cells names the routing space 'Sectr', which f.fed does not have"))
      << lines[0];
}

}  // namespace
}  // namespace triad::rtig
