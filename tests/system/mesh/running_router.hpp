// Helpers for tests with real links: a router of a mesh in a thread. In the mesh, beta and gamma
// are below alpha, the RTIG's server, and delta is below beta.
#pragma once

#include <unistd.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "../rtig_support.hpp"
#include "router/program/router_server.hpp"

namespace triad::tests {

using router::MeshPlace;
using router::Neighbour;
using router::RouterIdentity;

inline RouterIdentity identity(const std::string& name) {
  return {"site", "0123456789abcdef", name,
          "test", "testhost",         static_cast<std::uint32_t>(::getpid())};
}

inline Neighbour neighbour(const std::string& name, const std::string& url = "tcp://127.0.0.1:1") {
  Neighbour neighbour;
  neighbour.name = name;
  neighbour.url = *transport::parse_url(url);
  neighbour.keepalive = std::chrono::milliseconds(50);
  // Long, so that a pause of a busy machine is not taken for a loss.
  neighbour.lost_after = std::chrono::minutes(1);
  neighbour.retry_smallest = std::chrono::milliseconds(1);
  neighbour.retry_largest = std::chrono::milliseconds(20);
  return neighbour;
}

// Returns options of alpha, where the RTIG is, with beta and gamma below it.
inline rtig::ServerOptions rtig_options() {
  rtig::ServerOptions options = RunningServer::default_options();
  options.mesh = MeshPlace{identity("alpha"), {}, {neighbour("beta"), neighbour("gamma")}};
  return options;
}

// Runs a router::RouterServer in a thread during its lifetime.
class RunningRouter {
 public:
  enum class Operators { no, allowed };  // whether it listens at an operators' socket
  // `lower`: names of the routers that may connect from below. `claimed`: identity that the router
  // states to its neighbours, with `name` as its name. `peers`: routers of the same group.
  // `upper_link`: compression and bundling on the link to the upper router.
  RunningRouter(const std::string& name, const std::string& upper_url,
                const std::vector<std::string>& lower = {},
                const RouterIdentity& claimed = identity(""),
                const std::vector<router::Peer>& peers = {},
                router::RouterServerOptions options = {}, Operators operators = Operators::no,
                const transport::LongLinkOptions& upper_link = {})
      : log_(router::LogLevel::debug, lines_.sink()) {
    options.mesh = MeshPlace{claimed, {neighbour(upper_of(name), upper_url)}, {}, peers};
    options.mesh->identity.router = name;
    options.mesh->uppers.front().long_link = upper_link;
    for (const std::string& below : lower) options.mesh->lower.push_back(neighbour(below));
    server_ = router::RouterServer::create(std::move(options), log_).value();
    if (const auto listening = server_->links().listen("tcp://127.0.0.1:0"); !listening) {
      throw std::runtime_error(listening.error().text);
    }
    if (operators == Operators::allowed && !server_->links().listen_for_operators()) {
      throw std::runtime_error("operators do not reach it");
    }
    thread_ = std::thread([this] { server_->run(); });
  }
  ~RunningRouter() {
    server_->links().stop();
    wait_for_end();
  }
  // Waits until the router has ended by itself.
  void wait_for_end() {
    if (thread_.joinable()) thread_.join();
  }
  const std::string& url() const { return server_->links().acceptor().urls().front(); }
  LogLines& log() { return lines_; }

 private:
  static std::string upper_of(const std::string& name) {
    return name == "delta" ? "beta" : "alpha";
  }

  LogLines lines_;
  router::Log log_;
  std::unique_ptr<router::RouterServer> server_;
  std::thread thread_;
};

}  // namespace triad::tests
