// Writes the output file of a command of rtimesh. Never replaces a file, because the user may have
// changed it.
#pragma once

#include <optional>
#include <string>

#include "tools/rtimesh/outcome.hpp"

namespace triad::rtimesh {

// Returns nothing if the complete file was written. Otherwise returns the fault and leaves no new
// file.
std::optional<Fault> write_new_file(const std::string& path, const std::string& text);

}  // namespace triad::rtimesh
