// An XML text as plain elements with their places: all of libxml2 that this project sees. Opens no
// file and no network connection, loads no DTD, expands no entity but XML's own five.
// Called by xml_model.cpp; knows nothing of object models.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

struct XmlElement {
  std::string name;  // without its namespace
  Location at;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // directly inside, with the white space around it removed
  std::vector<const XmlElement*> children;
};

struct XmlDocument {
  const XmlElement* root = nullptr;  // null if there is none
  std::deque<XmlElement> elements;
};

// What is not well-formed is an error in the log; the elements before it are there all the same.
XmlDocument read_xml(std::string_view text, DiagnosticLog& log);

}  // namespace triad::fed
