// What `rtictl list` shows: a FederationList as tables for people or as JSON for programs. Pure:
// a message in, text out.
#pragma once

#include <string>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// One paragraph per federation: its line, then its federates in columns.
std::string as_tables(const wire::FederationList& list);

// {"federations":[{"federation":..., "fed":..., "objects":N, "federates":[{"federate":N,
// "type":..., "host":..., "pid":N, "transport":..., "state":..., "queued_bytes":N}]}]} and a
// newline.
std::string as_json(const wire::FederationList& list);

}  // namespace triad::rtictl
