// Tests the choice of the link that makes room for others.
#include "router/program/unjoined_links.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

constexpr LinkId kFirstLink{1};
constexpr LinkId kSecondLink{2};
constexpr LinkId kThirdLink{3};
constexpr LinkId kAloneLink{9};

TEST(UnjoinedLinks, GiveUpNoneWhereThereIsNone) {
  UnjoinedLinks links;
  EXPECT_FALSE(links.link_to_end());
  links.add(kFirstLink, "a");
  links.remove(kFirstLink);
  links.remove(kFirstLink);
  EXPECT_EQ(links.size(), 0u);
  EXPECT_FALSE(links.link_to_end());
}

TEST(UnjoinedLinks, GiveUpTheOneThatHasBeenSilentForLongest) {
  UnjoinedLinks links;
  for (const LinkId link : {kFirstLink, kSecondLink, kThirdLink}) links.add(link, "a");
  EXPECT_EQ(links.link_to_end(), kFirstLink);
  links.record_input(kFirstLink);
  EXPECT_EQ(links.link_to_end(), kSecondLink);
  EXPECT_GT(links.last_input_of(kFirstLink), links.last_input_of(kThirdLink));
  links.remove(kSecondLink);
  EXPECT_EQ(links.link_to_end(), kThirdLink);
}

TEST(UnjoinedLinks, GiveUpNoneOfAnAddressWithFewerThanAnother) {
  UnjoinedLinks links;
  links.add(kAloneLink, "a");
  for (std::uint64_t crowd = 100; crowd < 200; ++crowd) links.add(LinkId{crowd}, "b");
  for (std::uint64_t crowd = 100; crowd < 199; ++crowd) {
    ASSERT_EQ(links.link_to_end(), LinkId{crowd});
    links.remove(LinkId{crowd});
  }
  EXPECT_EQ(links.link_to_end(), kAloneLink) << "of addresses with as many";
}

}  // namespace
}  // namespace triad::router
