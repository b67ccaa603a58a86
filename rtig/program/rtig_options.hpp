// Options of the rtig program, from the command line, the environment and the RID file (config/).
// Used by main and its tests. Opens no file.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "router/program/link_limits.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "rtig/gateway/rtig.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/save_directory.hpp"
#include "transport/multicast/multicast_address.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;
using router::MemoryLimits;

struct ProgramOptions {
  std::string answer;  // text that --help or --version asks for: print it and exit; empty: serve
  std::vector<std::string> listen;
  bool listen_given = false;          // false: listen has the default
  std::vector<std::string> fom_path;  // directories of FED files
  bool fom_anywhere = false;          // FED files may be elsewhere too
  wire::ResignAction lost_action{};
  // Bytes queued for one federate at which senders to it are held, at which they continue, and at
  // which it is resigned.
  std::size_t hold_bytes = 0;
  std::size_t resume_bytes = 0;
  std::size_t resign_bytes = 0;
  std::size_t message_bytes_max = 0;
  CellsOfExtents cells;  // index of regions: cells per extent (fed_loading.hpp)
  std::chrono::milliseconds frame_timeout{0};     // zero: off
  std::size_t newcomers_max = 0;                  // clients joining at once; zero: no limit
  std::size_t unjoined_max = 0;                   // links without a member; zero: no limit
  std::chrono::milliseconds unjoined_timeout{0};  // zero: off
  MemoryLimits memory;
  std::chrono::milliseconds hold_patience{0};    // zero: no limit
  std::chrono::milliseconds resign_patience{0};  // zero: no limit
  std::chrono::milliseconds move_timeout{0};
  std::chrono::milliseconds save_timeout{0};  // zero: no limit
  bool any_user_operates = false;  // any user of this machine may end federations by rtictl
  bool datagrams = true;           // best effort may use UDP
  std::optional<transport::MulticastAddress> multicast;  // none: not used
  // Bytes of shared memory for the RTIG's own records.
  std::size_t fabric_log = 0;
  std::chrono::microseconds spin{0};          // zero: sleeps at once
  std::chrono::seconds heartbeat{0};          // silence that ends a TCP link; zero: off
  std::chrono::milliseconds report_waits{0};  // wait that is logged; zero: off
  std::string saves;                          // the directory; empty: no saves
  bool saves_given = false;                   // false: saves has the default
  SaveQuotas save_quotas;
  LogLevel log_level = LogLevel::info;
  std::string topology;  // file of the mesh; empty: no mesh
  std::string log_file;  // empty: standard error
  int ready_fd = -1;     // descriptor for the word that rtig is ready; -1: none
  std::vector<std::string> warnings;
};

// Reads the options from `arguments`, without the program's name. The text of an error for an
// unknown option or a wrong value lists the allowed ones.
wire::Result<ProgramOptions> read_options(const std::vector<std::string>& arguments,
                                          const config::Sources& surroundings = {});

// Returns the reason why these options conflict with the rules of the mesh's file; empty: they do
// not.
std::optional<std::string> rules_conflict(const ProgramOptions& options,
                                          const router::RulesOfRouters& rules);

}  // namespace triad::rtig
