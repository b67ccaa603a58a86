#include "libRTI/src/convert.hpp"

namespace triad::api {

wire::AttributeSet to_wire(const RTI::AttributeHandleSet& set) {
  wire::AttributeSet attributes;
  const RTI::ULong size = set.size();
  for (RTI::ULong i = 0; i < size; ++i) {
    attributes.insert(to_wire<wire::AttributeHandle>(set.getHandle(i)));
  }
  return attributes;
}

std::vector<wire::FederateHandle> to_wire(const RTI::FederateHandleSet& set) {
  std::vector<wire::FederateHandle> federates;
  const RTI::ULong size = set.size();
  federates.reserve(size);
  for (RTI::ULong i = 0; i < size; ++i) {
    federates.push_back(to_wire<wire::FederateHandle>(set.getHandle(i)));
  }
  return federates;
}

RTI::AttributeHandleSet* from_wire(const wire::AttributeSet& set) {
  auto* handles = RTI::AttributeHandleSetFactory::create(static_cast<RTI::ULong>(set.size()));
  set.for_each([&](wire::AttributeHandle attribute) { handles->add(from_wire(attribute)); });
  return handles;
}

}  // namespace triad::api
