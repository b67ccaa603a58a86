#include "tools/rtirun/variables.hpp"

#include <vector>

namespace triad::rtirun {

namespace {

constexpr std::size_t kExpandedBytesMax = 64u << 10;

}  // namespace

std::string expand_variables(const topology::YamlNode& node, const Variables& variables,
                             topology::ProblemLog& log) {
  const std::string_view text = node.text;
  std::string expanded;
  for (std::size_t i = 0; i < text.size() && expanded.size() <= kExpandedBytesMax;) {
    if (text[i] != '$') {
      expanded += text[i++];
      continue;
    }
    const std::string_view rest = text.substr(i + 1);
    if (rest.starts_with('$')) {
      expanded += '$';
      i += 2;
      continue;
    }
    const std::size_t end = rest.find('}');
    if (!rest.starts_with('{') || end == rest.npos) {
      log.add(node.at, "a \"$\" without a variable in " + topology::quoted_text(text),
              "write ${NAME}, or $$ for a dollar sign");
      return expanded;
    }
    const std::string name(rest.substr(1, end - 1));
    const auto variable = variables.find(name);
    if (variable == variables.end()) {
      std::vector<std::string_view> names;
      for (const auto& [known, value] : variables) names.push_back(known);
      log.add(node.at, "there is no variable " + topology::quoted_text(name),
              topology::suggestion(name, names, "define it in `variables`"));
      return expanded;
    }
    expanded += variable->second;
    i += end + 2;
  }
  if (expanded.size() > kExpandedBytesMax) {
    log.add(node.at, "a text of more than 64 KB after its variables", "make it shorter");
  }
  return expanded;
}

}  // namespace triad::rtirun
