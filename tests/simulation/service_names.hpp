// The HLA's names of services, for calls that carry several of them in one message, and the lists
// of what every set of runs must have met: each service, callback and exception.
#pragma once

#include <string>

#include "tests/simulation/tally.hpp"
#include "wire/message_list.hpp"

namespace triad::test {

// As HLA 1.3 writes it: the message's name with a small letter.
std::string service_of(wire::Kind kind);
std::string service_of(const wire::AdvanceTime& request);
std::string service_of(const wire::QueryTime& request);
std::string service_of(const wire::SetAsynchronousDelivery& request);
std::string service_of(const wire::SetAdvisorySwitch& request);
template <wire::Call C>
std::string service_of(const C&) {
  return service_of(wire::kind_of<C>);
}

void expect_everything(Tally& tally);

}  // namespace triad::test
