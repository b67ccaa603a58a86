#include "fed-parser/fed_text.hpp"

#include "fed-parser/fed_scanner.hpp"
#include "fed-parser/fed_tree.hpp"
#include "fed_grammar.hpp"

namespace triad::fed {

void parse_fed(std::string_view text, SyntaxTree& tree, DiagnosticLog& log) {
  Scanner scanner(text, log);
  FedTree actions(tree, scanner, log);
  FedGrammar(scanner, actions).parse();
}

}  // namespace triad::fed
