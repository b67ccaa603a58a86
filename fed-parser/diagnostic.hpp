// What the parser has to say about a file: errors and warnings with their place, and the bounded
// log that the stages of the parser write them to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace triad::fed {

// Line and column count from 1; columns count bytes.
struct Location {
  int line = 1;
  int column = 1;

  friend auto operator<=>(const Location&, const Location&) = default;
};

struct Diagnostic {
  enum class Severity { warning, error };

  Severity severity = Severity::error;
  std::string file;
  int line = 1;
  int column = 1;
  std::string message;

  // "file:line:column: error: message", with all that is harmful in the message escaped.
  std::string text() const;
};

// The log of one file. Keeps the first kErrorsMax errors and kWarningsMax warnings and counts on.
class DiagnosticLog {
 public:
  static constexpr std::size_t kErrorsMax = 100;
  static constexpr std::size_t kWarningsMax = 100;

  explicit DiagnosticLog(std::string_view file) : file_(file) {}

  void error(Location at, std::string message);
  void warning(Location at, std::string message);

  bool has_errors() const { return errors_ != 0; }
  // False when a further error would only be counted; spares a hostile file the making of messages.
  bool keeps_errors() const { return errors_ < kErrorsMax; }
  void count_error() { ++errors_; }

  // In the order of the file, a last entry telling how many were left out.
  std::vector<Diagnostic> take();

 private:
  void add(Diagnostic::Severity severity, Location at, std::string message);
  void add_left_out(Diagnostic::Severity severity, std::size_t count);

  std::string file_;
  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

// `text` in quotation marks, shortened if long, with harmful characters escaped: for messages.
std::string quoted(std::string_view text);

}  // namespace triad::fed
