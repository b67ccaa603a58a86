#include "core/open_step_text.hpp"

#include <gtest/gtest.h>

namespace triad::core {
namespace {

std::string name(wire::FederateHandle federate) {
  return "f" + std::to_string(federate.value);
}

wire::OpenStep step(std::uint32_t federates) {
  wire::OpenStep step;
  step.kind = "save";
  step.label = "s1";
  step.awaited = "call federateSaveComplete";
  step.open_ms = 12'345;
  for (std::uint32_t i = 1; i <= federates; ++i) {
    step.owing.push_back({wire::FederateHandle(i), 1000 * i});
  }
  step.owing_count = federates;
  return step;
}

TEST(OpenStepText, NamesEachFederateAndForHowLongItOwesItsAnswer) {
  EXPECT_EQ(open_step_text(step(1), name),
            "save 's1' has waited 12.3 s for f1 (1.0 s) to call federateSaveComplete");
  EXPECT_EQ(open_step_text(step(3), name),
            "save 's1' has waited 12.3 s for f1 (1.0 s), f2 (2.0 s) and f3 (3.0 s) to call "
            "federateSaveComplete");
}

TEST(OpenStepText, IsNotEndedByALabel) {
  auto hostile = step(1);
  hostile.label = "x' has waited 9.0 s for y";
  EXPECT_TRUE(open_step_text(hostile, name)
                  .starts_with("save 'x\\' has waited 9.0 s for y' has waited 12.3 s for f1"));
}

TEST(OpenStepText, NamesNobodyWhereNoFederateOwesAnAnswer) {
  auto written = step(0);
  written.awaited = "be written to the disk of rtig";
  EXPECT_EQ(open_step_text(written, name),
            "save 's1' has waited 12.3 s to be written to the disk of rtig");
}

TEST(OpenStepText, CountsTheFederatesThatItDoesNotName) {
  auto many = step(wire::kOwingMax);
  many.owing_count = 20;
  EXPECT_NE(open_step_text(many, name).find("f8 (8.0 s) and 12 more to call"), std::string::npos);
}

}  // namespace
}  // namespace triad::core
