#include "fed-parser/diagnostic.hpp"

#include <algorithm>
#include <tuple>

namespace triad::fed {

std::string Diagnostic::text() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) +
         (severity == Severity::error ? ": error: " : ": warning: ") + message;
}

void DiagnosticLog::error(Location at, std::string message) {
  if (keeps_errors()) add(Diagnostic::Severity::error, at, std::move(message));
  ++errors_;
}

void DiagnosticLog::warning(Location at, std::string message) {
  if (warnings_ < kWarningsMax) add(Diagnostic::Severity::warning, at, std::move(message));
  ++warnings_;
}

std::vector<Diagnostic> DiagnosticLog::take() {
  std::stable_sort(kept_.begin(), kept_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  if (errors_ > kErrorsMax) add_left_out(Diagnostic::Severity::error, errors_ - kErrorsMax);
  if (warnings_ > kWarningsMax) {
    add_left_out(Diagnostic::Severity::warning, warnings_ - kWarningsMax);
  }
  return std::move(kept_);
}

void DiagnosticLog::add(Diagnostic::Severity severity, Location at, std::string message) {
  kept_.push_back({severity, file_, at.line, at.column, std::move(message)});
}

void DiagnosticLog::add_left_out(Diagnostic::Severity severity, std::size_t count) {
  const Location last{kept_.back().line, kept_.back().column};
  const char* what = severity == Diagnostic::Severity::error ? "error" : "warning";
  add(severity, last,
      std::to_string(count) + " more " + what + (count == 1 ? " was" : "s were") + " left out");
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 60;
  constexpr char kHex[] = "0123456789abcdef";
  std::string shown = "\"";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      shown += c;
    } else {
      shown += "\\x";
      shown += kHex[byte >> 4];
      shown += kHex[byte & 15];
    }
  }
  return shown + (text.size() > kShown ? "...\"" : "\"");
}

}  // namespace triad::fed
