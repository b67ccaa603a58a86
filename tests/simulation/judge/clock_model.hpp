// Time state of one federate as HLA 1.3 describes it from outside (clause 8): the required result
// of each service and the permitted contents of each callback. It uses plain doubles and shares no
// code with the RTI. Where the standard allows several results it gives a range, and only certain
// results are judged.
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "wire/error.hpp"
#include "wire/messages/time_messages.hpp"

namespace triad::test {

inline constexpr double kForever = std::numeric_limits<double>::infinity();

std::string text_of(double time);

// Stamps from `time` on; if `is_exclusive`, only later ones.
struct StampBound {
  double time = 0;
  bool is_exclusive = false;
  bool admits(double stamp) const { return is_exclusive ? stamp > time : stamp >= time; }
  friend auto operator<=>(const StampBound&, const StampBound&) = default;
};

std::string text_of(const StampBound& from);

class ClockModel {
 public:
  enum class Mode { off, pending, on };
  // Exceptions of which the call must raise one; empty: it must succeed.
  using Refusals = std::set<wire::ErrorCode>;

  struct Advance {
    wire::Advance kind = wire::Advance::time_advance_request;
    double time = 0;
    bool lost_constraint = false;      // constraint ended meanwhile: clause 8.1 does not apply
    bool has_earlier_message = false;  // it received an earlier message meanwhile
    std::optional<double> least_received{};  // least stamp received meanwhile in time-stamp order
  };

  // As in rtia::TimeLeniency.
  bool advances_wait = false;
  bool tolerates_ulp = false;

  Mode regulation = Mode::off;
  Mode constraint = Mode::off;
  bool asynchronous = false;
  double time = 0;
  std::optional<Advance> advance;
  // Advance that begins when regulation and constraint have been enabled.
  std::optional<std::pair<wire::Advance, double>> pending_advance;
  // No earlier message may come any more in time-stamp order.
  StampBound arrival_bound;

  // Returns `bound` if it is the next double after `at` and the federate tolerates this difference;
  // otherwise `at`.
  double rounded_up(double at, double bound) const;
  // Least permitted stamp, if it is certain and is itself permitted.
  std::optional<double> least_stamp() const;

  // Required results of calls.
  Refusals refusals_of_regulation(double at, double lookahead) const;
  Refusals refusals_of_regulation_end() const;
  Refusals refusals_of_constraint() const;
  Refusals refusals_of_constraint_end() const;
  Refusals refusals_of_advance(double to) const;
  Refusals refusals_of_lookahead(double lookahead) const;
  Refusals refusals_of_asynchronous(bool on) const;

  // Record that the call succeeded.
  void record_regulation(double at, double lookahead);
  void record_regulation_end();
  void record_constraint_end();
  void record_advance(wire::Advance kind, double to);
  void record_lookahead(double lookahead);

  // Handle callbacks. Return the error; empty if the callback is right.
  std::string receive_regulation_enabled(double at);
  std::string receive_constraint_enabled(double at);
  std::string receive_grant(double at);

  // Stamps below surely_illegal() must be refused, and stamps from surely_legal() on must be
  // accepted.
  StampBound surely_illegal() const;
  StampBound surely_legal() const;
  // Actual lookahead; empty if several values are permitted.
  std::optional<double> actual_lookahead() const;

  std::string describe() const;

 private:
  bool is_enabling() const { return regulation == Mode::pending || constraint == Mode::pending; }
  void begin_pending_advance();
  StampBound bound_ahead(double base, bool after) const;
  void set_time(double at, wire::Advance kind);

  double requested_regulation_ = 0;
  double lookahead_ = 0;
  bool strict_low_ = false;
  bool strict_high_ = false;
  StampBound floor_low_{-kForever, false};
  StampBound floor_high_{-kForever, false};
};

inline bool is_strict(wire::Advance kind) {
  return kind == wire::Advance::time_advance_request || kind == wire::Advance::next_event_request;
}
inline bool is_next_event(wire::Advance kind) {
  return kind == wire::Advance::next_event_request ||
         kind == wire::Advance::next_event_request_available;
}

}  // namespace triad::test
