// Finds and reads the FED file of createFederationExecution on the federate's machine. Used by
// Session. If the file is not found, the RTIG searches for it on its own machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/error.hpp"

namespace triad::api {

// Returns the content of the file. Returns nothing if neither the path nor a directory of
// `search_path` has the file. Returns CouldNotOpenFED if the file cannot be read or is too large.
wire::Result<std::optional<std::string>> read_fed_file(std::string_view name,
                                                       const std::vector<std::string>& search_path);

}  // namespace triad::api
