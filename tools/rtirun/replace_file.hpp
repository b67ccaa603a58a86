// Writes a small file as a whole, so that a reader sees the old or the new text. Never writes
// through a symbolic link.
#pragma once

#include <string>
#include <string_view>

#include "tools/rtimesh/outcome.hpp"

namespace triad::rtirun {

rtimesh::Outcome<void> replace_file(const std::string& path, std::string_view text);

}  // namespace triad::rtirun
