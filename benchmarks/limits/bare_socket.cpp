// The limit for sockets: blocking reads and writes of a Unix or TCP socket, with one call per
// message or gathered up to 16 KiB.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "benchmarks/limits/route.hpp"
#include "benchmarks/limits/socket_pairs.hpp"

namespace triad::limits {

namespace {

constexpr std::size_t kBatchBytes = std::size_t{16} << 10;
constexpr std::size_t kReadBytes = std::size_t{64} << 10;

class SocketChannel final : public Channel {
 public:
  SocketChannel(int socket, std::size_t message_bytes, bool batches)
      : socket_(socket),
        message_bytes_(message_bytes),
        output_bytes_(batches ? std::max(kBatchBytes, message_bytes) : message_bytes),
        output_(output_bytes_ + message_bytes),
        input_(std::max(kReadBytes, message_bytes)) {}

  void send() override {
    used_ += message_bytes_;
    if (used_ >= output_bytes_) flush();
  }
  void flush() override {
    for (std::size_t sent = 0; sent < used_;) {
      const ssize_t count = ::send(socket_, output_.data() + sent, used_ - sent, MSG_NOSIGNAL);
      if (count < 0 && errno != EINTR) exit_with_error("a socket broke");
      if (count > 0) sent += static_cast<std::size_t>(count);
    }
    used_ = 0;
  }
  std::size_t receive() override {
    while (pending_ < message_bytes_) {
      const ssize_t count = ::recv(socket_, input_.data(), input_.size(), 0);
      if (count == 0 || (count < 0 && errno != EINTR)) exit_with_error("a socket ended");
      if (count > 0) pending_ += static_cast<std::size_t>(count);
    }
    const std::size_t messages = pending_ / message_bytes_;
    pending_ %= message_bytes_;
    return messages;
  }

 private:
  const int socket_;
  const std::size_t message_bytes_;
  const std::size_t output_bytes_;
  std::vector<std::byte> output_;
  std::vector<std::byte> input_;
  std::size_t used_ = 0;
  std::size_t pending_ = 0;
};

class SocketRoute final : public Route {
 public:
  SocketRoute(std::array<int, 2> ends, std::size_t message_bytes, bool batches)
      : ends_(ends), message_bytes_(message_bytes), batches_(batches) {}
  ~SocketRoute() override {
    for (const int end : ends_) ::close(end);
  }
  std::unique_ptr<Channel> parent_end() override {
    return std::make_unique<SocketChannel>(ends_[0], message_bytes_, batches_);
  }
  std::unique_ptr<Channel> child_end() override {
    return std::make_unique<SocketChannel>(ends_[1], message_bytes_, batches_);
  }

 private:
  const std::array<int, 2> ends_;
  const std::size_t message_bytes_;
  const bool batches_;
};

template <std::array<int, 2> (*kPair)(), bool kBatches>
std::unique_ptr<Route> make_socket(std::size_t message_bytes) {
  return std::make_unique<SocketRoute>(kPair(), message_bytes, kBatches);
}

}  // namespace

void add_bare_sockets(std::vector<RouteKind>& kinds) {
  kinds.push_back({"unix", false, false, make_socket<unix_pair, false>});
  kinds.push_back({"unix-16K", false, true, make_socket<unix_pair, true>});
  kinds.push_back({"tcp", false, false, make_socket<tcp_pair, false>});
  kinds.push_back({"tcp-16K", false, true, make_socket<tcp_pair, true>});
}

}  // namespace triad::limits
