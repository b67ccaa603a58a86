// Options of the rtig program, from the command line, the environment and the RID file (config/).
// Used by main and its tests. Opens no file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "router/program/link_server.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "rtig/gateway/rtig.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/save_directory.hpp"
#include "rtig/program/server.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;

// Where FED files are, and how the routing spaces of their object models are indexed.
struct FedOptions {
  std::vector<std::string> directories;
  bool anywhere = false;  // FED files may be elsewhere too
  CellsOfExtents cells;   // index of regions: cells per extent (fed_loading.hpp)
};

// The directory of saves.
struct SavesOptions {
  std::string directory;  // empty: no saves
  bool is_given = false;  // false: `directory` has the default
  SaveQuotas quotas;
};

struct LogOptions {
  LogLevel level = LogLevel::info;
  std::string file;  // empty: standard error
};

struct ProgramOptions {
  std::string answer;  // text that --help or --version asks for: print it and exit; empty: serve
  std::vector<std::string> listen;
  bool listen_given = false;  // false: listen has the default
  // Settings of the server. The program adds the identity of its process, the loader of FED files,
  // the directory of saves and the place in the mesh.
  ServerOptions server;
  FedOptions fed;
  SavesOptions saves;
  std::string journals;  // folder of journals; empty: none are kept
  LogOptions log;
  std::string policy_file;  // empty: no policy
  std::string topology;     // file of the mesh; empty: no mesh
  int ready_fd = -1;        // descriptor for the word that rtig is ready; -1: none
  std::vector<std::string> warnings;
};

// Reads the options from `arguments`, without the program's name. The text of an error for an
// unknown option or a wrong value lists the allowed ones.
wire::Result<ProgramOptions> read_options(const std::vector<std::string>& arguments,
                                          const config::Sources& surroundings = {});

// Returns the reason why these options conflict with the rules of the mesh's file; none: they do
// not.
std::optional<std::string> rules_conflict(const router::LinkServerOptions& options,
                                          const router::RulesOfRouters& rules);

}  // namespace triad::rtig
