#include "router/program/router_threads.hpp"

#include <signal.h>

#include <algorithm>
#include <utility>

#include "router/program/program_start.hpp"

namespace triad::router {

transport::Result<std::unique_ptr<RouterThreads>> RouterThreads::create(
    const RouterServerOptions& settings, std::vector<RouterPlacement> places, Log& log) {
  std::unique_ptr<RouterThreads> threads(new RouterThreads);
  for (RouterPlacement& place : places) {
    auto router = std::make_unique<Router>(log, "router " + place.mesh.identity.router);
    const bool shared = place.mesh.routers_in_process > 1;
    auto server = create_server(settings, std::move(place), shared ? router->log : log);
    if (!server) return server.error();
    router->server = std::move(*server);
    threads->routers_.push_back(std::move(router));
  }
  return threads;
}

transport::Result<std::unique_ptr<RouterServer>> RouterThreads::create_server(
    const RouterServerOptions& settings, RouterPlacement place, Log& log) {
  RouterServerOptions options = settings;
  options.mesh = std::move(place.mesh);
  if (place.members) options.clients_max = *place.members;
  auto server = RouterServer::create(std::move(options), log);
  if (!server) return server.error();
  LinkServer& links = (*server)->links();
  for (const std::string& url : place.listen) {
    if (const auto listening = links.listen(url); !listening) return listening.error();
  }
  if (const auto listening = links.listen_for_operators(); !listening) {
    log.warning("rtimesh reaches this router only over TCP: " + listening.error().text);
  }
  log_addresses(links, log);
  return server;
}

std::vector<std::string> RouterThreads::urls() const {
  std::vector<std::string> urls;
  for (const auto& router : routers_) {
    const std::vector<std::string>& more = router->server->links().acceptor().urls();
    urls.insert(urls.end(), more.begin(), more.end());
  }
  return urls;
}

void RouterThreads::start_from(std::size_t router) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // a thread inherits its creator's mask
  for (; router < routers_.size(); ++router) {
    RouterServer& server = *routers_[router]->server;
    routers_[router]->thread = std::thread([&server] { server.run(); });
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void RouterThreads::run() {
  start_from(1);
  routers_.front()->server->run();
  end();
}

bool RouterThreads::have_failed() const {
  return std::ranges::any_of(routers_,
                             [](const auto& router) { return router->server->has_failed(); });
}

void RouterThreads::end() {
  for (const auto& router : routers_) {
    if (router->thread.joinable()) router->server->links().stop();
  }
  for (const auto& router : routers_) {
    if (router->thread.joinable()) router->thread.join();
  }
}

}  // namespace triad::router
