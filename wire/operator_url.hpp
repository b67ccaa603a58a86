// Where each of several routers of one process listens for operators: rtig and rtirouter listen
// there, rtimesh asks there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "wire/messages/control_messages.hpp"

namespace triad::wire {

// Of the one with that place in topology::routers_of_process(). The first is where the only one of
// a process would be, so that whoever knows the process alone reaches that.
inline std::string operator_url(std::uint32_t process, std::size_t place) {
  const std::string url = operator_url(process);
  return place == 0 ? url : url + "-" + std::to_string(place);
}

}  // namespace triad::wire
