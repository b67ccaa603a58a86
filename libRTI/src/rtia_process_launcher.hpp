// Starts an rtia process for one federate. The process is nobody's child as far as the federate's
// own wait() and SIGCHLD handling can see, inherits no descriptor, signal mask or handler of the
// federate, and ends when the federate's end of the link closes. Used by ProcessRtiaHost.
#pragma once

#include <string>
#include <vector>

#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"

namespace triad::api {

// Where the rtia program is: `configured` if not empty, else beside this library's installation,
// else in the PATH. The error lists where it was looked for.
wire::Result<std::string> find_rtia(const std::string& configured);

// Runs `program` with `arguments`, preceded by "--federate N" for its end of a new socket pair;
// returns the other end. `libraries` are loaded into it before all others (LD_PRELOAD).
wire::Result<transport::UniqueFd> start_rtia(const std::string& program,
                                             const std::vector<std::string>& arguments,
                                             const std::vector<std::string>& libraries = {});

}  // namespace triad::api
