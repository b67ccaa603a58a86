#include "version/version.hpp"

#include <gtest/gtest.h>

namespace triad {
namespace {

TEST(Version, NamesNoCommitInAProgramThatIsNotIdentified) {
  EXPECT_EQ(commit(), "");
  EXPECT_EQ(build_identity(), std::string(release()) + ", " + std::string(build_type()));
}

TEST(Version, IsARelease) {
  EXPECT_NE(release().find('.'), std::string_view::npos);
  EXPECT_EQ(release().find_first_not_of("0123456789."), std::string_view::npos) << release();
}

}  // namespace
}  // namespace triad
