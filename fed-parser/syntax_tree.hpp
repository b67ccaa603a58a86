// Content of a file with the position of each word. Made by the FED grammar or the XML reader;
// model_builder converts it to an object model. Words are views into the text of the file or into
// `texts`.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/object_model.hpp"
#include "fed-parser/diagnostic.hpp"

namespace triad::fed {

struct Word {
  std::string_view text;
  Location at;

  bool empty() const { return text.empty(); }
};

struct AttributeNode {
  Word name;
  core::Transportation transportation = core::Transportation::reliable;
  core::Ordering order = core::Ordering::receive;
  Word space;  // Empty: the default space.
};

// An object class or an interaction class. Only the former has attributes; only the latter has
// parameters and its own transportation, order and space.
struct ClassNode {
  Word name;  // Empty if an error in the file left no name.
  core::Transportation transportation = core::Transportation::reliable;
  core::Ordering order = core::Ordering::receive;
  Word space;
  std::vector<AttributeNode> attributes;
  std::vector<Word> parameters;
  std::vector<ClassNode*> subclasses;
};

struct SpaceNode {
  Word name;
  std::vector<Word> dimensions;
};

struct SyntaxTree {
  std::string_view federation;
  std::vector<SpaceNode*> spaces;
  std::vector<ClassNode*> object_classes;
  std::vector<ClassNode*> interaction_classes;
  // False after an error among the spaces. Undeclared spaces are then not reported.
  bool has_all_spaces = true;

  // Own the nodes and, for XML, the texts. Addresses are stable.
  std::deque<ClassNode> class_nodes;
  std::deque<SpaceNode> space_nodes;
  std::deque<std::string> texts;
};

}  // namespace triad::fed
