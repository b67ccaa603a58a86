// Accepting peers also when descriptors have run out. A peer that cannot be accepted would stay in
// the queue and keep the listening descriptor readable, so that the loop spins; one descriptor held
// in reserve lets it be taken out and turned away.
#pragma once

#include <sys/socket.h>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class SpareFd {
 public:
  SpareFd();
  // Tells a peer why it is turned away.
  using Farewell = void (*)(int socket);
  // Takes the next peer out of the queue and hangs up. False: nobody waited.
  bool turn_away_one(int listening_socket, Farewell farewell);

 private:
  void acquire();
  UniqueFd descriptor_;
};

// The next peer, non-blocking and close-on-exec; an invalid one: nobody waits; an error: one was
// turned away. `address` and `farewell` may be null.
[[nodiscard]] Result<UniqueFd> accept_or_turn_away(int listening_socket, SpareFd& spare,
                                                   sockaddr* address, socklen_t* length,
                                                   SpareFd::Farewell farewell = nullptr);

}  // namespace triad::transport
