// How a membership takes calls and cuts values: the templates of membership.hpp, at whose end this
// is included, and nowhere else.
#pragma once

#include "rtia/membership.hpp"

namespace triad::rtia {

template <class Call>
Result<typename Call::Reply> Membership::call(const Call& request) {
  return with_taker<TakesCall<Call>>(groups(), [&](auto& group) { return group.on(request); });
}

template <class Call>
std::optional<Error> Membership::refuse_meanwhile() const {
  if constexpr (!kDuringSave<Call>) {
    if (auto refused = save_.refuse_while_saving()) return refused;
  }
  if constexpr (!kDuringRestore<Call>) {
    if (auto refused = save_.refuse_while_restoring()) return refused;
  }
  return std::nullopt;
}

}  // namespace triad::rtia
