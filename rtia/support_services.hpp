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

  Result<ObjectClassHandle> on(const wire::GetObjectClassHandle&);
  Result<std::string> on(const wire::GetObjectClassName&);
  Result<AttributeHandle> on(const wire::GetAttributeHandle&);
  Result<std::string> on(const wire::GetAttributeName&);
  Result<InteractionClassHandle> on(const wire::GetInteractionClassHandle&);
  Result<std::string> on(const wire::GetInteractionClassName&);
  Result<wire::ParameterHandle> on(const wire::GetParameterHandle&);
  Result<std::string> on(const wire::GetParameterName&);
  Result<ObjectHandle> on(const wire::GetObjectInstanceHandle&);
  Result<std::string> on(const wire::GetObjectInstanceName&);
  Result<wire::SpaceHandle> on(const wire::GetRoutingSpaceHandle&);
  Result<std::string> on(const wire::GetRoutingSpaceName&);
  Result<wire::DimensionHandle> on(const wire::GetDimensionHandle&);
  Result<std::string> on(const wire::GetDimensionName&);
  Result<wire::SpaceHandle> on(const wire::GetAttributeRoutingSpaceHandle&);
  Result<ObjectClassHandle> on(const wire::GetObjectClass&);
  Result<wire::SpaceHandle> on(const wire::GetInteractionRoutingSpaceHandle&);
  Result<std::uint64_t> on(const wire::GetTransportationHandle&);
  Result<std::string> on(const wire::GetTransportationName&);
  Result<std::uint64_t> on(const wire::GetOrderingHandle&);
  Result<std::string> on(const wire::GetOrderingName&);
};

}  // namespace triad::rtia
