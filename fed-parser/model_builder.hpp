// Converts the syntax tree of a FED or XML file to the object model: assigns handles, applies
// inheritance, and checks rules that the grammar cannot express (no duplicates, declared routing
// spaces, one root). Called by fed_parser.cpp.
#pragma once

#include "core/object_model.hpp"
#include "fed-parser/diagnostic.hpp"
#include "fed-parser/fed_parser.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// Builds the model. It is valid only if the log has no errors afterwards. Adds missing roots to the
// tree.
core::ObjectModel build_model(SyntaxTree& tree, Additions additions, DiagnosticLog& log);

Declared count_declared(const SyntaxTree& tree);

}  // namespace triad::fed
