// Output of `rtictl list`: a FederationList as tables or as JSON. Pure functions.
#pragma once

#include <string>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// Returns a paragraph for each federation: a summary line and a table of its federates.
std::string as_tables(const wire::FederationList& list);

// Returns one line, with a newline:
// {"federations":[{"federation":..., "fed":..., "objects":N, "federates":[{"federate":N,
// "type":..., "host":..., "pid":N, "transport":..., "state":..., "queued_bytes":N}]}]}
std::string as_json(const wire::FederationList& list);

}  // namespace triad::rtictl
