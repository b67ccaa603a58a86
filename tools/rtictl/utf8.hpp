// Converts texts of federates, which may be any bytes, to the UTF-8 that JSON and XML require.
#pragma once

#include <string>
#include <string_view>

namespace triad::rtictl {

// Returns `text` with U+FFFD in place of each byte that is not part of a UTF-8 character.
std::string utf8(std::string_view text);

}  // namespace triad::rtictl
