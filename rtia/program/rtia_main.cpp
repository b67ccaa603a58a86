// rtia: one federate's RTI ambassador in a process of its own. libRTI starts it if RTI_RTIA is
// "process", and talks to it over an inherited descriptor. It ends with the federate.
#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "config/setting_values.hpp"
#include "files/line_output.hpp"
#include "rtia/hosting/handshake.hpp"
#include "rtia/hosting/link_settings.hpp"
#include "rtia/hosting/make_session.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "rtia/program/federate_server.hpp"
#include "rtia/program/rtia_manual.hpp"
#include "rtia/program/time_library.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/shm/ring_pair.hpp"

namespace {

// Returns the id of the process that made this pair of sockets, the federate's; 0: unknown.
std::uint32_t peer_process(int socket) {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return 0;
  return credentials.pid > 0 ? static_cast<std::uint32_t>(credentials.pid) : 0;
}

constexpr auto kHandshakeTimeout = std::chrono::seconds(10);

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

int usage(const std::string& text) {
  std::fprintf(stderr,
               "rtia: %s\nrtia is started by libRTI, not by hand: set RTI_RTIA=process for the "
               "federate.\n",
               text.c_str());
  return 2;
}

int fail(const std::string& reason) {
  triad::files::print_line("rtia: " + reason);
  return 1;
}

void ignore_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  // Ctrl-C at the terminal is for the federate, which may still have to send to its federation.
  std::signal(SIGINT, SIG_IGN);
  // The rtia ends with its federate, not with the terminal.
  std::signal(SIGHUP, SIG_IGN);
}

triad::rtia::TlsSettings tls_settings(const triad::command_line::ParsedArguments& given) {
  const auto value = [&](const char* name) { return given.value(name).value_or(""); };
  return {{.certificate = value("tls-certificate"),
           .key = value("tls-key"),
           .authorities = value("tls-authorities"),
           .psk = value("tls-psk")},
          value("tls-required") == "yes"};
}

// Returns nothing if a value is malformed.
std::optional<triad::recording::RecorderOptions> recording_options(
    const triad::command_line::ParsedArguments& given) {
  triad::recording::RecorderOptions options;
  if (!given.has("record-directory")) return options;
  const auto value = [&](const char* name) { return given.value(name).value_or(""); };
  const auto buffer = triad::config::parse_bytes(value("record-buffer"));
  const auto split = triad::config::parse_bytes(value("record-split"));
  if (!buffer || !split) return std::nullopt;
  options.directory = value("record-directory");
  options.waits_when_full = value("record-when-full") == "wait";
  options.buffer_bytes = *buffer;
  options.split_bytes = *split;
  options.records_callbacks = value("record-callbacks") == "yes";
  return options;
}

// Returns nothing if a value is missing or malformed.
std::optional<triad::rtia::ServerOptions> read_options(
    const triad::command_line::ParsedArguments& given) {
  const auto value = [&](const char* name) { return given.value(name).value_or(""); };
  const auto url = given.value("url");
  const auto seconds = triad::config::parse_seconds(value("connect-timeout"));
  const auto hold = triad::config::parse_bytes(value("hold"));
  const auto resume = triad::config::parse_bytes(value("resume"));
  const auto return_within = triad::config::parse_seconds(value("resume-timeout"));
  const auto kept = triad::config::parse_bytes(value("resume-bytes"));
  const auto spin = triad::config::parse_count(value("spin"));
  const auto log = triad::config::parse_bytes(value("fabric-log"));
  const auto report = triad::config::parse_seconds(value("report-waits"));
  const auto end = triad::config::parse_seconds(value("request-timeout"));
  auto recording = recording_options(given);
  if (!recording || !url || !seconds || !hold || !resume || !return_within || !kept || !spin ||
      !log || !report || !end) {
    return std::nullopt;
  }
  triad::rtia::ServerOptions options{*url, *seconds, {}, {}};
  options.host.spin = triad::transport::sensible_spin(std::chrono::microseconds(*spin));
  options.host.waits = {milliseconds_of(*report), milliseconds_of(*end)};
  options.host.fabric.emplace().outbox_bytes = *log;
  options.link.datagrams = value("datagrams") != "no";
  options.tls = tls_settings(given);
  options.host.recording = std::move(*recording);
  options.host.ambassador.hold_bytes = *hold;
  options.host.ambassador.resume_bytes = *resume;
  options.host.ambassador.kept_bytes_max = *kept;
  if (*return_within > 0) options.host.ambassador.make_session = triad::rtia::make_session;
  options.host.join_patience = milliseconds_of(*return_within);
  options.host.ambassador.leniency = {.advances_wait = value("time-pending") == "wait",
                                      .tolerates_ulp = value("time-tolerance") == "ulp"};
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const triad::command_line::Manual& manual = triad::rtia::manual();
  const auto given = triad::command_line::parse_command_line(
      manual, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  if (!given) return usage(given.error().text);
  if (const auto answer = triad::command_line::help_or_version(manual, *given)) {
    return triad::command_line::print(manual, *answer) ? 0 : 1;
  }
  const auto number = triad::config::parse_count(given->value("federate").value_or(""));
  auto options = read_options(*given);
  if (!number || !options) {
    return usage("the federate's descriptor, the URL or a setting is missing; give them all");
  }

  ignore_signals();
  triad::transport::UniqueFd socket(static_cast<int>(*number));
  const triad::transport::UniqueFd lifeline(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
  if (!lifeline.valid()) return usage("--federate is not an open descriptor");
  const std::uint32_t federate_process = peer_process(socket.get());
  const auto link = triad::transport::accept_ring_link(
      std::move(socket), "the federate", triad::transport::Clock::now() + kHandshakeTimeout,
      triad::rtia::federate_link_options());
  if (!link) return fail("no link to the federate: " + link.error().text);
  triad::transport::Link& federate = **link;
  if (const auto peer = triad::rtia::handshake(federate, "rtia", kHandshakeTimeout); !peer) {
    return fail(peer.error().text);
  }
  options->host.federate_process = federate_process;
  if (given->value("time") == "preloaded") {
    options->host.ambassador.time_type = triad::rtia::preloaded_time_type();
    if (options->host.ambassador.time_type == nullptr) {
      return fail("the federate's libFedTime or libRTI-NG could not be loaded");
    }
  }
  triad::rtia::FederateServer(federate, lifeline.get(), std::move(*options)).run();
  return 0;
}
