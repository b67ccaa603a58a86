// Decides whether this process can share memory as one more participant. Each participant maps the
// outbox of each other one (three mappings) and keeps its doorbell (a descriptor). So the use grows
// with the square of the participants in a process. The kernel limits both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace triad::transport {

// Counters of this process. Each fabric and each mapped outbox holds one of these while it exists.
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
  std::size_t outboxes = 0;  // mapped by all fabrics, including their own
  std::size_t descriptors = 0;
};
struct ProcessLimits {
  std::size_t mappings = 0;     // vm.max_map_count
  std::size_t descriptors = 0;  // ulimit -n
};

// Returns why the process should not have one more participant, or nullopt if it has room. A
// quarter of each limit is left to the rest of the program and to participants of other processes.
std::optional<std::string> room_refusal(const ProcessUse& use, const ProcessLimits& limits);
// Does the same for the current use of this process.
std::optional<std::string> process_room_refusal();

}  // namespace triad::transport
