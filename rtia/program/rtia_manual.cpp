#include "rtia/program/rtia_manual.hpp"

namespace triad::rtia {

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtia",
      .summary = "one federate's RTI ambassador in a process of its own",
      .text =
          "It is started by libRTI-NG, not by hand, for each federate that runs with "
          "RTI_RTIA=process; it reads while its federate computes, and ends with it. "
          "A federate finds its rtia by TRIAD_RTIA, in ../bin beside its library, or in "
          "PATH.",
      .options = {{.name = "federate",
                   .argument = "DESCRIPTOR",
                   .text = "Open file descriptor of the socket to the federate."},
                  {.name = "url", .argument = "URL", .text = "URL at which the rtig listens."},
                  {.name = "connect-timeout",
                   .argument = "SECONDS",
                   .text = "Longest time to try to reach the rtig."},
                  {.name = "hold",
                   .argument = "BYTES",
                   .text = "Bytes queued for the federate above which senders to it are held."},
                  {.name = "resume",
                   .argument = "BYTES",
                   .text = "Bytes queued for the federate below which they may send again."},
                  {.name = "resume-timeout",
                   .argument = "SECONDS",
                   .text = "Time to connect again after the connection is lost; 0: none."},
                  {.name = "resume-bytes",
                   .argument = "BYTES",
                   .text = "Sent bytes without an acknowledgement at which the federate waits."},
                  {.name = "spin",
                   .argument = "MICROSECONDS",
                   .text = "Time to poll for input before each sleep."},
                  {.name = "fabric-log",
                   .argument = "BYTES",
                   .text = "Shared memory for the records that the federate sends."},
                  {.name = "record-directory",
                   .argument = "FOLDER",
                   .text = "Folder for the recording of the federate."},
                  {.name = "record-when-full",
                   .argument = "DROP|WAIT",
                   .text = "Whether records are dropped if the disk is too slow, or the federate "
                           "waits; default drop.",
                   .choices = {"drop", "wait"}},
                  {.name = "record-buffer",
                   .argument = "BYTES",
                   .text = "Memory for records that wait for the disk."},
                  {.name = "record-split",
                   .argument = "BYTES",
                   .text = "Size at which the recording continues in its next file; 0: never."},
                  {.name = "record-callbacks",
                   .argument = "YES|NO",
                   .text = "Whether callbacks are recorded; default no.",
                   .choices = {"yes", "no"}},
                  {.name = "report-waits",
                   .argument = "SECONDS",
                   .text = "Time until a line about a waiting call is logged; 0: never."},
                  {.name = "request-timeout",
                   .argument = "SECONDS",
                   .text = "Longest time for the rtig to answer a call; 0: no limit."},
                  {.name = "time-pending",
                   .argument = "REFUSE|WAIT",
                   .text = "Whether a time advance waits while regulation or constraint is being "
                           "enabled; default refuse.",
                   .choices = {"refuse", "wait"}},
                  {.name = "time-tolerance",
                   .argument = "OFF|ULP",
                   .text = "Whether a time one unit in the last place too early counts; default "
                           "off.",
                   .choices = {"off", "ulp"}},
                  {.name = "datagrams",
                   .argument = "YES|NO",
                   .text = "Whether best effort travels by UDP; default yes.",
                   .choices = {"yes", "no"}},
                  {.name = "tls-certificate",
                   .argument = "FILE",
                   .text = "The federate's certificate for tls:// links."},
                  {.name = "tls-key", .argument = "FILE", .text = "Its private key."},
                  {.name = "tls-authorities",
                   .argument = "FILE",
                   .text = "Certificates of the authorities that sign peers' certificates."},
                  {.name = "tls-psk", .argument = "FILE", .text = "Pre-shared keys."},
                  {.name = "tls-required",
                   .argument = "YES|NO",
                   .text = "Whether only encrypted links are allowed; default no.",
                   .choices = {"yes", "no"}},
                  {.name = "time",
                   .argument = "preloaded",
                   .text = "The federation's own libFedTime is loaded already.",
                   .choices = {"preloaded"}}},
      .sections = {{"Examples",
                    "  RTI_RTIA=process ./my_federate\n"
                    "      libRTI starts rtia for the federate; users do not start it"},
                   {"Exit status",
                    "  0   the federate has ended\n"
                    "  1   the federate or its libFedTime was not found\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1)"}}};
  return kManual;
}

}  // namespace triad::rtia
