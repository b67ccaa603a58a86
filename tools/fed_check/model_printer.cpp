#include "tools/fed_check/model_printer.hpp"

#include <string>
#include <vector>

#include "wire/harmless_text.hpp"

namespace triad::fed {

namespace {

const char* word(core::Transportation t) {
  return t == core::Transportation::reliable ? " reliable" : " best_effort";
}

const char* word(core::Ordering o) {
  return o == core::Ordering::receive ? " receive" : " timestamp";
}

class ModelPrinter {
 public:
  ModelPrinter(const core::ObjectModel& model, std::ostream& out) : model_(model), out_(out) {}

  void print() {
    out_ << "spaces\n";
    for (const core::RoutingSpace& space : model_.spaces) {
      print_item(1, "space ", space.name, space.handle.value) << '\n';
      for (const core::Dimension& dimension : space.dimensions) {
        print_item(2, "dimension ", dimension.name, dimension.handle.value) << '\n';
      }
    }
    out_ << "objects\n";
    print_classes(model_.object_classes);
    out_ << "interactions\n";
    print_classes(model_.interaction_classes);
  }

 private:
  std::ostream& print_item(std::size_t depth, const char* kind, const std::string& name,
                           std::uint32_t handle) {
    return out_ << std::string(2 * depth, ' ') << kind << wire::harmless(name) << " [" << handle
                << ']';
  }

  void print_space(core::SpaceHandle handle) {
    if (const core::RoutingSpace* space = model_.find(handle))
      out_ << ' ' << wire::harmless(space->name);
  }

  // Prints the tree of classes. A parent's children need not follow it: classes that the standard
  // adds come last.
  template <class Class>
  void print_classes(const std::vector<Class>& classes) {
    std::vector<std::vector<std::uint32_t>> children(classes.size() + 1);
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
      children[classes[i].parent.value].push_back(i);
    }
    print_below(classes, children, 0, 1);
  }

  template <class Class>
  void print_below(const std::vector<Class>& classes,
                   const std::vector<std::vector<std::uint32_t>>& children, std::uint32_t parent,
                   std::size_t depth) {
    for (const std::uint32_t index : children[parent]) {
      print_item(depth, "class ", classes[index].name, index + 1);
      print_members(classes[index], depth + 1);
      print_below(classes, children, index + 1, depth + 1);
    }
  }

  void print_members(const core::ObjectClass& c, std::size_t depth) {
    out_ << '\n';
    for (std::uint32_t i = c.inherited_attributes; i < c.attributes.size(); ++i) {
      const core::Attribute& attribute = c.attributes[i];
      print_item(depth, "attribute ", attribute.name, i + 1)
          << word(attribute.transportation) << word(attribute.order);
      print_space(attribute.space);
      out_ << '\n';
    }
  }

  void print_members(const core::InteractionClass& c, std::size_t depth) {
    out_ << word(c.transportation) << word(c.order);
    print_space(c.space);
    out_ << '\n';
    for (std::uint32_t i = c.inherited_parameters; i < c.parameters.size(); ++i) {
      print_item(depth, "parameter ", c.parameters[i], i + 1) << '\n';
    }
  }

  const core::ObjectModel& model_;
  std::ostream& out_;
};

}  // namespace

void print_model(const core::ObjectModel& model, std::ostream& out) {
  ModelPrinter(model, out).print();
}

}  // namespace triad::fed
