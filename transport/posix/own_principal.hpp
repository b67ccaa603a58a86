// The identity of processes of this user, to which alone shm:// and memory:// links lead. Looks the
// user's name up once for each process.
#pragma once

#include "policy/principal.hpp"

namespace triad::transport {

[[nodiscard]] const policy::Principal& own_principal();

}  // namespace triad::transport
