// What rtia takes on its command line, as one description for parser, --help, man page and bash
// completion.
#pragma once

#include "command_line/manual.hpp"

namespace triad::rtia {

const command_line::Manual& manual();

}  // namespace triad::rtia
