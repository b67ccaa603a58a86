// What `rtictl time` shows: a FederationTimeStatus as a table and, in sentences, who waits for
// whom. Pure: a message in, text out.
#pragma once

#include <string>

#include "wire/message_list.hpp"

namespace triad::rtictl {

std::string as_text(const wire::FederationTimeStatus& status);

}  // namespace triad::rtictl
