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
       .help = "where a federate finds its RTIG: tcp://HOST:PORT, shm://NAME, or mesh://HOST:PORT "
               "for a "
               "router of a mesh; several with commas between them are tried in turn",
       .compose = certi_url},
      {.key = "rtia",
       .environment = "RTI_RTIA",
       .aliases = {},
       .default_value = "embedded",
       .help = "where a federate's RTI ambassador runs: in its process or in an rtia process",
       .kind = Kind::choice,
       .allowed = {"embedded", "process"}},
      {.key = "rtia.program",
       .environment = "TRIAD_RTIA",
       .aliases = {"CERTI_RTIA"},
       .default_value = "",
       .help = "path of the rtia program; unset: ../bin/rtia of the library, then PATH"},
      {.key = "background",
       .environment = "RTI_BACKGROUND",
       .aliases = {},
       .default_value = "yes",
       .help = "a thread of an embedded RTI ambassador answers for its federate while it computes",
       .kind = Kind::flag},
      {.key = "connect.timeout",
       .environment = "RTI_CONNECT_TIMEOUT",
       .aliases = {},
       .default_value = "2",
       .help = "how long a federate tries to reach its RTIG",
       .kind = Kind::seconds},
      {.key = "fom.path",
       .environment = "RTI_FOM_PATH",
       .aliases = {"CERTI_FOM_PATH"},
       .default_value = "",
       .help = "directories, separated by ':', where FED and XML files are looked for"},
      {.key = "fom.anywhere",
       .environment = "RTIG_FOM_ANYWHERE",
       .aliases = {},
       .default_value = "no",
       .help =
           "whether rtig reads for any peer what it names by an absolute path, by '..', or from "
           "rtig's working directory",
       .kind = Kind::flag},
      {.key = "datagrams",
       .environment = "RTI_DATAGRAMS",
       .aliases = {},
       .default_value = "yes",
       .help = "best effort travels by UDP beside tcp:// links, where it gets through",
       .kind = Kind::flag},
      {.key = "multicast",
       .environment = "RTIG_MULTICAST",
       .aliases = {},
       .default_value = "",
       .help =
           "ADDRESS/GROUPS:PORT: best effort for several federates goes as one datagram to one of "
           "so many IPv4 multicast groups, for those who hear it; unset: to each by itself"},
      {.key = "wait.spin",
       .environment = "RTI_WAIT_SPIN",
       .aliases = {},
       .default_value = "20",
       .help = "microseconds of processor time for which a federate or rtig polls for input before "
               "it sleeps, giving way to others meanwhile; 0: it sleeps at once",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "microseconds"},
      {.key = "wait.yield",
       .environment = "RTI_WAIT_YIELD",
       .aliases = {},
       .default_value = "yes",
       .help = "a tick() that finds nothing yields the processor where there are fewer cores than "
               "processes",
       .kind = Kind::flag},
      {.key = "tick.minimum",
       .environment = "RTI_TICK_MINIMUM",
       .aliases = {},
       .default_value = "return",
       .help = "whether tick(min, max) returns once there are no more callbacks, or stays for min "
               "seconds",
       .kind = Kind::choice,
       .allowed = {"return", "stay"}},
      {.key = "fabric.log",
       .environment = "RTI_FABRIC_LOG",
       .aliases = {},
       .default_value = "1M",
       .help =
           "bytes of shared memory for what one participant sends, rounded up to a power of two",
       .kind = Kind::bytes,
       .bytes_min = 64 << 10,
       .bytes_max = 1 << 30},
      {.key = "listen",
       .environment = "RTIG_LISTEN",
       .aliases = {},
       .default_value = "tcp://127.0.0.1:60400",
       .help = "where rtig listens; several URLs are separated by blanks",
       .compose = certi_listen},
      {.key = "lost.action",
       .environment = "RTIG_LOST_ACTION",
       .aliases = {},
       .default_value = "delete_objects_and_release_attributes",
       .help = "what the RTIG does with what a lost federate owned",
       .kind = Kind::choice,
       .allowed = {"release_attributes", "delete_objects", "delete_objects_and_release_attributes",
                   "no_action"}},
      {.key = "heartbeat",
       .environment = "RTIG_HEARTBEAT",
       .aliases = {},
       .default_value = "0",
       .help =
           "seconds without an answer from a federate's machine after which it is lost; 0: never",
       .kind = Kind::count,
       .count_max = 32'767,  // limit of TCP
       .unit = "seconds"},
      {.key = "report.waits",
       .environment = "RTIG_REPORT_WAITS",
       .aliases = {},
       .default_value = "10",
       .help = "seconds that a federate waits for its time to advance, or a synchronization point, "
               "save or restore for answers, before rtig logs whom it waits for, and that a call "
               "waits before the federate logs what for; 0: never",
       .kind = Kind::seconds},
      {.key = "request.timeout",
       .environment = "RTI_REQUEST_TIMEOUT",
       .aliases = {},
       .default_value = "0",
       .help = "seconds after which a federate gives up an RTIG that does not answer a call, which "
               "throws RTIinternalError; 0: never",
       .kind = Kind::seconds},
      {.key = "time.pending",
       .environment = "RTI_TIME_PENDING",
       .aliases = {},
       .default_value = "refuse",
       .help = "what becomes of a time advance that a federate requests while its regulation or "
               "constraint is being enabled: it is refused, or it waits and begins after that",
       .kind = Kind::choice,
       .allowed = {"refuse", "wait"}},
      {.key = "time.tolerance",
       .environment = "RTI_TIME_TOLERANCE",
       .aliases = {},
       .default_value = "off",
       .help = "with ulp, a time that lies one unit in the last place below the least permitted "
               "time counts as that time",
       .kind = Kind::choice,
       .allowed = {"off", "ulp"}},
      {.key = "saves",
       .environment = "RTIG_SAVES",
       .aliases = {},
       .default_value = "triad-saves",
       .help = "directory in which rtig keeps saves; the default is created at the first save"},
      {.key = "saves.federation",
       .environment = "RTIG_SAVES_FEDERATION",
       .aliases = {},
       .default_value = "4G",
       .help = "bytes that the saves of one federation may take; a small save counts as 1 MB. 0: "
               "any amount",
       .kind = Kind::bytes},
      {.key = "saves.total",
       .environment = "RTIG_SAVES_TOTAL",
       .aliases = {},
       .default_value = "16G",
       .help = "bytes that the saves of all federations may take, counted likewise. 0: any amount",
       .kind = Kind::bytes},
      {.key = "message.max",
       .environment = "RTIG_MESSAGE_MAX",
       .aliases = {},
       .default_value = "64M",
       .help = "bytes that one call of a federate may send, with its values, names and tag",
       .kind = Kind::bytes,
       .bytes_min = 64 << 10,
       .bytes_max = 1 << 30},
      {.key = "region.cells",
       .environment = "RTIG_REGION_CELLS",
       .aliases = {},
       .default_value = "4",
       .help = "squares, 1 to 16, by which an extent of a region is described to those who forward "
               "and filter; SPACE=N, separated by blanks, for one routing space"},
      {.key = "frame.timeout",
       .environment = "RTIG_FRAME_TIMEOUT",
       .aliases = {},
       .default_value = "30",
       .help = "seconds after which rtig ends a link on which a message has begun to come and does "
               "not come on; 0: never",
       .kind = Kind::seconds},
      {.key = "newcomers.max",
       .environment = "RTIG_NEWCOMERS_MAX",
       .aliases = {},
       .default_value = "256",
       .help = "clients at once that have come and have not joined yet; others are told to come "
               "again soon. 0: no limit",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "clients"},
      {.key = "unjoined.max",
       .environment = "RTIG_UNJOINED_MAX",
       .aliases = {},
       .default_value = "4096",
       .help = "connections of programs that have not joined; beyond it, of those at the address "
               "with most the one that has been silent for longest is ended. 0: no limit",
       .kind = Kind::count,
       .count_max = 1'000'000,
       .unit = "connections"},
      {.key = "unjoined.timeout",
       .environment = "RTIG_UNJOINED_TIMEOUT",
       .aliases = {},
       .default_value = "60",
       .help = "seconds after which rtig ends the connection of a program that has asked for "
               "nothing; 0: never",
       .kind = Kind::seconds},
      {.key = "memory.unjoined",
       .environment = "RTIG_MEMORY_UNJOINED",
       .aliases = {},
       .default_value = "256M",
       .help = "bytes under way that rtig holds for all programs that have not joined",
       .kind = Kind::bytes},
      {.key = "memory.federation",
       .environment = "RTIG_MEMORY_FEDERATION",
       .aliases = {},
       .default_value = "4G",
       .help = "bytes under way that rtig holds for all members of one federation",
       .kind = Kind::bytes},
      {.key = "memory.routers",
       .environment = "RTIG_MEMORY_ROUTERS",
       .aliases = {},
       .default_value = "4G",
       .help = "bytes under way that rtig holds for all routers with a link to it",
       .kind = Kind::bytes},
      {.key = "memory.total",
       .environment = "RTIG_MEMORY_TOTAL",
       .aliases = {},
       .default_value = "8G",
       .help = "bytes under way that rtig holds in total; who holds most is ended",
       .kind = Kind::bytes},
      {.key = "flow.hold",
       .environment = "RTI_FLOW_HOLD",
       .aliases = {},
       .default_value = "64M",
       .help = "bytes waiting for one federate at which senders to it begin to wait",
       .kind = Kind::bytes},
      {.key = "flow.resume",
       .environment = "RTI_FLOW_RESUME",
       .aliases = {},
       .default_value = "16M",
       .help = "bytes waiting for one federate at which senders to it continue",
       .kind = Kind::bytes},
      {.key = "flow.resign",
       .environment = "RTI_FLOW_RESIGN",
       .aliases = {},
       .default_value = "2G",
       .help = "bytes waiting for one federate at which the RTIG resigns it",
       .kind = Kind::bytes},
      {.key = "flow.patience",
       .environment = "RTIG_FLOW_PATIENCE",
       .aliases = {},
       .default_value = "300",
       .help = "seconds that a federate may hold up those who send to it before the RTIG resigns "
               "it; 0: for ever",
       .kind = Kind::seconds},
      {.key = "resign.patience",
       .environment = "RTIG_RESIGN_PATIENCE",
       .aliases = {},
       .default_value = "10",
       .help = "seconds that a federate may take to carry out an order of the MOM to resign before "
               "the RTIG resigns it; 0: for ever",
       .kind = Kind::seconds},
      {.key = "move.timeout",
       .environment = "RTIG_MOVE_TIMEOUT",
       .aliases = {},
       .default_value = "45",
       .help = "seconds that a federation may pause for members that move to another router, and "
               "that these have to go on there before the RTIG resigns them",
       .kind = Kind::seconds},
      {.key = "save.timeout",
       .environment = "RTIG_SAVE_TIMEOUT",
       .aliases = {},
       .default_value = "300",
       .help =
           "seconds that a save may go on when all federates have reported before the RTIG ends "
           "it as not saved; 0: for ever",
       .kind = Kind::seconds},
      {.key = "operators",
       .environment = "RTIG_OPERATORS",
       .aliases = {},
       .default_value = "user",
       .help = "who may end federations (rtictl destroy): rtig's user on its host, or anybody who "
               "reaches it",
       .kind = Kind::choice,
       .allowed = {"user", "anybody"}},
      {.key = "log.level",
       .environment = "RTI_LOG",
       .aliases = {},
       .default_value = "warning",
       .help = "how much is logged",
       .kind = Kind::choice,
       .allowed = {"error", "warning", "info", "debug"}},
      {.key = "log.file",
       .environment = "RTI_LOG_FILE",
       .aliases = {},
       .default_value = "",
       .help = "file that the log is appended to; unset: standard error"},
  };
  return kSettings;
}

}  // namespace triad::config
