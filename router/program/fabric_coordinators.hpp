// The fabric coordinators of a program, one for each federation with members that share memory on
// its machine, and the members' places in them. A coordinator is created when the first such member
// joins. Used by rtig and rtirouter; independent of the RTIG.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
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
  // Events of members, each named by its link.
  struct Events {
    FabricCoordinator::Receiver receiver;
    // The member's shared memory is invalid.
    std::function<void(LinkId, std::string_view reason)> on_fault;
    // Bytes of published output that wait for this member to read; 0 when it has caught up.
    std::function<void(LinkId, std::size_t backlog)> on_backlog;
  };

  // Keeps a reference to the loop, which must outlive this object, or forget() must be called
  // before the loop ends. Without options no member shares memory.
  FabricCoordinators(transport::EventLoop& loop,
                     const std::optional<transport::FabricOptions>& options, Log& log,
                     Events events);

  // Attaches a newcomer that has offered shared memory by its link. Returns false if it has not
  // offered any or cannot be attached; the log has the reason.
  bool attach(FabricId fabric, std::string_view federation, LinkId id, transport::Link& link,
              wire::FederateHandle newcomer);
  // Detaches a member, or ends the fabric with all of its members.
  void detach(FabricId fabric, wire::FederateHandle member);
  void end_fabric(FabricId fabric);

  // --- Members, by link. Calls for other links have no effect.
  bool shares_memory(LinkId link) const { return seats_.contains(link); }
  // Handle records of a member: drain() all records of a member that will write no more,
  // drain_written() those that it has written so far.
  void drain(LinkId link);
  void drain_written(LinkId link);
  // Makes published records visible to the member.
  void flush(LinkId link);
  void remove_link(LinkId link) { seats_.erase(link); }
  [[nodiscard]] std::size_t held_bytes_of(LinkId link) const;
  // Returns true if the member's incomplete message makes no progress (FrameWatch).
  bool is_overdue(LinkId link, std::chrono::milliseconds now, std::chrono::milliseconds timeout);
  // Records that the member's messages are not read at present (FrameWatch).
  void record_unread(LinkId link, std::chrono::milliseconds now);
  // Returns null if no member shares memory in that federation.
  [[nodiscard]] FabricCoordinator* find(FabricId fabric);

  // Returns true if no member shares memory.
  [[nodiscard]] bool empty() const { return served_.empty(); }
  // Handles all records that members have written so far.
  void drain_all();
  // Stops or resumes reading from the members of a fabric; the calls above still read. After a
  // while a paused member's memory is full, and it waits.
  void pause(FabricId fabric, bool paused);
  // Flushes published records, and reports faults and backlogs.
  void flush_and_report();
  [[nodiscard]] std::size_t held_bytes() const;
  // Forgets the coordinators, which the event loop has destroyed.
  void forget() { served_.clear(); }

 private:
  struct ServedFabric {
    transport::LinkKey key{};
    FabricCoordinator* coordinator = nullptr;  // the loop owns it
    std::string federation;
    std::optional<LinkId> lagging;
    std::size_t reported_backlog = 0;
    bool paused = false;
  };

  struct Seat {
    FabricCoordinator* coordinator = nullptr;
    wire::FederateHandle member;
    FrameWatch frame;
  };

  FabricCoordinator* find_or_make(FabricId fabric, std::string_view federation);
  // Reports a change of the slowest member, and of the queue that waits for it.
  void report_lag(ServedFabric& served);
  // Logs members that claim to follow each other's records in a circle.
  void report_cycle(const ServedFabric& served);

  transport::EventLoop& loop_;
  const std::optional<transport::FabricOptions>& options_;
  Log& log_;
  const Events events_;
  std::map<FabricId, ServedFabric> served_;
  std::unordered_map<LinkId, Seat> seats_;
  std::vector<FabricId> settling_;  // scratch of flush_and_report()
};

}  // namespace triad::router
