// Counts of the events that a trace does not show, and the notes about them. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// Number of calls by service.
class Tally {
 public:
  void add(const std::string& service) {
    ++counts_[service];
    ++total_;
  }
  std::uint64_t total() const { return total_; }
  // Returns "getAttributeHandle 9, getParameterName 2": the most frequent first, "others 7" last.
  std::string text() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

// Folds consecutive look-ups (get...Name, get...Handle and the like) of a federate: shows the first
// and counts the rest until the federate calls another service.
class LookUpFolder {
 public:
  // Returns the events to show in place of `event`, in order.
  std::vector<TraceEvent> fold(const TraceEvent& event);
  // Returns the notes about look-ups that are still folded at the end of the trace.
  std::vector<TraceEvent> take_remaining_notes();

 private:
  struct Run {
    TraceEvent last;
    Tally more;
  };
  static TraceEvent note_of(const Run& run);
  std::map<std::uint64_t, Run> runs_;  // By federate.
};

// Limits the calls and callbacks shown in each second of wall-clock time.
class RateLimit {
 public:
  explicit RateLimit(std::uint64_t a_second) : events_per_second_(a_second) {}  // 0: no limit.

  // Returns whether to show the event; counts it otherwise.
  bool may_show(const TraceEvent& event);
  bool has_left_out() const { return left_out_.total() > 0; }
  // Returns a note about the events left out, after their second has passed.
  std::optional<TraceEvent> take_note(WallTime now);

 private:
  std::uint64_t events_per_second_;
  WallTime current_second_{};
  std::uint64_t shown_in_second_ = 0;
  Tally left_out_;
};

}  // namespace triad::rtictl
