#include "tools/rtimesh/local_routers.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <memory>

namespace triad::rtimesh {

namespace {

constexpr const char* kLoopback = "127.0.0.1";

// Returns the same text for all spellings of a host: an address as the system writes it, without a
// zone; a name in lower case.
std::string normalized(std::string host) {
  unsigned char address[sizeof(in6_addr)];
  char text[INET6_ADDRSTRLEN] = "";
  const std::string without_zone = host.substr(0, host.find('%'));
  if (::inet_pton(AF_INET, host.c_str(), address) == 1) {
    if (address[0] == 127) return kLoopback;
    return ::inet_ntop(AF_INET, address, text, sizeof text);
  }
  if (::inet_pton(AF_INET6, without_zone.c_str(), address) == 1) {
    return ::inet_ntop(AF_INET6, address, text, sizeof text);
  }
  std::ranges::transform(host, host.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return host;
}

std::vector<std::string> interface_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {kLoopback};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, ::freeifaddrs);
  std::vector<std::string> addresses;
  for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    char text[NI_MAXHOST];
    if (::getnameinfo(one->ifa_addr, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0) {
      addresses.emplace_back(text);
    }
  }
  return addresses;
}

}  // namespace

HostNames::HostNames(const std::vector<std::string>& names) {
  for (const std::string& name : names) names_.insert(normalized(name));
}

HostNames HostNames::of_this_host() {
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  const std::string whole = name;
  std::vector<std::string> names = interface_addresses();
  names.insert(names.end(), {whole, whole.substr(0, whole.find('.')), "localhost"});
  return HostNames(names);
}

bool HostNames::contains(const std::string& host) const {
  return names_.contains(normalized(host));
}

std::string HostNames::text() const {
  std::string text;
  for (const std::string& name : names_) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Placement placement_of(const topology::Topology& topology, const HostNames& local_names) {
  Placement placement;
  placement.ranks = topology::ranks_of(topology);
  const auto add_router = [&](topology::RouterIndex index) {
    const std::string& host = topology.routers[index].host;
    if (topology.routers[index].is_rank) return;
    if (local_names.contains(host)) {
      placement.local_routers.push_back(index);
      return;
    }
    auto at = std::ranges::find(placement.remote_hosts, host, &Placement::RemoteHost::host);
    if (at == placement.remote_hosts.end()) {
      at = placement.remote_hosts.insert(at, Placement::RemoteHost{.host = host});
    }
    at->routers.push_back(index);
  };
  add_router(topology.rtig);
  for (topology::RouterIndex i = 0; i < topology.routers.size(); ++i) {
    if (i != topology.rtig) add_router(i);
  }
  return placement;
}

}  // namespace triad::rtimesh
