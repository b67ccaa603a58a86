#include "tools/rtictl/utf8.hpp"

#include "wire/harmless_text.hpp"

namespace triad::rtictl {

std::string utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const wire::Character first = wire::first_character(text);
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    out.append(first.is_valid ? text.substr(0, first.bytes) : kReplacement);
    text.remove_prefix(first.bytes);
  }
  return out;
}

}  // namespace triad::rtictl
