// Helpers for the tests of fed-parser: short FED texts, and results as lists of lines.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/fed_parser.hpp"

namespace triad::fed {

// Returns a FED with these sections, all in line 1.
inline std::string fed_with(const std::string& objects, const std::string& interactions = "",
                            const std::string& spaces = "") {
  return "(FED (Federation F) (FEDversion v1.3) (spaces " + spaces +
         ") (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp) " +
         objects + ")) (interactions (class InteractionRoot reliable receive " + interactions +
         ")))";
}

inline std::vector<std::string> diagnostic_lines(const ParseResult& result,
                                                 Diagnostic::Severity severity) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != severity) continue;
    lines.push_back(std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) +
                    ": " + diagnostic.message);
  }
  return lines;
}

// Returns "line:column: message" for each error, in the order of the file.
inline std::vector<std::string> errors_of(std::string_view text) {
  return diagnostic_lines(parse(text, "test.fed"), Diagnostic::Severity::error);
}

inline std::vector<std::string> warnings_of(std::string_view text) {
  return diagnostic_lines(parse(text, "test.fed"), Diagnostic::Severity::warning);
}

// Returns the model of a text without errors. If there are errors, the test fails and the model is
// empty.
inline core::ObjectModel model_of(std::string_view text,
                                  Additions additions = Additions::standard) {
  ParseResult result = parse(text, "test.fed", additions);
  EXPECT_TRUE(result.ok()) << result.first_error();
  return result.ok() ? std::move(*result.model) : core::ObjectModel();
}

using Lines = std::vector<std::string>;

}  // namespace triad::fed
