// Texts from federates may be any bytes; JSON and XML must be UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace triad::rtictl {

// `text` with U+FFFD in place of every byte that is part of no UTF-8 character.
std::string utf8(std::string_view text);

}  // namespace triad::rtictl
