// Tests texts with numbers of things (core/counted).
#include "core/counted.hpp"

#include <gtest/gtest.h>

namespace triad::core {
namespace {

TEST(Counted, OneThingIsSingular) {
  EXPECT_EQ(counted(1, "peer"), "1 peer");
  EXPECT_EQ(counted(1, "object class", "object classes"), "1 object class");
  EXPECT_EQ(counted(1, "federate is", "federates are"), "1 federate is");
}

TEST(Counted, NoneAndManyArePlural) {
  EXPECT_EQ(counted(0, "peer"), "0 peers");
  EXPECT_EQ(counted(2, "object class", "object classes"), "2 object classes");
  EXPECT_EQ(counted(~std::uint64_t{0}, "federate is", "federates are"),
            "18446744073709551615 federates are");
}

}  // namespace
}  // namespace triad::core
