// The answer to /metrics: a snapshot in the OpenMetrics text format. Labels are names of hosts,
// federations and federate types, and numbers of federates; the number of federates is bounded.
// Pure.
#pragma once

#include <string>

#include "tools/rtimon/snapshot.hpp"

namespace triad::rtimon {

inline constexpr const char* kMetricsType =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";
// Largest number of federates with metrics of their own.
inline constexpr std::size_t kMetricFederatesMax = 2000;

std::string metrics_text(const Snapshot& snapshot);

}  // namespace triad::rtimon
