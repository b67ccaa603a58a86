// See ring_pair.hpp.
#include "transport/shm/ring_pair.hpp"

#include <utility>

#include "transport/posix/bell.hpp"
#include "transport/shm/ring_link.hpp"
#include "transport/shm/shm_handshake.hpp"

namespace triad::transport {

Result<std::unique_ptr<Link>> offer_ring_link(UniqueFd socket, std::string peer,
                                              const LinkOptions& options) {
  Handshake handshake;
  auto segment = Segment::create_shared(options.ring_bytes, handshake.memory);
  if (!segment) return segment.error();
  handshake.ring_bytes = (*segment)->ring_bytes();
  auto bell = make_bell();
  if (!bell) return bell.error();
  handshake.bell = std::move(bell->other);
  const int peer_socket = socket.get();
  RingSockets sockets{std::move(bell->one), std::move(socket)};
  Result<std::unique_ptr<Link>> link = RingLink::create(
      std::move(*segment), RingSide::creator, std::move(sockets), std::move(peer), options);
  if (!link) return link;
  const Result<void> sent = send_handshake(peer_socket, handshake);
  if (!sent) return sent.error();
  return link;
}

Result<std::unique_ptr<Link>> accept_ring_link(UniqueFd socket, std::string peer,
                                               Clock::time_point deadline,
                                               const LinkOptions& options) {
  Result<Handshake> handshake = receive_handshake(socket.get(), deadline);
  if (!handshake) return handshake.error();
  auto segment = Segment::open_shared(handshake->memory, handshake->ring_bytes);
  if (!segment) return segment.error();
  RingSockets sockets{std::move(handshake->bell), std::move(socket)};
  return RingLink::create(std::move(*segment), RingSide::opener, std::move(sockets),
                          std::move(peer), options);
}

}  // namespace triad::transport
