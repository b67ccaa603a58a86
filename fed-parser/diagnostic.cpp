#include "fed-parser/diagnostic.hpp"

#include <algorithm>
#include <tuple>

#include "wire/harmless_text.hpp"

namespace triad::fed {

std::string Diagnostic::text() const {
  return wire::harmless(file) + ":" + std::to_string(line) + ":" + std::to_string(column) +
         (severity == Severity::error ? ": error: " : ": warning: ") + wire::harmless(message);
}

void DiagnosticLog::add_error(Location at, std::string message) {
  if (has_room_for_errors()) add(Diagnostic::Severity::error, at, std::move(message));
  ++errors_;
}

void DiagnosticLog::add_warning(Location at, std::string message) {
  if (warnings_ < kWarningsMax) add(Diagnostic::Severity::warning, at, std::move(message));
  ++warnings_;
}

std::vector<Diagnostic> DiagnosticLog::take_diagnostics() {
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
  const char* kind = severity == Diagnostic::Severity::error ? "error" : "warning";
  add(severity, last,
      std::to_string(count) + " more " + kind + (count == 1 ? " was" : "s were") + " left out");
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 60;
  std::string shown = "\"";
  for (const char c : wire::harmless(text.substr(0, kShown))) {
    if (c == '"') shown += '\\';
    shown += c;
  }
  return shown + (text.size() > kShown ? "...\"" : "\"");
}

}  // namespace triad::fed
