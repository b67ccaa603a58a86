// What the tests of fed-parser share: short FED texts, and results as lists of lines.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/fed_parser.hpp"

namespace triad::fed {

// A FED with these contents of its sections, all in line 1.
inline std::string fed_with(const std::string& objects, const std::string& interactions = "",
                            const std::string& spaces = "") {
  return "(FED (Federation F) (FEDversion v1.3) (spaces " + spaces +
         ") (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp) " +
         objects + ")) (interactions (class InteractionRoot reliable receive " + interactions +
         ")))";
}

inline std::vector<std::string> texts(const ParseResult& result, Diagnostic::Severity severity) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != severity) continue;
    lines.push_back(std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) +
                    ": " + diagnostic.message);
  }
  return lines;
}

// "line:column: message" of each error, in the order of the file.
inline std::vector<std::string> errors_of(std::string_view text) {
  return texts(parse(text, "test.fed"), Diagnostic::Severity::error);
}

inline std::vector<std::string> warnings_of(std::string_view text) {
  return texts(parse(text, "test.fed"), Diagnostic::Severity::warning);
}

// The model of a text without errors; an empty model, and a failed test, if it has some.
inline core::ObjectModel model_of(std::string_view text,
                                  Additions additions = Additions::standard) {
  ParseResult result = parse(text, "test.fed", additions);
  EXPECT_TRUE(result.ok()) << result.first_error();
  return result.ok() ? std::move(*result.model) : core::ObjectModel();
}

using Lines = std::vector<std::string>;

}  // namespace triad::fed
