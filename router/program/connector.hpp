// Connects without holding up the loop: names are looked up and hosts waited for in a thread of its
// own, one attempt at a time. That thread cannot be ended early, so it is left alone where nobody
// waits for its result any more. Used by RouterLink.
#pragma once

#include <functional>
#include <memory>

#include "transport/connect.hpp"
#include "transport/event_loop.hpp"

namespace triad::router {

class Connector {
 public:
  using Done = std::function<void(transport::Result<std::unique_ptr<transport::Link>>)>;

  // The loop outlives it.
  explicit Connector(transport::EventLoop& loop) : loop_(loop) {}
  ~Connector() { forget(); }
  Connector(const Connector&) = delete;
  Connector& operator=(const Connector&) = delete;

  // Calls back from the loop, once. Not before the last one has.
  void connect(const transport::Url& url, transport::Duration timeout,
               const transport::LinkOptions& options, Done done);
  // Nobody is called back.
  void forget();

 private:
  struct Attempt;

  transport::EventLoop& loop_;
  std::shared_ptr<Attempt> attempt_;  // under way, if one is
};

}  // namespace triad::router
