// What a file says, as it stands there and with the place of each word: made by the FED grammar and
// by the XML reader, turned into an object model by model_builder. Words are views into the text of
// the file or into `texts`.
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
  Word space;  // empty: the default space
};

// An object class or an interaction class; attributes stand in the first only, parameters and the
// class's own transportation, order and space in the second only.
struct ClassNode {
  Word name;  // empty if the file's error left none
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
  bool spaces_complete = true;  // false after an error among them: undeclared ones are not reported

  // Where the nodes and, for XML, the words live; addresses stay.
  std::deque<ClassNode> class_nodes;
  std::deque<SpaceNode> space_nodes;
  std::deque<std::string> texts;
};

}  // namespace triad::fed
