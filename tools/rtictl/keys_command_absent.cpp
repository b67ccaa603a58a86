// `rtictl keys` in a build without TLS.
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

const Command kKeys{
    .manual = {.name = "rtictl keys",
               .summary = "make keys for tls:// links (not in this build)",
               .arguments = "[ARGUMENT...]",
               .arguments_max = 64,
               .text = "This build has no TLS, so it makes no keys."},
    .run = [](const Context&, const command_line::ParsedArguments&) {
      return fail({ExitCode::usage,
                   "this build has no TLS; build it with OpenSSL 3 (Debian: libssl-dev) and "
                   "-DTRIAD_WITH_TLS=ON"});
    }};

}  // namespace triad::rtictl
