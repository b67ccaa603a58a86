// What `rtictl time` shows: a FederationTimeStatus as sentences (who holds up whom) and a table, or
// as JSON for programs. Pure: a message in, text out.
#pragma once

#include <string>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// Those who hold up others come first; who waits for the same federates shares a line.
std::string as_text(const wire::FederationTimeStatus& status);

// One object on one line: {"federation":..., "federates":[{...}], "stalls":[{"blockers":[N...],
// "more":N, "waiting":[N...]}], "steps":[...]} and a newline.
std::string as_json(const wire::FederationTimeStatus& status);

}  // namespace triad::rtictl
