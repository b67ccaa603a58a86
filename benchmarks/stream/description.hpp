// What a BmStream federation does: the streams between its federates, their loads, their time
// advances, as a small text file says it (docs/benchmarks.md has the format). Standard C++14 alone.
#ifndef TRIAD_BENCHMARKS_STREAM_DESCRIPTION_HPP
#define TRIAD_BENCHMARKS_STREAM_DESCRIPTION_HPP

#include <iosfwd>
#include <string>
#include <vector>

namespace benchmark_federate {

enum class Delivery { reliable, best_effort, timestamp };

// Classes of the FED (ObjectRoot.Line.Line1, Line2...), one for each sender of each stream.
constexpr unsigned long kLinesMax = 32;
constexpr unsigned long kFederatesMax = 64;
// The stamps that travel in each update need so much room.
constexpr unsigned long kSizeMin = 40;

// A series of updates from each of `from` to all of `to` (but itself) in every phase.
struct Stream {
  std::string name;
  std::vector<unsigned long> from;  // federates count from 1
  std::vector<unsigned long> to;
  bool two_way = false;          // each receiver answers each update
  unsigned long updates = 1000;  // in a phase
  unsigned long size = 128;
  Delivery delivery = Delivery::reliable;
  unsigned long window = 1;       // two-way: updates out that not all have answered
  unsigned long burst = 1;        // updates in one turn of the sender's loop
  double interval_us = 0;         // from one update to the next at least
  unsigned long per_advance = 0;  // updates for each time advance at most; 0: any number
};

// Microseconds for which a federate keeps its core busy.
struct Load {
  double tick_us = 0;     // in each turn of its loop, between two ticks
  double reflect_us = 0;  // in each reflectAttributeValues
  double grant_us = 0;    // in each timeAdvanceGrant
};

struct TimeAdvances {
  bool used = false;  // then by all federates, regulating and constrained
  double lookahead = 1;
  double step = 1;
  unsigned long advances = 100;  // in a phase, at least
  std::string kind = "tar";
};

struct Description {
  unsigned long federates = 2;
  unsigned long phases = 5;  // measured, after one to warm up
  std::vector<Stream> streams;
  std::vector<Load> loads;  // one for each federate
  TimeAdvances time;
};

// One sender of one stream, and the class of the FED by which it sends.
struct Line {
  Stream stream;
  unsigned long number = 0;  // from 1
  unsigned long from = 0;
  std::vector<unsigned long> to;
};

// Throws std::runtime_error with "file:line: what is wrong, and what would be right".
Description read_description(std::istream& in, const std::string& file);
Description read_description(const std::string& file);

std::vector<Line> lines_of(const Description& description);

}  // namespace benchmark_federate

#endif
