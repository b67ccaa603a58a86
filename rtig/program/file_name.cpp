#include "rtig/program/file_name.hpp"

#include <cstdio>
#include <span>

#include "core/saved_federation.hpp"

namespace triad::rtig {

namespace {

// Chosen so that two names, a mark between, the endings and a process id fit into a file name.
constexpr std::size_t kNameBytesMax = 90;

}  // namespace

std::string escaped_file_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || (c == '.' && !text.empty());
    if (plain) {
      text += c;
      continue;
    }
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
    text += code;
  }
  if (text.size() <= kNameBytesMax) return text;
  char sum[24];
  std::snprintf(sum, sizeof sum, "~%016llx",
                static_cast<unsigned long long>(core::fingerprint(std::as_bytes(std::span(name)))));
  return text.substr(0, kNameBytesMax - 17) + sum;
}

}  // namespace triad::rtig
