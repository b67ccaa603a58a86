#include "rtig/program/rtig_manual.hpp"

#include <array>

namespace triad::rtig {

namespace {

using command_line::Offer;
using router::SettingOption;

constexpr std::array kSettingOptions{
    SettingOption{"listen", "URL"},
    SettingOption{"fom.path", "DIRECTORIES", Offer::directories},
    SettingOption{"fom.anywhere", "YES|NO"},
    SettingOption{"lost.action", "ACTION"},
    SettingOption{"flow.hold", "BYTES"},
    SettingOption{"flow.resume", "BYTES"},
    SettingOption{"flow.resign", "BYTES"},
    SettingOption{"message.max", "BYTES"},
    SettingOption{"region.cells", "N|SPACE=N"},
    SettingOption{"frame.timeout", "SECONDS"},
    SettingOption{"newcomers.max", "N"},
    SettingOption{"unjoined.max", "N"},
    SettingOption{"unjoined.timeout", "SECONDS"},
    SettingOption{"memory.unjoined", "BYTES"},
    SettingOption{"memory.federation", "BYTES"},
    SettingOption{"memory.routers", "BYTES"},
    SettingOption{"memory.total", "BYTES"},
    SettingOption{"flow.patience", "SECONDS"},
    SettingOption{"resign.patience", "SECONDS"},
    SettingOption{"resume.timeout", "SECONDS"},
    SettingOption{"resume.log-bytes", "BYTES"},
    SettingOption{"resume.times", "N"},
    SettingOption{"lost.grace", "SECONDS"},
    SettingOption{"move.timeout", "SECONDS"},
    SettingOption{"save.timeout", "SECONDS"},
    SettingOption{"operators", "USERS"},
    SettingOption{"policy.file", "FILE", Offer::files},
    SettingOption{"audit.file", "FILE", Offer::files},
    SettingOption{"audit.required", "YES|NO"},
    SettingOption{"datagrams", "YES|NO"},
    SettingOption{"tls.certificate", "FILE", Offer::files},
    SettingOption{"tls.key", "FILE", Offer::files},
    SettingOption{"tls.authorities", "FILE", Offer::files},
    SettingOption{"tls.psk", "FILE", Offer::files},
    SettingOption{"tls.required", "YES|NO"},
    SettingOption{"multicast", "ADDRESS/GROUPS:PORT"},
    SettingOption{"heartbeat", "SECONDS"},
    SettingOption{"report.waits", "SECONDS"},
    SettingOption{"saves", "DIRECTORY", Offer::directories},
    SettingOption{"saves.federation", "BYTES"},
    SettingOption{"saves.total", "BYTES"},
    SettingOption{"journal", "DIRECTORY", Offer::directories},
    SettingOption{"journal.image-bytes", "BYTES"},
    SettingOption{"fabric.log", "BYTES"},
    SettingOption{"wait.spin", "MICROSECONDS"},
    SettingOption{"log.level", "LEVEL"},
    SettingOption{"log.file", "FILE", Offer::files},
};

command_line::Manual describe() {
  command_line::Manual rtig{
      .name = "rtig",
      .summary = "the gateway of any number of HLA 1.3 federations",
      .text =
          "Federates connect to it to create, join, leave and destroy federations. It serves any "
          "number of them, independently of each other, and ends on SIGTERM or SIGINT. A second "
          "signal, half a second later, ends it immediately. On SIGHUP it opens its log file "
          "and reads the files of tls:// again.\n\n"
          "An option overrides its environment variable, which overrides the RID file (RTI.rid, "
          "or the file that RTI_RID_FILE names), which overrides the default.",
      .sections = {
          {"Files",
           "rtig searches for a FED file that a federate names but does not send in --fom-path, "
           "in CERTI_HOME/share/federations, and where Triad is installed. The sockets of "
           "shm://NAME are in $XDG_RUNTIME_DIR/triad, otherwise in /run/user/UID/triad, "
           "otherwise in /tmp/triad-UID."},
          {"Examples",
           "  rtig\n"
           "      serves federates of this host at tcp://127.0.0.1:60400\n"
           "  rtig --listen 'tcp://*:60400 shm://hall'\n"
           "      serves all hosts, and the user's processes on this host by shared memory\n"
           "  rtig --saves /var/lib/triad/saves --log-file /var/log/rtig.log\n"
           "      keeps saves of federations, and logs to a file\n"
           "  rtig --journal /var/lib/triad/journal --resume-timeout 60\n"
           "      continues its federations if it is killed and started again within a minute\n"
           "  rtig --topology mesh.yaml\n"
           "      is the RTIG's router of a mesh"},
          {"Exit status",
           "  0   ended by a signal\n"
           "  1   could not start or continue\n"
           "  2   wrong command line or configuration"},
          {"See also", "rtirouter(1), rtimesh(1), rtictl(1), rtia(1), fed-check(1)"}}};
  for (const SettingOption& option : kSettingOptions) {
    rtig.options.push_back(router::make_option(option));
  }
  rtig.options.push_back({.name = "topology",
                          .argument = "FILE",
                          .text = "File of a mesh. rtig runs the RTIG's router of the mesh: it "
                                  "also listens at the addresses in this file and accepts the "
                                  "other routers. Routers with the same `process` run in this "
                                  "process (docs/mesh.md).",
                          .offer = Offer::files});
  rtig.options.push_back({.name = "ready-fd",
                          .argument = "N",
                          .text = "Writes the URLs at which rtig listens to this descriptor, one "
                                  "per line, and closes it."});
  rtig.options.push_back({.name = "verbose",
                          .argument = "0|1|2",
                          .text = "Log level as in CERTI: 0 warning, 1 info, 2 debug.",
                          .letter = 'v',
                          .choices = {"0", "1", "2"}});
  return rtig;
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual = describe();
  return kManual;
}

std::span<const router::SettingOption> setting_options() {
  return kSettingOptions;
}

}  // namespace triad::rtig
