// Graphviz's program dot, which makes an SVG file of a graph. Called by `rtimesh draw --svg`.
#pragma once

#include <optional>
#include <string>

namespace triad::rtimesh {

// Empty: the file is written. Else why not, for people; what dot itself says goes to standard
// error.
std::optional<std::string> write_svg(const std::string& dot, const std::string& file);

}  // namespace triad::rtimesh
