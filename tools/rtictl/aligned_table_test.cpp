#include "tools/rtictl/aligned_table.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

TEST(Table, LinesUpColumnsUnderTheirTitles) {
  Table table({{"NAME"}, {"BYTES", Table::Align::right}, {"HOST"}});
  table.add({"a", "7", "here"});
  table.add({"a longer name", "123456", "there"});
  EXPECT_EQ(table.text("  "),
            "  NAME            BYTES  HOST\n"
            "  a                   7  here\n"
            "  a longer name  123456  there\n");
}

TEST(Table, CountsCharactersNotBytesOfUtf8) {
  Table table({{"N"}, {"H"}});
  table.add({"é", "x"});
  table.add({"ee", "y"});
  EXPECT_EQ(table.text(), "N   H\né   x\nee  y\n");
}

TEST(Table, LeavesNoControlCharacterOfAPeerInTheLine) {
  Table table({{"N"}});
  table.add({"a\x1b[2Jb\n"});
  EXPECT_EQ(table.text(), "N\na\\x1b[2Jb\\x0a\n");
}

TEST(Table, LeavesNoCharacterThatHidesOrTurnsALine) {
  Table table({{"N"}, {"H"}});
  table.add(
      {"\x9b"
       "2J",
       "\xc2\x9b"});
  table.add({"a\u202eb", "\u2028"});
  EXPECT_EQ(table.text(),
            "N               H\n"
            "\\x9b2J          \\xc2\\x9b\n"
            "a\\xe2\\x80\\xaeb  \\xe2\\x80\\xa8\n");
}

}  // namespace
}  // namespace triad::rtictl
