// Errors and warnings of the parser with their positions, and the bounded log to which all stages
// of the parser write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace triad::fed {

// Position in a file. Lines and columns count from 1; columns count bytes.
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

  // Returns "file:line:column: error: message". Control characters in the message are escaped.
  std::string text() const;
};

// The log of one file. Keeps the first kErrorsMax errors and kWarningsMax warnings and only counts
// the rest.
class DiagnosticLog {
 public:
  static constexpr std::size_t kErrorsMax = 100;
  static constexpr std::size_t kWarningsMax = 100;

  explicit DiagnosticLog(std::string_view file) : file_(file) {}

  void add_error(Location at, std::string message);
  void add_warning(Location at, std::string message);

  bool has_errors() const { return errors_ != 0; }
  // Returns whether the next error would be kept. If not, the caller need not compose its message,
  // which limits the cost of a hostile file.
  bool has_room_for_errors() const { return errors_ < kErrorsMax; }
  void count_error() { ++errors_; }

  // Returns the diagnostics in the order of the file. Last entries state how many were left out.
  std::vector<Diagnostic> take_diagnostics();

 private:
  void add(Diagnostic::Severity severity, Location at, std::string message);
  void add_left_out(Diagnostic::Severity severity, std::size_t count);

  std::string file_;
  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

// Returns `text` in quotation marks, shortened if long, with control characters escaped, for
// messages.
std::string quoted(std::string_view text);

}  // namespace triad::fed
