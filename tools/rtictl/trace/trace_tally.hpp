// What of a trace is not shown by itself, and what is said of it. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// How many calls of which services.
class Tally {
 public:
  void add(const std::string& service) {
    ++counts_[service];
    ++total_;
  }
  std::uint64_t total() const { return total_; }
  // "getAttributeHandle 9, getParameterName 2", the most frequent first, "others 7" last.
  std::string text() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

// Look-ups (get...Name, get...Handle and the like) that a federate makes one after the other: the
// first is shown, the others are counted until the federate does something else.
class Folding {
 public:
  // What to show in place of the event, in order.
  std::vector<TraceEvent> take(const TraceEvent& event);
  // What is still folded, when the trace ends.
  std::vector<TraceEvent> rest();

 private:
  struct Run {
    TraceEvent last;
    Tally more;
  };
  static TraceEvent note_of(const Run& run);
  std::map<std::uint64_t, Run> runs_;  // by federate
};

// At most so many calls and callbacks in each second of the clock.
class Limit {
 public:
  explicit Limit(std::uint64_t a_second) : a_second_(a_second) {}  // 0: no limit

  // False: the event is left out, and counted.
  bool admits(const TraceEvent& event);
  bool has_left_out() const { return left_out_.total() > 0; }
  // Says what was left out, once its second is over.
  std::optional<TraceEvent> note(WallTime now);

 private:
  std::uint64_t a_second_;
  WallTime second_{};
  std::uint64_t shown_ = 0;
  Tally left_out_;
};

}  // namespace triad::rtictl
