// One federate's time state as HLA 1.3 describes it from outside (clause 8): what each service must
// answer and what each callback may say. Plain doubles; it shares no code with what it judges.
// Where the text leaves room it gives a range, and only what is certain is judged.
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

// Stamps from `time` on; if `after`, later ones only.
struct From {
  double time = 0;
  bool after = false;
  bool admits(double stamp) const { return after ? stamp > time : stamp >= time; }
  friend auto operator<=>(const From&, const From&) = default;
};

std::string text_of(const From& from);

class ClockModel {
 public:
  enum class Mode { off, pending, on };
  // The exceptions of which the call must raise one; none: it must succeed.
  using Refusals = std::set<wire::ErrorCode>;

  struct Advance {
    wire::Advance kind = wire::Advance::time_advance_request;
    double time = 0;
    bool disturbed = false;         // constraint ended meanwhile: the rules of 5.3 do not say
    bool reacts = false;            // it received an earlier message meanwhile
    std::optional<double> least{};  // stamp received meanwhile in time-stamp order
  };

  // As rtia::TimeLeniency has them.
  bool advances_wait = false;
  bool tolerates_ulp = false;

  Mode regulation = Mode::off;
  Mode constraint = Mode::off;
  bool asynchronous = false;
  double time = 0;
  std::optional<Advance> advance;
  // One that begins when regulation and constraint have been enabled.
  std::optional<std::pair<wire::Advance, double>> waiting;
  // Nothing earlier may come any more in time-stamp order.
  From guarantee;

  // `at`, or `bound` if that is the next double and the federate tolerates so much.
  double raised(double at, double bound) const;
  // The least permitted stamp, where that is certain and not excluded.
  std::optional<double> least_stamp() const;

  // What must become of a call.
  Refusals to_regulate(double at, double lookahead) const;
  Refusals to_stop_regulating() const;
  Refusals to_be_constrained() const;
  Refusals to_be_free() const;
  Refusals to_advance(double to) const;
  Refusals to_modify(double lookahead) const;
  Refusals to_switch_asynchronous(bool on) const;

  // The call succeeded.
  void regulates_at(double at, double lookahead);
  void stops_regulating();
  void is_free();
  void advances(wire::Advance kind, double to);
  void modifies(double lookahead);

  // The callback came; a text says what is wrong with it.
  std::string regulation_enabled(double at);
  std::string constraint_enabled(double at);
  std::string granted(double at);

  // Stamps below `surely_illegal` must be refused, from `surely_legal` on accepted (5.4).
  From surely_illegal() const;
  From surely_legal() const;
  // Actual lookahead; empty where the text leaves room.
  std::optional<double> actual_lookahead() const;

  std::string state() const;

 private:
  bool is_enabling() const { return regulation == Mode::pending || constraint == Mode::pending; }
  void begin_waiting_advance();
  From ahead(double base, bool after) const;
  void time_becomes(double at, wire::Advance kind);

  double asked_regulation_ = 0;
  double lookahead_ = 0;
  bool strict_low_ = false;
  bool strict_high_ = false;
  From floor_low_{-kForever, false};
  From floor_high_{-kForever, false};
};

inline bool is_strict(wire::Advance kind) {
  return kind == wire::Advance::time_advance_request || kind == wire::Advance::next_event_request;
}
inline bool is_next_event(wire::Advance kind) {
  return kind == wire::Advance::next_event_request ||
         kind == wire::Advance::next_event_request_available;
}

}  // namespace triad::test
