// See descriptor_channel.hpp.
#include "transport/shm/descriptor_channel.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace triad::transport {

namespace {

// More that nobody has asked for comes from a peer gone mad.
constexpr std::size_t kReceivedMax = 4096;

union PassedControl {
  cmsghdr header;
  std::array<char, CMSG_SPACE(kDescriptorsPassedMax * sizeof(int))> bytes;
};

// All that came are owned at once, so that none leaks.
std::size_t take_rights(msghdr& message, std::array<UniqueFd, kDescriptorsPassedMax>& descriptors) {
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

void DescriptorChannel::pass(const PassedDescriptors& message) {
  send_waiting();
  if (waiting_.empty() && send(message.note, message.descriptors)) return;
  Waiting waiting{message.note, {}};
  for (std::size_t i = 0; i < message.descriptors.size(); ++i) {
    const int copy = ::fcntl(message.descriptors[i].get(), F_DUPFD_CLOEXEC, 0);
    waiting.descriptors[i].reset(copy);
  }
  waiting_.push_back(std::move(waiting));
}

void DescriptorChannel::send_waiting() {
  while (!waiting_.empty() && send(waiting_.front().note, waiting_.front().descriptors)) {
    waiting_.pop_front();
  }
}

// False: there is no room now. A peer that is gone takes everything.
bool DescriptorChannel::send(const std::array<std::byte, 48>& note,
                             const std::array<UniqueFd, kDescriptorsPassedMax>& descriptors) {
  std::array<int, kDescriptorsPassedMax> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = descriptors[i].get();
  PassedControl control{};
  std::array<std::byte, 48> bytes = note;
  iovec vector{bytes.data(), bytes.size()};
  msghdr header{};
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = &control;
  header.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof numbers);
  std::memcpy(CMSG_DATA(rights), numbers.data(), sizeof numbers);
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket_.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  // ETOOMANYREFS: the peer has not taken so many that the kernel passes no more.
  return sent >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != ETOOMANYREFS);
}

std::optional<PassedDescriptors> DescriptorChannel::take() {
  send_waiting();
  if (received_.empty()) static_cast<void>(has_hung_up());
  if (received_.empty()) return std::nullopt;
  PassedDescriptors first = std::move(received_.front());
  received_.pop_front();
  return first;
}

bool DescriptorChannel::has_hung_up() {
  if (!socket_.valid()) return false;
  send_waiting();
  while (fault_.empty()) {
    PassedDescriptors message;
    PassedControl control{};
    iovec vector{message.note.data(), message.note.size()};
    msghdr header{};
    header.msg_iov = &vector;
    header.msg_iovlen = 1;
    header.msg_control = &control;
    header.msg_controllen = sizeof control;
    const ssize_t size = ::recvmsg(socket_.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
    if (size == 0) return true;
    const std::size_t count = take_rights(header, message.descriptors);
    if (static_cast<std::size_t>(size) != message.note.size() || count > kDescriptorsPassedMax ||
        received_.size() >= kReceivedMax) {
      fault_ = "the peer passed descriptors that make no sense";
    } else if (count < kDescriptorsPassedMax) {
      fault_ =
          "descriptors that the peer passed did not arrive; raise the limit of open descriptors "
          "(ulimit -n)";
    } else {
      received_.push_back(std::move(message));
    }
  }
  return true;
}

}  // namespace triad::transport
