#include "facts/proc_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::facts {
namespace {

constexpr std::string_view kStat =
    "4242 (a (odd) name) S 1 4242 4242 0 -1 4194560 1 2 3 4 150 50 7 8 20 0 9 0 1234 1000000 300 "
    "18446744073709551615 1 1 0 0 0\n";
constexpr std::string_view kHostStat =
    "cpu  100 20 30 4000 50 6 7 8 0 0\ncpu0 50 10 15 2000 25 3 3 4 0 0\n"
    "cpu1 50 10 15 2000 25 3 4 4 0 0\nintr 5 0 0\n";
constexpr std::string_view kMemory =
    "MemTotal:       1000 kB\nMemFree:         10 kB\nMemAvailable:    400 kB\nCached:  200 kB\n";
constexpr std::string_view kNetworks =
    "Inter-|   Receive                                                |  Transmit\n"
    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs\n"
    "    lo: 100 2 0 0 0 0 0 0 100 2 0 0 0 0 0 0\n"
    "  eth0:5000 7 0 0 0 0 0 0 6000 8 0 0 0 0 0 0\n";

TEST(ProcText, AProcessHasTheFieldsAfterANameWithBracketsAndBlanks) {
  const auto figures = parse_process(kStat, {100, 4096});
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->process, 4242u);
  EXPECT_EQ(figures->cpu_user_ms, 1500u);
  EXPECT_EQ(figures->cpu_system_ms, 500u);
  EXPECT_EQ(figures->threads, 9u);
  EXPECT_EQ(figures->memory_bytes, 300u * 4096u);
}

TEST(ProcText, ATextCutShortAnywhereBeforeItsLastFieldIsNoProcess) {
  const std::size_t end = kStat.find(" 300 ");
  for (std::size_t length = 0; length <= end; ++length) {
    EXPECT_FALSE(parse_process(kStat.substr(0, length), {100, 4096})) << length;
  }
}

TEST(ProcText, ANegativeOrHugeCountIsRefused) {
  std::string text(kStat);
  text.replace(text.find(" 150 "), 5, " -15 ");
  EXPECT_FALSE(parse_process(text, {100, 4096}));
  text = kStat;
  text.replace(text.find(" 300 "), 5, " 72057594037927936 ");
  EXPECT_FALSE(parse_process(text, {100, 4096}));
  EXPECT_FALSE(parse_process(kStat, {0, 4096}));
}

TEST(ProcText, AHostHasTimesOfAllProcessorsMemoryLoadAndInterfaces) {
  const auto figures = parse_host({kHostStat, "0.42 0.10 0.05 1/100 7\n", kMemory, kNetworks}, {});
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->processors, 2u);
  EXPECT_EQ(figures->cpu_user_ms, 1200u);
  EXPECT_EQ(figures->cpu_system_ms, 510u);
  EXPECT_EQ(figures->cpu_idle_ms, 40'500u);
  EXPECT_EQ(figures->load_percent, 42u);
  EXPECT_EQ(figures->memory_bytes, 1'024'000u);
  EXPECT_EQ(figures->memory_available_bytes, 409'600u);
  EXPECT_EQ(figures->memory_cached_bytes, 204'800u);
  ASSERT_EQ(figures->interfaces.size(), 2u);
  EXPECT_EQ(figures->interfaces[1].name, "eth0");
  EXPECT_EQ(figures->interfaces[1].bytes_received, 5000u);
  EXPECT_EQ(figures->interfaces[1].packets_received, 7u);
  EXPECT_EQ(figures->interfaces[1].bytes_sent, 6000u);
  EXPECT_EQ(figures->interfaces[1].packets_sent, 8u);
}

TEST(ProcText, AHostWithoutAnyOfItsTextsHasNoFiguresAndAWrongInterfaceIsLeftOut) {
  EXPECT_FALSE(parse_host({"", "0.42 0 0\n", kMemory, kNetworks}, {}));
  EXPECT_FALSE(parse_host({kHostStat, "", kMemory, kNetworks}, {}));
  EXPECT_FALSE(parse_host({kHostStat, "1 0 0", kMemory, kNetworks}, {}));
  EXPECT_FALSE(parse_host({kHostStat, "0.42 0 0\n", "MemTotal: 1 kB\n", kNetworks}, {}));
  EXPECT_TRUE(parse_networks("eth0: 1 2 3\n: 1 2 0 0 0 0 0 0 3 4\n").empty());
}

TEST(ProcText, MoreInterfacesThanTheLimitAreLeftOut) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "e" + std::to_string(i) + ": 1 2 0 0 0 0 0 0 3 4 0\n";
  }
  EXPECT_EQ(parse_networks(text).size(), wire::kInterfacesMax);
}

}  // namespace
}  // namespace triad::facts
