// What was wrong with a member's record, as a text that goes on after "it sent"; empty: nothing.
#pragma once

#include <optional>
#include <string>

namespace triad::router {

using Fault = std::optional<std::string>;

}  // namespace triad::router
