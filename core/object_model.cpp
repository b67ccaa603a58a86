// Look-ups in the object model: by handle, by path, and the walk up the class tree. Called by the
// RTIG, each RTIA and fed-parser. Relies on parents standing before their children in the lists.
#include "core/object_model.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/text_case.hpp"

namespace triad::core {

namespace {

constexpr std::string_view kFddPrivilegeToDelete = "HLAprivilegeToDeleteObject";
constexpr std::array<std::string_view, 2> kObjectRootNames = {"ObjectRoot", "HLAobjectRoot"};
constexpr std::array<std::string_view, 2> kInteractionRootNames = {"InteractionRoot",
                                                                   "HLAinteractionRoot"};

bool same_text(std::string_view a, std::string_view b) {
  return a == b;
}

using Same = bool (*)(std::string_view, std::string_view);

const std::string& name_of(const std::string& name) {
  return name;
}
template <class Named>
const std::string& name_of(const Named& item) {
  return item.name;
}

// The exact match if there is one, else the only match without regard to case, else end().
template <class Items>
auto find_named(const Items& items, std::string_view name) {
  auto folded = items.end();
  bool unique = true;
  for (auto at = items.begin(); at != items.end(); ++at) {
    if (name_of(*at) == name) return at;
    if (!same_but_for_case(name_of(*at), name)) continue;
    unique = folded == items.end();
    folded = at;
  }
  return unique ? folded : items.end();
}

// The handle of an item that counts from 1 in its list; zero for end().
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

// True if the class at `index` has this path, counted from below the root.
template <class Class>
bool has_path(const std::vector<Class>& classes, std::size_t index, std::string_view path,
              Same same) {
  while (index != 0) {
    const std::string& name = classes[index].name;
    if (path.size() < name.size()) return false;
    const std::size_t start = path.size() - name.size();
    if (!same(path.substr(start), name)) return false;
    index = classes[index].parent.value - 1;
    if (start == 0) return index == 0;
    if (path[start - 1] != '.') return false;
    path = path.substr(0, start - 1);
  }
  return false;
}

// Zero-based; 0 (the root) stands for "none", as no path below the root leads to it.
template <class Class>
std::size_t index_below_root(const std::vector<Class>& classes, std::string_view path) {
  for (std::size_t i = 1; i < classes.size(); ++i) {
    if (has_path(classes, i, path, same_text)) return i;
  }
  std::size_t found = 0;
  for (std::size_t i = 1; i < classes.size(); ++i) {
    if (!has_path(classes, i, path, same_but_for_case)) continue;
    if (found != 0) return 0;
    found = i;
  }
  return found;
}

template <class Handle, class Class>
Handle resolve(const std::vector<Class>& classes, std::string_view path,
               std::span<const std::string_view> root_names) {
  if (classes.empty() || path.empty()) return Handle();
  const std::string_view first = path.substr(0, path.find('.'));
  const bool from_root = same_but_for_case(first, classes.front().name) ||
                         std::any_of(root_names.begin(), root_names.end(),
                                     [&](auto root) { return same_but_for_case(first, root); });
  if (from_root && first.size() == path.size()) return Handle(1);
  std::size_t index = 0;
  if (from_root) index = index_below_root(classes, path.substr(first.size() + 1));
  if (index == 0) index = index_below_root(classes, path);
  return index == 0 ? Handle() : Handle(static_cast<std::uint32_t>(index) + 1);
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

template <class Class, class Handle>
bool descends(const std::vector<Class>& classes, Handle descendant, Handle ancestor) {
  if (!ancestor) return false;
  // A parent's handle is lower than its child's: below the ancestor's there is no need to look.
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
  return resolve<ObjectClassHandle>(object_classes, path, kObjectRootNames);
}

InteractionClassHandle ObjectModel::interaction_class(std::string_view path) const {
  return resolve<InteractionClassHandle>(interaction_classes, path, kInteractionRootNames);
}

AttributeHandle ObjectModel::attribute(ObjectClassHandle object_class,
                                       std::string_view wanted) const {
  const ObjectClass* at = find(object_class);
  if (at == nullptr) return AttributeHandle();
  const auto handle = indexed_handle<AttributeHandle>(at->attributes, wanted);
  if (handle || !same_but_for_case(wanted, kFddPrivilegeToDelete)) return handle;
  return indexed_handle<AttributeHandle>(at->attributes, kPrivilegeToDelete);
}

ParameterHandle ObjectModel::parameter(InteractionClassHandle interaction_class,
                                       std::string_view wanted) const {
  const InteractionClass* at = find(interaction_class);
  return at == nullptr ? ParameterHandle()
                       : indexed_handle<ParameterHandle>(at->parameters, wanted);
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
  return descends(object_classes, descendant, ancestor);
}

bool ObjectModel::is_a(InteractionClassHandle descendant, InteractionClassHandle ancestor) const {
  return descends(interaction_classes, descendant, ancestor);
}

}  // namespace triad::core
