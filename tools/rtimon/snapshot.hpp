// State of a watched rtig at one moment, as plain values: the rtig, its hosts, federations and
// federates. The monitor model makes it; the JSON, the metrics and the history are made from it.
// Figures that are not known are empty, never zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtimon/figure_names.hpp"

namespace triad::rtimon {

// Milliseconds since 1970.
using WallTime = std::int64_t;

// State of a federate, the most serious first.
enum class FederateState {
  lost,         // the rtig has resigned it, because its process or link ended
  late,         // it has not answered for more than two intervals
  holds_up,     // others wait for it in logical time
  waits,        // it waits in logical time for others
  in_progress,  // a save, a restore, flow control or a move, as the rtig says
  runs
};

// Interface of a host. Counts since the start of the host.
struct InterfaceState {
  std::string name = {};
  std::uint64_t bytes_received = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t packets_sent = 0;
};

struct HostState {
  std::string name = {};
  FigureValues figures = {};
  std::vector<InterfaceState> interfaces = {};
};

struct FederateEntry {
  std::uint32_t federate = 0;
  std::string type = {};
  std::string host = {};
  std::uint32_t process = 0;
  std::string transport = {};
  FederateState state = FederateState::runs;
  std::string state_text = {};  // details for people: a state of the rtig, or the reason of a loss
  WallTime since = 0;           // time since which it has this state
  bool answers = false;         // it has answered at least once
  std::string time = {};        // logical time, as its library prints it
  std::string time_state = {};  // e.g. "granted", "NER to 40"
  std::string lookahead = {};
  std::string lbts = {};
  bool regulating = false;
  bool constrained = false;
  std::vector<std::uint32_t> waits_for = {};  // federates that hold it up
  std::uint32_t holds_up = 0;                 // number of federates that wait for it in the end
  std::uint64_t in_state_ms = 0;              // age of `time_state`
  FigureValues figures = {};
};

// Federates that wait in logical time for the same others.
struct StallEntry {
  std::vector<std::uint32_t> blockers = {};
  std::vector<std::uint32_t> waiting = {};
};

// A synchronization point, save or restore with missing answers.
struct StepEntry {
  std::string kind = {};
  std::string label = {};
  std::uint64_t open_ms = 0;
  std::vector<std::uint32_t> owing = {};
  std::uint32_t owing_count = 0;
};

struct FederationEntry {
  std::string name = {};
  std::string fed = {};
  std::uint64_t objects = 0;
  std::vector<FederateEntry> federates =
      {};  // ordered by handle; lost ones remain for some minutes
  std::vector<StallEntry> stalls = {};
  std::vector<StepEntry> steps = {};
};

struct RtigEntry {
  std::string url = {};
  bool connected = false;
  std::string fault = {};  // reason why it is not connected
  std::string release = {};
  std::string host = {};
  std::uint32_t process = 0;
  FigureValues figures = {};
};

struct Event {
  std::uint64_t number = 0;  // of rtimon's history; 0: not stored yet
  WallTime at = 0;
  std::string kind = {};
  std::string federation = {};
  std::uint32_t federate = 0;  // 0: none
  std::string type = {};
  std::string text = {};
};

// Last event that was taken from an rtig. The history keeps it, so that a restarted rtimon does not
// take events twice.
struct EventPosition {
  std::string rtig = {};  // release, host and process of the rtig; empty: none yet
  std::uint64_t number = 0;
};

struct Snapshot {
  WallTime at = 0;
  std::int64_t interval_ms = 0;
  RtigEntry rtig;
  std::vector<HostState> hosts = {};  // ordered by name
  std::vector<FederationEntry> federations = {};
};

// Names of nodes in JSON and in the history: "rtig", "host:NAME", and for a federate
// "federate:NUMBER:FEDERATION".
inline constexpr std::string_view kRtigNode = "rtig";
std::string node_of(std::string_view federation, std::uint32_t federate);
// Returns whether the text has the form of such a name.
bool is_node(std::string_view name);

// Returns the name of the state in JSON and metrics, e.g. "holds up".
std::string_view name_of(FederateState state);

}  // namespace triad::rtimon
