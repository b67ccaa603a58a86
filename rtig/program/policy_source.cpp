#include "rtig/program/policy_source.hpp"

#include <utility>

#include "files/regular_file.hpp"
#include "policy/file/policy_file.hpp"

namespace triad::rtig {

wire::Result<std::shared_ptr<const policy::Policy>> read_policy(const std::string& file) {
  const auto text = files::read_regular_file(file, policy::kPolicyBytesMax);
  if (!text) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "policy.file \"" + file + "\": " + text.error().reason);
  }
  auto policy = policy::parse_policy(*text, file);
  if (!policy) {
    return wire::error(wire::ErrorCode::RTIinternalError, policy::text_of(policy.error()));
  }
  return std::make_shared<const policy::Policy>(std::move(*policy));
}

}  // namespace triad::rtig
