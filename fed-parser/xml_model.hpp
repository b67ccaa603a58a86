// Reads the XML object models (IEEE 1516-2000 FDD, CERTI's XML, IEEE 1516-2010 modules) into a
// syntax tree, as far as an HLA 1.3 federation needs them. Called by fed_parser.cpp.
#pragma once

#include <string_view>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// Fills the tree. After errors in the log the tree contains only the parts that could be read.
void parse_xml(std::string_view text, SyntaxTree& tree, DiagnosticLog& log);

}  // namespace triad::fed
