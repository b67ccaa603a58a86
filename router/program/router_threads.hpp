// The routers of one process, each a RouterServer with its own thread, so that they use the
// process's cores in parallel. The links between them are in memory. Used by the main file of
// rtirouter, and by rtig for the routers in its process.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "router/program/router_placement.hpp"
#include "router/program/router_server.hpp"

namespace triad::router {

class RouterThreads {
 public:
  // Creates a router for each place, with common `settings`. If a place shares its process, the
  // router's log lines begin with its name. The log must outlive the result.
  static transport::Result<std::unique_ptr<RouterThreads>> create(
      const RouterServerOptions& settings, std::vector<RouterPlacement> places, Log& log);
  ~RouterThreads() { end(); }
  RouterThreads(const RouterThreads&) = delete;
  RouterThreads& operator=(const RouterThreads&) = delete;

  // Returns the URLs for peers, router by router.
  std::vector<std::string> urls() const;
  // Returns the first router's server. When it stops, all routers stop. There must be a router.
  LinkServer& first() { return routers_.front()->server->links(); }

  // Serves until first() is stopped, then stops the other routers. first() runs in the calling
  // thread, which receives signals and is the only one that may use MPI.
  void run();
  // Starts a thread for each router, in place of run(). The destructor ends them.
  void start() { start_from(0); }
  // Returns true if a router ended because of a failure (RouterServer::has_failed()).
  bool have_failed() const;

 private:
  struct Router {
    Router(Log& whole, const std::string& part) : log(whole, part) {}
    Log log;
    std::unique_ptr<RouterServer> server = {};
    std::thread thread = {};
  };

  RouterThreads() = default;
  // Starts a thread for each router from this index on.
  void start_from(std::size_t router);
  void end();
  static transport::Result<std::unique_ptr<RouterServer>> create_server(
      const RouterServerOptions& settings, RouterPlacement place, Log& log);

  std::vector<std::unique_ptr<Router>> routers_;
};

}  // namespace triad::router
