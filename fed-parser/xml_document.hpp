// Reads an XML text into plain elements with their positions; the only user of libxml2. Opens no
// file and no network connection, loads no DTD, and expands only XML's five predefined entities.
// Called by xml_model.cpp; independent of object models.
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
  std::string name;  // Name without its namespace.
  Location at;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // Text directly inside the element, without surrounding white space.
  std::vector<const XmlElement*> children;
};

struct XmlDocument {
  const XmlElement* root = nullptr;  // Null if there is none.
  std::deque<XmlElement> elements;
};

// Reads the text. If it is not well-formed, logs an error; the elements before the error are in the
// result.
XmlDocument read_xml(std::string_view text, DiagnosticLog& log);

}  // namespace triad::fed
