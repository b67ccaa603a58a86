// A file that a command of rtimesh makes, and that its user may have changed since: one that is
// there is never written over.
#pragma once

#include <optional>
#include <string>

#include "tools/rtimesh/outcome.hpp"

namespace triad::rtimesh {

// Empty: the file is there, whole. Else there is none of ours.
std::optional<Fault> write_new_file(const std::string& path, const std::string& text);

}  // namespace triad::rtimesh
