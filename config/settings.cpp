// Table of all settings. Add a new setting here only; the documents list the settings from this
// table.
#include "config/config.hpp"

namespace triad::config {
namespace {

constexpr const char* kDefaultHost = "127.0.0.1";
constexpr const char* kDefaultPort = "60400";

// Returns the RTIG's URL from the variables of CERTI, CERTI_HOST and CERTI_TCP_PORT; either may be
// missing.
std::optional<std::string> certi_url(const Environment& environment, std::string& origin) {
  const auto host = environment("CERTI_HOST");
  const auto port = environment("CERTI_TCP_PORT");
  if (!host && !port) return std::nullopt;
  origin = host && port ? "CERTI_HOST, CERTI_TCP_PORT" : host ? "CERTI_HOST" : "CERTI_TCP_PORT";
  return "tcp://" + host.value_or(kDefaultHost) + ":" + port.value_or(kDefaultPort);
}

// Returns the listening URL from CERTI_TCP_PORT. CERTI's rtig listens on all interfaces; Triad's
// stays on loopback unless configured otherwise.
std::optional<std::string> certi_listen(const Environment& environment, std::string& origin) {
  const auto port = environment("CERTI_TCP_PORT");
  if (!port) return std::nullopt;
  origin = "CERTI_TCP_PORT";
  return "tcp://" + std::string(kDefaultHost) + ":" + *port;
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> kSettings{
      {.key = "url",
       .environment = "RTI_URL",
       .aliases = {},
       .default_value = "tcp://127.0.0.1:60400",
       .help = "URL of the RTIG or of a router, for federates and rtictl: tcp://HOST:PORT, "
               "shm://NAME or mesh://HOST:PORT. Several URLs, separated by commas, are tried "
               "in turn.",
       .compose = certi_url},
      {.key = "rtia",
       .environment = "RTI_RTIA",
       .aliases = {},
       .default_value = "embedded",
       .help = "Place of a federate's RTIA: inside the federate, or in an rtia process.",
       .kind = Kind::choice,
       .allowed = {"embedded", "process"}},
      {.key = "rtia.program",
       .environment = "TRIAD_RTIA",
       .aliases = {"CERTI_RTIA"},
       .default_value = "",
       .help = "Path of the rtia program. Unset: ../bin/rtia beside the library, then PATH."},
      {.key = "background",
       .environment = "RTI_BACKGROUND",
       .aliases = {},
       .default_value = "yes",
       .help = "A background thread of an embedded RTIA answers the RTIG and other federates "
               "while its federate computes.",
       .kind = Kind::flag},
      {.key = "connect.timeout",
       .environment = "RTI_CONNECT_TIMEOUT",
       .aliases = {},
       .default_value = "2",
       .help = "Seconds for which a federate or rtictl tries to reach the RTIG.",
       .kind = Kind::seconds},
      {.key = "fom.path",
       .environment = "RTI_FOM_PATH",
       .aliases = {"CERTI_FOM_PATH"},
       .default_value = "",
       .help = "Folders, separated by ':', that are searched for FED and XML files."},
      {.key = "fom.anywhere",
       .environment = "RTIG_FOM_ANYWHERE",
       .aliases = {},
       .default_value = "no",
       .help = "rtig also reads files that a peer names by an absolute path, by '..', or "
               "relative to rtig's working directory.",
       .kind = Kind::flag},
      {.key = "datagrams",
       .environment = "RTI_DATAGRAMS",
       .aliases = {},
       .default_value = "yes",
       .help = "Best effort uses UDP beside tcp:// links if UDP gets through.",
       .kind = Kind::flag},
      {.key = "multicast",
       .environment = "RTIG_MULTICAST",
       .aliases = {},
       .default_value = "",
       .help = "ADDRESS/GROUPS:PORT of IPv4 multicast groups. Best effort for several "
               "federates goes as one datagram to a group. Unset: no multicast."},
      {.key = "wait.spin",
       .environment = "RTI_WAIT_SPIN",
       .aliases = {},
       .default_value = "20",
       .help = "Microseconds of processor time for which a process polls for input before it "
               "sleeps. 0: it sleeps at once.",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "microseconds"},
      {.key = "wait.yield",
       .environment = "RTI_WAIT_YIELD",
       .aliases = {},
       .default_value = "yes",
       .help = "A tick() without input yields the processor if the host has fewer cores than "
               "processes.",
       .kind = Kind::flag},
      {.key = "tick.minimum",
       .environment = "RTI_TICK_MINIMUM",
       .aliases = {},
       .default_value = "return",
       .help = "tick(min, max) returns when no callback is left, or stays for min seconds.",
       .kind = Kind::choice,
       .allowed = {"return", "stay"}},
      {.key = "fabric.log",
       .environment = "RTI_FABRIC_LOG",
       .aliases = {},
       .default_value = "1M",
       .help = "Bytes of shared memory for the messages of one sender, rounded up to a power "
               "of two.",
       .kind = Kind::bytes,
       .bytes_min = 64 << 10,
       .bytes_max = 1 << 30},
      {.key = "listen",
       .environment = "RTIG_LISTEN",
       .aliases = {},
       .default_value = "tcp://127.0.0.1:60400",
       .help = "URLs at which rtig listens, separated by blanks.",
       .compose = certi_listen},
      {.key = "lost.action",
       .environment = "RTIG_LOST_ACTION",
       .aliases = {},
       .default_value = "delete_objects_and_release_attributes",
       .help = "Resign action of the RTIG for a lost federate.",
       .kind = Kind::choice,
       .allowed = {"release_attributes", "delete_objects", "delete_objects_and_release_attributes",
                   "no_action"}},
      {.key = "heartbeat",
       .environment = "RTIG_HEARTBEAT",
       .aliases = {},
       .default_value = "0",
       .help = "Seconds without an answer from a federate's machine after which the federate "
               "is lost. 0: never.",
       .kind = Kind::count,
       .count_max = 32'767,  // limit of TCP
       .unit = "seconds"},
      {.key = "report.waits",
       .environment = "RTIG_REPORT_WAITS",
       .aliases = {},
       .default_value = "10",
       .help = "Seconds after which rtig logs the federates that hold up others, and a "
               "federate logs its blocked call. 0: never.",
       .kind = Kind::seconds},
      {.key = "request.timeout",
       .environment = "RTI_REQUEST_TIMEOUT",
       .aliases = {},
       .default_value = "0",
       .help = "Seconds after which a call without an answer from the RTIG throws "
               "RTIinternalError. 0: never.",
       .kind = Kind::seconds},
      {.key = "time.pending",
       .environment = "RTI_TIME_PENDING",
       .aliases = {},
       .default_value = "refuse",
       .help = "A time advance is refused, or waits, while regulation or constraint is being "
               "enabled.",
       .kind = Kind::choice,
       .allowed = {"refuse", "wait"}},
      {.key = "time.tolerance",
       .environment = "RTI_TIME_TOLERANCE",
       .aliases = {},
       .default_value = "off",
       .help = "With ulp, a time one unit in the last place below the earliest permitted time "
               "counts as that time.",
       .kind = Kind::choice,
       .allowed = {"off", "ulp"}},
      {.key = "saves",
       .environment = "RTIG_SAVES",
       .aliases = {},
       .default_value = "triad-saves",
       .help = "Folder of rtig's saves. The default is created at the first save. Empty: "
               "federations cannot be saved."},
      {.key = "saves.federation",
       .environment = "RTIG_SAVES_FEDERATION",
       .aliases = {},
       .default_value = "4G",
       .help = "Bytes that the saves of one federation may take. A small save counts as 1 MB. "
               "0: no limit.",
       .kind = Kind::bytes},
      {.key = "saves.total",
       .environment = "RTIG_SAVES_TOTAL",
       .aliases = {},
       .default_value = "16G",
       .help = "Bytes that the saves of all federations may take. A small save counts as 1 "
               "MB. 0: no limit.",
       .kind = Kind::bytes},
      {.key = "message.max",
       .environment = "RTIG_MESSAGE_MAX",
       .aliases = {},
       .default_value = "64M",
       .help = "Bytes that one call of a federate may send, with values, names and tag.",
       .kind = Kind::bytes,
       .bytes_min = 64 << 10,
       .bytes_max = 1 << 30},
      {.key = "region.cells",
       .environment = "RTIG_REGION_CELLS",
       .aliases = {},
       .default_value = "4",
       .help = "Squares, 1 to 16, that describe an extent of a region to forwarders and "
               "filters. SPACE=N sets one routing space. Several values are separated by "
               "blanks."},
      {.key = "frame.timeout",
       .environment = "RTIG_FRAME_TIMEOUT",
       .aliases = {},
       .default_value = "30",
       .help = "Seconds after which rtig ends a link on which a message has begun and does "
               "not continue. 0: never.",
       .kind = Kind::seconds},
      {.key = "newcomers.max",
       .environment = "RTIG_NEWCOMERS_MAX",
       .aliases = {},
       .default_value = "256",
       .help = "Clients that may connect and join at the same time. Further clients are told "
               "to try again soon. 0: no limit.",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "clients"},
      {.key = "unjoined.max",
       .environment = "RTIG_UNJOINED_MAX",
       .aliases = {},
       .default_value = "4096",
       .help = "Connections of programs that have not joined. Beyond it, the address with "
               "most of them loses the one that has been silent longest. 0: no limit.",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "connections"},
      {.key = "unjoined.timeout",
       .environment = "RTIG_UNJOINED_TIMEOUT",
       .aliases = {},
       .default_value = "60",
       .help = "Seconds after which rtig disconnects a program that has sent no request. 0: "
               "never.",
       .kind = Kind::seconds},
      {.key = "memory.unjoined",
       .environment = "RTIG_MEMORY_UNJOINED",
       .aliases = {},
       .default_value = "256M",
       .help = "Bytes in transit that rtig holds for all programs that have not joined.",
       .kind = Kind::bytes},
      {.key = "memory.federation",
       .environment = "RTIG_MEMORY_FEDERATION",
       .aliases = {},
       .default_value = "4G",
       .help = "Bytes in transit that rtig holds for all members of one federation.",
       .kind = Kind::bytes},
      {.key = "memory.routers",
       .environment = "RTIG_MEMORY_ROUTERS",
       .aliases = {},
       .default_value = "4G",
       .help = "Bytes in transit that rtig holds for all routers with a link to it.",
       .kind = Kind::bytes},
      {.key = "memory.total",
       .environment = "RTIG_MEMORY_TOTAL",
       .aliases = {},
       .default_value = "8G",
       .help = "Bytes in transit that rtig holds in total. Beyond it, rtig disconnects the "
               "peer that holds most.",
       .kind = Kind::bytes},
      {.key = "flow.hold",
       .environment = "RTI_FLOW_HOLD",
       .aliases = {},
       .default_value = "64M",
       .help = "Bytes queued for one federate at which senders to it begin to wait.",
       .kind = Kind::bytes},
      {.key = "flow.resume",
       .environment = "RTI_FLOW_RESUME",
       .aliases = {},
       .default_value = "16M",
       .help = "Bytes queued for one federate at which senders to it continue.",
       .kind = Kind::bytes},
      {.key = "flow.resign",
       .environment = "RTI_FLOW_RESIGN",
       .aliases = {},
       .default_value = "2G",
       .help = "Bytes queued for one federate at which the RTIG resigns it.",
       .kind = Kind::bytes},
      {.key = "flow.patience",
       .environment = "RTIG_FLOW_PATIENCE",
       .aliases = {},
       .default_value = "300",
       .help = "Seconds for which a federate may hold up its senders before the RTIG resigns "
               "it. 0: no limit.",
       .kind = Kind::seconds},
      {.key = "resign.patience",
       .environment = "RTIG_RESIGN_PATIENCE",
       .aliases = {},
       .default_value = "10",
       .help = "Seconds that a federate may take to obey a resign order of the MOM before the "
               "RTIG resigns it. 0: no limit.",
       .kind = Kind::seconds},
      {.key = "move.timeout",
       .environment = "RTIG_MOVE_TIMEOUT",
       .aliases = {},
       .default_value = "45",
       .help = "Seconds for which a federation may pause for members that move to another "
               "router, and which each member has to arrive there.",
       .kind = Kind::seconds},
      {.key = "save.timeout",
       .environment = "RTIG_SAVE_TIMEOUT",
       .aliases = {},
       .default_value = "300",
       .help = "Seconds for which a save may continue after all federates have reported. Then "
               "it ends as not saved. 0: no limit.",
       .kind = Kind::seconds},
      {.key = "operators",
       .environment = "RTIG_OPERATORS",
       .aliases = {},
       .default_value = "user",
       .help = "Users that may end federations by rtictl destroy: rtig's user on its host, or "
               "any user that reaches rtig.",
       .kind = Kind::choice,
       .allowed = {"user", "anybody"}},
      {.key = "log.level",
       .environment = "RTI_LOG",
       .aliases = {},
       .default_value = "info",
       .help = "Least severe level that is logged.",
       .kind = Kind::choice,
       .allowed = {"error", "warning", "info", "debug"}},
      {.key = "log.file",
       .environment = "RTI_LOG_FILE",
       .aliases = {},
       .default_value = "",
       .help = "File to which the log is appended. Unset: standard error."},
  };
  return kSettings;
}

}  // namespace triad::config
