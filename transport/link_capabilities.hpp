// Capabilities that only some links have. A link has a pointer to each (Link::capabilities); the
// pointer is null if the link's backend lacks the capability. A capability belongs to its link and
// follows the link's rules.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "transport/datagram_channel.hpp"
#include "transport/descriptor_port.hpp"
#include "transport/long_link.hpp"
#include "transport/priority.hpp"

namespace triad::transport {

// Limits of a link's queue. Beyond a limit the link drops frames that were sent as unreliable and
// have not begun to leave. It drops the lowest priority first, and the oldest first within a
// priority. The other frames keep their order.
struct UnreliableLimits {
  std::size_t bytes_max = std::numeric_limits<std::size_t>::max();        // for droppable frames
  std::size_t queue_bytes_max = std::numeric_limits<std::size_t>::max();  // for all frames
  bool datagrams = true;  // uses the datagram channel, if there is one
  // A frame that has waited longer is dropped when the queue is flushed.
  std::optional<std::chrono::milliseconds> age_max = {};
};

// The link's queue, which drops unreliable frames.
class DroppingQueue {
 public:
  virtual ~DroppingQueue() = default;
  // Appends one frame, as Link::send() does. The queue may drop the frame.
  virtual void send_droppable(std::span<const std::span<const std::byte>> parts,
                              Priority priority) = 0;
  // Sets the limits. Before the first call no frame is dropped.
  virtual void limit_unreliable(const UnreliableLimits& limits) = 0;
  // Returns the number of unreliable frames that this end dropped, by priority.
  [[nodiscard]] virtual LossCounts losses() const = 0;
};

// A link between sites: with a long delay, or with a narrow or shared line.
class LongLinkControl {
 public:
  virtual ~LongLinkControl() = default;
  // Applies the options to the link. The other end does the same at the same place of the stream in
  // each direction. Called once; it may be called within on_frame(). Returns readable lines about
  // options that the system does not support.
  virtual std::vector<std::string> enable_long_link(const LongLinkOptions& options) = 0;
  // Returns the counters since enable_long_link().
  [[nodiscard]] virtual LongLinkCounts counts() const = 0;
};

// How a link in memory wakes its sleeping reader.
class LinkBell {
 public:
  virtual ~LinkBell() = default;
  // Stops the peer from ringing for this link if `muted`: it wakes this end in another way. The
  // owner then calls has_pending_input() after each wake, and has the loop serve the link
  // (EventLoop::serve_in_next_turn). If not `muted`, the peer rings again.
  virtual void set_muted(bool muted) = 0;
  // Returns whether receive() has something to do. Reads memory once.
  [[nodiscard]] virtual bool has_pending_input() = 0;
};

struct LinkCapabilities {
  DatagramChannel* datagrams = nullptr;   // null, too, if datagrams are switched off
  DroppingQueue* dropping = nullptr;      // null: no frame is dropped
  LongLinkControl* long_link = nullptr;   // null: there are no options for long links
  LinkBell* bell = nullptr;               // null: the peer always rings
  DescriptorPort* descriptors = nullptr;  // null: descriptors cannot be passed
};

}  // namespace triad::transport
