// Membership of a client in a federation.
#pragma once

#include <string_view>

#include "wire/handles.hpp"

namespace triad::router {

// Greatest handle of a federate.
inline constexpr wire::FederateHandle kLastFederate{0xfffe'ffff};

struct Membership {
  std::string_view federation;
  wire::FederateHandle federate;
  // Records that it sent before it had applied the log up to this position are ignored.
  wire::Position since = 0;
  // It comes from another router and states its complete interest again.
  bool moved = false;
  // Its federation recovers, and whether it may return itself (wire::ClientAdmitted).
  bool recovers = false;
  bool may_return = false;
};

}  // namespace triad::router
