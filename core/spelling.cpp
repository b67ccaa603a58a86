#include "core/spelling.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/text_case.hpp"

namespace triad::core {

namespace {

constexpr std::size_t kLettersMax = 256;
constexpr std::size_t kChangesMax = 3;

// Returns the number of letters to omit, insert, replace or swap with the next. Any number above
// `changes_max` may be returned as changes_max + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t changes_max) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > changes_max || longer > kLettersMax)
    return changes_max + 1;
  // Row i: changes from the first i letters of `a` to each prefix of `b`.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower_case(a[i - 1]);
      const char y = lower_case(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (x == y ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && x == lower_case(b[j - 2]) && y == lower_case(a[i - 2]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

// Returns the last `parts` parts of a path, or all of it.
std::string_view last_parts(std::string_view path, std::size_t parts) {
  std::size_t begin = path.size();
  for (; parts > 0; --parts) {
    const std::size_t dot = begin == 0 ? path.npos : path.rfind('.', begin - 1);
    if (dot == path.npos) return path;
    begin = dot;
  }
  return path.substr(begin + 1);
}

template <class Handle, class Class>
Handle nearest_class(const ObjectModel& model, const std::vector<Class>& classes,
                     std::string_view name) {
  // The root's name in IEEE 1516 is accepted as a spelling.
  const std::string fdd_root = classes.empty() ? "" : "HLA" + classes.front().name;
  if (equal_ignoring_case(name.substr(0, fdd_root.size()), fdd_root)) name.remove_prefix(3);
  const auto parts = static_cast<std::size_t>(std::ranges::count(name, '.')) + 1;
  NearestSpelling by_path(name);
  NearestSpelling by_last_part(last_parts(name, 1));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::string path = model.path(Handle(static_cast<std::uint32_t>(i) + 1));
    by_path.consider(last_parts(path, parts), i);
    by_last_part.consider(classes[i].name, i);
  }
  const auto index = by_path.index() ? by_path.index() : by_last_part.index();
  return index ? Handle(static_cast<std::uint32_t>(*index) + 1) : Handle();
}

}  // namespace

NearestSpelling::NearestSpelling(std::string_view name)
    : name_(name), changes_max_(std::min(name.size() / 3, kChangesMax)) {}

void NearestSpelling::consider(std::string_view name, std::size_t index) {
  const std::size_t changes = edit_distance(name_, name, changes_max_);
  if (changes > changes_max_ || (index_ && changes == changes_max_)) return;
  index_ = index;
  changes_max_ = changes;
}

ObjectClassHandle nearest_object_class(const ObjectModel& model, std::string_view name) {
  return nearest_class<ObjectClassHandle>(model, model.object_classes, name);
}

InteractionClassHandle nearest_interaction_class(const ObjectModel& model, std::string_view name) {
  return nearest_class<InteractionClassHandle>(model, model.interaction_classes, name);
}

}  // namespace triad::core
