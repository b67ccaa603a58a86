// One measurement: two processes, one route, one message size. The parent measures, the child
// answers.
#pragma once

#include <cstddef>
#include <vector>

#include "benchmarks/common/statistics.hpp"
#include "benchmarks/limits/route.hpp"

namespace triad::limits {

enum class Cores { any, own, same };

// Microseconds one way, from half the round trip of one message at a time.
benchmark_federate::Summary measure_latency(const RouteKind& kind, std::size_t message_bytes,
                                            std::size_t count, Cores cores);

// Messages per second from parent to child, until the last has arrived.
double measure_stream(const RouteKind& kind, std::size_t message_bytes, std::size_t count,
                      Cores cores);

}  // namespace triad::limits
