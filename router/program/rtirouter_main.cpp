// The program rtirouter: runs one router of a mesh, or several in one process. Passes options, the
// topology file, the log and signals to RouterThreads.
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "router/program/program_start.hpp"
#include "router/program/router_placement.hpp"
#include "router/program/router_threads.hpp"
#include "router/program/rtirouter_manual.hpp"
#include "version/version.hpp"

namespace triad::router {

namespace {

using RankPort = std::shared_ptr<mpi::RankPort>;  // null: this process is not a rank

struct Start {
  RouterServerOptions settings;
  std::vector<RouterPlacement> places;
  LogLevel log_level = LogLevel::info;
  std::string log_file;  // empty: standard error
  int ready_fd = -1;     // -1: no descriptor given
  std::vector<std::string> warnings;
};

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// Returns the place of --name, or all places of --process. Without either option it returns the
// place of this rank of an MPI job.
wire::Result<std::vector<RouterPlacement>> find_places(const command_line::ParsedArguments& given,
                                                       RankPort& port) {
  const std::string file = *given.value("topology");
  const auto topology = load_topology(file);
  if (!topology) return topology.error();
  if (given.has("name") && given.has("process")) {
    return refusal("command line: give --name or --process, not both");
  }
  if (given.has("process")) return places_of_process(*topology, file, *given.value("process"));
  const auto one =
      [](wire::Result<RouterPlacement> place) -> wire::Result<std::vector<RouterPlacement>> {
    if (!place) return place.error();
    return std::vector<RouterPlacement>{std::move(*place)};
  };
  if (given.has("name")) return one(place_of_router(*topology, file, *given.value("name")));
  if (topology::ranks_of(*topology).empty()) {
    return refusal("command line: --name is missing, or --process");
  }
  auto opened = mpi::open_port();
  if (!opened)
    return refusal(file + " has routers that listen on mpi://, and " + opened.error().text);
  port = std::move(*opened);
  return one(place_of_rank(*topology, file, port->rank(), port->ranks()));
}

wire::Result<Start> interpret(const command_line::ParsedArguments& given, RankPort& port) {
  if (!given.has("topology")) return refusal("command line: --topology is missing");
  const auto configuration =
      config::read({.command_line = settings_given(setting_options(), given)});
  if (!configuration) return configuration.error();
  auto places = find_places(given, port);
  if (!places) return places.error();
  Start start;
  copy_settings(*configuration, start.settings);
  if (const auto tls = read_tls(*configuration, start.settings.link); !tls) return tls.error();
  const auto multicast = multicast_of(*configuration);
  if (!multicast) return multicast.error();
  start.settings.multicast = *multicast;
  start.settings.rank_port = port;
  if (given.has("overlay-key")) start.settings.overlay_key = *given.value("overlay-key");
  start.places = std::move(*places);
  start.log_level = log_level_of(*configuration);
  start.log_file = configuration->text("log.file");
  start.warnings = configuration->warnings();
  if (given.has("ready-fd")) {
    const auto fd = parse_descriptor(*given.value("ready-fd"), "--ready-fd");
    if (!fd) return fd.error();
    start.ready_fd = *fd;
  }
  return start;
}

// "router beta", "routers beta, gamma"
std::string names_of(const std::vector<RouterPlacement>& places) {
  std::string names;
  for (const RouterPlacement& place : places) {
    names += (names.empty() ? "" : ", ") + place.mesh.identity.router;
  }
  return (places.size() == 1 ? "router " : "routers ") + names;
}

// `file`: the log's file; null: standard error.
int serve(Start& start, Log& log, LogFile* file) {
  for (const std::string& warning : start.warnings) log.warning(warning);
  raise_descriptor_limit(log);
  keep_memory_of_long_records();
  log.info("rtirouter (Triad RTI " + build_identity() + ", protocol version " +
           std::to_string(protocol_version()) + ") starts as " + names_of(start.places) +
           ", process " + std::to_string(::getpid()));
  const auto created = RouterThreads::create(start.settings, std::move(start.places), log);
  if (!created) {
    log.error(created.error().text);
    return kExitFailure;
  }
  RouterThreads& routers = **created;
  stop_on_signals(&routers.first());
  const HangUpHandler hang_ups(routers.first(), log, file, start.settings.link.tls);
  const bool is_reported = start.ready_fd < 0 || report_ready(routers.urls(), start.ready_fd, log);
  if (is_reported) routers.run();
  stop_on_signals(nullptr);
  if (routers.have_failed()) return kExitFailure;
  return is_reported ? 0 : kExitUsage;
}

int run(const std::vector<std::string>& arguments, RankPort& port) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) {
    std::fprintf(stderr, "rtirouter: command line: %s\n", given.error().text.c_str());
    return kExitUsage;
  }
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    return command_line::print(manual(), *answer) ? 0 : kExitFailure;
  }
  auto start = interpret(*given, port);
  if (!start) {
    std::fprintf(stderr, "rtirouter: %s\n", start.error().text.c_str());
    return kExitUsage;
  }
  if (start->log_file.empty()) {
    Log log(start->log_level);
    return serve(*start, log, nullptr);
  }
  auto file = LogFile::open(start->log_file);
  if (!file) {
    std::fprintf(stderr, "rtirouter: %s\n", file.error().text.c_str());
    return kExitUsage;
  }
  Log log(start->log_level, file->sink());
  return serve(*start, log, &*file);
}

// All ranks of an MPI job end together: if one fails, the others are aborted.
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
  triad::router::block_hang_ups();
  return triad::router::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
