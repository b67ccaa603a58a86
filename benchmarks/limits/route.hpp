// A route for messages between two processes: a bare one, which shows the limit, or one of Triad's
// links. All messages of a run have the same size. Used by measure.cpp; implemented by
// bare_ring.cpp, bare_socket.cpp, chain.cpp and link_route.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace triad::limits {

// One process's end of a route. Errors end the program.
class Channel {
 public:
  virtual ~Channel() = default;
  // Sends one message, which may be kept until flush().
  virtual void send() = 0;
  virtual void flush() = 0;
  // Waits for at least one message, and returns the number received.
  virtual std::size_t receive() = 0;
};

class Route {
 public:
  virtual ~Route() = default;
  // Return the ends. Each process calls one of them once, after the fork.
  virtual std::unique_ptr<Channel> parent_end() = 0;
  virtual std::unique_ptr<Channel> child_end() = 0;
  // Returns the functions of relays between the two ends. Each runs in a process of its own and
  // never returns.
  virtual std::vector<std::function<void()>> relays() { return {}; }
};

struct RouteKind {
  std::string name;
  bool spins = false;        // Useless if both processes share a core.
  bool only_stream = false;  // For batches, which have no latency of their own.
  std::function<std::unique_ptr<Route>(std::size_t message_bytes)> make;  // Called before the fork.
};

void add_bare_rings(std::vector<RouteKind>& kinds);
void add_bare_sockets(std::vector<RouteKind>& kinds);
void add_chains(std::vector<RouteKind>& kinds);  // Chains of the bare routes already in `kinds`.
void add_links(std::vector<RouteKind>& kinds);

// Prints the text on standard error and ends the program.
[[noreturn]] void exit_with_error(const std::string& what);

}  // namespace triad::limits
