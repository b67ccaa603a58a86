// Settings of links, passed to connect() and listen(). A listener's options apply to the links that
// it accepts.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace triad::transport {

using Clock = std::chrono::steady_clock;
using Duration = std::chrono::nanoseconds;

// Longest timeout; longer ones are cut to it, so that a deadline computed from one does not
// overflow.
inline constexpr Duration kTimeoutMax = std::chrono::hours(24 * 365);

class Multicast;
class TlsIdentity;

struct LinkOptions {
  // Longest frame in bytes, in both directions: a longer one closes the link. Both ends should use
  // the same value.
  std::size_t frame_bytes_max = std::size_t{64} << 20;
  // Counter of the bytes of all buffers of the links that share it. These links belong to one
  // thread. Null: not counted.
  std::shared_ptr<std::size_t> memory;
  // shm and memory: bytes of the ring in each direction, rounded up to a power of two. The
  // listener's value applies. Larger frames travel in pieces.
  std::size_t ring_bytes = std::size_t{256} << 10;
  // shm: folder of the sockets, which must belong to this user and be closed to others. Empty:
  // $XDG_RUNTIME_DIR/triad, or /run/user/UID/triad if that variable is not usable, or
  // /tmp/triad-UID.
  std::string socket_directory;
  // tcp: sends frames that may be lost as UDP datagrams, if these get through.
  bool datagrams = true;
  // tcp, links of a router to its clients: frames for several clients go by multicast to those that
  // receive it. All links that share the object belong to one thread. Null: no multicast.
  std::shared_ptr<Multicast> multicast;
  // tcp, links of a client: returns true for a frame that may arrive by multicast. Null: none may.
  bool (*multicast_filter)(std::span<const std::byte> frame) = nullptr;
  // tcp: seconds of silence after which this end asks whether the peer's kernel still answers. The
  // kernel also answers for a stopped program. Zero: never, the default.
  std::chrono::seconds keepalive{0};
  // tls: identity of this program (tls/tls.hpp). Null: tls:// URLs cannot be used.
  std::shared_ptr<TlsIdentity> tls;
  // Refuses tcp:// and mesh:// URLs, at which bytes are not encrypted.
  bool is_tls_required = false;
};

}  // namespace triad::transport
