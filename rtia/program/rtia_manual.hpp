// Command line of rtia, as one description for the parser, --help, the man page and bash
// completion.
#pragma once

#include "command_line/manual.hpp"

namespace triad::rtia {

const command_line::Manual& manual();

}  // namespace triad::rtia
