// Which routers of a mesh run on this host, and which on others. Called by `rtimesh up`. Pure but
// for of_this_host(), which asks the system.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace triad::rtimesh {

// What one host is called.
class HostNames {
 public:
  // Its name, with its domain and without it, localhost, and the addresses of its interfaces.
  static HostNames of_this_host();
  // `name` alone, as it is.
  static HostNames only(const std::string& name) { return HostNames({name}); }

  explicit HostNames(const std::vector<std::string>& names);

  // Names in any case, addresses in any spelling; all of 127.0.0.0/8 if one of these is here.
  bool contains(const std::string& host) const;
  // "ws1, localhost, 10.0.0.1"
  std::string text() const;

 private:
  std::set<std::string> names_;
};

struct Placement {
  struct Elsewhere {
    std::string host;
    std::vector<topology::RouterIndex> routers = {};
  };
  // That with the RTIG first, the others in the order of the file.
  std::vector<topology::RouterIndex> here;
  std::vector<Elsewhere> elsewhere;  // in the order of the file
  // On any host: mpirun starts them, all at once.
  std::vector<topology::RouterIndex> ranks;
};

Placement placement_of(const topology::Topology& topology, const HostNames& here);

}  // namespace triad::rtimesh
