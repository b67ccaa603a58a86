// Runs Graphviz's program dot, which makes an SVG file of a graph. Called by `rtimesh draw --svg`.
#pragma once

#include <optional>
#include <string>

namespace triad::rtimesh {

// Writes `file`. Returns the reason of a failure, or nothing. Messages of dot go to standard error.
std::optional<std::string> write_svg(const std::string& dot, const std::string& file);

}  // namespace triad::rtimesh
