// What BmStream prints: for each stream and pair of federates the distributions of its times, its
// rates and its losses; CSV for benchmarks/compare, or a table for people. Standard C++14 alone.
#ifndef TRIAD_BENCHMARKS_STREAM_FIGURES_HPP
#define TRIAD_BENCHMARKS_STREAM_FIGURES_HPP

#include <string>
#include <vector>

#include "traffic.hpp"

namespace benchmark_federate {

// The columns of a CSV line.
constexpr const char* kFigureColumns =
    "what,stream,from,to,figure,count,mean,sd,min,p50,p99,p99.9,max";

// One distribution. Times are microseconds; rates and losses have one sample a phase.
struct Figure {
  std::string what;    // "stream" or "time"
  std::string stream;  // empty for time
  unsigned long from = 0;
  unsigned long to = 0;  // 0: a figure of the sender, or of time
  std::string name;
  std::vector<double> samples;
};

// The sender's: sent/s; two-way for each receiver t1-t0, t2-t1, t3-t2, t3-t0 and half of what the
// RTI has of t3-t0, which needs no common clock.
void add_figures(std::vector<Figure>& figures, const Sending& sending);
// The receiver's: t1-t0 of a one-way stream, reflected/s, lost.
void add_figures(std::vector<Figure>& figures, const Receiving& receiving, unsigned long receiver);

void print_figures(const std::vector<Figure>& figures, bool csv);
// Every sample of the times, one a line: what,stream,from,to,figure,value. Appends to the file.
void write_samples(const std::vector<Figure>& figures, const std::string& file);

}  // namespace benchmark_federate

#endif
