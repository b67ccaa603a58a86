// rtirouter: a router of a mesh. Joins options, the topology's file, log and signals to a
// RouterServer; all else is in its parts.
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command_line/given.hpp"
#include "router/program/place_in_mesh.hpp"
#include "router/program/program_start.hpp"
#include "router/program/router_server.hpp"
#include "router/program/rtirouter_manual.hpp"
#include "transport/mpi/mpi_port.hpp"

namespace triad::router {

namespace {

using RankPort = std::shared_ptr<transport::RankPort>;  // null: this is no rank

struct Start {
  RouterServerOptions server;
  std::vector<std::string> listen;
  LogLevel log_level = LogLevel::info;
  std::string log_file;  // empty: standard error
  int ready_fd = -1;     // -1: nobody waits
  std::vector<std::string> warnings;
};

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// Without a name the router is the one of this rank of an MPI job.
wire::Result<PlaceInMesh> place_of(const command_line::Given& given, RankPort& port) {
  const std::string file = *given.value("topology");
  const auto topology = topology_of(file);
  if (!topology) return topology.error();
  if (given.has("name")) return place_in_mesh(*topology, file, *given.value("name"));
  if (topology::ranks_of(*topology).empty()) return refusal("command line: --name is missing");
  auto opened = transport::open_mpi_port();
  if (!opened)
    return refusal(file + " has routers that listen on mpi://, and " + opened.error().text);
  port = std::move(*opened);
  return place_of_rank(*topology, file, port->rank(), port->ranks());
}

wire::Result<Start> interpret(const command_line::Given& given, RankPort& port) {
  if (!given.has("topology")) return refusal("command line: --topology is missing");
  const auto configuration =
      config::read({.command_line = settings_given(setting_options(), given)});
  if (!configuration) return configuration.error();
  auto place = place_of(given, port);
  if (!place) return place.error();
  Start start;
  take_settings(*configuration, start.server);
  start.server.mesh = std::move(place->mesh);
  start.server.rank_port = port;
  if (place->members) start.server.clients_max = *place->members;
  start.listen = std::move(place->listen);
  start.log_level = log_level_of(*configuration);
  start.log_file = configuration->text("log.file");
  start.warnings = configuration->warnings();
  if (given.has("ready-fd")) {
    const auto fd = descriptor_of(*given.value("ready-fd"), "--ready-fd");
    if (!fd) return fd.error();
    start.ready_fd = *fd;
  }
  return start;
}

int serve(const Start& start, Log& log) {
  for (const std::string& warning : start.warnings) log.warning(warning);
  raise_descriptor_limit(log);
  const auto created = RouterServer::create(start.server, log);
  if (!created) {
    log.error(created.error().text);
    return kCouldNotGoOn;
  }
  RouterServer& server = **created;
  LinkServer& links = server.links();
  stop_on_signals(&links);
  log.info("rtirouter (Triad RTI) " TRIAD_VERSION " starts as router " +
           start.server.mesh->identity.router + ", process " + std::to_string(::getpid()));
  int status = 0;
  for (const std::string& url : start.listen) {
    if (const auto listening = links.listen(url); !listening) {
      log.error(listening.error().text);
      status = kCouldNotGoOn;
    }
  }
  if (const auto listening = links.listen_for_operators(); !listening) {
    log.warning("rtimesh does not reach this router but over TCP: " + listening.error().text);
  }
  for (const std::string& url : links.urls()) log.info("listens on " + url);
  if (status == 0 && start.ready_fd >= 0 && !say_ready(links.urls(), start.ready_fd, log)) {
    status = kUsage;
  }
  if (status == 0) server.run();
  if (server.has_failed()) status = kCouldNotGoOn;
  stop_on_signals(nullptr);
  return status;
}

int run(const std::vector<std::string>& arguments, RankPort& port) {
  const auto given = command_line::read(manual(), arguments);
  if (!given) {
    std::fprintf(stderr, "rtirouter: command line: %s\n", given.error().text.c_str());
    return kUsage;
  }
  if (const auto answer = command_line::answer(manual(), *given)) {
    return command_line::print(manual(), *answer) ? 0 : kCouldNotGoOn;
  }
  const auto start = interpret(*given, port);
  if (!start) {
    std::fprintf(stderr, "rtirouter: %s\n", start.error().text.c_str());
    return kUsage;
  }
  if (start->log_file.empty()) {
    Log log(start->log_level);
    return serve(*start, log);
  }
  auto log = Log::to_file(start->log_level, start->log_file);
  if (!log) {
    std::fprintf(stderr, "rtirouter: %s\n", log.error().text.c_str());
    return kUsage;
  }
  return serve(*start, *log);
}

// All ranks of an MPI job end together: those of one that ends otherwise are ended.
int run(const std::vector<std::string>& arguments) {
  RankPort port;
  const int status = run(arguments, port);
  if (port == nullptr) return status;
  if (status != 0) port->abort(status);
  port->finish();
  return status;
}

}  // namespace

}  // namespace triad::router

int main(int argc, char** argv) {
  return triad::router::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
