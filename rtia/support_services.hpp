// Support services in the RTIA (HLA 1.3 clause 10), answered from this member's own copy of the
// federation.
#pragma once

#include <cstdint>
#include <string>

#include "rtia/member_context.hpp"

namespace triad::rtia {

class SupportServices : private ServiceGroup {
 public:
  explicit SupportServices(MemberContext& context) : ServiceGroup(context) {}

  Result<ObjectClassHandle> perform_call(const wire::GetObjectClassHandle&);
  Result<std::string> perform_call(const wire::GetObjectClassName&);
  Result<AttributeHandle> perform_call(const wire::GetAttributeHandle&);
  Result<std::string> perform_call(const wire::GetAttributeName&);
  Result<InteractionClassHandle> perform_call(const wire::GetInteractionClassHandle&);
  Result<std::string> perform_call(const wire::GetInteractionClassName&);
  Result<wire::ParameterHandle> perform_call(const wire::GetParameterHandle&);
  Result<std::string> perform_call(const wire::GetParameterName&);
  Result<ObjectHandle> perform_call(const wire::GetObjectInstanceHandle&);
  Result<std::string> perform_call(const wire::GetObjectInstanceName&);
  Result<wire::SpaceHandle> perform_call(const wire::GetRoutingSpaceHandle&);
  Result<std::string> perform_call(const wire::GetRoutingSpaceName&);
  Result<wire::DimensionHandle> perform_call(const wire::GetDimensionHandle&);
  Result<std::string> perform_call(const wire::GetDimensionName&);
  Result<wire::SpaceHandle> perform_call(const wire::GetAttributeRoutingSpaceHandle&);
  Result<ObjectClassHandle> perform_call(const wire::GetObjectClass&);
  Result<wire::SpaceHandle> perform_call(const wire::GetInteractionRoutingSpaceHandle&);
  Result<std::uint64_t> perform_call(const wire::GetTransportationHandle&);
  Result<std::string> perform_call(const wire::GetTransportationName&);
  Result<std::uint64_t> perform_call(const wire::GetOrderingHandle&);
  Result<std::string> perform_call(const wire::GetOrderingName&);
};

}  // namespace triad::rtia
