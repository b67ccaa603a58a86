// From the syntax tree of a file to the object model: handles, inheritance, and the rules that the
// grammar cannot state (nothing declared twice, routing spaces declared, one root). The same for
// FED and XML. Called by fed_parser.cpp.
#pragma once

#include "core/object_model.hpp"
#include "fed-parser/diagnostic.hpp"
#include "fed-parser/fed_parser.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// The model is good only if the log has no errors afterwards. Adds missing roots to the tree.
core::ObjectModel build_model(SyntaxTree& tree, Additions additions, DiagnosticLog& log);

Declared count_declared(const SyntaxTree& tree);

}  // namespace triad::fed
