// See process_room.hpp.
#include "transport/fabric/process_room.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kMappingsOfOutbox = 3;
constexpr std::size_t kDescriptorsOfFabric = 16;  // including those of its link
constexpr std::size_t kMappingsByDefault = 65530;

std::atomic<std::size_t> outboxes{0};
std::atomic<std::size_t> fabrics{0};

std::size_t mappings_max() {
  std::size_t limit = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> limit;
  return limit > 0 ? limit : kMappingsByDefault;
}

std::size_t descriptors_max() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

// Estimates the descriptors in use by the lowest free number, because most numbers below it are in
// use.
std::size_t descriptors_in_use() {
  const UniqueFd next(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return next.valid() ? static_cast<std::size_t>(next.get()) : descriptors_max();
}

}  // namespace

OutboxInUse::OutboxInUse() {
  ++outboxes;
}
OutboxInUse::~OutboxInUse() {
  --outboxes;
}
FabricInUse::FabricInUse() {
  ++fabrics;
}
FabricInUse::~FabricInUse() {
  --fabrics;
}

// A newcomer attaches as many outboxes as each other participant has, and each of them attaches the
// newcomer's.
std::optional<std::string> room_refusal(const ProcessUse& use, const ProcessLimits& limits) {
  if (use.fabrics == 0) return std::nullopt;
  const std::size_t added = use.outboxes / use.fabrics + use.fabrics;
  const std::size_t mappings = kMappingsOfOutbox * (use.outboxes + added);
  const std::size_t descriptors = use.descriptors + added + kDescriptorsOfFabric;
  if (mappings <= limits.mappings / 4 * 3 && descriptors <= limits.descriptors / 4 * 3) {
    return std::nullopt;
  }
  return std::to_string(use.fabrics) +
         " federates of this process share memory, and one more would take " +
         std::to_string(mappings) + " memory mappings of " + std::to_string(limits.mappings) +
         " (sysctl vm.max_map_count) and " + std::to_string(descriptors) + " descriptors of " +
         std::to_string(limits.descriptors) + " (ulimit -n)";
}

std::optional<std::string> process_room_refusal() {
  if (fabrics == 0) return std::nullopt;
  return room_refusal({fabrics, outboxes, descriptors_in_use()},
                      {mappings_max(), descriptors_max()});
}

}  // namespace triad::transport
