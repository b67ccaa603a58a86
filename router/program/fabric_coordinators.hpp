// The fabric coordinators of a program, one for each federation execution with members that share
// memory on its host, and who they are. Made when the first of them joins. Used by rtig and
// rtirouter; nothing of it knows the RTIG.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "router/program/fabric_coordinator.hpp"
#include "router/program/link_limits.hpp"
#include "router/program/program_log.hpp"
#include "transport/event_loop.hpp"

namespace triad::router {

class FabricCoordinators {
 public:
  // What members bring about, by their links.
  struct Events {
    FabricCoordinator::Receiver receiver;
    // Its shared memory makes no sense.
    std::function<void(LinkId, std::string_view reason)> on_fault;
    // What was written for all waits for it to read; 0: it has caught up.
    std::function<void(LinkId, std::size_t backlog)> on_backlog;
  };

  // The loop must outlive it, or all of it be told to forget(). Without options nobody shares
  // memory.
  FabricCoordinators(transport::EventLoop& loop,
                     const std::optional<transport::FabricOptions>& options, Log& log,
                     Events events);

  // Lets a newcomer in that has offered shared memory by its link. False: it has not, or cannot;
  // the log says why.
  bool enter(FabricId fabric, LinkId id, transport::Link& link, wire::FederateHandle newcomer);
  void leave(FabricId fabric, wire::FederateHandle member);
  void end(FabricId fabric);

  // --- Members, by their links. Of others nothing is there.
  bool shares(LinkId link) const { return seats_.contains(link); }
  // All that it has written, as it will write no more; or what it has written by now.
  void drain(LinkId link);
  void drain_written(LinkId link);
  // What was published is there for it.
  void flush(LinkId link);
  void link_has_ended(LinkId link) { seats_.erase(link); }
  [[nodiscard]] std::size_t held_bytes_of(LinkId link) const;
  bool is_overdue(LinkId link, std::chrono::milliseconds now, std::chrono::milliseconds timeout);
  // Null: nobody shares memory there.
  [[nodiscard]] FabricCoordinator* find(FabricId fabric);

  // Whether anybody shares memory.
  [[nodiscard]] bool empty() const { return served_.empty(); }
  // Takes all that members have written so far.
  void drain_all();
  // Takes nothing from its members but by the calls above. After a while their memory is full, and
  // they wait.
  void pause(FabricId fabric, bool paused);
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
    bool paused = false;
  };

  struct Seat {
    FabricCoordinator* coordinator = nullptr;
    wire::FederateHandle member;
    FrameWatch frame;
  };

  FabricCoordinator* find_or_make(FabricId fabric);
  void report_lag(Served& served);
  void report_circle(FabricCoordinator& coordinator);

  transport::EventLoop& loop_;
  const std::optional<transport::FabricOptions>& options_;
  Log& log_;
  const Events events_;
  std::map<FabricId, Served> served_;
  std::unordered_map<LinkId, Seat> seats_;
  std::vector<FabricId> settling_;  // scratch of settle()
};

}  // namespace triad::router
