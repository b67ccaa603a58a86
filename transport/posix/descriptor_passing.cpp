// See descriptor_passing.hpp.
#include "transport/posix/descriptor_passing.hpp"
#include "transport/posix/cancellation.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace triad::transport {

namespace {

union PassingControl {
  cmsghdr header;
  std::array<char, CMSG_SPACE(kDescriptorsAtOnceMax * sizeof(int))> bytes;
};

std::size_t take_rights(msghdr& message, std::span<UniqueFd> descriptors) {
  std::size_t count = 0;
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t here = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < here; ++i, ++count) {
      int descriptor = -1;
      std::memcpy(&descriptor, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
      UniqueFd owned(descriptor);
      if (count < descriptors.size()) descriptors[count] = std::move(owned);
    }
  }
  return count;
}

}  // namespace

ssize_t send_with_descriptors(int socket, std::span<const std::byte> bytes,
                              std::span<const int> descriptors) {
  PassingControl control{};
  iovec vector{const_cast<std::byte*>(bytes.data()), bytes.size()};
  msghdr header{};
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = &control;
  header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  const CancellationGuard held;
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

Received receive_with_descriptors(int socket, std::span<std::byte> bytes,
                                  std::span<UniqueFd> descriptors) {
  PassingControl control{};
  iovec vector{bytes.data(), bytes.size()};
  msghdr header{};
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = &control;
  header.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
  const CancellationGuard held;
  Received received;
  do {
    received.size = ::recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (received.size < 0 && errno == EINTR);
  if (received.size >= 0) received.descriptors = take_rights(header, descriptors);
  return received;
}

}  // namespace triad::transport
