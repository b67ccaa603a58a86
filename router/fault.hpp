// Fault of a record, as a text that continues "it sent". Empty: the record is correct.
#pragma once

#include <optional>
#include <string>

namespace triad::router {

using Fault = std::optional<std::string>;

}  // namespace triad::router
