// Listener: accepts links from peers at one URL, such as a --listen URL of rtig. listen() of
// connect.hpp makes it. The rules of link.hpp hold: one thread; no call blocks or throws.
#pragma once

#include <memory>
#include <string>

#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  // Stops listening and removes its entries in the file system. Accepted links stay open.
  virtual ~Listener() = default;

  // Returns the next accepted link; null if no peer is waiting; an error, for the log, if a peer
  // came and was turned away. Call until it returns null, also after an error.
  [[nodiscard]] virtual Result<std::unique_ptr<Link>> accept() = 0;

  // Returns a descriptor for epoll or poll, readable when accept() has something to do.
  [[nodiscard]] virtual int descriptor() const = 0;

  // Returns the URL at which it listens, with the actual port if port 0 was requested.
  [[nodiscard]] virtual const std::string& url() const = 0;

  // Returns the numeric address of the URL's host name, such as "127.0.0.1:60400", for the log of a
  // server and its warning about loopback addresses. Empty if the URL has no host name.
  [[nodiscard]] virtual std::string address() const { return {}; }
};

}  // namespace triad::transport
