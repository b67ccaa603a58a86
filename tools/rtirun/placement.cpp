#include "tools/rtirun/placement.hpp"

#include <algorithm>
#include <cstdint>

#include "tools/rtirun/run_plan.hpp"
#include "transport/url.hpp"

namespace triad::rtirun {

namespace {

struct Room {
  std::string host;
  std::vector<std::string> groups;
  unsigned cores = 1;
  unsigned federates = 0;
};

bool admits(const Room& room, const Placement& placement) {
  if (!placement.host.empty()) return room.host == placement.host;
  return placement.group.empty() ||
         std::ranges::find(room.groups, placement.group) != room.groups.end();
}

// Compares federates per core exactly.
bool is_emptier(const Room& left, const Room& right) {
  return std::uint64_t{left.federates} * right.cores < std::uint64_t{right.federates} * left.cores;
}

// Returns the room for a federate. The scenario's reader has checked that there is one.
Room& choose(std::vector<Room>& rooms, const Placement& placement) {
  Room* best = nullptr;
  for (Room& room : rooms) {
    if (!admits(room, placement)) continue;
    if (placement.strategy == Strategy::pack && room.federates < room.cores) return room;
    if (best == nullptr || is_emptier(room, *best)) best = &room;
  }
  return *best;
}

}  // namespace

std::vector<std::string> hosts_used(const Scenario& scenario) {
  if (scenario.hosts.empty()) return {kThisHost};
  std::vector<std::string> names;
  const auto is_here = [](const RouterProcess& process) { return process.host == kThisHost; };
  if (scenario.rtig_host == kThisHost ||
      (scenario.mesh && std::ranges::any_of(scenario.mesh->processes, is_here))) {
    names.push_back(kThisHost);
  }
  for (const HostSpec& host : scenario.hosts) {
    if (std::ranges::find(names, host.name) == names.end()) names.push_back(host.name);
  }
  return names;
}

std::vector<std::string> place_processes(const Scenario& scenario,
                                         const std::map<std::string, unsigned>& cores) {
  std::vector<std::string> placed{scenario.rtig_host};
  if (scenario.hosts.empty()) {
    placed.resize(plan_of(scenario).processes.size(), kThisHost);
    return placed;
  }
  for (std::size_t i = 1; i <= router_count(scenario); ++i) {
    placed.push_back(scenario.mesh->processes[i].host);
  }
  std::vector<Room> rooms;
  for (const HostSpec& host : scenario.hosts) {
    const auto known = cores.find(host.name);
    const unsigned number = host.cores > 0 ? host.cores : known == cores.end() ? 1 : known->second;
    rooms.push_back({host.name, host.groups, std::max(1u, number)});
  }
  std::map<std::string, std::string> host_of;  // Of each federate so far.
  for (const Federate& federate : scenario.federates) {
    Placement placement = federate.placement;
    if (!placement.beside.empty()) placement.host = host_of.at(placement.beside);
    Room& room = choose(rooms, placement);
    ++room.federates;
    host_of[federate.name] = room.host;
    placed.push_back(room.host);
  }
  return placed;
}

Outcome<void> check_reach(const Scenario& scenario, const std::vector<std::string>& placed) {
  const auto elsewhere =
      std::ranges::find_if(placed, [&](const std::string& host) { return host != placed.front(); });
  const auto url = transport::parse_url(scenario.url);
  if (!url || (elsewhere == placed.end() && placed.front() == kThisHost)) return {};
  const std::string cure =
      "; write `rtig: {url: tcp://HOST:PORT}` with a name of the rtig's host that all hosts know";
  if (url->scheme == transport::Url::Scheme::shm) {
    return Fault{"processes on several hosts cannot use " + scenario.url + cure};
  }
  // An empty host is any address.
  if (url->host.empty() || url->host == "localhost" || url->host == "::1" ||
      url->host == "0.0.0.0" || url->host == "::" || url->host.starts_with("127.")) {
    return Fault{"other hosts cannot reach the rtig at " + scenario.url + cure};
  }
  return {};
}

}  // namespace triad::rtirun
