// rtia: one federate's RTI ambassador in a process of its own. libRTI starts it where RTI_RTIA is
// "process" and talks to it over the descriptor that it hands down; it ends with the federate.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "config/values.hpp"
#include "rtia/host/greeting.hpp"
#include "rtia/program/federate_server.hpp"
#include "rtia/program/time_library.hpp"
#include "transport/tcp/tcp_link.hpp"

namespace {

constexpr auto kGreetingTimeout = std::chrono::seconds(10);

// --key value pairs; libRTI writes them.
std::map<std::string, std::string> arguments(int argc, char** argv) {
  std::map<std::string, std::string> given;
  for (int i = 1; i + 1 < argc; i += 2) given[argv[i]] = argv[i + 1];
  return given;
}

int usage() {
  std::fputs(
      "rtia is started by libRTI, not by hand: set RTI_RTIA=process for the federate.\n"
      "(rtia --federate DESCRIPTOR --url URL --connect-timeout SECONDS --hold BYTES\n"
      " --resume BYTES --spin MICROSECONDS --fabric-log BYTES [--datagrams yes|no]\n"
      " [--time preloaded])\n",
      stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::puts("rtia of Triad " TRIAD_RELEASE);
    return 0;
  }
  const auto given = arguments(argc, argv);
  const auto value = [&](const char* name) {
    const auto found = given.find(name);
    return found == given.end() ? std::string() : found->second;
  };
  const auto url = given.find("--url");
  if (url == given.end()) return usage();
  const auto number = triad::config::parse_count(value("--federate"));
  const auto seconds = triad::config::parse_seconds(value("--connect-timeout"));
  const auto hold = triad::config::parse_bytes(value("--hold"));
  const auto resume = triad::config::parse_bytes(value("--resume"));
  const auto spin = triad::config::parse_count(value("--spin"));
  const auto log = triad::config::parse_bytes(value("--fabric-log"));
  if (!number || !seconds || !hold || !resume || !spin || !log) return usage();

  std::signal(SIGPIPE, SIG_IGN);
  // The terminal's Ctrl-C is the federate's: it may still have something to say to its federation.
  std::signal(SIGINT, SIG_IGN);
  triad::transport::TcpLink federate(triad::transport::UniqueFd(static_cast<int>(*number)),
                                     "the federate", triad::transport::LinkOptions{});
  if (const auto peer = triad::rtia::greet(federate, "rtia", kGreetingTimeout); !peer) {
    std::fprintf(stderr, "rtia: %s\n", peer.error().text.c_str());
    return 1;
  }
  triad::rtia::ServerOptions options{url->second, *seconds, {}, {}};
  options.host.spin = triad::transport::sensible_spin(std::chrono::microseconds(*spin));
  options.host.fabric.emplace().outbox_bytes = *log;
  options.link.datagrams = value("--datagrams") != "no";
  options.host.ambassador.hold_bytes = *hold;
  options.host.ambassador.resume_bytes = *resume;
  if (value("--time") == "preloaded") {
    options.host.ambassador.time_type = triad::rtia::preloaded_time_type();
    if (options.host.ambassador.time_type == nullptr) {
      std::fputs("rtia: the federate's libFedTime or libRTI-NG could not be loaded\n", stderr);
      return 1;
    }
  }
  triad::rtia::FederateServer(federate, std::move(options)).run();
  return 0;
}
