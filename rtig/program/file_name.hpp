// Names of the files that rtig keeps for federations.
#pragma once

#include <string>
#include <string_view>

namespace triad::rtig {

// Returns the name escaped as in URLs, so that any name gives a readable file name of at most 90
// bytes. The end of a long name is replaced by its checksum.
std::string escaped_file_name(std::string_view name);

}  // namespace triad::rtig
