// See shm_handshake.hpp.
#include "transport/shm/shm_handshake.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>

#include "transport/posix/descriptor_passing.hpp"
#include "transport/posix/poll.hpp"

namespace triad::transport {

namespace {

constexpr std::array<char, 8> kMagic = {'T', 'R', 'I', 'A', 'D', 'S', 'H', 'M'};
constexpr std::size_t kDescriptors = 2;
static_assert(kDescriptors <= kDescriptorsAtOnceMax);

struct Message {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t refused;
  std::uint64_t ring_bytes;
  std::array<char, 256> why;  // reason of a refusal, ends with a zero byte
};
static_assert(sizeof(Message) == 280, "the same on both sides");

Message make_message() {
  Message message{};
  message.magic = kMagic;
  message.version = kRingVersion;
  return message;
}

Result<void> check(const Message& message, std::size_t size) {
  const auto bad = [](const std::string& what) { return error(Error::Code::bad_frame, what); };
  if (size != sizeof message || message.magic != kMagic) {
    return bad("the listening program is not a Triad program");
  }
  if (message.version != kRingVersion) {
    return bad("the other side speaks version " + std::to_string(message.version) +
               " of the shared-memory link, this side " + std::to_string(kRingVersion) +
               "; use one release of Triad on this host");
  }
  if (message.refused != 0) {
    const auto end = std::find(message.why.begin(), message.why.end(), '\0');
    return error(Error::Code::no_room, "the other side could not make the link: " +
                                           std::string(message.why.begin(), end));
  }
  return {};
}

}  // namespace

Result<void> send_handshake(int socket, const Handshake& handshake) {
  Message message = make_message();
  message.ring_bytes = handshake.ring_bytes;
  const std::array<int, kDescriptors> descriptors = {handshake.memory.get(), handshake.bell.get()};
  if (send_with_descriptors(socket, std::as_bytes(std::span(&message, 1)), descriptors) ==
      static_cast<ssize_t>(sizeof message)) {
    return {};
  }
  return system_error("the peer closed the connection before the handshake", errno);
}

void send_refusal(int socket, const std::string& why) {
  Message message = make_message();
  message.refused = 1;
  std::copy_n(why.begin(), std::min(why.size(), message.why.size() - 1), message.why.begin());
  // The result does not matter: the peer notices a closed socket anyway.
  static_cast<void>(::send(socket, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT));
}

Result<Handshake> receive_handshake(int socket, Clock::time_point deadline) {
  Message message{};
  std::array<UniqueFd, kDescriptors> descriptors;
  ssize_t size = -1;
  do {
    if (!poll_one(socket, POLLIN, deadline)) {
      return error(Error::Code::timed_out, "the listening program did not answer");
    }
    size = receive_with_descriptors(socket, std::as_writable_bytes(std::span(&message, 1)),
                                    descriptors)
               .size;
  } while (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
  if (size < 0) return system_error("no answer", errno);
  if (size == 0)
    return error(Error::Code::peer_lost, "the listening program closed the connection");

  const Result<void> checked = check(message, static_cast<std::size_t>(size));
  if (!checked) return checked.error();
  for (const UniqueFd& descriptor : descriptors) {
    if (!descriptor.valid()) {
      return error(Error::Code::no_room,
                   "the descriptors of the link did not arrive; raise the limit of open "
                   "descriptors (ulimit -n)");
    }
  }
  return Handshake{std::move(descriptors[0]), std::move(descriptors[1]),
                   static_cast<std::size_t>(message.ring_bytes)};
}

std::string peer_of(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return "shm peer";
  return "shm pid " + std::to_string(credentials.pid);
}

}  // namespace triad::transport
