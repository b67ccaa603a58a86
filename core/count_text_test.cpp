// Tests texts with numbers of things (core/counted).
#include "core/count_text.hpp"

#include <gtest/gtest.h>

namespace triad::core {
namespace {

TEST(Counted, OneThingIsSingular) {
  EXPECT_EQ(count_text(1, "peer"), "1 peer");
  EXPECT_EQ(count_text(1, "object class", "object classes"), "1 object class");
  EXPECT_EQ(count_text(1, "federate is", "federates are"), "1 federate is");
}

TEST(Counted, NoneAndManyArePlural) {
  EXPECT_EQ(count_text(0, "peer"), "0 peers");
  EXPECT_EQ(count_text(2, "object class", "object classes"), "2 object classes");
  EXPECT_EQ(count_text(~std::uint64_t{0}, "federate is", "federates are"),
            "18446744073709551615 federates are");
}

}  // namespace
}  // namespace triad::core
