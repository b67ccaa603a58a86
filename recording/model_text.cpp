#include "recording/model_text.hpp"

#include <cstdint>
#include <vector>

namespace triad::recording {

namespace {

std::string_view transportation_text(core::Transportation transportation) {
  return transportation == core::Transportation::best_effort ? "best_effort" : "reliable";
}

std::string_view order_text(core::Ordering order) {
  return order == core::Ordering::timestamp ? "timestamp" : "receive";
}

// Writes the sections of a FED file.
class FedWriter {
 public:
  explicit FedWriter(const core::ObjectModel& model)
      : model_(model),
        object_children_(children_of(model.object_classes)),
        interaction_children_(children_of(model.interaction_classes)) {}

  std::string text() {
    line(0, "(FED");
    line(1, "(Federation " + (model_.name.empty() ? "unnamed" : model_.name) + ")");
    line(1, "(FEDversion v1.3)");
    put_spaces();
    line(1, "(objects");
    if (!model_.object_classes.empty()) put_object_class(0, 2);
    line(1, ")");
    line(1, "(interactions");
    if (!model_.interaction_classes.empty()) put_interaction_class(0, 2);
    line(1, ")");
    line(0, ")");
    return std::move(out_);
  }

 private:
  using Children = std::vector<std::vector<std::size_t>>;

  template <class Class>
  static Children children_of(const std::vector<Class>& classes) {
    Children children(classes.size());
    for (std::size_t i = 1; i < classes.size(); ++i) {
      children[classes[i].parent.value - 1].push_back(i);
    }
    return children;
  }
  void line(std::size_t depth, const std::string& text) {
    out_.append(2 * depth, ' ');
    out_ += text + '\n';
  }
  std::string properties(core::Transportation transportation, core::Ordering order,
                         core::SpaceHandle space) const {
    std::string text = ' ' + std::string(transportation_text(transportation)) + ' ' +
                       std::string(order_text(order));
    const core::RoutingSpace* const found = model_.find(space);
    if (found != nullptr) text += ' ' + found->name;
    return text;
  }
  void put_spaces() {
    line(1, "(spaces");
    for (const core::RoutingSpace& space : model_.spaces) {
      line(2, "(space " + space.name);
      for (const core::Dimension& dimension : space.dimensions) {
        line(3, "(dimension " + dimension.name + ")");
      }
      line(2, ")");
    }
    line(1, ")");
  }
  void put_object_class(std::size_t index, std::size_t depth) {
    const core::ObjectClass& object_class = model_.object_classes[index];
    line(depth, "(class " + object_class.name);
    for (std::size_t i = object_class.inherited_attributes; i < object_class.attributes.size();
         ++i) {
      const core::Attribute& attribute = object_class.attributes[i];
      line(depth + 1, "(attribute " + attribute.name +
                          properties(attribute.transportation, attribute.order, attribute.space) +
                          ")");
    }
    for (const std::size_t child : object_children_[index]) put_object_class(child, depth + 1);
    line(depth, ")");
  }
  void put_interaction_class(std::size_t index, std::size_t depth) {
    const core::InteractionClass& interaction = model_.interaction_classes[index];
    line(depth, "(class " + interaction.name +
                    properties(interaction.transportation, interaction.order, interaction.space));
    for (std::size_t i = interaction.inherited_parameters; i < interaction.parameters.size(); ++i) {
      line(depth + 1, "(parameter " + interaction.parameters[i] + ")");
    }
    for (const std::size_t child : interaction_children_[index]) {
      put_interaction_class(child, depth + 1);
    }
    line(depth, ")");
  }

  const core::ObjectModel& model_;
  const Children object_children_;
  const Children interaction_children_;
  std::string out_;
};

}  // namespace

std::string fed_text(const core::ObjectModel& model) {
  return FedWriter(model).text();
}

std::string schema_text(const core::ObjectModel& model, core::ObjectClassHandle handle) {
  std::string text = "object class " + model.path(handle) + '\n';
  std::uint32_t number = 0;
  for (const core::Attribute& attribute : model.find(handle)->attributes) {
    text += std::to_string(++number) + ' ' + attribute.name + '\n';
  }
  return text;
}

std::string schema_text(const core::ObjectModel& model, core::InteractionClassHandle handle) {
  std::string text = "interaction class " + model.path(handle) + '\n';
  std::uint32_t number = 0;
  for (const std::string& parameter : model.find(handle)->parameters) {
    text += std::to_string(++number) + ' ' + parameter + '\n';
  }
  return text;
}

}  // namespace triad::recording
