// Connects without blocking the loop: a separate thread resolves the name and waits for the host.
// One attempt at a time. The thread cannot be ended early; after forget() it ends by itself and its
// result is dropped. Used by RouterLink.
#pragma once

#include <functional>
#include <memory>

#include "transport/connect.hpp"
#include "transport/event_loop.hpp"

namespace triad::router {

class Connector {
 public:
  using Done = std::function<void(transport::Result<std::unique_ptr<transport::Link>>)>;

  // Keeps a reference to the loop, which must outlive the connector.
  explicit Connector(transport::EventLoop& loop) : loop_(loop) {}
  ~Connector() { forget(); }
  Connector(const Connector&) = delete;
  Connector& operator=(const Connector&) = delete;

  // Calls `done` once, from the loop; from within this call if the attempt cannot begin. Must not
  // be called while an attempt is pending.
  void connect(const transport::Url& url, transport::Duration timeout,
               const transport::LinkOptions& options, Done done);
  // Abandons the attempt: `done` is not called.
  void forget();

 private:
  struct Attempt;

  transport::EventLoop& loop_;
  std::shared_ptr<Attempt> attempt_;  // pending attempt, or null
};

}  // namespace triad::router
