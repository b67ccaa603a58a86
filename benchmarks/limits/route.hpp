// A way for messages between two processes: a bare one (the limit) or one of our links. Messages
// of one run all have the same size. Used by measure.cpp, implemented by bare_ring.cpp,
// bare_socket.cpp, chain.cpp and link_route.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace triad::limits {

// One process's end. Failures end the program.
class Channel {
 public:
  virtual ~Channel() = default;
  // One message; it may stay here until flush().
  virtual void send() = 0;
  virtual void flush() = 0;
  // Waits for at least one message, returns how many have come.
  virtual std::size_t receive() = 0;
};

class Route {
 public:
  virtual ~Route() = default;
  // Called once in each process after the fork.
  virtual std::unique_ptr<Channel> parent_end() = 0;
  virtual std::unique_ptr<Channel> child_end() = 0;
  // What stands between the two: each runs in a process of its own and never returns.
  virtual std::vector<std::function<void()>> relays() { return {}; }
};

struct RouteKind {
  std::string name;
  bool spins = false;        // useless where both processes share a core
  bool only_stream = false;  // batches have no latency of their own
  std::function<std::unique_ptr<Route>(std::size_t message_bytes)> make;  // before the fork
};

void add_bare_rings(std::vector<RouteKind>& kinds);
void add_bare_sockets(std::vector<RouteKind>& kinds);
void add_chains(std::vector<RouteKind>& kinds);  // of the bare ones that are there already
void add_links(std::vector<RouteKind>& kinds);

// "what: why", and the end.
[[noreturn]] void give_up(const std::string& what);

}  // namespace triad::limits
