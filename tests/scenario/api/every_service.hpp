// Every service of the RTIambassador as a call with only invalid arguments. For scenarios in which
// only the caller's state matters.
#pragma once

#include <fedtime.hh>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <NullFederateAmbassador.hh>

#include "tests/scenario/api/scenario_federate.hpp"

namespace triad::scenario {

// Region that no RTI created.
class ForeignRegion : public RTI::Region {
 public:
  RTI::ULong getRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle) const override { return 0; }
  RTI::ULong getRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle) const override { return 0; }
  void setRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override {}
  void setRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override {}
  RTI::ULong getRangeLowerBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override {
    return 0;
  }
  RTI::ULong getRangeUpperBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override {
    return 0;
  }
  RTI::SpaceHandle getSpaceHandle() const noexcept override { return 1; }
  RTI::ULong getNumberOfExtents() const noexcept override { return 1; }
};

struct Service {
  std::string name;
  std::size_t arguments = 0;  // distinguishes overloads
  std::function<void()> call;
};

// Arguments of the services. Must outlive them.
struct Arguments {
  explicit Arguments(RTI::RTIambassador& ambassador) : rti(ambassador) {}
  RTI::RTIambassador& rti;
  NullFederateAmbassador federate;
  ForeignRegion region;
  RTIfedTime time = RTIfedTime(1.0);
  AttributeHandles set{RTI::AttributeHandleSetFactory::create(1)};
  AttributeValues values{RTI::AttributeSetFactory::create(1)};
  ParameterValues parameters{RTI::ParameterSetFactory::create(1)};
  FederateHandles federates{RTI::FederateHandleSetFactory::create(1)};
  RTI::AttributeHandle attributes[1] = {1};
  RTI::Region* regions[1] = {&region};
};

// Services that need no membership: create, destroy, join and tick.
std::vector<Service> services_for_all(Arguments& arguments);
std::vector<Service> services_for_members(Arguments& arguments);
std::vector<Service> every_service(Arguments& arguments);

}  // namespace triad::scenario
