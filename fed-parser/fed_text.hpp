// Reads FED text into a syntax tree: runs scanner and grammar. Called by fed_parser.cpp.
#pragma once

#include <string_view>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// The tree is whole only if the log has no errors afterwards; what was read is in it all the same.
void parse_fed(std::string_view text, SyntaxTree& tree, DiagnosticLog& log);

}  // namespace triad::fed
