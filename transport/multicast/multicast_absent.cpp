// Replaces the other sources of this folder, except multicast_address.cpp, in builds without
// multicast.
#include "transport/multicast/multicast.hpp"

namespace triad::transport {

namespace {

Error absence() {
  return error(Error::Code::system,
               "this program was built without multicast: build it with TRIAD_WITH_MULTICAST=ON");
}

}  // namespace

Result<std::shared_ptr<Multicast>> make_multicast(const MulticastAddress& /*to*/) {
  return absence();
}

Result<std::unique_ptr<MulticastEnd>> accept_multicast(int /*tcp_socket*/,
                                                       const DatagramNote& /*offer*/,
                                                       MulticastFilter /*filter*/,
                                                       DatagramReceiver& /*receiver*/) {
  return absence();
}

}  // namespace triad::transport
