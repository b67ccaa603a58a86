// The parser of FED files and of the XML variants of the object model: text in, core::ObjectModel
// or a list of errors out. Called by the RTIG at createFederationExecution, and by fed-check. Pure:
// opens no file (fed_file.hpp does), keeps no global state, may run in several threads at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/object_model.hpp"
#include "fed-parser/diagnostic.hpp"

namespace triad::fed {

// What the model gets beyond what the file says.
enum class Additions {
  standard,  // the MOM classes of HLA 1.3, RTIprivate and privilegeToDelete, where they are missing
  none,
};

// How much the file itself declares, before anything is added.
struct Declared {
  std::size_t object_classes = 0;
  std::size_t attributes = 0;
  std::size_t interaction_classes = 0;
  std::size_t parameters = 0;
  std::size_t spaces = 0;
  std::size_t dimensions = 0;
};

struct ParseResult {
  std::optional<core::ObjectModel> model;  // empty if there was an error
  std::vector<Diagnostic> diagnostics;     // in the order of the file
  Declared declared;

  bool ok() const { return model.has_value(); }
  // Text of the first error, with its place; empty if there is none.
  std::string first_error() const;
};

// Text that starts with "<" is XML, any other FED. `file_name` only labels the diagnostics.
ParseResult parse(std::string_view text, std::string_view file_name,
                  Additions additions = Additions::standard);

// Limits: beyond them a file is refused with an error that says so.
inline constexpr std::size_t kTextBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kNestingMax = 200;
inline constexpr std::size_t kNameBytesMax = 1024;
// Every class lists the attributes that it inherits, so a short file may describe a vast model.
inline constexpr std::size_t kModelBytesMax = std::size_t{256} << 20;

}  // namespace triad::fed
