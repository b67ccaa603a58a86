#include "fed-parser/xml_model.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "core/text_case.hpp"
#include "fed-parser/xml_document.hpp"

namespace triad::fed {

namespace {

using core::equal_ignoring_case;
using core::Ordering;
using core::Transportation;

constexpr std::string_view kFddDeleteRight = "HLAprivilegeToDeleteObject";

class XmlModelReader {
 public:
  XmlModelReader(SyntaxTree& tree, DiagnosticLog& log) : tree_(tree), log_(log) {}

  void read(const XmlElement& model);

 private:
  void read_dimensions(const XmlElement& list);
  void read_transportations(const XmlElement& list);
  void read_routing_space(const XmlElement& element);
  ClassNode* read_object_class(const XmlElement& element, bool is_root);
  void read_attribute(const XmlElement& element, bool is_root, ClassNode& node);
  ClassNode* read_interaction_class(const XmlElement& element, bool is_root);

  Word name_of(const XmlElement& element);
  Word class_name(const XmlElement& element, bool is_root, std::string_view fdd,
                  std::string_view fed);
  std::optional<Transportation> transportation_of(const XmlElement& element);
  std::optional<Ordering> order_of(const XmlElement& element);
  Word space_of(const XmlElement& element);
  std::vector<std::size_t> dimensions_of(const XmlElement& element);
  std::size_t dimension_index(std::string_view name, Location at);
  Word keep_text(std::string_view text, Location at);

  SyntaxTree& tree_;
  DiagnosticLog& log_;
  std::vector<std::string> dimensions_;  // In the order of declaration; undeclared ones follow.
  std::map<std::string, std::size_t, std::less<>> dimension_indexes_;
  std::map<std::string, std::optional<Transportation>, std::less<>> transportations_;
  std::map<std::string, SpaceNode*, std::less<>> spaces_;  // By name.
  bool has_routing_spaces_ = false;
};

// Returns a property: an XML attribute in IEEE 1516-2000 and CERTI's XML, a child element in
// 1516-2010.
std::string_view property(const XmlElement& element, std::string_view name) {
  for (const auto& [key, value] : element.attributes) {
    if (key == name) return value;
  }
  for (const XmlElement* child : element.children) {
    if (child->name == name) return child->text;
  }
  return {};
}

bool is_absent(std::string_view value) {
  return value.empty() || value == "NA";
}

void XmlModelReader::read(const XmlElement& model) {
  if (model.name != "objectModel") {
    return log_.add_error(model.at,
                          "found <" + model.name.substr(0, 60) + ">, expected <objectModel>");
  }
  std::string_view federation = property(model, "name");
  for (const XmlElement* child : model.children) {
    if (child->name == "modelIdentification") federation = property(*child, "name");
    if (child->name == "dimensions") read_dimensions(*child);
    if (child->name == "transportations") read_transportations(*child);
    if (child->name == "routingSpace") read_routing_space(*child);
  }
  tree_.federation = keep_text(federation, model.at).text;
  for (const XmlElement* section : model.children) {
    for (const XmlElement* child : section->children) {
      if (section->name == "objects" && child->name == "objectClass") {
        tree_.object_classes.push_back(read_object_class(*child, true));
      } else if (section->name == "interactions" && child->name == "interactionClass") {
        tree_.interaction_classes.push_back(read_interaction_class(*child, true));
      }
    }
  }
}

void XmlModelReader::read_dimensions(const XmlElement& list) {
  for (const XmlElement* dimension : list.children) {
    if (dimension->name != "dimension") continue;
    const Word name = name_of(*dimension);
    if (name.empty() || dimension_indexes_.contains(name.text)) continue;
    dimension_indexes_.emplace(name.text, dimensions_.size());
    dimensions_.emplace_back(name.text);
  }
}

void XmlModelReader::read_transportations(const XmlElement& list) {
  for (const XmlElement* element : list.children) {
    if (element->name != "transportation") continue;
    const std::string_view reliable = property(*element, "reliable");
    std::optional<Transportation> meaning;
    if (equal_ignoring_case(reliable, "yes")) meaning = Transportation::reliable;
    if (equal_ignoring_case(reliable, "no")) meaning = Transportation::best_effort;
    transportations_.emplace(name_of(*element).text, meaning);
  }
}

void XmlModelReader::read_routing_space(const XmlElement& element) {
  has_routing_spaces_ = true;
  SpaceNode& space = tree_.space_nodes.emplace_back();
  space.name = name_of(element);
  for (const XmlElement* child : element.children) {
    if (child->name == "dimension") space.dimensions.push_back(name_of(*child));
  }
  tree_.spaces.push_back(&space);
  spaces_.emplace(space.name.text, &space);
}

ClassNode* XmlModelReader::read_object_class(const XmlElement& element, bool is_root) {
  ClassNode& node = tree_.class_nodes.emplace_back();
  node.name = class_name(element, is_root, "HLAobjectRoot", "ObjectRoot");
  const bool has_delete_right = is_root && node.name.text == "ObjectRoot";
  for (const XmlElement* child : element.children) {
    if (child->name == "attribute") read_attribute(*child, has_delete_right, node);
    if (child->name == "objectClass") node.subclasses.push_back(read_object_class(*child, false));
  }
  return &node;
}

void XmlModelReader::read_attribute(const XmlElement& element, bool is_root, ClassNode& node) {
  Word name = name_of(element);
  if (name.empty()) return;
  if (equal_ignoring_case(name.text, kFddDeleteRight) ||
      equal_ignoring_case(name.text, core::kPrivilegeToDelete)) {
    // A file for readers of both standards contains the attribute under both names.
    const bool again = std::any_of(node.attributes.begin(), node.attributes.end(), [](auto& known) {
      return known.name.text == core::kPrivilegeToDelete;
    });
    if (!is_root || again) return;
    name = keep_text(core::kPrivilegeToDelete, element.at);
  }
  const auto transportation = transportation_of(element);
  const auto order = order_of(element);
  if (!transportation || !order) {
    log_.add_warning(element.at,
                     "attribute " + quoted(name.text) + " has no " +
                         (transportation ? "order: TimeStamp" : "transportation: HLAreliable") +
                         " is assumed");
  }
  node.attributes.push_back({name, transportation.value_or(Transportation::reliable),
                             order.value_or(Ordering::timestamp), space_of(element)});
}

ClassNode* XmlModelReader::read_interaction_class(const XmlElement& element, bool is_root) {
  ClassNode& node = tree_.class_nodes.emplace_back();
  node.name = class_name(element, is_root, "HLAinteractionRoot", "InteractionRoot");
  node.transportation = transportation_of(element).value_or(Transportation::reliable);
  node.order = order_of(element).value_or(Ordering::timestamp);
  node.space = space_of(element);
  for (const XmlElement* child : element.children) {
    if (child->name == "parameter") {
      const Word name = name_of(*child);
      if (!name.empty()) node.parameters.push_back(name);
    } else if (child->name == "interactionClass") {
      node.subclasses.push_back(read_interaction_class(*child, false));
    }
  }
  return &node;
}

Word XmlModelReader::name_of(const XmlElement& element) {
  std::string_view name = property(element, "name");
  // A dimension of a class or routing space may consist of text only.
  if (name.empty() && element.children.empty()) name = element.text;
  if (name.empty()) log_.add_error(element.at, "<" + element.name.substr(0, 60) + "> has no name");
  return keep_text(name, element.at);
}

Word XmlModelReader::class_name(const XmlElement& element, bool is_root, std::string_view fdd,
                                std::string_view fed) {
  const Word name = name_of(element);
  return is_root && equal_ignoring_case(name.text, fdd) ? keep_text(fed, element.at) : name;
}

std::optional<Transportation> XmlModelReader::transportation_of(const XmlElement& element) {
  const std::string_view word = property(element, "transportation");
  if (is_absent(word)) return std::nullopt;
  if (equal_ignoring_case(word, "HLAreliable") || equal_ignoring_case(word, "reliable")) {
    return Transportation::reliable;
  }
  if (equal_ignoring_case(word, "HLAbestEffort") || equal_ignoring_case(word, "best_effort")) {
    return Transportation::best_effort;
  }
  const auto declared = transportations_.find(word);
  if (declared == transportations_.end()) {
    log_.add_error(element.at, "found the transportation " + quoted(word) +
                                   ", expected HLAreliable or HLAbestEffort");
  } else if (declared->second) {
    return declared->second;
  } else {
    log_.add_warning(element.at, "the transportation " + quoted(word) +
                                     " is declared without \"reliable\": HLAreliable is used");
  }
  return Transportation::reliable;
}

std::optional<Ordering> XmlModelReader::order_of(const XmlElement& element) {
  const std::string_view word = property(element, "order");
  if (is_absent(word)) return std::nullopt;
  if (equal_ignoring_case(word, "TimeStamp")) return Ordering::timestamp;
  if (!equal_ignoring_case(word, "Receive")) {
    log_.add_error(element.at,
                   "found the order " + quoted(word) + ", expected Receive or TimeStamp");
  }
  return Ordering::receive;
}

// Returns the routing space of CERTI's XML, or the space made for a set of dimensions.
Word XmlModelReader::space_of(const XmlElement& element) {
  if (const std::string_view name = property(element, "space"); !is_absent(name)) {
    if (spaces_.contains(name)) return keep_text(name, element.at);
    log_.add_warning(element.at, "the routing space " + quoted(name) +
                                     " is not declared: the default space is used");
    return {};
  }
  if (has_routing_spaces_) return {};
  const std::vector<std::size_t> indexes = dimensions_of(element);
  if (indexes.empty()) return {};
  std::string name;
  for (const std::size_t index : indexes) name += (name.empty() ? "" : "+") + dimensions_[index];
  const auto known = spaces_.find(name);
  if (known != spaces_.end()) return {known->second->name.text, element.at};
  SpaceNode& space = tree_.space_nodes.emplace_back();
  space.name = keep_text(name, element.at);
  for (const std::size_t index : indexes) {
    space.dimensions.push_back(keep_text(dimensions_[index], element.at));
  }
  tree_.spaces.push_back(&space);
  spaces_.emplace(name, &space);
  return space.name;
}

// Returns the dimensions in the order of declaration, without duplicates.
std::vector<std::size_t> XmlModelReader::dimensions_of(const XmlElement& element) {
  std::vector<std::size_t> indexes;
  for (const auto& [key, value] : element.attributes) {
    if (key != "dimensions" || is_absent(value)) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = rest.find_first_of(" \t\r\n,");
      if (end != 0) indexes.push_back(dimension_index(rest.substr(0, end), element.at));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
  for (const XmlElement* list : element.children) {
    if (list->name != "dimensions") continue;
    for (const XmlElement* dimension : list->children) {
      if (is_absent(dimension->text)) continue;
      indexes.push_back(dimension_index(dimension->text, dimension->at));
    }
  }
  std::sort(indexes.begin(), indexes.end());
  indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
  return indexes;
}

std::size_t XmlModelReader::dimension_index(std::string_view name, Location at) {
  const auto known = dimension_indexes_.find(name);
  if (known != dimension_indexes_.end()) return known->second;
  log_.add_warning(at, "the dimension " + quoted(name) + " is not declared in <dimensions>");
  dimensions_.emplace_back(name);
  return dimension_indexes_.emplace(name, dimensions_.size() - 1).first->second;
}

Word XmlModelReader::keep_text(std::string_view text, Location at) {
  return {tree_.texts.emplace_back(text), at};
}

}  // namespace

void parse_xml(std::string_view text, SyntaxTree& tree, DiagnosticLog& log) {
  const XmlDocument document = read_xml(text, log);
  if (document.root != nullptr) XmlModelReader(tree, log).read(*document.root);
}

}  // namespace triad::fed
