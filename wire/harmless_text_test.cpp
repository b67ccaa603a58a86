#include "wire/harmless_text.hpp"

#include <gtest/gtest.h>

namespace triad::wire {
namespace {

TEST(HarmlessText, EscapesControlCharactersOfBothSets) {
  EXPECT_EQ(harmless("a\nb\x1b[2J\x7f"), "a\\x0ab\\x1b[2J\\x7f");
  EXPECT_EQ(harmless("\xc2\x9b"), "\\xc2\\x9b") << "U+009B begins a command to the terminal";
  EXPECT_EQ(harmless("\x9b"), "\\x9b") << "the same as a byte of ISO 8859";
}

TEST(HarmlessText, EscapesCharactersThatMakeALineLookLikeAnother) {
  for (const char* text : {"\u202e", "\u2028", "\u2029", "\u2066", "\u200b", "\u200f", "\u061c",
                           "\u00ad", "\ufeff", "\U000e0041", "\ufe0f", "\u3164", "\u2800"}) {
    EXPECT_TRUE(harmless(text).starts_with("\\x")) << harmless(text);
  }
  EXPECT_EQ(harmless("a\u202eb"), "a\\xe2\\x80\\xaeb");
}

TEST(HarmlessText, KeepsReadableText) {
  for (const char* text :
       {"plain 'text' \\ \"", "Zürich \u00a0", "\u4e2d\u6587", "\U0001f680", ""}) {
    EXPECT_EQ(harmless(text), text);
  }
}

TEST(HarmlessText, EscapesBytesThatAreNoCharacter) {
  EXPECT_EQ(harmless("\xe2\x82!"), "\\xe2\\x82!");
  EXPECT_EQ(harmless("\xc0\x9b"), "\\xc0\\x9b") << "longer than needed";
  EXPECT_EQ(harmless("\xe0\x82\x9b"), "\\xe0\\x82\\x9b") << "longer than needed";
  EXPECT_EQ(harmless("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(harmless("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(HarmlessText, AQuotedNameCannotEndItsQuotation) {
  EXPECT_EQ(quoted("tank"), "'tank'");
  EXPECT_EQ(quoted("a' joined\n"), "'a\\' joined\\x0a'");
  EXPECT_EQ(quoted("\\"), "'\\\\'");
  EXPECT_EQ(quoted("\\x1b"), "'\\\\x1b'") << "is told apart from an escape";
}

TEST(HarmlessText, ALongNameIsQuotedByItsBeginning) {
  EXPECT_EQ(wire::quoted(std::string(kQuotedBytesMax, 'x')).size(), kQuotedBytesMax + 2);
  const std::string cut = wire::quoted(std::string(60'000, '\n'));
  EXPECT_TRUE(cut.ends_with("\\x0a' (60000 bytes)"));
  EXPECT_LT(cut.size(), 5000u);
}

TEST(HarmlessText, AHostsNameCannotGoOnAsTheLineDoes) {
  EXPECT_EQ(host_text("alpha-1.example.org"), "alpha-1.example.org");
  EXPECT_EQ(host_text("alpha) joined 'b'"), "'alpha) joined \\'b\\''");
  EXPECT_EQ(host_text(""), "''");
}

TEST(HarmlessText, EscapesJsonAsJsonDoes) {
  EXPECT_EQ(harmless_json("{\"a\":\"\xc2\x9b\u202e\U000e0041\"}\n"),
            "{\"a\":\"\\u009b\\u202e\\udb40\\udc41\"}\n");
  EXPECT_EQ(harmless_json("\"Z\u00fcrich\""), "\"Z\u00fcrich\"");
  EXPECT_EQ(harmless_json("\"\x9b\""), "\"\\ufffd\"");
}

}  // namespace
}  // namespace triad::wire
