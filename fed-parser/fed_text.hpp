// Reads FED text into a syntax tree with the scanner and the grammar. Called by fed_parser.cpp.
#pragma once

#include <string_view>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// Fills the tree. After errors in the log the tree contains only the parts that could be read.
void parse_fed(std::string_view text, SyntaxTree& tree, DiagnosticLog& log);

}  // namespace triad::fed
