// The program rtig: the gateway of any number of federations. Connects options, log, FED loading
// and signals with a Server.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "command_line/parsed_arguments.hpp"
#include "router/program/program_start.hpp"
#include "router/program/router_placement.hpp"
#include "router/program/router_threads.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/policy_source.hpp"
#include "rtig/program/rtig_manual.hpp"
#include "rtig/program/rtig_options.hpp"
#include "rtig/program/server.hpp"
#include "transport/url.hpp"
#include "version/version.hpp"

namespace triad::rtig {

namespace {

using router::kExitFailure;
using router::kExitUsage;

// Returns the options of the server, without its saves and its place in the mesh.
ServerOptions server_options(const ProgramOptions& options, Log& log) {
  ServerOptions server = options.server;
  server.rtig.identity = {router::host_name(), build_identity(),
                          static_cast<std::uint32_t>(::getpid())};
  server.rtig.load_fed =
      fed_loader(fed_directories(options.fed.directories, config::process_environment),
                 options.fed.anywhere ? FedNames::anywhere : FedNames::below_directories, log,
                 options.fed.cells);
  return server;
}

// Returns the options for the other routers of this process.
router::RouterServerOptions router_options(const ServerOptions& server) {
  router::RouterServerOptions router;
  static_cast<router::LinkServerOptions&>(router) =
      static_cast<const router::LinkServerOptions&>(server);
  return router;
}

// Configures the server for its place in the mesh's file, if it has one. Returns the places of the
// other routers of this process.
wire::Result<std::vector<router::RouterPlacement>> places_in_mesh(
    const ProgramOptions& options, ServerOptions& server, std::vector<std::string>& listen) {
  if (options.topology.empty()) return std::vector<router::RouterPlacement>();
  auto places = router::places_beside_rtig(options.topology);
  if (!places) return places.error();
  router::RouterPlacement& own = places->front();
  if (const auto why = rules_conflict(server, own.mesh.rules)) {
    return wire::error(wire::ErrorCode::RTIinternalError, options.topology + ": " + *why);
  }
  if (!options.listen_given) listen.clear();
  listen.insert(listen.begin(), own.listen.begin(), own.listen.end());
  server.mesh = std::move(own.mesh);
  places->erase(places->begin());
  return places;
}

bool is_open_to_others(const std::string& address) {
  return !address.empty() && !router::is_loopback(address);
}

void log_addresses(Server& server, bool in_mesh, Log& log) {
  std::uint16_t port = 0;
  std::string scheme = "tcp://";
  router::log_addresses(server.links(), log);
  for (const std::string& text : server.urls()) {
    const auto url = transport::parse_url(text);
    if (!url || port != 0 || url->port == 0) continue;
    if (url->scheme == transport::Url::Scheme::tls) scheme = "tls://";
    port = url->port;
  }
  const bool open = std::ranges::any_of(server.links().acceptor().addresses(), is_open_to_others);
  if (open || in_mesh) return;  // the mesh's file has the addresses
  if (port == 0) port = transport::kDefaultPort;
  log.info("only federates of this host can reach it; for others: rtig --listen " + scheme +
           "0.0.0.0:" + std::to_string(port));
}

// Opens the directories of saves and journals, and reads the policy. Returns an exit status; 0:
// success.
int open_files(const ProgramOptions& options, ServerOptions& server, Log& log) {
  if (!options.saves.directory.empty()) {
    auto saves = SaveDirectory::open(
        options.saves.directory,
        options.saves.is_given ? SaveDirectory::Make::now : SaveDirectory::Make::at_first_save);
    if (!saves) {
      log.error(saves.error().text);
      return kExitFailure;
    }
    saves->set_quotas(options.saves.quotas);
    server.saves = std::move(*saves);
  }
  if (!options.journals.empty()) {
    auto journals = JournalDirectory::open(options.journals);
    if (!journals) {
      log.error(journals.error().text);
      return kExitFailure;
    }
    server.journals = std::make_shared<const JournalDirectory>(std::move(*journals));
  }
  if (options.policy_file.empty()) return 0;
  auto policy = read_policy(options.policy_file);
  if (!policy) {
    log.error(policy.error().text);
    return kExitUsage;
  }
  server.policy = std::move(*policy);
  return 0;
}

// `file`: file of the log; null: standard error.
int serve(const ProgramOptions& options, Log& log, router::LogFile* file) {
  for (const std::string& warning : options.warnings) log.warning(warning);
  router::raise_descriptor_limit(log);
  router::keep_memory_of_long_records();
  ServerOptions server_settings = server_options(options, log);
  if (const int failure = open_files(options, server_settings, log); failure != 0) return failure;
  std::vector<std::string> listen = options.listen;
  auto places = places_in_mesh(options, server_settings, listen);
  if (!places) {
    log.error(places.error().text);
    return kExitUsage;
  }
  const auto others =
      router::RouterThreads::create(router_options(server_settings), std::move(*places), log);
  if (!others) {
    log.error(others.error().text);
    return kExitFailure;
  }
  const auto created = Server::create(std::move(server_settings), log);
  if (!created) {
    log.error(created.error().text);
    return kExitFailure;
  }
  Server& server = **created;
  router::stop_on_signals(&server.links());
  const router::HangUpHandler hang_ups(server.links(), log, file, options.server.link.tls,
                                       [&server] { server.reload_security(); });
  log.info("rtig (Triad RTI " + build_identity() + ", protocol version " +
           std::to_string(protocol_version()) + ") starts as process " +
           std::to_string(::getpid()));
  for (const std::string& url : listen) {
    if (const auto listening = server.listen(url); !listening) {
      log.error(listening.error().text);
      router::stop_on_signals(nullptr);
      return listening.error().code == transport::Error::Code::bad_url ? kExitUsage : kExitFailure;
    }
  }
  if (const auto listening = server.listen_for_operators(); !listening) {
    log.warning("operators (rtictl destroy) do not reach this rtig over TCP: " +
                listening.error().text);
  }
  log_addresses(server, !options.topology.empty(), log);
  std::vector<std::string> urls = server.urls();
  for (const std::string& url : (*others)->urls()) urls.push_back(url);
  const bool told = options.ready_fd < 0 || router::report_ready(urls, options.ready_fd, log);
  if (told) {
    (*others)->start();
    server.run();
  }
  router::stop_on_signals(nullptr);
  return told ? 0 : kExitUsage;
}

int run(const std::vector<std::string>& arguments) {
  const auto options = read_options(arguments);
  if (!options) {
    std::fprintf(stderr, "rtig: %s\n", options.error().text.c_str());
    return kExitUsage;
  }
  if (!options->answer.empty()) {
    return command_line::print(manual(), options->answer) ? 0 : kExitFailure;
  }
  if (options->log.file.empty()) {
    Log log(options->log.level);
    return serve(*options, log, nullptr);
  }
  auto file = router::LogFile::open(options->log.file);
  if (!file) {
    std::fprintf(stderr, "rtig: %s\n", file.error().text.c_str());
    return kExitUsage;
  }
  Log log(options->log.level, file->sink());
  return serve(*options, log, &*file);
}

}  // namespace

}  // namespace triad::rtig

int main(int argc, char** argv) {
  triad::router::block_hang_ups();
  return triad::rtig::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
