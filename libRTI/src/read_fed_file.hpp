// Finds and reads the FED file that createFederationExecution names, as the federate's process sees
// it. Used by Session. What it cannot find the RTIG looks for on its own side.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/error.hpp"

namespace triad::api {

// The file's content; empty if there is no such file, neither at the path given nor in a directory
// of `search_path`. CouldNotOpenFED if there is one that cannot be read or is absurdly large.
wire::Result<std::optional<std::string>> read_fed_file(std::string_view name,
                                                       const std::vector<std::string>& search_path);

}  // namespace triad::api
