// Whether this process has room to share memory as one more participant. Each participant of a
// fabric maps the outbox of each other one (three mappings) and keeps its doorbell (a descriptor),
// so the use of a process grows with the square of its participants. The kernel limits both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace triad::transport {

// Counters of this process. A fabric and an outbox hold one of these as long as they live.
class OutboxInUse {
 public:
  OutboxInUse();
  OutboxInUse(const OutboxInUse&) = delete;
  OutboxInUse& operator=(const OutboxInUse&) = delete;
  ~OutboxInUse();
};
class FabricInUse {
 public:
  FabricInUse();
  FabricInUse(const FabricInUse&) = delete;
  FabricInUse& operator=(const FabricInUse&) = delete;
  ~FabricInUse();
};

struct ProcessUse {
  std::size_t fabrics = 0;
  std::size_t outboxes = 0;  // mapped by all of them, with their own
  std::size_t descriptors = 0;
};
struct ProcessLimits {
  std::size_t mappings = 0;     // vm.max_map_count
  std::size_t descriptors = 0;  // ulimit -n
};

// Returns why the process should not have one more participant; empty: it has room. A quarter of
// each limit is left to the rest of the program, and to participants of other processes.
std::optional<std::string> no_room(const ProcessUse& use, const ProcessLimits& limits);
// The same for this process as it is now.
std::optional<std::string> no_room_in_this_process();

}  // namespace triad::transport
