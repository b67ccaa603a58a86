// Starts an rtia process for one federate. The federate's wait() and SIGCHLD handler do not see the
// process. It inherits no descriptor, signal mask or handler from the federate, and ends when the
// federate's end of the link closes. Used by ProcessRtiaHost.
#pragma once

#include <string>
#include <vector>

#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"

namespace triad::api {

// Returns the path of the rtia program: `configured` if not empty, otherwise beside this library's
// installation, otherwise in the PATH. The error lists the places searched.
wire::Result<std::string> find_rtia(const std::string& configured);

// Runs `program` with "--federate N" and `arguments`, where N is its end of a new socket pair.
// Returns the other end. The program loads `libraries` before all others (LD_PRELOAD).
wire::Result<transport::UniqueFd> start_rtia(const std::string& program,
                                             const std::vector<std::string>& arguments,
                                             const std::vector<std::string>& libraries = {});

}  // namespace triad::api
