// The fabric coordinators of a server, one for each federation execution with members that share
// memory on this host. Made when the first of them joins. Used by Server.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "router/program/program_log.hpp"
#include "rtig/program/fabric_coordinator.hpp"
#include "transport/event_loop.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;

class FabricCoordinators {
 public:
  // What members bring about, by their links.
  struct Events {
    FabricCoordinator::Receiver receiver;
    // Its shared memory makes no sense.
    std::function<void(LinkId, std::string_view reason)> on_fault;
    // What the RTIG has written waits for it to read; none: it has caught up.
    std::function<void(LinkId, std::size_t backlog)> on_backlog;
  };

  // The loop must outlive it, or all of it be told to forget(). Without options nobody shares
  // memory.
  FabricCoordinators(transport::EventLoop& loop,
                     const std::optional<transport::FabricOptions>& options, Log& log,
                     Events events);

  // Lets a newcomer in that has offered shared memory by its link. Null: it has not, or cannot; the
  // log says why.
  FabricCoordinator* enter(FabricId fabric, LinkId id, transport::Link& link,
                           wire::FederateHandle newcomer);
  // Its link, if it shared memory there.
  std::optional<LinkId> leave(FabricId fabric, wire::FederateHandle member);
  void end(FabricId fabric);
  // Null: nobody shares memory there.
  [[nodiscard]] FabricCoordinator* find(FabricId fabric);

  // Whether anybody shares memory.
  [[nodiscard]] bool empty() const { return served_.empty(); }
  // Takes all that members have written so far.
  void drain_all();
  // Hands over what was published, and tells of faults and backlogs.
  void settle();
  [[nodiscard]] std::size_t held_bytes() const;
  // The loop is gone, and they with it.
  void forget() { served_.clear(); }

 private:
  struct Served {
    transport::LinkKey key{};
    FabricCoordinator* coordinator = nullptr;  // the loop owns it
    std::optional<LinkId> lagging;
    std::size_t reported_backlog = 0;
  };

  FabricCoordinator* find_or_make(FabricId fabric);
  void report_lag(Served& served);

  transport::EventLoop& loop_;
  const std::optional<transport::FabricOptions>& options_;
  Log& log_;
  const Events events_;
  std::map<FabricId, Served> served_;
  std::vector<FabricId> settling_;  // scratch of settle()
};

}  // namespace triad::rtig
