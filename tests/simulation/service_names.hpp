// Names of services in HLA 1.3, for messages that carry several services, and lists of all
// services, callbacks and exceptions, which every set of runs must meet.
#pragma once

#include <string>

#include "tests/simulation/tally.hpp"
#include "wire/message_list.hpp"

namespace triad::test {

// Name as in HLA 1.3: the message's name with a small first letter.
std::string service_name(wire::Kind kind);
std::string service_name(const wire::AdvanceTime& request);
std::string service_name(const wire::QueryTime& request);
std::string service_name(const wire::SetAsynchronousDelivery& request);
std::string service_name(const wire::SetAdvisorySwitch& request);
template <wire::Call C>
std::string service_name(const C&) {
  return service_name(wire::kind_of<C>);
}

void expect_all_services(Tally& tally);

}  // namespace triad::test
