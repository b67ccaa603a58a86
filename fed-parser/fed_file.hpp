// Finds, reads and parses the file of createFederationExecution. Called by the programs rtig and
// fed-check. Only this part of fed-parser accesses files, and it reads regular files only.
// Distinguishes the HLA 1.3 exceptions CouldNotOpenFED and ErrorReadingFED.
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
  std::string reason;  // Message with the file, the fault, and the places searched.
};

struct FedText {
  std::string path;  // Path at which the file was found.
  std::string text;
  std::optional<FileError> error;
};

// Searches for `name` as given and then, unless it is absolute, in each directory of `search_path`
// (separated by ':'). The first file that exists counts, even if it cannot be read.
FedText read_fed_file(std::string_view name, std::string_view search_path);

// Searches for a name from an untrusted client, which must not learn which other files exist on
// this host. It searches only below `directories`. Refuses an absolute name and a name with "..",
// whether the file exists or not. Refuses a file outside the directory that is reached by symbolic
// links.
FedText read_fed_file_below(std::string_view name, const std::vector<std::string>& directories);

// Limit on the size. The largest published FOMs have less than one megabyte.
inline constexpr std::size_t kFileBytesMax = std::size_t{16} << 20;

struct LoadedFed {
  std::string path;
  std::optional<core::ObjectModel> model;
  std::vector<Diagnostic> diagnostics;
  Declared declared;
  std::optional<FileError> error;  // Set if and only if there is no model.
};

LoadedFed load_fed(FedText file);

}  // namespace triad::fed
