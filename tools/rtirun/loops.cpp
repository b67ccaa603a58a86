#include "tools/rtirun/loops.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace triad::rtirun {

namespace {

using topology::YamlNode;

// Limits against files made to exhaust the memory, because each repetition has all values.
constexpr std::size_t kLoopNamesMax = 16;
constexpr std::size_t kLoopValueBytesMax = 1000;

std::optional<unsigned> number_in_text(std::string_view text) {
  unsigned value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Adds a value, or the numbers of a range. Returns false if there are too many.
bool add_values(const std::string& text, std::vector<std::string>& values) {
  const std::size_t dots = text.find("..");
  const auto first = number_in_text(std::string_view(text).substr(0, dots));
  const auto last =
      dots == text.npos ? std::nullopt : number_in_text(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first > *last) {
    values.push_back(text);
    return values.size() <= kLoopMax;
  }
  if (*last - *first >= kLoopMax) return false;
  for (unsigned i = *first; i <= *last; ++i) values.push_back(std::to_string(i));
  return values.size() <= kLoopMax;
}

}  // namespace

std::vector<Variables> read_loops(const topology::Fields& fields, const Variables& variables,
                                  topology::ProblemLog& log) {
  std::vector<Variables> repetitions{variables};
  const YamlNode* const loops = fields.find("for");
  if (loops == nullptr) return repetitions;
  if (loops->kind != YamlNode::Kind::map || loops->items.empty()) {
    fields.log_fault(loops->at, "for",
                     "is " + std::string(topology::name_of(loops->kind)) + ", not a map of lists",
                     "write for: {seat: [1, 2, 3]}");
    return {};
  }
  if (loops->items.size() > 2 * kLoopNamesMax) {
    fields.log_fault(loops->at, "for", "has more than 16 names", "split the entry");
    return {};
  }
  for (std::size_t i = 0; i + 1 < loops->items.size(); i += 2) {
    const YamlNode& name = loops->items[i];
    if (name.kind != YamlNode::Kind::text || !topology::is_name(name.text, "_")) {
      fields.log_fault(name.at, "for", "has a name that is not a word",
                       "write letters, digits and _");
      return {};
    }
    if (name.text == "i") {
      fields.log_fault(name.at, "for", "has the name i, which is the number of the federate",
                       "choose another name");
      return {};
    }
    std::vector<std::string> values;
    bool has_room = true;
    for (const YamlNode* item : fields.items(&loops->items[i + 1], "for", true)) {
      if (item->kind != YamlNode::Kind::text) continue;
      const std::string value = expand_variables(*item, variables, log);
      has_room = has_room && value.size() <= kLoopValueBytesMax && add_values(value, values);
    }
    if (values.empty() || !has_room || values.size() * repetitions.size() > kLoopMax) {
      fields.log_fault(name.at, "for",
                       values.empty() ? "has no values for " + topology::quoted_text(name.text)
                                      : "gives more than " + std::to_string(kLoopMax) +
                                            " entries, or a value of more than 1000 bytes",
                       "write a list such as [1, 2] or a range such as 1..30");
      return {};
    }
    std::vector<Variables> next;
    for (const Variables& each : repetitions) {
      for (const std::string& value : values) {
        next.push_back(each);
        next.back()[name.text] = value;
      }
    }
    repetitions = std::move(next);
  }
  return repetitions;
}

}  // namespace triad::rtirun
