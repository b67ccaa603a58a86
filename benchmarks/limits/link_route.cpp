// Triad's links on the same routes: tcp, shm, and a pair of Unix sockets as between libRTI and its
// rtia. Each waits as federates do (spins a little, then sleeps), or sleeps at once.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "benchmarks/limits/route.hpp"
#include "transport/connect.hpp"
#include "transport/tcp/tcp_link.hpp"
#include "transport/wait.hpp"

namespace triad::limits {

namespace {

using namespace transport;

// The sender checks its queue after this number of bytes, like a federate that sends batches.
constexpr std::size_t kFlushAfterBytes = std::size_t{16} << 10;
constexpr std::size_t kQueuedMax = std::size_t{256} << 10;
constexpr std::size_t kFramesPerCall = 4096;

class Counter final : public FrameSink {
 public:
  void receive_frame(Bytes) override { ++count; }
  std::size_t count = 0;
};

class LinkChannel final : public Channel {
 public:
  LinkChannel(std::unique_ptr<Link> link, std::size_t message_bytes, Duration spin)
      : link_(std::move(link)), waiter_(spin), message_(message_bytes) {}

  void send() override {
    link_->send(message_);
    unflushed_ += message_.size();
    if (unflushed_ < kFlushAfterBytes) return;
    flush();
    while (link_->queued_bytes() > kQueuedMax) {
      // The other side only reads now, so space for writing wakes this side.
      const int writable = link_->descriptor();
      if (link_->wants_write()) {
        pollfd entry{writable, POLLOUT, 0};
        ::poll(&entry, 1, -1);
        link_->flush();
      } else {
        waiter_.wait(*link_, std::nullopt);
      }
    }
  }
  void flush() override {
    link_->flush();
    unflushed_ = 0;
  }
  std::size_t receive() override {
    Counter counter;
    while (link_->receive(counter, kFramesPerCall) == 0) {
      if (!link_->is_open()) exit_with_error(link_->close_reason().text);
      waiter_.wait(*link_, std::nullopt);
    }
    return counter.count;
  }

 private:
  const std::unique_ptr<Link> link_;
  Waiter waiter_;
  const std::vector<std::byte> message_;
  std::size_t unflushed_ = 0;
};

template <class T>
T or_give_up(Result<T> result) {
  if (!result) exit_with_error(result.error().text);
  return std::move(*result);
}

class LinkRoute final : public Route {
 public:
  LinkRoute(const std::string& url, std::size_t message_bytes, Duration spin)
      : message_bytes_(message_bytes),
        spin_(spin),
        listener_(or_give_up(listen(or_give_up(parse_url(url))))) {}

  std::unique_ptr<Channel> parent_end() override {
    std::unique_ptr<Link> link;
    while (link == nullptr) {
      pollfd entry{listener_->descriptor(), POLLIN, 0};
      ::poll(&entry, 1, -1);
      link = or_give_up(listener_->accept());
    }
    return std::make_unique<LinkChannel>(std::move(link), message_bytes_, spin_);
  }
  std::unique_ptr<Channel> child_end() override {
    const Url url = or_give_up(parse_url(listener_->url()));
    auto link = or_give_up(connect(url, std::chrono::seconds(60)));
    return std::make_unique<LinkChannel>(std::move(link), message_bytes_, spin_);
  }

 private:
  const std::size_t message_bytes_;
  const Duration spin_;
  const std::unique_ptr<Listener> listener_;
};

class SocketPairRoute final : public Route {
 public:
  SocketPairRoute(std::size_t message_bytes, Duration spin)
      : message_bytes_(message_bytes), spin_(spin) {
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) != 0) {
      exit_with_error("no socket pair");
    }
    parents_.reset(pair[0]);
    childs_.reset(pair[1]);
  }

  std::unique_ptr<Channel> parent_end() override {
    childs_.reset();
    return end(std::move(parents_));
  }
  std::unique_ptr<Channel> child_end() override {
    parents_.reset();
    return end(std::move(childs_));
  }

 private:
  std::unique_ptr<Channel> end(UniqueFd socket) const {
    LinkOptions options;
    options.datagrams = false;
    auto link = std::make_unique<TcpLink>(std::move(socket), "the other end", options);
    return std::make_unique<LinkChannel>(std::move(link), message_bytes_, spin_);
  }

  const std::size_t message_bytes_;
  const Duration spin_;
  UniqueFd parents_;
  UniqueFd childs_;
};

template <bool kSpins>
std::unique_ptr<Route> make_unix(std::size_t message_bytes) {
  return std::make_unique<SocketPairRoute>(message_bytes, kSpins ? kSpin : Duration::zero());
}
template <bool kSpins>
std::unique_ptr<Route> make_tcp(std::size_t message_bytes) {
  return std::make_unique<LinkRoute>("tcp://127.0.0.1:0", message_bytes,
                                     kSpins ? kSpin : Duration::zero());
}
template <bool kSpins>
std::unique_ptr<Route> make_shm(std::size_t message_bytes) {
  return std::make_unique<LinkRoute>("shm://limits-" + std::to_string(::getpid()), message_bytes,
                                     kSpins ? kSpin : Duration::zero());
}

}  // namespace

void add_links(std::vector<RouteKind>& kinds) {
  kinds.push_back({"link-shm-spin", true, false, make_shm<true>});
  kinds.push_back({"link-shm-sleep", false, false, make_shm<false>});
  kinds.push_back({"link-unix-spin", true, false, make_unix<true>});
  kinds.push_back({"link-unix-sleep", false, false, make_unix<false>});
  kinds.push_back({"link-tcp-spin", true, false, make_tcp<true>});
  kinds.push_back({"link-tcp-sleep", false, false, make_tcp<false>});
}

}  // namespace triad::limits
