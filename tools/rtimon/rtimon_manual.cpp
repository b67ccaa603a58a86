// The manual of rtimon.
#include "command_line/manual.hpp"
#include "tools/rtimon/rtimon.hpp"

namespace triad::rtimon {

const command_line::Manual& manual() {
  using command_line::Offer;
  static const command_line::Manual kManual{
      .name = "rtimon",
      .summary = "shows federations in a browser, and keeps their history",
      .text =
          "Asks an rtig for the figures of its federations and serves them by HTTP: a page for "
          "browsers at /, JSON at /api/snapshot, /api/series and /api/events, each new snapshot as "
          "a WebSocket message at /api/live, metrics for Prometheus at /metrics, and /healthz. "
          "Only reads: it changes nothing in a federation.\n\n"
          "A token is needed for everything but /healthz: in the URL that rtimon prints at its "
          "start, or in the header `Authorization: Bearer TOKEN`.",
      .options = {{.name = "connect",
                   .argument = "URL",
                   .text = "URL of the rtig. Unless given: that of RTI_URL."},
                  {.name = "listen",
                   .argument = "HOST:PORT",
                   .text = "Address at which it serves, 127.0.0.1:8040 unless given. The host is "
                           "numeric. There is no encryption: beyond this host use an ssh tunnel "
                           "or a proxy."},
                  {.name = "token-file",
                   .argument = "FILE",
                   .text = "File with the token, which only its owner may read. Unless given: a "
                           "random token is printed.",
                   .offer = Offer::files},
                  {.name = "interval",
                   .argument = "SECONDS",
                   .text = "Time between two questions to the rtig (watch.interval)."},
                  {.name = "history",
                   .argument = "FILE",
                   .text = "SQLite file of the history. Unless given: "
                           "~/.local/state/triad/rtimon.sqlite.",
                   .offer = Offer::files},
                  {.name = "history-age",
                   .argument = "SECONDS",
                   .text = "Age up to which the history is kept, 86400 unless given."},
                  {.name = "history-bytes",
                   .argument = "BYTES",
                   .text = "Size up to which the history is kept, 1G unless given. The oldest goes "
                           "first."},
                  {.name = "page",
                   .argument = "DIRECTORY",
                   .text = "Folder of the page. Unless given: that of the installation.",
                   .offer = Offer::directories}},
      .sections = {{"Examples",
                    "  rtimon --connect tcp://127.0.0.1:60400\n"
                    "      prints the URL to open in a browser\n"
                    "  curl -H 'Authorization: Bearer TOKEN' http://127.0.0.1:8040/api/snapshot\n"
                    "      prints all figures as JSON"},
                   {"Exit status",
                    "  0   ended by SIGINT or SIGTERM\n"
                    "  1   it cannot listen, or cannot open its files\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1)"}}};
  return kManual;
}

}  // namespace triad::rtimon
