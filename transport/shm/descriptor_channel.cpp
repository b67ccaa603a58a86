// See descriptor_channel.hpp.
#include "transport/shm/descriptor_channel.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

#include "transport/posix/descriptor_passing.hpp"

namespace triad::transport {

namespace {

// A peer that passes more descriptors than this, unread, is faulty.
constexpr std::size_t kReceivedMax = 4096;
static_assert(kDescriptorsPassedMax <= kDescriptorsAtOnceMax);

}  // namespace

void DescriptorChannel::send_descriptors(const PassedDescriptors& message) {
  send_pending();
  if (pending_.empty() && send_note(message.note, message.descriptors)) return;
  PendingMessage pending{message.note, {}};
  for (std::size_t i = 0; i < message.descriptors.size(); ++i) {
    const int copy = ::fcntl(message.descriptors[i].get(), F_DUPFD_CLOEXEC, 0);
    if (copy < 0 && (errno == EMFILE || errno == ENFILE)) {
      fault_ = error(Error::Code::no_room,
                     "no descriptors are left to pass on to the peer; raise the limit (ulimit -n)");
      // Makes the socket readable, so the thread that waits for the link looks and finds the fault.
      ::shutdown(socket_.get(), SHUT_RDWR);
      return;
    }
    pending.descriptors[i].reset(copy);
  }
  pending_.push_back(std::move(pending));
}

void DescriptorChannel::send_pending() {
  while (!pending_.empty() && send_note(pending_.front().note, pending_.front().descriptors)) {
    pending_.pop_front();
  }
}

// Returns false if there is no room now. If the peer is gone, the message is discarded and the
// result is true.
bool DescriptorChannel::send_note(const std::array<std::byte, 48>& note,
                                  const std::array<UniqueFd, kDescriptorsPassedMax>& descriptors) {
  std::array<int, kDescriptorsPassedMax> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = descriptors[i].get();
  const ssize_t sent = send_with_descriptors(socket_.get(), note, numbers);
  if (sent >= 0) return true;
  // ETOOMANYREFS: the peer has so many unread descriptors that the kernel passes no more.
  const bool is_full = errno == EAGAIN || errno == EWOULDBLOCK || errno == ETOOMANYREFS ||
                       errno == ENOBUFS || errno == ENOMEM;
  return !is_full;
}

std::optional<PassedDescriptors> DescriptorChannel::receive_descriptors() {
  send_pending();
  if (received_.empty()) static_cast<void>(has_hung_up());
  if (received_.empty()) return std::nullopt;
  PassedDescriptors first = std::move(received_.front());
  received_.pop_front();
  return first;
}

bool DescriptorChannel::has_hung_up() {
  if (!socket_.valid()) return false;
  send_pending();
  while (fault_.code == Error::Code::none) {
    PassedDescriptors message;
    const auto [size, count] =
        receive_with_descriptors(socket_.get(), message.note, message.descriptors);
    if (size < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
    if (size == 0) return true;
    if (static_cast<std::size_t>(size) != message.note.size() || count > kDescriptorsPassedMax ||
        received_.size() >= kReceivedMax) {
      fault_ = error(Error::Code::bad_frame, "the peer passed invalid descriptors");
    } else if (count < kDescriptorsPassedMax) {
      fault_ = error(Error::Code::no_room,
                     "descriptors that the peer passed did not arrive; raise the limit of open "
                     "descriptors (ulimit -n)");
    } else {
      received_.push_back(std::move(message));
    }
  }
  return true;
}

}  // namespace triad::transport
