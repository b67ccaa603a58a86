// tick and its CERTI variants. A callback may delete the RTIambassador. So each function holds the
// session while it runs, and does not use the RTIambassador afterwards.
#include <limits>
#include <memory>

#include "libRTI/src/session.hpp"

using triad::api::Session;
using triad::api::TickLimits;

namespace {

constexpr double kForEver = std::numeric_limits<double>::infinity();

}  // namespace

RTI::Boolean RTI::RTIambassador::tick() {
  const std::shared_ptr<Session> session = privateRefs->session;
  return session->tick("tick", TickLimits{});
}

RTI::Boolean RTI::RTIambassador::tick(TickTime minimum, TickTime maximum) {
  const std::shared_ptr<Session> session = privateRefs->session;
  return session->tick("tick", TickLimits{.first_s = minimum, .total_s = maximum});
}

RTI::Boolean RTI::RTIambassador::tick2() {
  const std::shared_ptr<Session> session = privateRefs->session;
  return session->tick("tick2", TickLimits{.first_s = kForEver, .one_callback = true});
}

RTI::Boolean RTI::RTIambassador::__tick_kernel(Boolean multiple, TickTime minimum,
                                               TickTime maximum) {
  const std::shared_ptr<Session> session = privateRefs->session;
  return session->tick(
      "__tick_kernel",
      TickLimits{.first_s = minimum, .total_s = maximum, .one_callback = multiple == RTI_FALSE});
}
