// Finds, reads and parses the file named at createFederationExecution. Called by the programs
// (rtig, fed-check); the only place of fed-parser that touches files. Takes regular files alone.
// Distinguishes the two HLA 1.3 exceptions CouldNotOpenFED and ErrorReadingFED.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/fed_parser.hpp"

namespace triad::fed {

struct FileError {
  enum class Kind { could_not_open_fed, error_reading_fed };

  Kind kind = Kind::could_not_open_fed;
  std::string reason;  // for people: which file, what is wrong, where it was looked for
};

struct FedText {
  std::string path;  // where it was found
  std::string text;
  std::optional<FileError> error;
};

// Looks for `name` as given and then, unless it is absolute, in each directory of `search_path`
// (separated by ':'). The first that exists counts, also if it cannot be read.
FedText read_fed_file(std::string_view name, std::string_view search_path);

// The same for a name that a stranger has chosen, who is to learn nothing of what else there is on
// this machine: it counts only below `directories`. An absolute name and one with ".." are refused
// whether there is such a file or not, and a file to which symbolic links lead from a directory is
// refused where it does not lie below that directory.
FedText read_fed_file_below(std::string_view name, const std::vector<std::string>& directories);

// The largest published FOMs are below one megabyte.
inline constexpr std::size_t kFileBytesMax = std::size_t{16} << 20;

struct LoadedFed {
  std::string path;
  std::optional<core::ObjectModel> model;
  std::vector<Diagnostic> diagnostics;
  Declared declared;
  std::optional<FileError> error;  // set if and only if there is no model
};

LoadedFed load_fed(FedText file);

}  // namespace triad::fed
