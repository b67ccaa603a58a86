// JSON as rtictl prints it: one line, in which no text of a peer controls the terminal.
#pragma once

#include <boost/json.hpp>
#include <string>

namespace triad::rtictl {

// The object and a newline. Harmful characters are escaped as JSON does: "\u009b".
std::string json_text(const boost::json::object& object);

}  // namespace triad::rtictl
