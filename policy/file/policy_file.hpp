// Reads a policy from YAML text. docs/policy.md describes the file. Used by rtig, by `rtictl
// policy` and by the fuzzer.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "policy/policy.hpp"
#include "topology/read_topology.hpp"

namespace triad::policy {

// Faults of a file in its order, each with line and column; never empty.
using topology::Problems;

inline constexpr std::size_t kPolicyBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kRulesMax = 10'000;
// Patterns of all rules together, with those of their groups.
inline constexpr std::size_t kPatternsMax = 100'000;

// Parses the text of a policy. `file` is its name in texts for people.
[[nodiscard]] boost::system::result<Policy, Problems> parse_policy(std::string_view text,
                                                                   std::string_view file);

// Returns all problems in one line.
[[nodiscard]] std::string text_of(const Problems& problems);

}  // namespace triad::policy
