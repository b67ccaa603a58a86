#include "rtia/program/rtia_manual.hpp"

namespace triad::rtia {

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtia",
      .summary = "one federate's RTI ambassador in a process of its own",
      .text =
          "It is started by libRTI-NG, not by hand, for each federate that runs with "
          "RTI_RTIA=process; it reads on while its federate computes, and ends with it. "
          "A federate finds its rtia by TRIAD_RTIA, else in ../bin beside its library, else in "
          "PATH.",
      .options = {{.name = "federate",
                   .argument = "DESCRIPTOR",
                   .text = "The open file descriptor at whose other end the federate is."},
                  {.name = "url", .argument = "URL", .text = "Where the rtig listens."},
                  {.name = "connect-timeout",
                   .argument = "SECONDS",
                   .text = "How long to try to reach the rtig."},
                  {.name = "hold",
                   .argument = "BYTES",
                   .text = "Bytes waiting for the federate at which senders to it begin to wait."},
                  {.name = "resume", .argument = "BYTES", .text = "And at which they go on."},
                  {.name = "spin",
                   .argument = "MICROSECONDS",
                   .text = "How long to look for what comes before it sleeps."},
                  {.name = "fabric-log",
                   .argument = "BYTES",
                   .text = "Shared memory for what the federate sends."},
                  {.name = "report-waits",
                   .argument = "SECONDS",
                   .text = "How long a call waits before the log says so; 0: never."},
                  {.name = "request-timeout",
                   .argument = "SECONDS",
                   .text = "How long the rtig may take to answer a call; 0: as long as it likes."},
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
                  {.name = "time",
                   .argument = "preloaded",
                   .text = "The federation's own libFedTime is loaded already.",
                   .choices = {"preloaded"}}},
      .sections = {{"Examples",
                    "  RTI_RTIA=process ./my_federate\n"
                    "      libRTI starts rtia for the federate; no user has to start it"},
                   {"Exit status",
                    "  0   the federate has ended\n"
                    "  1   the federate or its libFedTime is not there\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1)"}}};
  return kManual;
}

}  // namespace triad::rtia
