// Property of the problems that a reader of a YAML file returns in place of its result. Shared by
// the properties of topologies, policies, scenarios and decoding tables.
#pragma once

#include <algorithm>
#include <string_view>

#include "topology/read_topology.hpp"

namespace triad::topology {

// Returns empty if there is a problem, and each has printable texts, a place in `text`, and the
// order of the places; otherwise a description of the violation.
inline std::string_view broken_in_problems(const Problems& problems, std::string_view text) {
  if (problems.empty()) return "neither a result nor a problem";
  // yaml-cpp also ends lines at carriage returns.
  const auto last_line =
      std::count(text.begin(), text.end(), '\n') + std::count(text.begin(), text.end(), '\r') + 1;
  for (const Problem& problem : problems) {
    if (problem.description.empty() || problem.cure.empty()) return "a problem without a text";
    if (problem.at.line < 1 || problem.at.line > last_line || problem.at.column < 1) {
      return "a problem outside of the text";
    }
    const auto is_printed = [](char c) { return c >= ' ' && c < 0x7f; };
    if (!std::ranges::all_of(problem.text(), is_printed)) return "a message with other bytes";
  }
  if (!std::ranges::is_sorted(problems, {}, &Problem::at)) return "problems out of order";
  return {};
}

}  // namespace triad::topology
