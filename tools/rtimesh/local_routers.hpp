// Divides the routers of a mesh into those of this host and those of other hosts. Called by
// `rtimesh up`. Pure, except HostNames::of_this_host(), which asks the system.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace triad::rtimesh {

// All names and addresses of one host.
class HostNames {
 public:
  // Returns this host's name with and without its domain, localhost, and the addresses of its
  // interfaces.
  static HostNames of_this_host();
  // Returns `name` alone, as the option --host gives it.
  static HostNames from_name(const std::string& name) { return HostNames({name}); }

  explicit HostNames(const std::vector<std::string>& names);

  // Compares names without regard to case, and addresses in any spelling. If one address of
  // 127.0.0.0/8 is known, all of them match.
  bool contains(const std::string& host) const;
  // Returns "ws1, localhost, 10.0.0.1".
  std::string text() const;

 private:
  std::set<std::string> names_;
};

struct Placement {
  struct RemoteHost {
    std::string host;
    std::vector<topology::RouterIndex> routers = {};
  };
  // First the RTIG's router, then the others in the order of the file.
  std::vector<topology::RouterIndex> local_routers;
  std::vector<RemoteHost> remote_hosts;  // In the order of the file.
  // Ranks of the MPI job, on any host: mpirun starts all of them together. They are not in the
  // other lists.
  std::vector<topology::RouterIndex> ranks;
};

Placement placement_of(const topology::Topology& topology, const HostNames& local_names);

}  // namespace triad::rtimesh
