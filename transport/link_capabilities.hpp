// What some links can do and others cannot: a link has a pointer to each (Link::capabilities), null
// where its backend cannot. All of them belong to their link and follow its rules.
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

// Where more waits in the link's queue than this, frames that were sent as unreliable and of which
// nothing has left are dropped: those of the lowest priority first, of these the oldest. What
// remains keeps its order.
struct UnreliableLimits {
  std::size_t bytes_max = std::numeric_limits<std::size_t>::max();        // of such frames
  std::size_t queue_bytes_max = std::numeric_limits<std::size_t>::max();  // of all
  bool datagrams = true;  // they go by the datagram channel, if there is one
  // One that has waited for longer when the queue goes out is dropped as well.
  std::optional<std::chrono::milliseconds> age_max = {};
};

// The link's own queue, which drops frames that may be lost.
class DroppingQueue {
 public:
  virtual ~DroppingQueue() = default;
  // Appends one frame, as Link::send() does. It may be dropped while it waits.
  virtual void send_droppable(std::span<const std::span<const std::byte>> parts,
                              Priority priority) = 0;
  // Until this is called no frame is dropped.
  virtual void limit_unreliable(const UnreliableLimits& limits) = 0;
  // Counts what was to be sent as unreliable and was dropped at this end.
  [[nodiscard]] virtual LossCounts losses() const = 0;
};

// A way between sites: long, narrow, or shared with others.
class LongWay {
 public:
  virtual ~LongWay() = default;
  // From now on the link goes a long way. The other end is to do the same at the same place of the
  // stream in each direction. Once; it may be from within on_frame(). Returns, for people, what the
  // system does not give of it.
  virtual std::vector<std::string> become_long(const LongLinkOptions& way) = 0;
  [[nodiscard]] virtual LongLinkCounts counts() const = 0;
};

// How a link in memory wakes its sleeping reader.
class Bell {
 public:
  virtual ~Bell() = default;
  // True: the peer wakes this end by other means for what it sends by this link, and does not ring
  // for it. Whoever is woken so looks by has_arrived(), and has the loop serve the link
  // (EventLoop::look_at). False: it rings again.
  virtual void leave_to_others(bool others) = 0;
  // Looks at memory once: there is something for receive().
  [[nodiscard]] virtual bool has_arrived() = 0;
};

struct LinkCapabilities {
  DatagramChannel* datagrams = nullptr;   // none, too, where they are not wanted
  DroppingQueue* dropping = nullptr;      // none: no frame is dropped
  LongWay* long_way = nullptr;            // none: the backend knows no ways that are long
  Bell* bell = nullptr;                   // none: the peer rings in any case
  DescriptorPort* descriptors = nullptr;  // none: no descriptor can be passed
};

}  // namespace triad::transport
