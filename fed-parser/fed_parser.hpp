// The parser of FED files and of the XML variants: converts a text to a core::ObjectModel or a list
// of errors. Called by the RTIG at createFederationExecution, and by fed-check. Pure: it opens no
// file (fed_file.hpp does), has no global state, and may run in several threads at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/object_model.hpp"
#include "fed-parser/diagnostic.hpp"

namespace triad::fed {

// Classes and attributes that the parser adds to the file's own.
enum class Additions {
  standard,  // The missing ones among the MOM classes of HLA 1.3, RTIprivate and privilegeToDelete.
  none,
};

// Numbers of declarations in the file itself.
struct Declared {
  std::size_t object_classes = 0;
  std::size_t attributes = 0;
  std::size_t interaction_classes = 0;
  std::size_t parameters = 0;
  std::size_t spaces = 0;
  std::size_t dimensions = 0;
};

struct ParseResult {
  std::optional<core::ObjectModel> model;  // Empty if there was an error.
  std::vector<Diagnostic> diagnostics;     // In the order of the file.
  Declared declared;

  bool ok() const { return model.has_value(); }
  // Returns the text of the first error with its position; empty if there is none.
  std::string first_error() const;
};

// Parses `text`: as XML if it starts with "<", otherwise as FED. `file_name` is only for the
// diagnostics.
ParseResult parse(std::string_view text, std::string_view file_name,
                  Additions additions = Additions::standard);

// Limits. A file that exceeds one is refused with an error that states the limit.
inline constexpr std::size_t kTextBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kNestingMax = 200;
inline constexpr std::size_t kNameBytesMax = 1024;
// Every class lists its inherited attributes, so a short file may describe a huge model.
inline constexpr std::size_t kModelBytesMax = std::size_t{256} << 20;

}  // namespace triad::fed
