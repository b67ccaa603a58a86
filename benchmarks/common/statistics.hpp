// Statistics of samples: mean, standard deviation and percentiles. Uses only standard C++, so that
// the benchmarks build with any HLA 1.3 RTI.
#ifndef TRIAD_BENCHMARKS_STATISTICS_HPP
#define TRIAD_BENCHMARKS_STATISTICS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace benchmark_federate {

struct Summary {
  std::size_t count = 0;
  double mean = 0, sd = 0, min = 0, p50 = 0, p99 = 0, p999 = 0, max = 0;
};

// Returns a percentile by the nearest-rank method; `share` is from 0 to 1. `sorted` must not be
// empty.
inline double percentile(const std::vector<double>& sorted, double share) {
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  const std::size_t index = rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
  return sorted[std::min(index, sorted.size() - 1)];
}

inline Summary summarize(std::vector<double> samples) {
  Summary summary;
  if (samples.empty()) return summary;
  std::sort(samples.begin(), samples.end());
  summary.count = samples.size();
  const double n = static_cast<double>(samples.size());
  for (double sample : samples) summary.mean += sample / n;
  double squares = 0;
  for (double sample : samples) squares += (sample - summary.mean) * (sample - summary.mean);
  summary.sd = samples.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  summary.min = samples.front();
  summary.p50 = percentile(samples, 0.5);
  summary.p99 = percentile(samples, 0.99);
  summary.p999 = percentile(samples, 0.999);
  summary.max = samples.back();
  return summary;
}

}  // namespace benchmark_federate

#endif
