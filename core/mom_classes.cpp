#include "core/mom_classes.hpp"

#include <string>

namespace triad::core::mom {

namespace {

constexpr std::string_view kManager = "Manager";

struct Named {
  std::string_view group;
  std::string_view name;
};

#define TRIAD_MOM_IN_ADJUST(name) Named{"Adjust", #name},
#define TRIAD_MOM_IN_REQUEST(name) Named{"Request", #name},
#define TRIAD_MOM_IN_REPORT(name) Named{"Report", #name},
#define TRIAD_MOM_IN_SERVICE(name) Named{"Service", #name},
constexpr std::array<Named, kInteractions> kNames{
    Named{"", ""},
    TRIAD_MOM_ADJUST(TRIAD_MOM_IN_ADJUST) TRIAD_MOM_REQUEST(TRIAD_MOM_IN_REQUEST)
        TRIAD_MOM_REPORT(TRIAD_MOM_IN_REPORT) TRIAD_MOM_SERVICE(TRIAD_MOM_IN_SERVICE)};
#undef TRIAD_MOM_IN_ADJUST
#undef TRIAD_MOM_IN_REQUEST
#undef TRIAD_MOM_IN_REPORT
#undef TRIAD_MOM_IN_SERVICE

template <class Enum, std::size_t count>
void bind(const ObjectModel& model, ObjectClassHandle object_class,
          std::array<AttributeHandle, count>& handles) {
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto described) {
    handles[static_cast<std::size_t>(described.value)] =
        model.attribute(object_class, described.name);
  });
}

// Returns for each class whether it is `top` or below it, and false for all classes if `top` is
// zero.
template <class Class, class Handle>
std::vector<char> classes_below(const std::vector<Class>& classes, const ObjectModel& model,
                                Handle top) {
  std::vector<char> found(classes.size() + 1, 0);
  for (std::uint32_t value = 1; value <= classes.size(); ++value) {
    found[value] = static_cast<char>(top && model.is_a(Handle(value), top));
  }
  return found;
}

}  // namespace

std::string_view name_of(Interaction interaction) {
  return kNames[static_cast<std::size_t>(interaction)].name;
}

Handles::Handles(const ObjectModel& model)
    : model_(model),
      federation_(model.object_class("Manager.Federation")),
      federate_(model.object_class("Manager.Federate")),
      interactions_by_class_(model.interaction_classes.size() + 1, Interaction::none),
      management_(classes_below(model.object_classes, model, model.object_class(kManager))),
      management_interactions_(
          classes_below(model.interaction_classes, model, model.interaction_class(kManager))) {
  for (std::size_t i = 1; i < kInteractions; ++i) {
    const std::string path =
        "Manager.Federate." + std::string(kNames[i].group) + "." + std::string(kNames[i].name);
    interactions_[i] = model.interaction_class(path);
    if (interactions_[i])
      interactions_by_class_[interactions_[i].value] = static_cast<Interaction>(i);
  }
  if (federation_) bind<FederationAttribute>(model, federation_, federation_attributes_);
  if (federate_) bind<FederateAttribute>(model, federate_, federate_attributes_);
}

ParameterHandle Handles::parameter(Interaction interaction, std::string_view name) const {
  return model_.parameter(handle_of(interaction), name);
}

wire::AttributeSet Handles::all_attributes_of(ObjectClassHandle object_class) const {
  const ObjectClass* described = model_.find(object_class);
  return described == nullptr
             ? wire::AttributeSet()
             : wire::AttributeSet::up_to(static_cast<std::uint32_t>(described->attributes.size()));
}

std::optional<wire::Bytes> find_bytes(const wire::ValueList& values, ParameterHandle parameter) {
  std::optional<wire::Bytes> found;
  values.for_each([&](std::uint32_t handle, wire::Bytes bytes, wire::Bytes) {
    if (parameter && handle == parameter.value) found = bytes;
  });
  return found;
}

std::optional<std::string_view> find_text(const wire::ValueList& values,
                                          ParameterHandle parameter) {
  const auto bytes = find_bytes(values, parameter);
  return bytes ? std::optional(text_of(*bytes)) : std::nullopt;
}

std::string missing_text(std::string_view name, ParameterHandle parameter) {
  return "the parameter " + std::string(name) + " is missing" +
         (parameter ? "" : ": the FED file does not declare it for the interaction");
}

}  // namespace triad::core::mom
