// The routers of one process, each a RouterServer with a thread to itself, so that they share the
// process's cores as others share a host's; the links between them are in memory. Used by the main
// files of rtirouter, and of rtig for those beside it.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "router/program/place_in_mesh.hpp"
#include "router/program/router_server.hpp"

namespace triad::router {

class RouterThreads {
 public:
  // Each listens at its place. With several in the process the lines of each name it in the log,
  // which outlives them. What they have in common comes from `settings`.
  static transport::Result<std::unique_ptr<RouterThreads>> create(
      const RouterServerOptions& settings, std::vector<PlaceInMesh> places, Log& log);
  ~RouterThreads() { end(); }
  RouterThreads(const RouterThreads&) = delete;
  RouterThreads& operator=(const RouterThreads&) = delete;

  // Where peers connect, to one after the other.
  std::vector<std::string> urls() const;
  // Its end ends all; there is none of an empty process.
  LinkServer& first() { return routers_.front()->server->links(); }

  // Serves until first() is stopped, in this thread, which alone may use MPI; then ends the others.
  // Signals come to this thread.
  void run();
  // In place of that, with a thread for each, until the destruction.
  void start() { start_from(0); }
  // One has ended for a reason of its own (RouterServer).
  bool have_failed() const;

 private:
  struct Router {
    Router(Log& whole, const std::string& part) : log(whole, part) {}
    Log log;
    std::unique_ptr<RouterServer> server = {};
    std::thread thread = {};
  };

  RouterThreads() = default;
  void start_from(std::size_t router);
  void end();
  static transport::Result<std::unique_ptr<RouterServer>> serve(const RouterServerOptions& settings,
                                                                PlaceInMesh place, Log& log);

  std::vector<std::unique_ptr<Router>> routers_;
};

}  // namespace triad::router
