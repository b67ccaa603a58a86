#include "router/program/rtirouter_manual.hpp"

#include <array>

namespace triad::router {

namespace {

using command_line::Offer;

constexpr std::array kSettingOptions{
    SettingOption{"flow.hold", "BYTES"},
    SettingOption{"flow.resign", "BYTES"},
    SettingOption{"message.max", "BYTES"},
    SettingOption{"frame.timeout", "SECONDS"},
    SettingOption{"newcomers.max", "N"},
    SettingOption{"unjoined.max", "N"},
    SettingOption{"unjoined.timeout", "SECONDS"},
    SettingOption{"memory.unjoined", "BYTES"},
    SettingOption{"memory.federation", "BYTES"},
    SettingOption{"memory.routers", "BYTES"},
    SettingOption{"memory.total", "BYTES"},
    SettingOption{"datagrams", "YES|NO"},
    SettingOption{"tls.certificate", "FILE", Offer::files},
    SettingOption{"tls.key", "FILE", Offer::files},
    SettingOption{"tls.authorities", "FILE", Offer::files},
    SettingOption{"tls.psk", "FILE", Offer::files},
    SettingOption{"tls.required", "YES|NO"},
    SettingOption{"multicast", "ADDRESS/GROUPS:PORT"},
    SettingOption{"heartbeat", "SECONDS"},
    SettingOption{"wait.spin", "MICROSECONDS"},
    SettingOption{"log.level", "LEVEL"},
    SettingOption{"log.file", "FILE", Offer::files},
};

command_line::Manual describe() {
  command_line::Manual rtirouter{
      .name = "rtirouter",
      .summary =
          "router of a mesh between federates and the RTIG, or several routers in one process",
      .text =
          "Federates near the router connect to it (RTI_URL=mesh://HOST:PORT) in place of the "
          "RTIG. One link to the next router towards the RTIG carries all records of these "
          "federates. A record for several of them crosses that link once. If that link is lost, "
          "the federates continue at other routers with resume.timeout, and are resigned without "
          "it. The router reconnects.\n\n"
          "The file describes the whole mesh. All routers use the same file. The router of the "
          "RTIG runs rtig --topology FILE. SIGTERM or SIGINT ends rtirouter; a second one, half a "
          "second or more later, ends it immediately. On SIGHUP it opens its log file and "
          "reads the files of tls:// again.\n\n"
          "Routers that listen on mpi:// are ranks of one MPI job: mpirun -n N rtirouter "
          "--topology FILE starts all of them, without --name. If one rank is lost, all end.\n\n"
          "Routers with the same `process` in the file run in one process, each in a thread of "
          "its own, and are linked in memory. They end together. Settings that limit memory apply "
          "to each router.\n\n"
          "An option overrides its environment variable, which overrides the RID file (RTI.rid, "
          "or the file that RTI_RID_FILE names), which overrides the default.",
      .sections = {{"Examples",
                    "  rtirouter --topology mesh.yaml --name beta\n"
                    "      runs router beta of the mesh; `rtimesh up` starts all of a host\n"
                    "  mpirun -n 4 rtirouter --topology mpi.yaml\n"
                    "      runs four routers that listen on mpi:// as one MPI job"},
                   {"Exit status",
                    "  0   ended by a signal\n"
                    "  1   could not start or continue\n"
                    "  2   wrong command line, configuration or topology"},
                   {"See also", "rtimesh(1), rtig(1), rtictl(1)"}}};
  rtirouter.options.push_back({.name = "topology",
                               .argument = "FILE",
                               .text = "File that describes the mesh (docs/mesh.md).",
                               .offer = Offer::files});
  rtirouter.options.push_back({.name = "name",
                               .argument = "ROUTER",
                               .text = "Name of this router in the file.",
                               .offer = Offer::routers});
  rtirouter.options.push_back({.name = "process",
                               .argument = "PROCESS",
                               .text = "Runs all routers of the file with this `process`."});
  rtirouter.options.push_back(
      {.name = "overlay-key",
       .argument = "FILE",
       .text = "File with the private key of this router in an overlay, "
               "made by `rtimesh key`. Default: the file that the mesh's file names.",
       .offer = Offer::files});
  for (const SettingOption& option : kSettingOptions) {
    rtirouter.options.push_back(make_option(option));
  }
  rtirouter.options.push_back({.name = "ready-fd",
                               .argument = "N",
                               .text = "Writes the URLs of all routers to this descriptor, one "
                                       "per line, router by router, and closes it."});
  return rtirouter;
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual = describe();
  return kManual;
}

std::span<const SettingOption> setting_options() {
  return kSettingOptions;
}

}  // namespace triad::router
