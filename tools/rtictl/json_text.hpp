// JSON in the form that rtictl prints: one line, in which a peer's text cannot control the
// terminal.
#pragma once

#include <boost/json.hpp>
#include <string>

namespace triad::rtictl {

// Returns the object and a newline. Control characters are escaped as in "\u009b".
std::string json_text(const boost::json::object& object);

}  // namespace triad::rtictl
