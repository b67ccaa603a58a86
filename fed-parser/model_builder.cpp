#include "fed-parser/model_builder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/object_model_wire.hpp"
#include "core/text_case.hpp"
#include "fed-parser/standard_mom.hpp"
#include "wire/print.hpp"

namespace triad::fed {

namespace {

using core::Attribute;
using core::InteractionClass;
using core::InteractionClassHandle;
using core::ObjectClass;
using core::ObjectClassHandle;
using core::ObjectModel;
using core::SpaceHandle;

// Properties that must be equal if a class declares an inherited attribute again. Parameters have
// the default values.
struct Properties {
  core::Transportation transportation = core::Transportation::reliable;
  core::Ordering order = core::Ordering::receive;
  SpaceHandle space;

  friend bool operator==(const Properties&, const Properties&) = default;
};

struct Declaration {
  Location at;
  const ClassNode* declaring_class = nullptr;  // Class of an attribute or parameter.
  // Properties of an attribute or parameter. Empty: any, because the file does not declare the
  // attribute.
  std::optional<Properties> properties;
};

// First declaration of each name in one scope.
using Scope = std::unordered_map<std::string_view, Declaration>;

struct RootNames {
  std::string_view fed;
  std::string_view fdd;
  std::string_view section;
};

constexpr RootNames kObjectRoot = {"ObjectRoot", "HLAobjectRoot", "object class"};
constexpr RootNames kInteractionRoot = {"InteractionRoot", "HLAinteractionRoot",
                                        "interaction class"};

std::uint32_t to_uint32(std::size_t n) {
  return static_cast<std::uint32_t>(n);
}

std::size_t bytes_of(const ObjectClass& c) {
  std::size_t bytes = sizeof c + c.name.size();
  for (const Attribute& attribute : c.attributes) bytes += sizeof attribute + attribute.name.size();
  return bytes;
}

std::size_t bytes_of(const InteractionClass& c) {
  std::size_t bytes = sizeof c + c.name.size();
  for (const std::string& parameter : c.parameters) bytes += sizeof(std::string) + parameter.size();
  return bytes;
}

class ModelBuilder {
 public:
  ModelBuilder(SyntaxTree& tree, Additions additions, DiagnosticLog& log)
      : tree_(tree), additions_(additions), log_(log) {}

  ObjectModel build();

 private:
  void check_encoded_size();
  void add_spaces();
  void add_standard_declarations();
  ClassNode& find_or_add_root(std::vector<ClassNode*>& classes, const RootNames& names);
  void add_object_class(const ClassNode& node, ObjectClassHandle parent, Scope& attributes);
  void add_own_attributes(const ClassNode& node, std::vector<Attribute>& attributes, Scope& scope);
  void add_interaction_class(const ClassNode& node, InteractionClassHandle parent,
                             Scope& parameters);
  void check_subclasses(const ClassNode& node, std::string_view kind);
  // Logs an error if a class has more members than there are handles. Only the highest such class
  // of a branch is reported.
  void check_members(const ClassNode& node, std::string_view kind, std::string_view members,
                     std::size_t inherited, std::size_t total);
  template <class Handle, class Class, class Items>
  void check_standard_members(const std::vector<Class>& classes, Items Class::*items,
                              std::string_view kind, std::string_view members);
  // Checks and records a name. Logs an error if the scope already has it.
  void declare(Scope& scope, const Word& name, std::string_view kind,
               const Declaration& declaration);
  void declare(Scope& scope, const Word& name, std::string_view kind) {
    declare(scope, name, kind, {name.at, nullptr, {}});
  }
  // Declares an attribute or parameter. Returns false if the class inherits it and declares it
  // again with the same properties.
  bool declare_member(Scope& scope, const Word& name, std::string_view kind, const ClassNode& node,
                      const Properties& properties);
  static void end_scope(Scope& scope, const ClassNode& node, std::string_view name);
  void warn_of_redeclared();
  std::string text_of(const Properties& properties) const;
  void check_name(const Word& name, std::string_view kind);
  SpaceHandle space_handle(const Word& space);
  // Counts memory of the model. Returns false, and logs one error, if the model has become too
  // large.
  bool reserve_bytes(std::size_t bytes);

  SyntaxTree& tree_;
  Additions additions_;
  DiagnosticLog& log_;
  ObjectModel model_;
  std::unordered_map<std::string_view, SpaceHandle> spaces_;
  // 0: several spaces have this name.
  std::unordered_map<std::string, SpaceHandle> spaces_in_lower_case_;
  std::size_t redeclared_ = 0;  // Inherited attributes and parameters that are declared again.
  Location first_redeclared_at_;
  std::string first_redeclared_;
  std::size_t reserved_bytes_ = 0;
};

ObjectModel ModelBuilder::build() {
  model_.name = tree_.federation;
  add_spaces();
  Scope attributes;
  add_object_class(find_or_add_root(tree_.object_classes, kObjectRoot), ObjectClassHandle(),
                   attributes);
  Scope parameters;
  add_interaction_class(find_or_add_root(tree_.interaction_classes, kInteractionRoot),
                        InteractionClassHandle(), parameters);
  warn_of_redeclared();
  if (additions_ == Additions::standard && !log_.has_errors()) add_standard_declarations();
  if (!log_.has_errors()) check_encoded_size();
  return std::move(model_);
}

void ModelBuilder::check_encoded_size() {
  wire::Buffer encoded;
  core::encode(model_, encoded);
  if (encoded.size() <= core::kEncodedModelBytesMax) return;
  log_.add_error({}, "the classes with all that they inherit take " +
                         std::to_string(encoded.size() >> 20) +
                         " MiB to be sent to a federate; the limit is " +
                         std::to_string(core::kEncodedModelBytesMax >> 20) + " MiB");
}

void ModelBuilder::add_standard_declarations() {
  const std::size_t inherited =
      kStandardObjectClasses * bytes_of(model_.object_classes.front()) +
      kStandardInteractionClasses * bytes_of(model_.interaction_classes.front());
  if (!reserve_bytes(inherited)) return;
  add_standard_classes(model_);
  check_standard_members<ObjectClassHandle>(model_.object_classes, &ObjectClass::attributes,
                                            "object class", "attributes");
  check_standard_members<InteractionClassHandle>(
      model_.interaction_classes, &InteractionClass::parameters, "interaction class", "parameters");
}

// Checks the added standard classes. The file's own classes have passed, so the excess is in the
// members of its root or its Manager.
template <class Handle, class Class, class Items>
void ModelBuilder::check_standard_members(const std::vector<Class>& classes, Items Class::*items,
                                          std::string_view kind, std::string_view members) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::size_t total = (classes[i].*items).size();
    if (total <= core::kMembersMax) continue;
    log_.add_error({}, std::string(kind) + " " + quoted(model_.path(Handle(to_uint32(i + 1)))) +
                           ", which every object model has, gets " + std::to_string(total) + " " +
                           std::string(members) + " with those that it inherits; the limit is " +
                           std::to_string(core::kMembersMax));
    return;
  }
}

void ModelBuilder::add_spaces() {
  Scope names;
  std::uint32_t handle = 0;
  for (const SpaceNode* node : tree_.spaces) {
    declare(names, node->name, "routing space");
    core::RoutingSpace space{std::string(node->name.text), SpaceHandle(++handle), {}};
    Scope dimensions;
    for (const Word& dimension : node->dimensions) {
      declare(dimensions, dimension, "dimension");
      space.dimensions.push_back({std::string(dimension.text), core::DimensionHandle(++handle)});
    }
    spaces_.emplace(node->name.text, space.handle);
    const auto [at, fresh] =
        spaces_in_lower_case_.emplace(core::lower_case(node->name.text), space.handle);
    if (!fresh) at->second = SpaceHandle();
    model_.spaces.push_back(std::move(space));
  }
}

// Returns the root of a section: the class with the root's name. The other classes of its level
// become its subclasses.
ClassNode& ModelBuilder::find_or_add_root(std::vector<ClassNode*>& classes,
                                          const RootNames& names) {
  const auto is_root = [&](const ClassNode* node) {
    return core::equal_ignoring_case(node->name.text, names.fed) ||
           core::equal_ignoring_case(node->name.text, names.fdd);
  };
  const auto found = std::find_if(classes.begin(), classes.end(), is_root);
  ClassNode* top = nullptr;
  std::string missing = "the file has no " + std::string(names.fed) + ": it was added";
  if (found == classes.end()) {
    top = &tree_.class_nodes.emplace_back();
    top->name.text = names.fed;
    if (!classes.empty()) {
      top->name.at = classes.front()->name.at;
      missing += ", with the top-level classes below it";
    }
    if (!log_.has_errors()) log_.add_warning(top->name.at, std::move(missing));
  } else {
    top = *found;
  }
  for (ClassNode* node : classes) {
    if (node == top) continue;
    if (is_root(node)) {
      log_.add_error(node->name.at, std::string(names.section) + " " + quoted(node->name.text) +
                                        " is declared twice; the first is in line " +
                                        std::to_string(top->name.at.line));
    } else if (found != classes.end() && !node->name.empty()) {
      log_.add_warning(node->name.at, std::string(names.section) + " " + quoted(node->name.text) +
                                          " is beside " + std::string(names.fed) +
                                          ": it was moved below it");
    }
    top->subclasses.push_back(node);
  }
  return *top;
}

void ModelBuilder::add_object_class(const ClassNode& node, ObjectClassHandle parent,
                                    Scope& attributes) {
  ObjectClass made;
  made.name = node.name.text;
  made.parent = parent;
  if (parent) made.attributes = model_.find(parent)->attributes;
  made.inherited_attributes = to_uint32(made.attributes.size());
  if (!reserve_bytes(bytes_of(made))) return;
  add_own_attributes(node, made.attributes, attributes);
  check_members(node, "object class", "attributes", made.inherited_attributes,
                made.attributes.size());
  model_.object_classes.push_back(std::move(made));
  const ObjectClassHandle handle(to_uint32(model_.object_classes.size()));
  if (!parent && additions_ == Additions::standard &&
      !model_.attribute(handle, core::kPrivilegeToDelete)) {
    log_.add_warning(node.name.at, "ObjectRoot has no attribute privilegeToDelete: it was added");
    model_.object_classes.back().attributes.push_back({std::string(core::kPrivilegeToDelete),
                                                       core::Transportation::reliable,
                                                       core::Ordering::timestamp, SpaceHandle()});
    attributes.emplace(core::kPrivilegeToDelete, Declaration{node.name.at, &node, {}});
    check_members(node, "object class", "attributes", 0,
                  model_.object_classes.back().attributes.size());
  }
  check_subclasses(node, "object class");
  for (const ClassNode* subclass : node.subclasses) add_object_class(*subclass, handle, attributes);
  for (const AttributeNode& attribute : node.attributes) {
    end_scope(attributes, node, attribute.name.text);
  }
}

void ModelBuilder::add_own_attributes(const ClassNode& node, std::vector<Attribute>& attributes,
                                      Scope& scope) {
  for (const AttributeNode& attribute : node.attributes) {
    const Properties properties{attribute.transportation, attribute.order,
                                space_handle(attribute.space)};
    if (!declare_member(scope, attribute.name, "attribute", node, properties)) continue;
    attributes.push_back({std::string(attribute.name.text), properties.transportation,
                          properties.order, properties.space});
  }
}

void ModelBuilder::add_interaction_class(const ClassNode& node, InteractionClassHandle parent,
                                         Scope& parameters) {
  InteractionClass made;
  made.name = node.name.text;
  made.parent = parent;
  made.transportation = node.transportation;
  made.order = node.order;
  made.space = space_handle(node.space);
  if (parent) made.parameters = model_.find(parent)->parameters;
  made.inherited_parameters = to_uint32(made.parameters.size());
  if (!reserve_bytes(bytes_of(made))) return;
  for (const Word& parameter : node.parameters) {
    if (!declare_member(parameters, parameter, "parameter", node, {})) continue;
    made.parameters.emplace_back(parameter.text);
  }
  check_members(node, "interaction class", "parameters", made.inherited_parameters,
                made.parameters.size());
  model_.interaction_classes.push_back(std::move(made));
  const InteractionClassHandle handle(to_uint32(model_.interaction_classes.size()));
  check_subclasses(node, "interaction class");
  for (const ClassNode* subclass : node.subclasses) {
    add_interaction_class(*subclass, handle, parameters);
  }
  for (const Word& parameter : node.parameters) {
    end_scope(parameters, node, parameter.text);
  }
}

void ModelBuilder::check_members(const ClassNode& node, std::string_view kind,
                                 std::string_view members, std::size_t inherited,
                                 std::size_t total) {
  if (total <= core::kMembersMax || inherited > core::kMembersMax) return;
  log_.add_error(node.name.at, std::string(kind) + " " + quoted(node.name.text) + " has " +
                                   std::to_string(total) + " " + std::string(members) +
                                   " with those that it inherits; the limit is " +
                                   std::to_string(core::kMembersMax));
}

void ModelBuilder::check_subclasses(const ClassNode& node, std::string_view kind) {
  Scope names;
  for (const ClassNode* subclass : node.subclasses) {
    if (subclass->name.empty()) continue;
    declare(names, subclass->name, kind);
    if (subclass->name.text.find('.') != std::string_view::npos) {
      log_.add_error(subclass->name.at, std::string(kind) + " " + quoted(subclass->name.text) +
                                            " has a \".\" in its name, which separates the classes "
                                            "of a path");
    }
  }
}

void ModelBuilder::declare(Scope& scope, const Word& name, std::string_view kind,
                           const Declaration& declaration) {
  if (name.empty()) return;
  check_name(name, kind);
  const auto [at, fresh] = scope.emplace(name.text, declaration);
  if (fresh) return;
  if (!log_.has_room_for_errors()) return log_.count_error();
  const Declaration& first = at->second;
  std::string message = std::string(kind) + " " + quoted(name.text) +
                        " is declared twice; the first is in line " + std::to_string(first.at.line);
  if (first.properties && declaration.properties && first.properties != declaration.properties) {
    message +=
        ": " + text_of(*first.properties) + " there, " + text_of(*declaration.properties) + " here";
  }
  log_.add_error(name.at, std::move(message));
}

bool ModelBuilder::declare_member(Scope& scope, const Word& name, std::string_view kind,
                                  const ClassNode& node, const Properties& properties) {
  const auto inherited = scope.find(name.text);
  if (inherited == scope.end() || inherited->second.declaring_class == &node ||
      inherited->second.properties.value_or(properties) != properties) {
    declare(scope, name, kind, {name.at, &node, properties});
    return true;
  }
  if (redeclared_++ == 0) {
    first_redeclared_at_ = name.at;
    first_redeclared_ = std::string(kind) + " " + quoted(name.text);
  }
  return false;
}

void ModelBuilder::end_scope(Scope& scope, const ClassNode& node, std::string_view name) {
  const auto at = scope.find(name);
  if (at != scope.end() && at->second.declaring_class == &node) scope.erase(at);
}

void ModelBuilder::warn_of_redeclared() {
  if (redeclared_ == 0) return;
  std::string message = first_redeclared_ +
                        " is inherited and declared again with the same properties: it is treated "
                        "as the inherited one";
  if (redeclared_ > 1) {
    message += " (" + std::to_string(redeclared_) + " such declarations in the file)";
  }
  log_.add_warning(first_redeclared_at_, std::move(message));
}

std::string ModelBuilder::text_of(const Properties& properties) const {
  std::string text =
      wire::print_name(properties.transportation) + " " + wire::print_name(properties.order);
  for (const core::RoutingSpace& space : model_.spaces) {
    if (space.handle == properties.space) text += " " + space.name;
  }
  return text;
}

void ModelBuilder::check_name(const Word& name, std::string_view kind) {
  const bool printable = std::none_of(name.text.begin(), name.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (!printable) {
    log_.add_error(name.at, "the name of " + std::string(kind) + " " + quoted(name.text) +
                                " has a control character");
  }
  if (name.text.size() > kNameBytesMax) {
    log_.add_error(name.at, "the name of " + std::string(kind) + " " + quoted(name.text) + " has " +
                                std::to_string(name.text.size()) + " bytes; the limit is " +
                                std::to_string(kNameBytesMax));
  }
}

SpaceHandle ModelBuilder::space_handle(const Word& space) {
  if (space.empty()) return SpaceHandle();
  if (const auto at = spaces_.find(space.text); at != spaces_.end()) return at->second;
  const auto at = spaces_in_lower_case_.find(core::lower_case(space.text));
  if (at != spaces_in_lower_case_.end() && at->second) return at->second;
  if (tree_.has_all_spaces) {
    log_.add_error(space.at, "found " + quoted(space.text) +
                                 ", expected the name of a routing space declared in \"(spaces\"");
  }
  return SpaceHandle();
}

bool ModelBuilder::reserve_bytes(std::size_t bytes) {
  const bool was_affordable = reserved_bytes_ <= kModelBytesMax;
  reserved_bytes_ += bytes;
  if (reserved_bytes_ <= kModelBytesMax) return true;
  if (was_affordable) {
    log_.add_error({}, "the classes with all that they inherit need more than " +
                           std::to_string(kModelBytesMax >> 20) + " MiB");
  }
  return false;
}

std::size_t count_classes(const std::vector<ClassNode*>& classes, std::size_t& members) {
  std::size_t total = classes.size();
  for (const ClassNode* node : classes) {
    members += node->attributes.size() + node->parameters.size();
    total += count_classes(node->subclasses, members);
  }
  return total;
}

}  // namespace

core::ObjectModel build_model(SyntaxTree& tree, Additions additions, DiagnosticLog& log) {
  return ModelBuilder(tree, additions, log).build();
}

Declared count_declared(const SyntaxTree& tree) {
  Declared declared;
  declared.object_classes = count_classes(tree.object_classes, declared.attributes);
  declared.interaction_classes = count_classes(tree.interaction_classes, declared.parameters);
  declared.spaces = tree.spaces.size();
  for (const SpaceNode* space : tree.spaces) declared.dimensions += space->dimensions.size();
  return declared;
}

}  // namespace triad::fed
