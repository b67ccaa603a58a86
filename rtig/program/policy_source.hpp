// Reads the file of the setting policy.file. Used by rtig at its start and at SIGHUP.
#pragma once

#include <memory>
#include <string>

#include "policy/policy.hpp"
#include "wire/error.hpp"

namespace triad::rtig {

// Returns the policy. The text of an error has all faults of the file, one a line.
[[nodiscard]] wire::Result<std::shared_ptr<const policy::Policy>> read_policy(
    const std::string& file);

}  // namespace triad::rtig
