// See datagram_batch.hpp.
#include "transport/udp/datagram_batch.hpp"
#include "transport/posix/cancellation.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace triad::transport {

bool DatagramBatch::end_datagram(const sockaddr_in* to) {
  ends_.push_back(bytes_.size());
  if (to != nullptr) addresses_.push_back(*to);
  return ends_.size() >= kDatagramsMax;
}

void DatagramBatch::send_all(int socket, const OnRefused& on_refused) {
  std::array<mmsghdr, kDatagramsMax> messages{};
  std::array<iovec, kDatagramsMax> vectors{};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    vectors[i] = {bytes_.data() + begin, ends_[i] - begin};
    msghdr& message = messages[i].msg_hdr;
    message.msg_iov = &vectors[i];
    message.msg_iovlen = 1;
    if (!addresses_.empty()) {
      message.msg_name = &addresses_[i];
      message.msg_namelen = sizeof addresses_[i];
    }
    begin = ends_[i];
  }
  const CancellationGuard held;
  std::size_t done = 0;
  while (done < ends_.size()) {
    const int count =
        ::sendmmsg(socket, messages.data() + done, static_cast<unsigned>(ends_.size() - done),
                   MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      done += std::max<std::size_t>(1, on_refused(done, errno));
    }
  }
  bytes_.clear();
  ends_.clear();
  addresses_.clear();
}

bool DatagramBatch::is_full(int error_number) {
  return error_number == EAGAIN || error_number == EWOULDBLOCK || error_number == ENOBUFS;
}

}  // namespace triad::transport
