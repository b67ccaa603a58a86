// Numbers of messages against wire/message_numbers.tsv, which lists each number ever given.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "wire/print.hpp"

namespace triad::wire {
namespace {

struct Table {
  std::map<std::string, std::uint16_t> numbers;
  std::set<std::uint16_t> removed;
};

// A line has a number and a name. A third field, "removed", says that no message has the number.
Table read_table() {
  Table table;
  std::ifstream file(TRIAD_SOURCE_DIR "/wire/message_numbers.tsv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::uint16_t number = 0;
    std::string name;
    std::string removed;
    fields >> number >> name >> removed;
    if (removed.empty()) {
      EXPECT_TRUE(table.numbers.emplace(name, number).second) << name << " stands there twice";
    } else {
      EXPECT_EQ(removed, "removed") << line;
      table.removed.insert(number);
    }
  }
  return table;
}

TEST(MessageNumbers, AreThoseOfTheTable) {
  const Table table = read_table();
  EXPECT_EQ(table.numbers.size(), kAllKinds.size());
  for (const Kind kind : kAllKinds) {
    const auto number = static_cast<std::uint16_t>(kind);
    const auto row = table.numbers.find(std::string(name_of(kind)));
    ASSERT_NE(row, table.numbers.end())
        << "add a line to wire/message_numbers.tsv: " << number << " " << name_of(kind);
    EXPECT_EQ(row->second, number) << name_of(kind);
    EXPECT_FALSE(table.removed.contains(number)) << number << " had another meaning before";
  }
}

TEST(MessageNumbers, AreDifferent) {
  const std::set<Kind> different(kAllKinds.begin(), kAllKinds.end());
  EXPECT_EQ(different.size(), kAllKinds.size());
  EXPECT_FALSE(different.contains(Kind::none));
}

}  // namespace
}  // namespace triad::wire
