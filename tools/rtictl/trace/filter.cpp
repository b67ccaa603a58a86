#include "tools/rtictl/trace/filter.hpp"

#include <algorithm>

namespace triad::rtictl {

namespace {

// Matches with backtracking: a * first matches nothing, then one character more after each failure
// of the rest.
bool fits(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  std::size_t in = 0;
  std::size_t star = pattern.npos;
  std::size_t star_in = 0;
  while (in < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      star_in = in;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[in])) {
      ++at;
      ++in;
    } else if (star != pattern.npos) {
      at = star + 1;
      in = ++star_in;
    } else {
      return false;
    }
  }
  return pattern.substr(at).find_first_not_of('*') == pattern.npos;
}

// Returns whether the pattern matches the full or the last name of the class, as "Vehicle.Tank" or
// "Tank", or of one of its ancestors.
bool class_fits(std::string_view pattern, std::string_view name) {
  for (std::size_t end = 0; end != name.npos;) {
    end = name.find('.', end == 0 ? 0 : end + 1);
    const std::string_view path = name.substr(0, end);
    if (fits(pattern, path) || fits(pattern, path.substr(path.rfind('.') + 1))) return true;
  }
  return false;
}

}  // namespace

template <class Fits>
bool Filter::Patterns::is_selected(const Fits& fits_pattern) const {
  return (only.empty() || std::ranges::any_of(only, fits_pattern)) &&
         std::ranges::none_of(except, fits_pattern);
}

bool Filter::add_pattern(std::string_view text, std::vector<std::string> Patterns::*list) {
  const std::size_t equals = text.find('=');
  const std::string_view kind = equals == text.npos ? "service" : text.substr(0, equals);
  const std::string pattern(equals == text.npos ? text : text.substr(equals + 1));
  if (pattern.empty()) return false;
  if (kind == "service") {
    (services_.*list).push_back(pattern);
  } else if (kind == "class") {
    (classes_.*list).push_back(pattern);
  } else if (kind == "federate") {
    (federates_.*list).push_back(pattern);
  } else {
    return false;
  }
  return true;
}

bool Filter::is_selected_federate(const std::string& name, const std::string& unique_name,
                                  std::uint64_t federate) const {
  return federates_.is_selected([&](const std::string& pattern) {
    return fits(pattern, name) || fits(pattern, unique_name) || pattern == std::to_string(federate);
  });
}

bool Filter::is_selected_event(const TraceEvent& event) const {
  if (event.kind != TraceEvent::Kind::call && event.kind != TraceEvent::Kind::callback) return true;
  return services_.is_selected([&](const std::string& pattern) {
    return fits(pattern, event.service);
  }) && classes_.is_selected([&](const std::string& pattern) {
    return !event.of_class.empty() && class_fits(pattern, event.of_class);
  });
}

}  // namespace triad::rtictl
