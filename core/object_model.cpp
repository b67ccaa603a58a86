// Look-ups in the object model: by handle, by path, and up the class tree. Called by the RTIG, each
// RTIA and fed-parser. Relies on parents that precede their children in the lists.
#include "core/object_model.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/text_case.hpp"

namespace triad::core {

namespace {

constexpr std::string_view kMomRoot = "Manager";  // root of both MOM class trees
constexpr std::string_view kFddPrivilegeToDelete = "HLAprivilegeToDeleteObject";
constexpr std::array<std::string_view, 2> kObjectRootNames = {"ObjectRoot", "HLAobjectRoot"};
constexpr std::array<std::string_view, 2> kInteractionRootNames = {"InteractionRoot",
                                                                   "HLAinteractionRoot"};

const std::string& name_of(const std::string& name) {
  return name;
}
template <class Named>
const std::string& name_of(const Named& item) {
  return item.name;
}

// Returns the exact match if there is one, otherwise the only match without regard to case,
// otherwise end().
template <class Items>
auto find_named(const Items& items, std::string_view name) {
  auto folded = items.end();
  bool unique = true;
  for (auto at = items.begin(); at != items.end(); ++at) {
    if (name_of(*at) == name) return at;
    if (!equal_ignoring_case(name_of(*at), name)) continue;
    unique = folded == items.end();
    folded = at;
  }
  return unique ? folded : items.end();
}

// Returns the handle of an item that is numbered from 1 in its list; zero for end().
template <class Handle, class Items>
Handle indexed_handle(const Items& items, std::string_view name) {
  const auto at = find_named(items, name);
  if (at == items.end()) return Handle();
  return Handle(static_cast<std::uint32_t>(at - items.begin()) + 1);
}

template <class Class, class Handle>
const Class* find_indexed(const std::vector<Class>& classes, Handle handle) {
  return handle && handle.value <= classes.size() ? &classes[handle.value - 1] : nullptr;
}

// Match between a class's path and a name.
struct PathMatch {
  bool is_whole = false;  // the name is the whole path below the root
  bool is_exact = false;  // the case matches, too
};

template <class Class>
std::optional<PathMatch> match_path(const std::vector<Class>& classes, std::size_t index,
                                    std::string_view name) {
  PathMatch found{.is_whole = false, .is_exact = true};
  while (index != 0) {
    const std::string& part = classes[index].name;
    if (name.size() < part.size()) return std::nullopt;
    const std::size_t start = name.size() - part.size();
    if (start != 0 && name[start - 1] != '.') return std::nullopt;
    const std::string_view last = name.substr(start);
    if (!equal_ignoring_case(last, part)) return std::nullopt;
    found.is_exact = found.is_exact && last == part;
    index = classes[index].parent.value - 1;
    found.is_whole = index == 0;
    if (start == 0) return found;
    name = name.substr(0, start - 1);
  }
  return std::nullopt;
}

template <class Class, class Handle>
bool is_of_mom(const std::vector<Class>& classes, Handle handle) {
  while (handle.value > 1 && classes[handle.value - 1].parent != Handle(1)) {
    handle = classes[handle.value - 1].parent;
  }
  return equal_ignoring_case(classes[handle.value - 1].name, kMomRoot);
}

// Federates look names up in loops, so each class is examined once, and most are rejected by the
// length of their last part.
template <class Handle, class Class>
ClassMatch<Handle> match_below_root(const std::vector<Class>& classes, std::string_view name) {
  std::vector<Handle> whole;
  std::vector<Handle> exact_ends;
  std::vector<Handle> ends;
  for (std::size_t i = 1; i < classes.size(); ++i) {
    const auto found = match_path(classes, i, name);
    if (!found) continue;
    const Handle handle(static_cast<std::uint32_t>(i) + 1);
    if (found->is_whole && found->is_exact) return {handle, true, {}};
    if (found->is_whole) whole.push_back(handle);
    if (found->is_exact) exact_ends.push_back(handle);
    ends.push_back(handle);
  }
  if (whole.size() == 1) return {whole.front(), true, {}};
  std::vector<Handle>& best = exact_ends.empty() ? ends : exact_ends;
  // A federation's own classes precede those of the MOM, which its FED file may not even declare.
  const auto of_mom = [&](Handle handle) { return is_of_mom(classes, handle); };
  if (!std::ranges::all_of(best, of_mom)) std::erase_if(best, of_mom);
  if (best.size() == 1) return {best.front(), false, {}};
  return {Handle(), false, std::move(best)};
}

using RootNames = std::span<const std::string_view>;

bool is_root(std::string_view name, std::string_view root, RootNames root_names) {
  return equal_ignoring_case(name, root) || std::ranges::any_of(root_names, [&](auto other) {
           return equal_ignoring_case(name, other);
         });
}

// Returns the rest of a name that begins with the root's name.
template <class Class>
std::optional<std::string_view> below_root(const std::vector<Class>& classes, std::string_view name,
                                           RootNames root_names) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  if (!is_root(name.substr(0, dot), classes.front().name, root_names)) return std::nullopt;
  return name.substr(dot + 1);
}

template <class Handle, class Class>
ClassMatch<Handle> match(const std::vector<Class>& classes, std::string_view name,
                         RootNames root_names) {
  if (classes.empty() || name.empty()) return {};
  if (is_root(name, classes.front().name, root_names)) return {Handle(1), true, {}};
  if (const auto below = below_root(classes, name, root_names)) {
    auto found = match_below_root<Handle>(classes, *below);
    if (found.is_whole) return found;
  }
  return match_below_root<Handle>(classes, name);
}

template <class Handle, class Class>
Handle whole_match(const std::vector<Class>& classes, std::string_view name, RootNames root_names) {
  const auto found = match<Handle>(classes, name, root_names);
  return found.is_whole ? found.handle : Handle();
}

// A name "Class.Member", split into the class (the given one or a superclass) and the member's own
// name.
template <class Class>
struct QualifiedMember {
  const Class& declaring_class;
  std::string_view member;
};

template <class Class, class Handle>
std::optional<QualifiedMember<Class>> split_qualified_name(const std::vector<Class>& classes,
                                                           Handle handle, std::string_view name,
                                                           RootNames root_names) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view path = name.substr(0, dot);
  const auto below = below_root(classes, path, root_names);
  for (std::size_t at = handle.value - 1;; at = classes[at].parent.value - 1) {
    const auto whole = below ? match_path(classes, at, *below) : std::nullopt;
    const bool is_meant = at == 0 ? is_root(path, classes.front().name, root_names)
                                  : match_path(classes, at, path) || (whole && whole->is_whole);
    if (is_meant) return QualifiedMember<Class>{classes[at], name.substr(dot + 1)};
    if (at == 0) return std::nullopt;
  }
}

template <class Class, class Handle>
std::string full_path(const std::vector<Class>& classes, Handle handle) {
  std::string path;
  for (const Class* at = find_indexed(classes, handle); at != nullptr;
       at = find_indexed(classes, at->parent)) {
    path = path.empty() ? at->name : at->name + "." + path;
  }
  return path;
}

AttributeHandle find_attribute(const ObjectClass& object_class, std::string_view name) {
  const auto handle = indexed_handle<AttributeHandle>(object_class.attributes, name);
  if (handle || !equal_ignoring_case(name, kFddPrivilegeToDelete)) return handle;
  return indexed_handle<AttributeHandle>(object_class.attributes, kPrivilegeToDelete);
}

template <class Class, class Handle>
bool is_descendant(const std::vector<Class>& classes, Handle descendant, Handle ancestor) {
  if (!ancestor) return false;
  // A parent's handle is lower than its child's, so handles below the ancestor's need no search.
  while (descendant > ancestor) {
    const Class* at = find_indexed(classes, descendant);
    if (at == nullptr) return false;
    descendant = at->parent;
  }
  return descendant == ancestor && find_indexed(classes, ancestor) != nullptr;
}

}  // namespace

const ObjectClass* ObjectModel::find(ObjectClassHandle handle) const {
  return find_indexed(object_classes, handle);
}

const InteractionClass* ObjectModel::find(InteractionClassHandle handle) const {
  return find_indexed(interaction_classes, handle);
}

const RoutingSpace* ObjectModel::find(SpaceHandle handle) const {
  const auto at = std::find_if(spaces.begin(), spaces.end(),
                               [&](const RoutingSpace& s) { return s.handle == handle; });
  return at == spaces.end() ? nullptr : &*at;
}

SpaceHandle ObjectModel::default_space() const {
  if (spaces.empty()) return SpaceHandle(1);
  const RoutingSpace& last = spaces.back();
  const std::uint32_t last_handle =
      last.dimensions.empty() ? last.handle.value : last.dimensions.back().handle.value;
  return SpaceHandle(last_handle + 1);
}

ObjectClassHandle ObjectModel::object_class(std::string_view path) const {
  return whole_match<ObjectClassHandle>(object_classes, path, kObjectRootNames);
}

InteractionClassHandle ObjectModel::interaction_class(std::string_view path) const {
  return whole_match<InteractionClassHandle>(interaction_classes, path, kInteractionRootNames);
}

ClassMatch<ObjectClassHandle> ObjectModel::match_object_class(std::string_view wanted) const {
  return match<ObjectClassHandle>(object_classes, wanted, kObjectRootNames);
}

ClassMatch<InteractionClassHandle> ObjectModel::match_interaction_class(
    std::string_view wanted) const {
  return match<InteractionClassHandle>(interaction_classes, wanted, kInteractionRootNames);
}

AttributeHandle ObjectModel::attribute(ObjectClassHandle object_class,
                                       std::string_view wanted) const {
  const ObjectClass* at = find(object_class);
  if (at == nullptr) return AttributeHandle();
  if (const auto handle = find_attribute(*at, wanted)) return handle;
  const auto member = split_qualified_name(object_classes, object_class, wanted, kObjectRootNames);
  return member ? find_attribute(member->declaring_class, member->member) : AttributeHandle();
}

ParameterHandle ObjectModel::parameter(InteractionClassHandle interaction_class,
                                       std::string_view wanted) const {
  const InteractionClass* at = find(interaction_class);
  if (at == nullptr) return ParameterHandle();
  if (const auto handle = indexed_handle<ParameterHandle>(at->parameters, wanted)) return handle;
  const auto member =
      split_qualified_name(interaction_classes, interaction_class, wanted, kInteractionRootNames);
  return member
             ? indexed_handle<ParameterHandle>(member->declaring_class.parameters, member->member)
             : ParameterHandle();
}

SpaceHandle ObjectModel::space(std::string_view wanted) const {
  const auto at = find_named(spaces, wanted);
  return at == spaces.end() ? SpaceHandle() : at->handle;
}

DimensionHandle ObjectModel::dimension(const RoutingSpace& space, std::string_view wanted) const {
  const auto at = find_named(space.dimensions, wanted);
  return at == space.dimensions.end() ? DimensionHandle() : at->handle;
}

std::string ObjectModel::path(ObjectClassHandle handle) const {
  return full_path(object_classes, handle);
}

std::string ObjectModel::path(InteractionClassHandle handle) const {
  return full_path(interaction_classes, handle);
}

bool ObjectModel::is_a(ObjectClassHandle descendant, ObjectClassHandle ancestor) const {
  return is_descendant(object_classes, descendant, ancestor);
}

bool ObjectModel::is_a(InteractionClassHandle descendant, InteractionClassHandle ancestor) const {
  return is_descendant(interaction_classes, descendant, ancestor);
}

bool ObjectModel::has_attributes(ObjectClassHandle object_class,
                                 const wire::AttributeSet& attributes) const {
  const ObjectClass* described = find(object_class);
  if (described == nullptr) return false;
  return attributes.is_up_to(static_cast<std::uint32_t>(described->attributes.size()));
}

bool ObjectModel::are_in_space(ObjectClassHandle object_class, const wire::AttributeSet& attributes,
                               SpaceHandle space) const {
  const auto& described = find(object_class)->attributes;
  bool all = true;
  attributes.for_each([&](AttributeHandle attribute) {
    all = all && described[attribute.value - 1].space == space;
  });
  return all;
}

}  // namespace triad::core
