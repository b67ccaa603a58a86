#include "tests/fuzz/figures_property.hpp"

#include <algorithm>

#include "facts/proc_text.hpp"
#include "tools/rtimon/query_text.hpp"

namespace triad::facts {

namespace {

bool is_within(std::string_view part, std::string_view whole) {
  return part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size();
}

std::string_view broken_host(std::string_view text, ProcUnits units) {
  const std::size_t part = text.size() / 4;
  const HostTexts texts{text.substr(0, part), text.substr(part, part), text.substr(2 * part, part),
                        text.substr(3 * part)};
  const auto host = parse_host(texts, units);
  if (host && host->interfaces.size() > wire::kInterfacesMax) return "too many interfaces";
  for (const wire::InterfaceFigures& one : parse_networks(text)) {
    if (one.name.empty() || one.name.size() > wire::kInterfaceNameMax) return "a wrong name";
    if (!is_within(one.name, text)) return "a name outside the text";
  }
  return {};
}

std::string_view broken_query(std::string_view text) {
  using namespace rtimon;
  if (const auto target = parse_target(text)) {
    if (!target->path.starts_with('/')) return "a path without a slash";
    if (target->parameters.size() > kParametersMax) return "too many parameters";
    if (target->path.find('\0') != std::string::npos) return "a zero byte in a path";
  }
  const std::string_view cookie = cookie_value(text, "rtimon-8040");
  if (!cookie.empty() && !is_within(cookie, text)) return "a cookie outside the header";
  if (is_same_secret(text, "0123456789abcdef") != (text == "0123456789abcdef")) {
    return "a wrong comparison of secrets";
  }
  if (const auto number = parse_number(text, 1000); number && *number > 1000)
    return "a large number";
  if (split_list(text, 8).size() > 8) return "a long list";
  return {};
}

}  // namespace

std::string_view broken_figures_property(std::string_view text) {
  if (text.empty()) return {};
  const auto choice = static_cast<unsigned char>(text.front());
  const ProcUnits units{choice % 2 == 0 ? std::uint64_t{100} : std::uint64_t{choice},
                        std::uint64_t{1} << choice % 24};
  text.remove_prefix(1);
  static_cast<void>(parse_process(text, units));
  if (const auto broken = broken_host(text, units); !broken.empty()) return broken;
  return broken_query(text);
}

}  // namespace triad::facts
