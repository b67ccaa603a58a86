// URLs of the operator sockets of a process with several routers. rtig and rtirouter listen there;
// rtimesh sends its queries there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "wire/messages/control_messages.hpp"

namespace triad::wire {

// Returns the URL of the router at `place` in topology::routers_of_process(). The first router has
// the URL of a process with one router, so a caller that knows only the process id reaches that
// router.
inline std::string operator_url(std::uint32_t process, std::size_t place) {
  const std::string url = operator_url(process);
  return place == 0 ? url : url + "-" + std::to_string(place);
}

}  // namespace triad::wire
