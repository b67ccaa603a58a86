// Templates of membership.hpp, which includes this file at its end. No other file includes it.
#pragma once

#include "rtia/membership.hpp"

namespace triad::rtia {

template <class Call>
Result<typename Call::Reply> Membership::call(const Call& request) {
  if (auto refused = save_restore_.refuse_meanwhile<Call>()) return *refused;
  return with_group<PerformsCall<Call>>(groups(),
                                        [&](auto& group) { return group.perform_call(request); });
}

}  // namespace triad::rtia
