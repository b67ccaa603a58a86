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
    SettingOption{"multicast", "ADDRESS/GROUPS:PORT"},
    SettingOption{"heartbeat", "SECONDS"},
    SettingOption{"wait.spin", "MICROSECONDS"},
    SettingOption{"log.level", "LEVEL"},
    SettingOption{"log.file", "FILE", Offer::files},
};

command_line::Manual describe() {
  command_line::Manual rtirouter{
      .name = "rtirouter",
      .summary = "a router of a mesh, between federates and the RTIG, or several in one process",
      .text =
          "Federates near to it connect to it (RTI_URL=mesh://HOST:PORT) in place of the RTIG. It "
          "has one link to the next router on the way to the RTIG, which carries what all of them "
          "send and are sent; what several of them are sent crosses it once. If that link is lost "
          "its federates are resigned, and it connects again.\n\n"
          "The file describes the whole mesh; every router is given the same one. At the router "
          "that it names as that of the RTIG runs rtig --topology FILE. It ends on SIGTERM or "
          "SIGINT; on another one, half a second later, immediately. On SIGHUP it opens its log "
          "file again.\n\n"
          "Routers that listen on mpi:// are ranks of one MPI job: mpirun -n N rtirouter "
          "--topology "
          "FILE starts all of them, without --name. If one is lost all end.\n\n"
          "Routers to which the file gives the same `process` run in one, each with a thread of "
          "its own, and links between them are in memory. They end together. Settings that limit "
          "memory are of each router.\n\n"
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
                               .text = "The file that describes the mesh (docs/mesh.md).",
                               .offer = Offer::files});
  rtirouter.options.push_back({.name = "name",
                               .argument = "ROUTER",
                               .text = "Which router of it this one is.",
                               .offer = Offer::routers});
  rtirouter.options.push_back({.name = "process",
                               .argument = "PROCESS",
                               .text = "Be all routers of it that have this `process`."});
  rtirouter.options.push_back({.name = "overlay-key",
                               .argument = "FILE",
                               .text = "The private key of this router in an overlay, as `rtimesh "
                                       "key` makes it; else the mesh's file says where it is.",
                               .offer = Offer::files});
  for (const SettingOption& option : kSettingOptions) {
    rtirouter.options.push_back(option_of(option));
  }
  rtirouter.options.push_back({.name = "ready-fd",
                               .argument = "N",
                               .text = "Write the URLs that it listens on to this descriptor, one "
                                       "per line, router by router, and close it."});
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
