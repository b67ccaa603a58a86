#include "tools/rtimesh/mesh_commands.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/count_text.hpp"
#include "tools/rtimesh/local_routers.hpp"
#include "tools/rtimesh/mesh_run.hpp"
#include "tools/rtimesh/status_query.hpp"
#include "tools/rtimesh/status_table.hpp"
#include "wire/harmless_text.hpp"
#include "wire/operator_url.hpp"

namespace triad::rtimesh {

namespace {

namespace fs = std::filesystem;
using topology::RouterIndex;
using topology::Topology;

constexpr transport::Duration kStatusPatience = std::chrono::seconds(2);

std::string names_of(const Topology& topology, const std::vector<RouterIndex>& routers) {
  std::string names;
  for (const RouterIndex router : routers) {
    names += (names.empty() ? "" : ", ") + topology.routers[router].name;
    if (router == topology.rtig) names += " (RTIG)";
  }
  return names;
}

std::string ranks_text(const Topology& topology, const Placement& placement,
                       const UpOptions& options) {
  if (placement.ranks.empty()) return {};
  return "`mpirun -n " + std::to_string(placement.ranks.size()) + " rtirouter --topology " +
         options.file + "` starts " + names_of(topology, placement.ranks) + ", on all hosts\n";
}

// Returns the commands that the user must run on other hosts.
std::string elsewhere_text(const Topology& topology, const Placement& placement,
                           const UpOptions& options) {
  std::string text;
  for (const Placement::RemoteHost& one : placement.remote_hosts) {
    const std::string host = options.host ? "--host " + one.host + " " : "";
    text += "on host " + one.host + " `rtimesh up " + host + options.file + "` starts " +
            names_of(topology, one.routers) + "\n";
  }
  return text + ranks_text(topology, placement, options);
}

std::optional<Fault> check_local_routers(const Topology& topology, const HostNames& local_names,
                                         const Placement& placement) {
  if (!placement.local_routers.empty()) return std::nullopt;
  if (placement.remote_hosts.empty()) {
    return Fault{"all routers of mesh \"" + topology.name +
                 "\" are ranks of an MPI job, which mpirun " + "starts"};
  }
  std::string hosts;
  for (const Placement::RemoteHost& one : placement.remote_hosts) {
    hosts += (hosts.empty() ? "" : ", ") + one.host;
  }
  return Fault{"no router of mesh \"" + topology.name + "\" is on this host (" +
               local_names.text() + "), they are on " + hosts + "; select one with --host"};
}

std::string status_url(const topology::Router& router) {
  return transport::to_string(topology::url_to_reach(router, router.listen.front()));
}

Outcome<std::string> make_log_directory(const UpOptions& options) {
  if (options.log_directory) {
    std::error_code fault;
    fs::create_directories(*options.log_directory, fault);
    if (!fs::is_directory(*options.log_directory)) {
      return Fault{"\"" + *options.log_directory + "\" is not a directory" +
                   (fault ? ": " + fault.message() : "")};
    }
    return Outcome<std::string>(boost::system::in_place_value, *options.log_directory);
  }
  const char* const temporary = std::getenv("TMPDIR");
  std::string name = temporary == nullptr || *temporary == '\0' ? "/tmp" : temporary;
  name += "/rtimesh.XXXXXX";
  if (::mkdtemp(name.data()) != nullptr) {
    return Outcome<std::string>(boost::system::in_place_value, name);
  }
  return Fault{"no log directory can be created at " + name + ": " + std::strerror(errno)};
}

}  // namespace

int bring_up(const Topology& topology, const UpOptions& options, std::ostream& out,
             std::ostream& err) {
  const HostNames local_names =
      options.host ? HostNames::from_name(*options.host) : HostNames::of_this_host();
  const Placement placement = placement_of(topology, local_names);
  if (const auto fault = check_local_routers(topology, local_names, placement)) {
    err << "rtimesh: " << fault->text << '\n';
    return 1;
  }
  const auto logs = make_log_directory(options);
  if (!logs) {
    err << "rtimesh: " << logs.error().text << '\n';
    return 1;
  }
  out << "starting " << names_of(topology, placement.local_routers) << "; logs are in " << *logs
      << '\n'
      << elsewhere_text(topology, placement, options) << std::flush;
  return MeshRun(topology, placement, options, *logs, out, err).run();
}

int show_status(const Topology& topology, std::ostream& out) {
  std::vector<QueryTarget> routers;
  for (const topology::Router& router : topology.routers) {
    routers.push_back({router.name, {status_url(router)}});
  }
  const std::vector<Answer> answers = query_routers(topology.name, routers, kStatusPatience);
  const std::vector<LinkRow> rows = rows_of(topology, answers);
  out << StatusTable(StatusTable::Figures::totals).text(rows, answers);
  return is_fully_connected(rows, answers) ? 0 : 1;
}

// Finds the router's process by a status request, then sends the request to its operators' socket,
// which only programs of this user can use.
int request_leave(const Topology& topology, const std::string& name, std::ostream& out,
                  std::ostream& err) {
  const auto at = std::ranges::find(topology.routers, name, &topology::Router::name);
  const auto fail = [&](const std::string& why) {
    err << "rtimesh: " << name << ' ' << wire::harmless(why) << '\n';
    return 1;
  };
  if (at == topology.routers.end())
    return fail("is not a router of mesh \"" + topology.name + "\"");
  const auto query = [&](const std::string& url, Request request) {
    return query_routers(topology.name, {{name, {url}}}, kStatusPatience, request).front();
  };
  const Answer found = query(status_url(*at), Request::status);
  if (!found.report) return fail("does not answer: " + found.reason);
  if (found.report->host != own_host_name()) {
    return fail("is on host " + found.report->host + "; run this command there");
  }
  const Answer answer = query(wire::operator_url(found.report->process), Request::leave);
  if (!answer.report) {
    return fail("does not leave: " + answer.reason + " (process " +
                std::to_string(found.report->process) + ")");
  }
  const std::uint32_t clients = answer.report->clients;
  out << name << " accepts no new clients, and ends when no federate behind it is joined; "
      << core::count_text(clients, "client is", "clients are") << " connected\n";
  return 0;
}

}  // namespace triad::rtimesh
