// Accepts peers even when descriptors have run out. A peer that cannot be accepted would stay in
// the queue and keep the listening descriptor readable, so the loop would spin. One descriptor held
// in reserve lets it be accepted and turned away.
#pragma once

#include <sys/socket.h>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class SpareFd {
 public:
  SpareFd();
  // Sends a peer the reason why it is turned away.
  using SendRefusal = void (*)(int socket);
  // Accepts the next peer and closes its connection. Returns false if no peer was waiting.
  bool refuse_peer(int listening_socket, SendRefusal farewell);

 private:
  void acquire();
  UniqueFd descriptor_;
};

// Returns the next peer, non-blocking and close-on-exec. Returns an invalid descriptor if no peer
// is waiting, and an error if one was turned away. `address` and `farewell` may be null.
[[nodiscard]] Result<UniqueFd> accept_or_refuse(int listening_socket, SpareFd& spare,
                                                sockaddr* address, socklen_t* length,
                                                SpareFd::SendRefusal farewell = nullptr);

}  // namespace triad::transport
