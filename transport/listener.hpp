// Where peers come in: one per --listen URL of rtig. Made by listen() of connect.hpp. The rules of
// link.hpp hold: one thread, nothing blocks, nothing throws.
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
  // Stops listening and removes what it made in the file system. Accepted links live on.
  virtual ~Listener() = default;

  // The next peer that has come; null: nobody is waiting; an error: one came and could not be taken
  // in (for the log; it has been turned away). Call until null.
  [[nodiscard]] virtual Result<std::unique_ptr<Link>> accept() = 0;

  // For epoll or poll: readable when accept() has something to do.
  [[nodiscard]] virtual int descriptor() const = 0;

  // Where it listens, with the actual port when port 0 was asked for.
  [[nodiscard]] virtual const std::string& url() const = 0;

  // "127.0.0.1:60400", the address that its URL's host name stands for; empty where there is none.
  [[nodiscard]] virtual std::string address() const { return {}; }
};

}  // namespace triad::transport
