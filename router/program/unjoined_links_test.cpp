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
  EXPECT_FALSE(links.next_to_go());
  links.add(kFirstLink, "a");
  links.remove(kFirstLink);
  links.remove(kFirstLink);
  EXPECT_EQ(links.size(), 0u);
  EXPECT_FALSE(links.next_to_go());
}

TEST(UnjoinedLinks, GiveUpTheOneThatHasBeenSilentForLongest) {
  UnjoinedLinks links;
  for (const LinkId link : {kFirstLink, kSecondLink, kThirdLink}) links.add(link, "a");
  EXPECT_EQ(links.next_to_go(), kFirstLink);
  links.heard(kFirstLink);
  EXPECT_EQ(links.next_to_go(), kSecondLink);
  EXPECT_GT(links.heard_at(kFirstLink), links.heard_at(kThirdLink));
  links.remove(kSecondLink);
  EXPECT_EQ(links.next_to_go(), kThirdLink);
}

TEST(UnjoinedLinks, GiveUpNoneOfAnAddressWithFewerThanAnother) {
  UnjoinedLinks links;
  links.add(kAloneLink, "a");
  for (std::uint64_t crowd = 100; crowd < 200; ++crowd) links.add(LinkId{crowd}, "b");
  for (std::uint64_t crowd = 100; crowd < 199; ++crowd) {
    ASSERT_EQ(links.next_to_go(), LinkId{crowd});
    links.remove(LinkId{crowd});
  }
  EXPECT_EQ(links.next_to_go(), kAloneLink) << "of addresses with as many";
}

}  // namespace
}  // namespace triad::router
