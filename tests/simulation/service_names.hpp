// Names of services in HLA 1.3, for messages that carry several services, and lists of all
// services, callbacks and exceptions, which every set of runs must meet.
#pragma once

#include <string>

#include "tests/simulation/tally.hpp"
#include "wire/message_list.hpp"

namespace triad::test {

// Name as in HLA 1.3: the message's name with a small first letter.
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
