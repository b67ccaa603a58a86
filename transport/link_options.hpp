// What can be set about links. Passed to connect() and listen(); a listener's options hold for the
// links it accepts.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace triad::transport {

using Clock = std::chrono::steady_clock;
using Duration = std::chrono::nanoseconds;

// Longer timeouts are cut to this, so that a deadline made of one does not overflow.
inline constexpr Duration kTimeoutMax = std::chrono::hours(24 * 365);

class Multicast;

struct LinkOptions {
  // Beyond this a frame closes the link, whichever side it comes from. Both ends should agree.
  std::size_t frame_bytes_max = std::size_t{64} << 20;
  // Counts the bytes of the links' own buffers, of all links that share it; these belong to one
  // thread. Null: nobody counts.
  std::shared_ptr<std::size_t> memory;
  // shm and memory: bytes of the ring in each direction, rounded up to a power of two. The
  // listener's value counts. Larger frames travel in pieces.
  std::size_t ring_bytes = std::size_t{256} << 10;
  // shm: the folder of the sockets, which must belong to this user and be closed to others. Empty:
  // $XDG_RUNTIME_DIR/triad, else /run/user/UID/triad, else /tmp/triad-UID.
  std::string socket_directory;
  // tcp: frames that may be lost travel as UDP datagrams, if they get through.
  bool datagrams = true;
  // tcp, of a router's links to its clients: what is for several of them goes by multicast where
  // they hear it. All links that share it belong to one thread. Null: it does not.
  std::shared_ptr<Multicast> multicast;
  // tcp, of a client: frames of which this is true may come by multicast; null: none.
  bool (*multicast_takes)(std::span<const std::byte> frame) = nullptr;
  // tcp: ask the peer's kernel (not its program: a stopped federate answers) whether it is still
  // there after so much silence. Zero: off, the default.
  std::chrono::seconds keepalive{0};
};

}  // namespace triad::transport
