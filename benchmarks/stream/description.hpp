// Description of a BmStream federation, read from a text file: streams between federates, loads and
// time advances (format in docs/benchmarks.md). Standard C++14 only.
#ifndef TRIAD_BENCHMARKS_STREAM_DESCRIPTION_HPP
#define TRIAD_BENCHMARKS_STREAM_DESCRIPTION_HPP

#include <iosfwd>
#include <string>
#include <vector>

namespace benchmark_federate {

enum class Delivery { reliable, best_effort, timestamp };

// Number of classes in the FED (ObjectRoot.Line.Line1, Line2...). Each sender of each stream uses
// one.
constexpr unsigned long kLinesMax = 32;
constexpr unsigned long kFederatesMax = 64;
// Size of the stamps in each update.
constexpr unsigned long kSizeMin = 40;

// A series of updates from each federate in `from` to all others in `to`, in every phase.
struct Stream {
  std::string name;
  std::vector<unsigned long> from;  // Federates count from 1.
  std::vector<unsigned long> to;
  bool two_way = false;          // Each receiver answers each update.
  unsigned long updates = 1000;  // In a phase.
  unsigned long size = 128;
  Delivery delivery = Delivery::reliable;
  unsigned long window = 1;       // Two-way: limit on updates not yet answered by all.
  unsigned long burst = 1;        // Updates in one iteration of the sender's loop.
  double interval_us = 0;         // Least time between two updates.
  unsigned long per_advance = 0;  // Limit on updates for each time advance; 0: no limit.
};

// Time in microseconds for which a federate keeps its core busy.
struct Load {
  double tick_us = 0;     // In each iteration of its loop, between two ticks.
  double reflect_us = 0;  // In each reflectAttributeValues.
  double grant_us = 0;    // In each timeAdvanceGrant.
};

struct TimeAdvances {
  bool used = false;  // If true, all federates regulate and are constrained.
  double lookahead = 1;
  double step = 1;
  unsigned long advances = 100;  // Least number in a phase.
  std::string kind = "tar";
};

struct Description {
  unsigned long federates = 2;
  unsigned long phases = 5;  // Measured phases, after one to warm up.
  std::vector<Stream> streams;
  std::vector<Load> loads;  // One for each federate.
  TimeAdvances time;
};

// One sender of one stream, with its class of the FED.
struct Line {
  Stream stream;
  unsigned long number = 0;  // From 1.
  unsigned long from = 0;
  std::vector<unsigned long> to;
};

// Reads and checks a description. Throws std::runtime_error with "file:line: fault, and correct
// form".
Description read_description(std::istream& in, const std::string& file);
Description read_description(const std::string& file);

std::vector<Line> lines_of(const Description& description);

}  // namespace benchmark_federate

#endif
