// Secrets of sessions, by which a member proves its identity when it returns by another link.
#pragma once

#include "wire/messages/recovery_messages.hpp"

namespace triad::rtia {

// Returns 128 random bits from the kernel. Returns no secret if the kernel has none; the member
// then cannot return.
wire::SessionSecret make_session();

}  // namespace triad::rtia
