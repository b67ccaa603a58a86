// Output of BmStream: for each stream and pair of federates the distributions of times, rates and
// losses, as CSV for benchmarks/compare or as a table. Standard C++14 only.
#ifndef TRIAD_BENCHMARKS_STREAM_FIGURES_HPP
#define TRIAD_BENCHMARKS_STREAM_FIGURES_HPP

#include <string>
#include <vector>

#include "traffic.hpp"

namespace benchmark_federate {

// The columns of a CSV line.
constexpr const char* kFigureColumns =
    "what,stream,from,to,figure,count,mean,sd,min,p50,p99,p99.9,max";

// One distribution. Times are in microseconds; rates and losses have one sample per phase.
struct Figure {
  std::string what;    // "stream" or "time".
  std::string stream;  // Empty for time.
  unsigned long from = 0;
  unsigned long to = 0;  // 0: a figure of the sender, or of time.
  std::string name;
  std::vector<double> samples;
};

// Adds the sender's figures: sent/s; for a two-way stream and each receiver also t1-t0, t2-t1,
// t3-t2, t3-t0, and half of the RTI's share of t3-t0, which needs no common clock. Also adds lost
// for a two-way stream.
void add_figures(std::vector<Figure>& figures, const Sending& sending);
// Adds the receiver's figures: t1-t0 of a one-way stream, reflected/s, lost.
void add_figures(std::vector<Figure>& figures, const Receiving& receiving, unsigned long receiver);

// Prints a summary of each figure on standard output: a table, or CSV without the heading.
void print_figures(const std::vector<Figure>& figures, bool csv);
// Appends all time samples to the file, one per line. The columns are the first five of
// kFigureColumns, and the value. Throws std::runtime_error if the file cannot be written.
void write_samples(const std::vector<Figure>& figures, const std::string& file);

}  // namespace benchmark_federate

#endif
