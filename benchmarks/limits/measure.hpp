// Measures one route with one message size between two processes. The parent measures, and the
// child answers.
#pragma once

#include <cstddef>
#include <vector>

#include "benchmarks/common/statistics.hpp"
#include "benchmarks/limits/route.hpp"

namespace triad::limits {

enum class Cores { any, own, same };

// Returns one-way latencies in microseconds: half the round trip of one message at a time.
benchmark_federate::Summary measure_latency(const RouteKind& kind, std::size_t message_bytes,
                                            std::size_t count, Cores cores);

// Returns messages per second from parent to child, until the last has arrived.
double measure_stream(const RouteKind& kind, std::size_t message_bytes, std::size_t count,
                      Cores cores);

}  // namespace triad::limits
