// As whom a client takes part in a federation execution.
#pragma once

#include <string_view>

#include "wire/handles.hpp"

namespace triad::router {

struct Membership {
  std::string_view federation;
  wire::FederateHandle federate;
  // What it sent before it had applied the log up to there is void.
  wire::Position since = 0;
};

}  // namespace triad::router
