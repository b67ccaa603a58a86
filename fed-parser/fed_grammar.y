/* The grammar of FED files (HLA 1.3), with CERTI's security extension. Flex ignores the case of
   keywords. A keyword is a name where a name is expected. Run by parse_fed (fed_text.cpp).

   Errors: the parser skips a list that does not fit up to its own ")" ("faulty"). A class with a faulty
   head keeps its content. A section inside another list (a ")" is missing) is read anyway. Words out of
   place are skipped ("stray"). So one mistake does not hide another. */
%require "3.8"
%skeleton "lalr1.cc"
%header
%locations
%define api.namespace {triad::fed}
%define api.parser.class {FedGrammar}
%define api.value.type {SemanticValue}
%define api.location.type {Location}
%define parse.error custom
/* A state with only one possible reduction takes it without reading the next token. So an error report
   has the exact set of expected tokens. */
%define lr.default-reduction consistent
%param {Scanner& scanner}
%parse-param {FedTree& tree}

%code requires {
#include "fed-parser/fed_scanner.hpp"
namespace triad::fed {
class FedTree;
}
}

%code {
#include <array>

#include "fed-parser/fed_tree.hpp"

#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = YYRHSLOC(Rhs, (N) != 0))

static int yylex(triad::fed::SemanticValue* value, triad::fed::Location* at,
                 triad::fed::Scanner& scanner) {
  return scanner.next_token(*value, *at);
}
}

%token END 0 "end of file"
%token LEFT "(" RIGHT ")"
%token <word> WORD "word" STRING "quoted word"
%token <word> FED "fed" FEDERATION "Federation" FEDVERSION "FEDversion" FEDERATE "Federate"
%token <word> SPACES "spaces" SPACE "space" DIMENSION "dimension"
%token <word> OBJECTS "objects" INTERACTIONS "interactions" CLASS "class"
%token <word> ATTRIBUTE "attribute" PARAMETER "parameter" SEC_LEVEL "sec_level"

%type <word> name optional_name
%type <transportation> transportation
%type <order> order
%type <space_node> space dimensions
%type <class_node> object_class object_items interaction_class interaction_items
%type <class_list> object_classes interaction_classes

%%

file: fed trailer { tree.finish(); }
    | error { YYABORT; }
    ;

fed: "(" "fed" items ")" { tree.end_fed(@2); }
   | "(" error items ")" { tree.end_broken_fed(@1); }
   ;

items: %empty
     | items item stray
     ;

item: "(" "Federation" name ")" { tree.set_federation($2, $3); }
    | "(" "FEDversion" name ")" { tree.set_version($2, $3); }
    | "(" "Federate" name name ")"
    | section
    | faulty { tree.record_lost_items(); }
    ;

section: "(" "spaces" spaces ")" { tree.end_spaces($2); }
       | "(" "objects" object_classes ")" { tree.add_object_classes($2, *$3); }
       | "(" "interactions" interaction_classes ")" { tree.add_interaction_classes($2, *$3); }
       ;

spaces: %empty
      | spaces space stray { tree.add_space($2); }
      | spaces misplaced stray
      | spaces faulty stray { tree.record_lost_spaces(); }
      ;

space: "(" "space" name dimensions ")" { $$ = $4; $$->name = $3; }
     | "(" "space" error dimensions ")" { $$ = $4; tree.record_lost_spaces(); }
     ;

dimensions: %empty { $$ = tree.new_space(); }
          | dimensions "(" "dimension" name ")" stray { $$ = $1; $$->dimensions.push_back($4); }
          | dimensions misplaced stray { $$ = $1; }
          | dimensions faulty stray { $$ = $1; }
          ;

object_classes: %empty { $$ = tree.new_class_list(); }
              | object_classes object_class stray { $$ = $1; $$->push_back($2); }
              | object_classes misplaced stray { $$ = $1; }
              | object_classes faulty stray { $$ = $1; }
              ;

object_class: "(" "class" name object_items ")" { $$ = $4; $$->name = $3; }
            | "(" "class" error object_items ")" { $$ = $4; }
            ;

object_items: %empty { $$ = tree.new_class(); }
            | object_items "(" "attribute" name transportation order optional_name ")" stray {
                $$ = $1;
                $$->attributes.push_back({$4, $5, $6, $7});
              }
            | object_items object_class stray { $$ = $1; $$->subclasses.push_back($2); }
            | object_items security_level stray { $$ = $1; }
            | object_items misplaced stray { $$ = $1; }
            | object_items faulty stray { $$ = $1; }
            ;

interaction_classes: %empty { $$ = tree.new_class_list(); }
                   | interaction_classes interaction_class stray { $$ = $1; $$->push_back($2); }
                   | interaction_classes misplaced stray { $$ = $1; }
                   | interaction_classes faulty stray { $$ = $1; }
                   ;

interaction_class:
    "(" "class" name transportation order optional_name interaction_items ")" {
      $$ = $7;
      $$->name = $3;
      $$->transportation = $4;
      $$->order = $5;
      $$->space = $6;
    }
  | "(" "class" error interaction_items ")" { $$ = $4; }
  ;

interaction_items: %empty { $$ = tree.new_class(); }
                 | interaction_items "(" "parameter" name ")" stray {
                     $$ = $1;
                     $$->parameters.push_back($4);
                   }
                 | interaction_items interaction_class stray { $$ = $1; $$->subclasses.push_back($2); }
                 | interaction_items security_level stray { $$ = $1; }
                 | interaction_items misplaced stray { $$ = $1; }
                 | interaction_items faulty stray { $$ = $1; }
                 ;

security_level: "(" "sec_level" name ")" ;

transportation: name { $$ = tree.parse_transportation($1); } ;

order: name { $$ = tree.parse_order($1); } ;

optional_name: %empty { $$ = Word(); }
             | name
             ;

name: "word" | "quoted word" | "fed" | "Federation" | "FEDversion" | "Federate" | "spaces" | "space"
    | "dimension" | "objects" | "interactions" | "class" | "attribute" | "parameter" | "sec_level"
    ;

/* Skipped input. */

misplaced: section { tree.report_misplaced_section(@1); } ;

faulty: "(" error anything ")" { yyerrok; } ;

anything: %empty
        | anything name
        | anything "(" anything ")"
        ;

stray: %empty
     | stray_words
     ;

stray_words: name { tree.report_stray_word($1); }
           | stray_words name
           ;

trailer: %empty
       | trailer section { tree.report_trailing_section(@2); }
       | trailer faulty
       | trailer name { tree.report_trailing_text($2.text, @2); }
       | trailer ")" { tree.report_trailing_text(")", @2); }
       ;

%%

namespace triad::fed {

void FedGrammar::report_syntax_error(const context& found) const {
  std::array<symbol_kind_type, YYNTOKENS> kinds;
  const int count = found.expected_tokens(kinds.data(), static_cast<int>(kinds.size()));
  FedTree::Expected expected;
  for (int i = 0; i < count; ++i) {
    switch (kinds[static_cast<std::size_t>(i)]) {
      case symbol_kind::S_LEFT: expected.left = true; break;
      case symbol_kind::S_RIGHT: expected.right = true; break;
      case symbol_kind::S_WORD: expected.word = true; break;
      case symbol_kind::S_FED: expected.fed = true; break;
      case symbol_kind::S_FEDERATION: expected.top = true; break;
      case symbol_kind::S_OBJECTS: expected.section = true; break;
      case symbol_kind::S_SPACE: expected.space = true; break;
      case symbol_kind::S_DIMENSION: expected.dimension = true; break;
      case symbol_kind::S_CLASS: expected.class_ = true; break;
      case symbol_kind::S_ATTRIBUTE: expected.attribute = true; break;
      case symbol_kind::S_PARAMETER: expected.parameter = true; break;
      default: break;
    }
  }
  tree.report_syntax_error(found.lookahead().value.word.text, found.location(), expected);
}

/* Called only for exceptions of type syntax_error, which no code throws. */
void FedGrammar::error(const Location& at, const std::string& message) {
  tree.report_internal_error(at, message);
}

}  // namespace triad::fed
