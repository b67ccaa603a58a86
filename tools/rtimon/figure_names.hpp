// The figures that rtimon keeps of each node, with their names in the history, in JSON and for
// people. A node is the rtig, a host or a federate.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace triad::rtimon {

enum class Figure : std::size_t {
  cpu_user,        // percent of one processor; of a host, of all its processors
  cpu_system,      // as cpu_user
  cpu_idle,        // of a host
  load,            // of a host: load average of one minute
  memory,          // bytes: resident, or used on the host
  memory_cached,   // bytes, of a host
  memory_total,    // bytes, of a host
  threads,         // of a process
  descriptors,     // of a process
  network_in,      // bytes a second, of a host, all interfaces but the loopback
  network_out,     // bytes a second, as network_in
  updates_out,     // updates sent a second
  reflections_in,  // reflections received a second
  interactions_out,
  interactions_in,
  bytes_out,       // a second
  bytes_in,        // a second
  callbacks,       // delivered a second
  receive_queued,  // callbacks and messages in receive order that wait for the federate
  tso_queued,      // messages in time-stamp order that wait for the federate
  queued_bytes,    // bytes that wait for it at the rtig, or in shared memory
  dropped,         // best-effort messages dropped since it joined
  outside_ms,      // milliseconds since it left the RTI
  not_ticking_ms,  // milliseconds since its last tick
  silent_ms,       // milliseconds since the rtig last received anything from it
  logical_time,    // if its text is a number
  lbts,            // if its text is a number
  lookahead        // if its text is a number
};

inline constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::lookahead) + 1;

inline constexpr std::array<std::string_view, kFigures> kFigureNames = {
    "cpu_user",       "cpu_system",       "cpu_idle",
    "load",           "memory",           "memory_cached",
    "memory_total",   "threads",          "descriptors",
    "network_in",     "network_out",      "updates_out",
    "reflections_in", "interactions_out", "interactions_in",
    "bytes_out",      "bytes_in",         "callbacks",
    "receive_queued", "tso_queued",       "queued_bytes",
    "dropped",        "outside_ms",       "not_ticking_ms",
    "silent_ms",      "logical_time",     "lbts",
    "lookahead"};

// Values of one node at one moment. Empty: not known.
class FigureValues {
 public:
  std::optional<double>& operator[](Figure figure) {
    return values_[static_cast<std::size_t>(figure)];
  }
  const std::optional<double>& operator[](Figure figure) const {
    return values_[static_cast<std::size_t>(figure)];
  }
  const std::array<std::optional<double>, kFigures>& all() const { return values_; }

 private:
  std::array<std::optional<double>, kFigures> values_{};
};

// Returns nothing for an unknown name.
constexpr std::optional<Figure> figure_of(std::string_view name) {
  for (std::size_t i = 0; i < kFigures; ++i) {
    if (kFigureNames[i] == name) return static_cast<Figure>(i);
  }
  return std::nullopt;
}

}  // namespace triad::rtimon
